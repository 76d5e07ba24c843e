"""What the pages say of a Tamalou deal: in the bar while it is told, in the sum when it is saved.

Numbers are those of rules/tamalou.md.
"""

from __future__ import annotations

import re

import forms
import pytest
from forms import state_and_sentence

NAMES = ["Ana", "Bo", "Chi"]


def told(*hands, caller=None, **more):
    """What a form posts of a deal: a hand a seat, None for one not typed; a seat called."""
    typed = {f"hands-{seat}": n for seat, n in enumerate(hands) if n is not None}
    return typed | ({} if caller is None else {"caller": caller}) | more


@pytest.fixture
def bar(client, open_table):
    """What the bar says after these touches on a form, and the state of the preview."""
    table = open_table("tamalou", NAMES, start=[60, 80, 70])

    def said(**touched):
        form = forms.form(client.get(f"/tables/{table.id}"))
        page = form.send(client, to=f"/tables/{table.id}/deals/1/preview", **touched)
        return state_and_sentence(page)

    return said


def test_a_hand_that_is_no_number_is_quoted_as_it_was_typed(client, open_table):
    table = open_table("tamalou", NAMES)
    form = forms.form(client.get(f"/tables/{table.id}"))
    page = form.send(client, **told("abc", 12, 20, caller=1))
    said = ' data-typed class="problem" role="alert">&#34;abc&#34; is not a number</p>'
    assert said in page.text
    assert state_and_sentence(page) == ("refused", "&#34;abc&#34; is not a number")


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        ({}, ("empty", "Who called, and what does each still hold?")),
        (told(caller=0), ("half", "Ana called. No hands yet.")),
        (told(3, 12, caller=0), ("half", "Ana called with 3: nobody as low yet. Chi still empty.")),
        (told(3, 12, 9, caller=0), ("told", "Ana called with 3: nobody as low")),
        (
            told(3, 20, 9, caller=0),
            (
                "told",
                "Ana called with 3: nobody as low. Bo: exactly 100 becomes 50. "
                "Exactly 100: the game is over.",
            ),
        ),
        (
            told(3, 55, 9, caller=0),
            (
                "warned",
                "Bo has 55 in hand: 4 cards make 2 to 50 · Bo has 135: the game is over.",
            ),
        ),
        (told(caller="none", kamikaze=1), ("refused", "A kamikaze follows a call: say who called")),
    ],
)
def test_the_bar_says_what_is_known_and_what_it_makes_of_the_totals(bar, touched, said):
    assert bar(**touched) == said


def test_ranks_follow_the_totals_that_a_deal_would_make(client, open_table):
    table = open_table("tamalou", [*NAMES, "Dana"], start=[43, 61, 29, 39])
    form = forms.form(client.get(f"/tables/{table.id}"))
    preview = f"/tables/{table.id}/deals/1/preview"

    def ranks(**touched):
        page = form.send(client, to=preview, **touched)
        return re.findall(r'id="rank-\d" hx-swap-oob="true">([^<]*)<', page.text)

    assert ranks(**told(10, 39, 2, caller=2)) == ["3rd", "4th", "1st", "2nd"]
    # 53, 100 that becomes 50, 29, 42
    assert ranks(**told(10, 39, 2, 3, caller=2)) == ["4th", "3rd", "1st", "2nd"]


def test_the_sum_says_of_each_player_where_the_points_come_from(client, open_table, record):
    table = open_table("tamalou", NAMES, start=[60, 80, 70])
    record(table, **told(4, 20, 2, caller=0))
    page = client.get(f"/tables/{table.id}").text
    rows = re.findall(
        r"<tr.*?</tr>", page.partition('class="count"')[2].partition("</table>")[0], re.S
    )
    assert [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows] == [
        "Ana beaten by Chi; keeps 4 +4",
        "Bo 20 in hand +20",
        "Chi 2 in hand, no more than 4 0",
        "Bo: exactly 100 becomes 50",
        "Exactly 100: the game is over",
    ]


def test_the_sheet_says_which_deal_raised_the_limit(client, open_table, record):
    table = open_table("tamalou", NAMES, start=[60, 80, 70])
    record(table, **told(3, 30, 9, caller=0))
    record(table, number=2, **told(3, 9, 12, caller=0), limit=150)
    page = forms.texts(client.get(f"/tables/{table.id}"))
    assert "Bo has 110: the game is over" in page
    assert "The limit is 150 from this deal on" in page


@pytest.mark.parametrize(
    ("touched", "asked"),
    [
        ({}, "Who called, and what does each still hold?"),
        (told(3, 20, 9), "Who called?"),
        (told(3, 20, caller=0), "This hand is missing; empty is not 0"),
    ],
)
def test_a_save_too_early_is_answered_with_what_is_missing(client, open_table, touched, asked):
    table = open_table("tamalou", NAMES)
    page = forms.form(client.get(f"/tables/{table.id}")).send(client, **touched)
    assert page.status_code == 422
    assert state_and_sentence(page) == ("refused", asked)


def lines(page):
    """The deals of the list, each as its one line reads."""
    found = re.findall(r'class="deal">\s*<summary>(.*?)</summary>', page.text, re.S)
    return [" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in found]


def test_the_line_of_a_deal_says_what_it_made_of_the_totals(client, open_table, record):
    table = open_table("tamalou", NAMES, start=[60, 80, 70], exact_limit="continue")
    record(table, **told(3, 20, 9, caller=0))
    record(table, number=2, **told(3, 9, 12, caller=0), limit=150)
    assert lines(client.get(f"/tables/{table.id}")) == [
        "2 Ana called with 3: nobody as low · the limit is 150 from this deal on 0 · 9 · 12",
        "1 Ana called with 3: nobody as low · Bo: exactly 100 becomes 50 0 · 20 · 9",
    ]


def test_the_numbers_of_a_player_stand_below_each_other(client, open_table, record):
    """Digits and their space are of one width: a number of one digit begins with that space."""
    table = open_table("tamalou", NAMES)
    record(table, **told(3, 20, 9, caller=0))
    record(table, number=2, **told(12, 5, 10, caller=1))
    rows = re.findall(r'"number many">(.*?)<', client.get(f"/tables/{table.id}").text)
    assert rows == ["12 · \u20070 · 10", "\u20070 · 20 · \u20079"]


@pytest.mark.parametrize(
    ("values", "keys"),
    [
        ("cabo", ["Jack, worth 11", "Queen, worth 12", "King, worth 13", "Joker, worth 0"]),
        ("kabou", ["Black king, worth 13", "Red king, worth 0", "Joker, worth −1"]),
        ({"7": 0}, ["7, worth 0", "Black king, worth 15"]),
    ],
)
def test_the_cards_to_add_up_are_worth_what_the_table_agreed(client, open_table, values, keys):
    table = open_table("tamalou", NAMES, card_values=values)
    buttons = forms.form(client.get(f"/tables/{table.id}")).buttons
    worth = {button.get("aria-label"): button.get("data-card") for button in buttons}
    assert {*keys} <= {*worth}
    assert [worth[key] for key in keys] == [key.split()[-1].replace("−", "-") for key in keys]


@pytest.mark.parametrize(
    ("names", "rules"), [(NAMES, {"kamikaze": False}), (NAMES[:2], {"cards": 6})]
)
def test_where_it_is_not_played_there_is_no_kamikaze(client, open_table, names, rules):
    table = open_table("tamalou", names, **rules)
    choices = forms.form(client.get(f"/tables/{table.id}")).choices
    assert "caller" in choices
    assert "kamikaze" not in choices
