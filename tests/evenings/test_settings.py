"""What an evening is called and agrees, changed by one phone or by two at once."""

from __future__ import annotations

import re

import pytest
from forms import form
from friday import FIELDS, SETTINGS


def test_any_number_of_deals_is_planned_and_typed_over_the_usual_ones(organiser, store):
    page = organiser.get("/evenings/1/rules/tarot").text
    assert 'aria-label="Deals planned: other"' in page
    proposed = re.findall('name="deals" value="([0-9]+)"', page)
    assert proposed == ["0", "4", "8", "12", "16"]  # as at a table of four
    organiser.send("/evenings/1/rules/tarot", {"preset": "table", "deals": ["0", "10"]})
    assert store.evening(1).games["tarot"]["deals"] == 10
    assert 'aria-label="Deals planned: 10" checked' in organiser.get("/evenings/1/rules/tarot").text


@pytest.mark.parametrize("typed", ["x", "-1", "13", "1.5"])
def test_positions_that_are_no_number_come_back(organiser, store, typed):
    for address in ("/evenings/new", SETTINGS):
        answer = organiser.send(address, FIELDS | {"planned": typed})
        assert answer.status_code == 422
        assert "positions are a whole number of 1 to 12" in answer.text
        assert f'value="{typed}"' in answer.text
    assert len(store.evenings()) == 1


def test_settings_change_only_what_was_changed_in_the_form(organiser, store, four):
    """Another phone has changed the rest since the form was drawn."""
    organiser.send(SETTINGS, FIELDS | {"planned": "4"})
    mine, theirs = (form(organiser.get(SETTINGS), "/settings") for _ in range(2))
    theirs.send(organiser, name="Saturday", fee="4", planned="", corrects="last")
    refused = mine.send(organiser, place="Bar", fee="x")
    assert refused.status_code == 422
    form(refused, "/settings").send(organiser, fee="")
    evening = store.evening(1)
    assert (evening.name, evening.place, evening.date) == ("Saturday", "Bar", "2026-11-20")
    assert (evening.fee, evening.planned, evening.corrects) == (400, 0, "last")
    assert [one.fee for one in store.attendances(1)] == [400] * 4
    noted = store.evening_version(1)
    assert form(organiser.get(SETTINGS), "/settings").send(organiser).status_code == 303
    assert store.evening_version(1) == noted


@pytest.mark.parametrize(
    ("field", "theirs", "mine", "now"),
    [
        ("name", "Saturday", "Sunday", "changed this meanwhile, to Saturday"),
        ("place", "", "Bar", "emptied this meanwhile"),
        ("date", "2026-11-21", "2026-11-22", "changed this meanwhile, to 21 November 2026"),
        ("fee", "3,5", "4", "changed this meanwhile, to 3.50"),
        ("planned", "4", "5", "changed this meanwhile, to 4"),
    ],
)
def test_of_two_phones_that_change_one_setting_the_second_is_asked(
    organiser, store, field, theirs, mine, now
):
    first, second = (form(organiser.get(SETTINGS), "/settings") for _ in range(2))
    for _ in range(2):  # the second time it is the same form
        assert first.send(organiser, **{field: theirs}).status_code == 303
    kept = store.evening(1)
    asked = second.send(organiser, **{field: mine})
    assert asked.status_code == 422
    assert f"another phone {now}: save once more" in asked.text
    assert f'name="{field}"' in asked.text and f'value="{mine}"' in asked.text
    assert store.evening(1) == kept
    assert form(asked, "/settings").send(organiser).status_code == 303
    assert form(organiser.get(SETTINGS), "/settings").fields[field] == [mine]


def test_a_setting_changed_between_the_look_and_the_write_is_asked_about(
    organiser, store, monkeypatch
):
    late = form(organiser.get(SETTINGS), "/settings")

    def first_the_other(*asked):
        monkeypatch.undo()
        store.change_evening(1, name="Sunday", key=None, phone="")
        return store.writing(*asked)

    monkeypatch.setattr(store, "writing", first_the_other)
    asked = late.send(organiser, name="Saturday")
    assert (asked.status_code, store.evening(1).name) == (422, "Sunday")
    assert "another phone changed this meanwhile, to Sunday" in asked.text


def test_a_form_that_is_asked_again_shows_what_else_stands_there_by_now(organiser, store):
    late = form(organiser.get(SETTINGS), "/settings")
    store.change_evening(1, name="Sunday", place="Bar", key=None, phone="")
    asked = late.send(organiser, name="Saturday")
    fields = form(asked, "/settings").fields
    assert (fields["name"], fields["place"]) == (["Saturday"], ["Bar"])


def test_a_form_of_settings_that_comes_twice_is_answered_as_the_first_time(organiser, store):
    mine = form(organiser.get(SETTINGS), "/settings")
    assert mine.send(organiser, name="Saturday").status_code == 303
    store.change_evening(1, name="Sunday", key=None, phone="")
    assert mine.send(organiser, name="Saturday").status_code == 303
    assert store.evening(1).name == "Sunday"


def test_of_two_phones_that_change_a_setting_alike_nobody_is_asked(organiser, store):
    first, second = (form(organiser.get(SETTINGS), "/settings") for _ in range(2))
    first.send(organiser, name="Saturday")
    store.change_evening(1, corrects="last", key=None, phone="")
    assert second.send(organiser, name=" Saturday", corrects="last").status_code == 303
    late = form(organiser.get(SETTINGS), "/settings")
    store.change_evening(1, corrects="all", key=None, phone="")
    assert late.send(organiser, place="Bar").status_code == 303
    assert (store.evening(1).corrects, store.evening(1).place) == ("all", "Bar")


def test_who_is_asked_of_one_setting_is_not_asked_of_what_both_phones_changed_alike(
    organiser, store
):
    first, second = (form(organiser.get(SETTINGS), "/settings") for _ in range(2))
    first.send(organiser, name="Saturday", place="Bar")
    asked = second.send(organiser, name="Saturday", place="Hall")
    assert asked.status_code == 422
    assert re.findall("changed this meanwhile, to ([^:]+):", asked.text) == ["Bar"]
    assert form(asked, "/settings").send(organiser).status_code == 303
    assert (store.evening(1).name, store.evening(1).place) == ("Saturday", "Hall")


def test_two_phones_that_agree_rules_of_two_games_lose_neither(organiser, store, monkeypatch):
    """The other one saves before this one, which has read what the evening agrees."""

    def first_the_other(*asked):
        monkeypatch.undo()
        store.change_evening(1, games={"tamalou": {"limit": 60}}, key=None, phone="")
        return store.writing(*asked)

    monkeypatch.setattr(store, "writing", first_the_other)
    organiser.send("/evenings/1/rules/tarot", {"preset": "fft", "deals": "7"})
    games = store.evening(1).games
    assert (games["tarot"]["deals"], games["tamalou"]["limit"]) == (7, 60)
    assert [*games] == ["tarot", "tamalou"]


def test_of_two_phones_that_agree_the_rules_of_a_game_the_second_is_asked(organiser, store):
    mine, theirs = (
        form(organiser.get("/evenings/1/rules/tarot"), "/rules/tarot") for _ in range(2)
    )
    assert theirs.send(organiser, preset="fft").status_code == 303
    asked = mine.send(organiser, deals=["12", ""])
    assert asked.status_code == 422
    assert "hese rules were changed meanwhile: agree once more" in asked.text
    assert store.evening(1).games["tarot"]["preset"] == "fft"
    wrong = mine.send(organiser, deals=["", "zzz"])  # what was drawn before stays drawn before
    assert wrong.status_code == 422
    assert form(wrong, "/rules/tarot").send(organiser, deals=["12", ""]).status_code == 422
    for _ in range(2):  # a form that comes twice was agreed once
        assert form(asked, "/rules/tarot").send(organiser).status_code == 303
    assert store.evening(1).games["tarot"]["deals"] == 12
