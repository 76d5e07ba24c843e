"""The calculator: one deal counted line by line, and nothing kept.

Numbers are those of rules/tarot.md.
"""

from __future__ import annotations

import re

import forms
import pytest

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}


def calculator(client, at="/calculator/tarot", **touched):
    form = forms.form(client.get(at))
    return form.send(client, **touched)


def counted(page):
    """The lines of the count, and what each gets."""
    rows = re.findall(r"<tr.*?</tr>", page.text.partition('id="counted"')[2], re.S)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]


def test_a_deal_is_counted_line_by_line(client, store):
    page = calculator(client, **GARDE, petit="declarer", poignee="single")
    assert page.status_code == 200
    lines = counted(page)
    assert [line.split()[-1] for line in lines] == [
        "33",
        "43",
        "86",
        "106",
        "+318",
        "−106",
        "−106",
        "−106",
    ]
    assert lines[0].startswith("49 for 41, made by 8: 25 + 8")
    assert store.tables("open") == []


@pytest.mark.parametrize(
    ("at", "touched", "points"),
    [
        ("?players=3", {}, ["+132", "−66", "−66"]),
        ("?players=5", {"partner": 1}, ["+132", "+66", "−66", "−66", "−66"]),
        ("?players=5", {"partner": 0}, ["+264", "−66", "−66", "−66", "−66"]),
        ("?players=9", {}, ["+198", "−66", "−66", "−66"]),
        ("?players=x", {}, ["+198", "−66", "−66", "−66"]),
        (
            "?preset=fft",
            {"slam_announced": "declarer", "oudlers": 3, "points": 70},
            ["−246", "+82", "+82", "+82"],
        ),
        (
            "?preset=ours",
            {"slam_announced": "declarer", "oudlers": 3, "points": 70},
            ["+154", "−118", "−118", "−118"],
        ),
    ],
)
def test_it_counts_for_so_many_players_by_this_preset(client, at, touched, points):
    page = calculator(client, f"/calculator/tarot{at}", **GARDE | touched)
    ends = [line.split()[-1] for line in counted(page)]
    assert [end for end in ends if end[0] in "+−"][-len(points) :] == points


@pytest.mark.parametrize("key", ["tarot", "plateau", "tamalou"])
def test_no_title_stands_above_a_sum_that_is_not_there_yet(client, key):
    assert "The sum, line by line" not in client.get(f"/calculator/{key}").text


def test_the_title_of_the_sum_comes_with_it(client):
    title = '<h2 class="section-title">The sum, line by line</h2>'
    assert title in calculator(client, **GARDE).text
    preview = client.send("/calculator/tarot/preview?players=4", GARDE)
    assert title in preview.text.partition('id="counted" hx-swap-oob="true"')[2]


def test_what_is_missing_is_said_beside_its_field(client):
    page = calculator(client, take="0-garde", oudlers=2)
    assert page.status_code == 422
    assert "How many card points?" in forms.texts(page)
    assert forms.form(page).fields["take"] == ["0-garde"]


def test_what_cannot_be_is_refused(client):
    page = calculator(client, **{**GARDE, "points": 92})
    assert page.status_code == 422
    assert "92 is not between 0 and 91" in forms.texts(page)
    assert counted(page) == []


def test_a_warning_does_not_keep_it_from_counting(client):
    page = calculator(client, **{**GARDE, "points": "49½"})
    assert page.status_code == 200
    assert "Half a point: was an Excuse never paid for?" in forms.texts(page)
    assert counted(page)[-4].split()[-1] == "+201"


def test_the_preview_is_a_fragment_with_the_count(client):
    form = forms.form(client.get("/calculator/tarot"))
    page = form.send(client, to="/calculator/tarot/preview", **GARDE)
    assert page.status_code == 200
    assert "<html" not in page.text
    assert "Player 1 , garde, 49 with two oudlers: made by 8" in forms.texts(page)
    assert [line.split()[-1] for line in counted(page)][:2] == ["33", "66"]


def test_nobody_deals_notes_or_keeps_a_bid_here(client):
    form = forms.form(client.get("/calculator/tarot"))
    assert not {"note", "dealer", "revision"} & {*form.fields, *form.choices}
    leads = {
        button["formaction"].partition("?")[0] for button in form.buttons if "formaction" in button
    }
    assert leads == {"/calculator/tarot"}  # counted by the other rules


def test_the_same_deal_is_counted_by_the_other_rules(client):
    """Three players, prise, two oudlers, 40½: 51 or, to the winner, 52."""
    at = "/calculator/tarot?players=3"
    told = {"take": "0-prise", "oudlers": "2", "points": "40½"}
    page = forms.form(client.get(at)).send(client, **told)
    assert counted(page)[-1].split()[-1] == "+25½"
    other = forms.form(page).send(client, to=f"{at}&preset=fft", compared=1)
    assert counted(other)[-1].split()[-1] == "+26"
    assert {name: forms.form(other).fields[name] for name in told} == {
        name: [text] for name, text in told.items()
    }
    empty = forms.form(client.get(at)).send(client, to=f"{at}&preset=fft", compared=1)
    assert empty.status_code == 200
    assert 'role="alert"' not in empty.text


AT_FIVE = {**GARDE, "partner": 1, "poignee": "single"}


@pytest.mark.parametrize(
    ("told", "players", "kept", "last"),
    [
        pytest.param(GARDE | {"poignee": "single"}, 3, {}, "−86", id="fewer"),
        pytest.param(GARDE | {"poignee": "single"}, 5, {}, "", id="more: who is the partner"),
        pytest.param(AT_FIVE, 4, {"partner": None}, "−86", id="no partner at four"),
        pytest.param(
            AT_FIVE | {"take": "4-garde"},
            3,
            {"take": None, "partner": None},
            "",
            id="the taker is gone",
        ),
        pytest.param(
            AT_FIVE | {"partner": 4, "showed-4": "single", "misere": 4},
            4,
            {"partner": None, "showed-4": None, "misere": None},
            "−86",
            id="another one is gone",
        ),
    ],
)
def test_another_number_of_players_keeps_the_deal_as_far_as_it_fits(
    client, told, players, kept, last
):
    form = forms.form(client.get(f"/calculator/tarot?players={5 if 'partner' in told else 4}"))
    (to,) = [
        one for one in form.buttons if one.get("name") == "among" and one["value"] == str(players)
    ]
    page = form.send(client, to=to["formaction"], among=players, **told)
    assert page.status_code == 200
    assert 'role="alert"' not in page.text
    fields = forms.form(page).fields
    wanted = {name: one if one is None else [str(one)] for name, one in (told | kept).items()}
    assert {name: fields.get(name) for name in told} == wanted
    assert (counted(page)[-1].split()[-1] if counted(page) else "") == last


def test_among_more_players_both_partners_stay(client):
    told = {"declarer": 0, "talon": "keep", "objective": "y", "partners": [1, 2], "made": "true"}
    form = forms.form(client.get("/calculator/plateau?players=5"))
    page = form.send(client, to="/calculator/plateau?players=6", among=6, **told)
    assert forms.form(page).fields["partners"] == ["1", "2"]


@pytest.mark.parametrize("game", ["belote", "plateaux"])
def test_what_is_not_played_here_is_not_counted(client, game):
    assert client.get(f"/calculator/{game}").status_code == 404
