"""Several phones tell at once: nobody overwrites what was not seen, nothing typed is lost."""

from __future__ import annotations

import re

import forms
import laws
import pytest

from companion.web import conflict
from companion.web.shown import load

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
PRISE = {"take": "1-prise", "oudlers": 1, "points": 40}


@pytest.fixture
def phones(app):
    """Three phones."""
    return [app.test_client() for _ in range(3)]


@pytest.fixture
def sheet(open_table, phones):
    """The form of the next deal as each of the phones sees it now."""
    table = open_table()
    return lambda: [forms.form(phone.get(f"/tables/{table.id}")) for phone in phones]


def test_another_deal_of_a_slow_phone_does_not_overwrite_a_third_phones(store, phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], **GARDE)
    asked = forms.form(second.send(phones[1], **PRISE))
    sheet()[2].send(phones[2], **{**GARDE, "take": "2-garde"})
    answer = asked.send(phones[1], to="/tables/1/deals/2", another="1")
    assert answer.status_code == 409
    assert "Mine is another deal: save it as well" in forms.texts(answer)
    assert [deal.facts["declarer"] for deal in store.deals(1)] == ["0", "2"]
    again = forms.form(answer).send(phones[1], to="/tables/1/deals/3", another="1")
    assert again.status_code == 303
    assert [deal.facts["declarer"] for deal in store.deals(1)] == ["0", "2", "1"]


def test_a_correction_beside_another_phones_shows_the_totals_that_it_would_make(phones, sheet):
    """Garde with 3 oudlers, 13 over 36, is 38 × 2 from each; Bo's prise, 11 short, 36 to each."""
    sheet()[0].send(phones[0], **GARDE)
    sheet()[0].send(phones[0], **PRISE)
    one, other = (forms.form(phone.get("/tables/1/deals/1")) for phone in phones[:2])
    assert one.send(phones[0], **GARDE | {"oudlers": 1}).status_code == 303
    shown = other.send(phones[1], to="/tables/1/deals/1/preview", **GARDE | {"oudlers": 3})
    assert re.findall(r'class="slip">([^<]*)<', shown.text) == ["+264", "−184", "−40", "−40"]
    asked = other.send(phones[1], **GARDE | {"oudlers": 3})
    assert asked.status_code == 409
    assert 'name="discard"' in asked.text and 'name="another"' not in asked.text  # it is no new one


def test_of_a_deal_that_is_gone_once_both_versions_are_shown_nothing_is_said_to_be_kept(
    store, phones, sheet, monkeypatch
):
    """But what was typed stays in the form."""
    sheet()[0].send(phones[0], **GARDE)
    one, other = (forms.form(phone.get("/tables/1/deals/1")) for phone in phones[:2])
    one.send(phones[0], points=51)

    def load_late(table):
        store.undo(table, key=None, phone="third")
        store.undo(table, key=None, phone="third")
        return load(table)

    monkeypatch.setattr(conflict, "load", load_late)
    answer = other.send(phones[1], points=55)
    assert (answer.status_code, store.deals(1)) == (409, [])
    assert forms.form(answer).fields["points"] == ["55"]
    assert "(was" not in answer.text


def test_the_same_deal_of_two_phones_is_one_and_done(store, phones, sheet):
    first, second, third = sheet()
    first.send(phones[0], **GARDE)
    assert second.send(phones[1], **GARDE).status_code == 303
    assert third.send(phones[2], **GARDE, note="Chelem à la fin").status_code == 409
    assert len(store.deals(1)) == 1


def test_two_versions_say_what_no_sentence_says_where_they_differ_in_that(phones, sheet):
    """The note, who dealt and, where both are told in one sentence, facts."""
    first, second, third = sheet()
    first.send(phones[0], **GARDE, **{"showed-0": "single"}, note="at ten")
    alike = forms.texts(second.send(phones[1], **GARDE, **{"showed-1": "single"}, dealer="1"))
    deal = "Ana, garde, 49 with two oudlers: made by 8, single poignée"
    theirs = f"{deal} · Ana dealt · Note: at ten · Poignée: Single, Ana"
    assert f"{theirs} {deal} · Bo dealt · Note: – · Poignée: Single, Bo" in alike
    other = forms.texts(third.send(phones[2], **PRISE))
    assert f"{deal} · Note: at ten Bo, prise, 40 with one oudler: failed by 11 · Note: –" in other


def versions(answer) -> list[str]:
    """What stands in the two columns, in the row of the deal."""
    return re.findall(r'<td class="told">(.*?)</td>', answer.text)


def test_two_versions_of_hands_told_so_far_say_which(app, phones, open_table):
    """The sentence says only whose hands are missing; to choose, one has to see which are told."""
    open_table("tamalou", ("Ana", "Bo", "Chi"))
    one, other = (forms.form(phone.get("/tables/1")) for phone in phones[:2])
    one.send(phones[0], to="/tables/1/deals/1/half", **{"hands-0": 3})
    answer = other.send(phones[1], to="/tables/1/deals/1/half", **{"hands-1": 12})
    assert versions(answer) == [
        "Who called? Bo, Chi still empty. · Hand, Ana: 3 · Hand, Bo: –",
        "Who called? Ana, Chi still empty. · Hand, Ana: – · Hand, Bo: 12",
    ]


BO_TAKES = "Bo, garde. By 10: +210 or −210 · declarer: Bo · Contract: garde"


@pytest.mark.parametrize(
    ("theirs", "mine", "said"),
    [
        ({"unplayed": "passed"}, {"take": "1-garde"}, ["All passed", BO_TAKES]),
        (GARDE, GARDE | {"points": 99}, ["Ana, garde, 49 with two oudlers: made by 8", ""]),
    ],
    ids=["a bid", "what cannot be"],
)
def test_beside_a_whole_deal_stands_what_is_told_so_far_and_nothing_that_is_not(
    phones, sheet, theirs, mine, said
):
    first, second, _ = sheet()
    first.send(phones[0], **theirs)
    assert versions(second.send(phones[1], **mine)) == said


def test_of_two_bids_the_contracts_are_said_in_the_readers_words(phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", take="0-garde")
    phones[1].environ_base["HTTP_ACCEPT_LANGUAGE"] = "ja"
    theirs, mine = versions(second.send(phones[1], to="/tables/1/deals/1/half", take="1-prise"))
    assert "コントラクト：" in theirs
    assert "contract" not in theirs + mine


def test_of_points_noted_without_a_declarer_nobody_says_that_they_were_deleted(phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", points=40)
    answer = second.send(phones[1], to="/tables/1/deals/1/half", points=41)
    assert answer.status_code == 409
    assert versions(answer) == ["Card points: 40", "Card points: 41"]
    assert "Another phone saved deal 1 meanwhile." in forms.texts(answer)
    assert "deleted" not in forms.texts(answer)


def test_what_waited_behind_a_deal_that_became_another_is_asked_as_one_more_of_this_phone(
    store, phones, sheet
):
    """Without the host a phone tells two deals; another one tells the first meanwhile."""
    mine = phones[1]
    first, waits, _ = sheet()
    first.send(phones[0], **GARDE)
    asked = forms.form(waits.send(mine, **PRISE))
    assert asked.send(mine, to="/tables/1/deals/2", another="1").status_code == 303
    third = GARDE | {"take": "2-garde", "key": "the next one"}
    answer = waits.send(mine, to="/tables/1/deals/2", **third)
    assert answer.status_code == 409
    said = forms.texts(answer)
    assert "This phone itself saved deal 2 meanwhile." in said
    assert "heirs" not in said
    assert re.findall(r'name="discard" value="1">(.*?)</button>', answer.text) == [
        "Discard this deal"  # this one, not that which is saved
    ]
    forms.form(answer).send(mine, to="/tables/1/deals/3", another="1")
    assert [deal.facts["declarer"] for deal in store.deals(1)] == ["0", "1", "2"]


def test_what_the_host_did_not_take_is_called_a_deal_where_nothing_stands_before_it(client, sheet):
    for page in ("/", "/tables/1"):
        assert "The host did not take one deal." in client.get(page).text


def test_the_same_bid_of_two_phones_is_noted_once(store, phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", take="1-garde")
    answer = second.send(phones[1], to="/tables/1/deals/1/half", take="1-garde")
    assert answer.status_code == 303


def test_a_form_that_came_back_still_notices_who_was_quicker(store, open_table, record, phones):
    table = open_table()
    record(table, **GARDE)
    slow, quick = (forms.form(phone.get("/tables/1/deals/1")) for phone in phones[:2])
    refused = forms.form(slow.send(phones[0], points="99"))
    quick.send(phones[1], points="51")
    assert refused.send(phones[0], points="50").status_code == 409
    assert store.deal(1, 1).facts["card_points"] == 51


def test_a_begun_deal_is_told_first_and_what_was_typed_stays(store, phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], **GARDE)
    sheet()[2].send(phones[2], to="/tables/1/deals/2/half", take="1-garde")
    asked = forms.form(second.send(phones[1], **PRISE))
    page = asked.send(phones[1], to="/tables/1/deals/3", another="1")
    assert page.status_code == 409
    assert "Another phone has begun a deal meanwhile." in forms.texts(page)
    assert 'href="/tables/1/deals/2"' in page.text
    assert forms.form(page).fields["take"] == ["1-prise"]


def test_who_began_the_deal_is_called_by_the_name_of_the_phone(phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], **GARDE)
    phones[2].send("/settings", {"name": "Chi’s phone"})
    sheet()[2].send(phones[2], to="/tables/1/deals/2/half", take="1-garde")
    asked = forms.form(second.send(phones[1], **PRISE))
    page = asked.send(phones[1], to="/tables/1/deals/3", another="1")
    assert "Chi’s phone has begun a deal meanwhile." in forms.texts(page)


def test_a_begun_deal_can_be_kept_or_replaced_and_is_no_second_one(phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", take="1-garde")
    page = second.send(phones[1], **GARDE)
    assert page.status_code == 409
    assert "Mine is another deal" not in forms.texts(page)
    assert forms.form(page).send(phones[1]).status_code == 303


def test_a_deal_told_while_the_next_bid_was_noted_goes_before_it(store, phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", take="1-garde")
    page = second.send(phones[1], **GARDE)
    button = re.search(r'formaction="([^"]*)" name="another" value="(b[^"]*)">([^<]*)<', page.text)
    before = "Mine is the deal before: save it as well"
    assert button.groups() == ("/tables/1/deals/2", "before 1", before)
    form = forms.form(page)
    for _ in range(2):  # a double tap
        assert form.send(phones[1], to=button[1], another=button[2]).status_code == 303
    told = [(deal.state, deal.facts["declarer"]) for deal in store.deals(1)]
    assert told == [("told", "0"), ("half", "1")]


def test_a_deal_before_a_bid_overwrites_none_that_was_told_meanwhile(store, phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", take="1-garde")
    form = forms.form(second.send(phones[1], **GARDE))
    for number in (1, 2):
        told = forms.form(phones[0].get(f"/tables/1/deals/{number}"))
        assert told.send(phones[0], **PRISE).status_code == 303
    assert form.send(phones[1], to="/tables/1/deals/2", another="before 1").status_code == 303
    told = [(deal.number, deal.facts["declarer"]) for deal in store.deals(1)]
    assert told == [(3, "0"), (1, "1"), (2, "1")]


def test_a_result_for_a_bid_that_was_changed_meanwhile_is_no_deal_before_it(phones, sheet):
    """It is the same deal: the form was drawn from the bid."""
    sheet()[0].send(phones[0], to="/tables/1/deals/1/half", take="0-garde")
    first, second, _ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", take="1-garde")
    page = second.send(phones[1], **GARDE)
    assert page.status_code == 409
    assert 'name="discard"' in page.text and 'name="another"' not in page.text


def test_a_bid_beside_another_bid_is_neither_the_deal_before_nor_one_more(phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", take="1-garde")
    page = second.send(phones[1], to="/tables/1/deals/1/half", take="0-garde")
    assert page.status_code == 409
    assert 'name="discard"' in page.text and 'name="another"' not in page.text


def leads(page) -> set[str]:
    """Where the form of a deal leads, and where else its buttons send it."""
    form = page.text.partition('<form id="record"')[2].partition("</form>")[0]
    return set(re.findall(r'(?:href|formaction)="([^"]*/deals/[^"]*)"', form))


def test_what_can_be_done_with_a_deal_is_offered_for_none_that_is_taken_back(phones, sheet):
    first, *_ = sheet()
    first.send(phones[0], to="/tables/1/deals/1/half", take="0-garde")
    mine, other, _ = sheet()
    other.send(phones[1], to="/tables/1/deals/1/delete")
    page = mine.send(phones[0], **GARDE)
    assert (page.status_code, "deleted deal 1 meanwhile" in page.text) == (409, True)
    assert leads(page) == {"/tables/1/deals/1/half"}
    assert "Confirm it, insert a deal before, delete this one" not in page.text
    assert forms.form(page).send(phones[0]).status_code == 303


def test_behind_a_deal_that_was_begun_only_that_one_can_be_taken_back(phones, sheet):
    first, second, _ = sheet()
    first.send(phones[0], **GARDE)
    sheet()[2].send(phones[2], to="/tables/1/deals/2/half", take="1-garde")
    asked = forms.form(second.send(phones[1], **PRISE))
    page = asked.send(phones[1], to="/tables/1/deals/3", another="1")
    assert leads(page) == {"/tables/1/deals/3/half"}


def test_undo_on_an_old_sheet_takes_back_nothing_that_was_not_seen(
    client, store, open_table, record
):
    table = open_table()
    record(table, **GARDE)
    old = forms.form(client.get("/tables/1"), "/undo")
    record(table, **PRISE)
    assert old.send(client).status_code == 303
    assert len(store.deals(1)) == 2
    forms.form(client.get("/tables/1"), "/undo").send(client)
    assert laws.totals(store, table) == [198, -66, -66, -66]


def test_a_host_that_cannot_write_says_so_and_keeps_what_was_typed(client, store, open_table):
    form = forms.form(client.get(f"/tables/{open_table().id}"))
    store.db.execute("PRAGMA query_only = ON")
    page = form.send(client, **GARDE)
    store.db.execute("PRAGMA query_only = OFF")
    assert page.status_code == 503
    assert "The host cannot write now, so nothing was saved." in forms.texts(page)
    assert forms.form(page).send(client).status_code == 303


RESEATED = "The seats have changed meanwhile, so nothing was saved."


def sit_down(store, seat: int, name: str) -> None:
    """Somebody else takes this seat."""
    store.substitute(1, seat, name, key=None, phone="")


def test_a_deal_told_before_somebody_else_sat_down_is_given_to_nobody(store, phones, sheet):
    slow = sheet()[0]
    sit_down(store, 0, "Zoe")
    answer = slow.send(phones[0], **GARDE)
    assert answer.status_code == 409
    assert RESEATED in forms.texts(answer)
    assert store.deals(1) == []
    again = forms.form(answer)
    assert again.fields["take"] == ["0-garde"]
    assert again.send(phones[0]).status_code == 303
    assert len(store.deals(1)) == 1


def test_what_was_typed_follows_those_who_sit_in_another_order_now(store, phones, sheet):
    """Before it is saved the bar says so, and no number stands beside another person's name."""
    slow = sheet()[0]
    told = {**GARDE, "take": "1-garde", "dealer": "3", "note": "late"}
    store.agree_table(1, {"names": ["Ana", "Chi", "Dana", "Bo"]}, key=None, phone="")
    said = forms.texts(slow.send(phones[0], to="/tables/1/deals/1/preview", **told))
    assert "Bo , garde, 49 with two oudlers: made by 8, +198 leads 49 42" in said
    answer = slow.send(phones[0], **told)
    assert answer.status_code == 409
    assert RESEATED in forms.texts(answer)
    again = forms.form(answer)
    assert {name: again.fields[name] for name in ("take", "dealer", "note")} == {
        "take": ["3-garde"],
        "dealer": ["2"],
        "note": ["late"],
    }
    assert again.send(phones[0]).status_code == 303
    assert laws.totals(store, store.table(1)) == [-66, -66, -66, 198]


def test_what_was_typed_of_who_sits_out_by_now_is_asked_again(store, phones, open_table):
    """Bo took, and deals now; or Ana, who dealt, which could not be, and plays now."""
    table = open_table("tarot", ("Ana", "Bo", "Chi", "Dana", "Eve"), at_once=4)
    slow = forms.form(phones[0].get(f"/tables/{table.id}"))
    store.agree_table(1, {"names": ["Bo", "Ana", "Chi", "Dana", "Eve"]}, key=None, phone="")
    for take, shown in (("1-garde", []), ("0-garde", ["1-garde"])):
        answer = slow.send(phones[0], **{**GARDE, "take": take})
        assert store.deals(1) == []
        assert RESEATED in forms.texts(answer)
        fields = forms.form(answer).fields
        assert (fields.get("take", []), fields["points"]) == (shown, ["49"])


def test_one_hand_that_cannot_be_told_in_another_order_takes_no_other_along(
    store, phones, open_table
):
    """Bo deals now, and holds nothing."""
    table = open_table("tamalou", ("Ana", "Bo", "Chi", "Dana"), at_once=3)
    slow = forms.form(phones[0].get(f"/tables/{table.id}"))
    store.agree_table(1, {"names": ["Bo", "Ana", "Chi", "Dana"]}, key=None, phone="")
    hands = {"hands-1": "3", "hands-2": "12", "hands-3": "7"}
    fields = forms.form(slow.send(phones[0], caller="2", **hands)).fields
    assert (fields["caller"], fields["hands-2"], fields["hands-3"]) == (["2"], ["12"], ["7"])
    assert fields["hands-1"] == [""]


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": "95"},
        {"points": "abc"},
        {"points": "", "card": ["1"], "others": "4", "oudlers": "3"},
    ],
)
def test_what_cannot_be_read_leaves_nobody_else_in_the_seat_of_who_took(
    store, phones, sheet, wrong
):
    """More points than there are, no number, more oudlers than were counted."""
    slow = sheet()[0]
    store.agree_table(1, {"names": ["Bo", "Ana", "Chi", "Dana"]}, key=None, phone="")
    answer = slow.send(phones[0], **{**GARDE, "take": "0-garde", **wrong})
    assert RESEATED in forms.texts(answer)
    assert forms.form(answer).fields["take"] == ["1-garde"]


@pytest.mark.parametrize(
    ("to", "told", "state"),
    [
        ("/tables/1/deals/1", {**GARDE, "note": "late", "held": ["1", "21"]}, "told"),
        ("/tables/1/deals/1/half", {"take": "1-garde", "note": "late"}, "half"),
    ],
)
def test_what_was_sent_to_a_deleted_table_comes_back_with_it(store, phones, sheet, to, told, state):
    slow = sheet()[0]
    store.delete_table(1, key=None, phone="")
    answer = slow.send(phones[0], to=to, **told)
    assert answer.status_code == 404
    assert "Nothing was saved. What you typed is still here" in forms.texts(answer)
    back = next(one for one in forms.forms(answer) if "/restore?deal=1" in one.action)
    assert len(back.fields["csrf_token"]) == 1
    for _ in range(2):  # touched twice, it is one deal
        sent_on = back.send(phones[0])
        assert (sent_on.status_code, sent_on.location) == (307, to)
        saved = back.send(phones[0], to=to)  # as a browser follows it
        assert (saved.status_code, saved.location) == (303, "/tables/1")
    (deal,) = [one for one in store.every_deal(store.table(1)) if one.state != "deleted"]
    assert (deal.state, deal.note) == (state, "late")
    assert deal.facts.items() >= {"declarer": told["take"][0], "contract": "garde"}.items()
    assert deal.facts.get("oudlers_held") == told.get("held")


def test_a_deleted_table_answers_what_is_no_deal_with_its_page(client, store, sheet):
    store.delete_table(1, key=None, phone="")
    answer = client.send("/tables/1/players", {"substitute": "1", "seat": "0", "name": "Zoe"})
    assert answer.status_code == 404
    assert "This table is deleted" in forms.texts(answer)
    assert not any("deal=" in one.action for one in forms.forms(answer))


def test_a_bid_told_before_somebody_else_sat_down_is_not_noted(store, phones, sheet):
    slow = sheet()[0]
    sit_down(store, 1, "Zoe")
    answer = slow.send(phones[0], to="/tables/1/deals/1/half", take="1-garde")
    assert answer.status_code == 409
    assert RESEATED in forms.texts(answer)
    assert store.deals(1) == []


def test_a_refused_deal_says_too_that_the_seats_have_changed(store, phones, sheet):
    slow = sheet()[0]
    sit_down(store, 0, "Zoe")
    answer = slow.send(phones[0], take="0-garde")
    assert answer.status_code == 422
    assert RESEATED in forms.texts(answer)


def test_a_deal_saved_twice_is_one_though_the_seats_changed_in_between(store, phones, sheet):
    form = sheet()[0]
    form.send(phones[0], **GARDE)
    sit_down(store, 0, "Zoe")
    assert form.send(phones[0], **GARDE).status_code == 303
    assert len(store.deals(1)) == 1
    assert RESEATED not in forms.texts(phones[0].get("/tables/1/deals/1"))


def test_a_deal_behind_one_that_is_not_here_is_asked_about_as_the_next_one(store, phones, sheet):
    """The deal before was discarded on its phone, say: no other phone changed anything."""
    answer = sheet()[0].send(phones[0], to="/tables/1/deals/2", **GARDE)
    assert answer.status_code == 409
    said = forms.texts(answer)
    assert "The deal before this one is not here, so nothing was saved." in said
    assert "save once more, as the next deal." in said
    assert "nother phone" not in said.partition("Who took")[0]
    assert forms.form(answer).send(phones[0]).status_code == 303
    assert [deal.number for deal in store.deals(1)] == [1]
