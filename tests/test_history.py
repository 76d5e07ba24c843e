"""Every change of a table to read, and one of long ago taken back by a touch."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import UTC, datetime

import forms
import laws
import pytest
from markupsafe import Markup

from companion.games import GAMES
from companion.games.kinds import NO_LIMIT
from companion.store import DrawnTable
from companion.store.history import KINDS, STEPS
from companion.web.changes import TITLES

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


@pytest.fixture
def table(client, store, open_table):
    """Four deals; the second was corrected, the third deleted, a name put right."""
    table = open_table()
    phone = {"key": None, "phone": "ana"}
    for number in range(1, 5):
        store.save_deal(1, number, GARDE, revision=0, **phone)
    store.save_deal(1, 2, {**GARDE, "card_points": 51}, revision=1, **phone)
    store.delete_deal(1, 3, revision=1, **phone)
    store.rename(1, 1, "Bob", **phone)
    return table


def told(client, query=""):
    """What the page says, one text."""
    return " ".join(forms.texts(client.get(f"/tables/1/history{query}")).split())


def restore(client, store, kind, key="once"):
    """Touches the button of the newest change of this kind."""
    change = next(one.id for one in store.changes(1) if one.kind == kind)
    return client.send("/tables/1/history/restore", {"change": change, "key": key})


def test_every_change_says_when_who_and_what_was_before(client, store, table):
    text = told(client)
    assert "Name corrected" in text and "Bo Bob" in text.replace("becomes ", "")
    assert "A deal deleted" in text
    assert "Ana, garde, 49 with two oudlers: made by 8, +198" in text
    assert (
        text.index("Name corrected") < text.index("Deal 2 corrected") < text.index("Table opened")
    )


def test_what_was_changed_on_another_day_says_on_which(client, store, open_table, monkeypatch):
    then = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
    monkeypatch.setattr(store, "_clock", lambda: then)
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    assert told(client).count(f"{then.astimezone():%Y-%m-%d %H:%M}") == 1  # of the day's changes
    monkeypatch.setattr(store, "_clock", lambda: datetime.now(UTC))
    store.save_deal(1, 2, GARDE, revision=0, key=None, phone="")
    assert f"{datetime.now():%Y-}" not in told(client, "?deal=2")


def test_a_name_put_right_of_who_sat_there_before_says_both(client, store, open_table):
    how = {"key": None, "phone": ""}
    table = open_table()
    store.save_deal(1, 1, GARDE, revision=0, **how)
    store.substitute(1, 1, "Zoe", **how)
    open_table(names=["Rob", "Kim", "Lou", "Max"])  # somebody known: Bo was him
    store.rename(table.id, 1, "Rob", who=0, **how)
    assert "Name corrected Bo Rob" in told(client).replace("becomes ", "")


@pytest.mark.parametrize("since", ["taken", "changed"])
def test_a_name_that_stays_is_not_said_to_be_undone(client, store, open_table, since):
    how = {"key": None, "phone": ""}
    open_table()
    store.rename(1, 1, "Lia", **how)
    if since == "taken":
        open_table(names=["Bo", "Eve", "Fay"])
        stays = "The name Lia stays: changed since, or the other one is taken"
    else:
        open_table(names=["Lia", "Eve", "Fay"])
        store.rename(2, 0, "Mia", **how)
        stays = "The name Mia stays: changed since, or the other one is taken"
    store.undo(1, **how)
    for page in ("/tables/1", "/tables/1/history"):
        said = forms.texts(client.get(page))
        assert stays in said and "Undone" not in said
    store.redo(1, **how)
    assert stays in forms.texts(client.get("/tables/1"))
    assert store.table(1).names[1] == stays.split()[2]


def test_options_say_what_was_agreed_before_and_after(client, store, open_table):
    open_table()
    store.agree_table(1, {"rules": {"preset": "fft", "deals": 3}}, key=None, phone="")
    store.agree_table(1, {"rules": {"preset": "fft"}}, key=None, phone="")
    store.undo(1, key=None, phone="")
    page = told(client)
    assert (
        "Options changed Our table’s rules, slam to each of the side, exact halves"
        " · Deals planned: Open Federation, slam paid by every opponent, halves to the side"
        " that won · Deals planned: 3"
    ) in page
    assert "Options changed Deals planned: 3 Deals planned: Open" in page
    assert "Undone: Options changed Deals planned: Open Deals planned: 3" in page


def test_an_option_that_the_line_leaves_out_still_differs(client, store, open_table):
    open_table()
    store.agree_table(1, {"rules": {"all_pass_dealer": "next"}}, key=None, phone="")
    line = "Our table’s rules, slam to each of the side, exact halves"
    assert f"Options changed {line} {line} · differs in a detail" in told(client)


def test_who_deals_first_is_called_so_by_the_names_of_then(client, store, open_table):
    open_table()
    how = {"key": None, "phone": ""}
    store.agree_table(1, {"dealer": 3}, **how)
    store.agree_table(1, {"names": ["Dana", "Bo", "Chi", "Ana"], "dealer": 0}, **how)
    store.agree_table(1, {"dealer": 1}, **how)
    store.undo(1, **how)
    page = told(client)
    assert "Options changed" not in page
    assert "First dealer Ana Dana" in page
    assert "First dealer Dana Bo" in page
    assert "Undone: First dealer Bo Dana" in page


def test_every_kind_of_a_change_has_a_title():
    """Except undo and redo, which are called after what they take back or bring back, and evenings,
    which have names."""
    assert {*TITLES, *STEPS, "evening"} == {*KINDS}


@pytest.mark.parametrize("later, words", [(1, "1 later deal taken off"), (2, "2 later deals")])
def test_a_correction_says_which_deals_it_took_off(client, store, open_table, later, words):
    open_table("tamalou")
    how, hands = {"key": None, "phone": "ana"}, {"0": 2, "1": 60, "2": 5, "3": 9}
    for number in range(1, 3 + later):
        deal = {"caller": "0", "hands": hands | {"1": 60 if number == 1 else 4}}
        store.save_deal(1, number, deal, revision=0, **how)
    to_120 = {"caller": "0", "hands": hands}
    store.save_deal(1, 2, to_120, revision=1, ends=store.table(1).version, **how)
    assert f"Deal 2 corrected, and {words}" in told(client)
    restore(client, store, "correct")
    assert f"Deal 2 put back, and {words.replace('taken off', 'put back')}" in told(client)
    assert len([deal for deal in store.deals(1) if deal.state == "told"]) == 2 + later
    store.undo(1, **how)
    store.undo(1, **how)
    assert f"Undone: Deal 2 corrected, and {words}" in told(client)
    to_11 = {"caller": "0", "hands": hands | {"1": 11}}
    store.save_deal(1, 2, to_11, revision=store.deal(1, 2).revision, **how)
    first = [one.id for one in store.changes(1) if one.kind == "correct"][-1]
    said = told(client).count("later deal")
    put_back = client.send("/tables/1/history/restore", {"change": first, "key": "again"})
    assert (put_back.status_code, told(client).count("Deal 2 put back")) == (303, 3)
    assert told(client).count("later deal") == said  # they were there all the time


def test_only_corrections_or_one_deal(client, table):
    text = told(client, "?only=corrections")
    assert "Deal 2 corrected" in text
    assert "recorded" not in text
    text = told(client, "?deal=4")
    assert "Deal 3 recorded" in text  # as it is called since one before it is deleted
    assert "corrected" not in text


def test_among_corrections_an_undo_says_what_was_undone(client, store, table):
    store.save_deal(1, 5, GARDE, revision=0, key=None, phone="ana")
    store.undo(1, key=None, phone="ana")
    assert "Undone: Deal 4 recorded" in told(client, "?only=corrections")


def test_a_deal_that_nobody_played_has_no_number(client, store, open_table):
    open_table()
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    assert "A deal recorded All passed" in told(client)


def test_a_deal_that_was_undone_is_called_as_it_was_then(client, store, open_table):
    open_table()
    how = {"key": None, "phone": "ana"}
    for number, facts in ((1, GARDE), (2, {"passed": True}), (3, GARDE)):
        store.save_deal(1, number, facts, revision=0, **how)
    store.save_deal(1, 3, GARDE | {"card_points": 51}, revision=1, **how)
    for _ in range(2):
        store.undo(1, **how)
    store.save_deal(1, 4, GARDE, revision=0, before=1, **how)
    titles = re.findall("<h2>(.*?)</h2>", client.get("/tables/1/history").text)
    assert titles == [
        "Deal 1 recorded",
        "Undone: Deal 2 recorded",
        "Undone: Deal 2 corrected",
        "Deal 2 corrected",
        "Deal 2 recorded",
        "A deal recorded",  # that nobody played
        "Deal 2 recorded",  # as it is called since one was inserted before it
        "Table opened",
    ]


def test_a_bid_that_was_undone_and_a_deal_that_nobody_played(client, store, open_table):
    open_table()
    how = {"key": None, "phone": "ana"}
    store.save_deal(1, 1, GARDE, revision=0, **how)
    store.keep_half(1, 2, {"declarer": "0", "contract": "garde"}, revision=0, **how)
    store.undo(1, **how)
    store.save_deal(1, 3, {"passed": True}, revision=0, **how)
    store.undo(1, **how)
    titles = re.findall("<h2>(.*?)</h2>", client.get("/tables/1/history").text)
    assert titles[:4] == [
        "Undone: A deal recorded",
        "A deal recorded",
        "Undone: Deal 2 begun",
        "Deal 2 begun",
    ]


def asks(client):
    """What the bar of the sheet asks, as a phone that was there hears it."""
    changed = client.get("/tables/1/live?since=1").text
    said = changed.partition('id="asks">')[2].partition("</p>")[0]
    return " ".join(Markup(said).striptags().split())


def test_the_last_step_is_said_where_the_next_deal_is_told(client, store, open_table):
    open_table()
    how = {"key": None, "phone": "ana"}
    for number, told in ((1, GARDE), (2, {"passed": True}), (3, GARDE)):
        store.save_deal(1, number, told, revision=0, **how)
    store.save_deal(1, 1, GARDE | {"card_points": 51}, revision=1, **how)
    said = []
    for step in [store.undo] * 3 + [store.redo] + [store.undo] * 2 + [store.redo] * 2:
        step(1, **how)
        said.append(asks(client).removesuffix(" Who took, and what?"))
    assert said == [
        "Undone: Deal 1 corrected.",
        "Undone: Deal 2 recorded.",
        "Undone: All passed.",
        "Again: All passed.",
        "Undone: All passed.",
        "Undone: Deal 1 recorded.",
        "Again: Deal 1 recorded.",
        "Again: All passed.",
    ]
    assert "Again: All passed." in client.get("/tables/1").text
    store.save_deal(1, 4, GARDE, revision=0, **how)
    assert asks(client) == "Who took, and what?"


def test_what_was_done_further_down_is_said_there_until_the_next_deal(client, store, three_deals):
    how = {"key": None, "phone": "ana"}
    assert asks(client) == "Who took, and what?"
    said = []
    for change in (
        lambda: store.save_deal(1, 1, GARDE | {"card_points": 51}, revision=1, **how),
        lambda: store.delete_deal(1, 2, revision=1, **how),
        lambda: store.rename(1, 0, "Anna", **how),
        lambda: store.substitute(1, 3, "Eve", **how),
        lambda: store.save_deal(1, 4, GARDE, revision=0, **how),
    ):
        change()
        said.append(asks(client).removesuffix("Who took, and what?").strip())
    assert said == [
        "Deal 1 corrected.",
        "A deal deleted.",
        "Name corrected.",
        "Somebody took a seat.",
        "",
    ]


def test_a_bid_that_is_taken_back_is_no_deal_deleted(client, store, three_deals):
    how = {"key": None, "phone": "ana"}
    store.keep_half(1, 4, GARDE, revision=0, **how)
    store.delete_deal(1, 4, revision=1, **how)
    assert asks(client) == "Begun deal taken back. Who took, and what?"
    store.undo(1, **how)
    assert "Undone: Begun deal taken back" in told(client)


def test_what_was_undone_is_said_after_the_end_too(client, store, three_deals):
    store.close_table(1, key=None, phone="")
    facts = {**store.deals(1)[1].facts, "card_points": 41}
    store.save_deal(1, 2, facts, revision=1, key=None, phone="")
    store.undo(1, key=None, phone="")
    page = forms.texts(client.get("/tables/1"))
    assert "Undone: Deal 2 corrected. Ana and Chi share the first place with +168." in page


def test_a_correction_of_long_ago_is_taken_back_by_itself(client, store, table):
    answer = restore(client, store, "correct")
    assert (answer.status_code, answer.location) == (303, "/tables/1/history")
    assert store.deal(1, 2).facts["card_points"] == 49
    assert store.deal(1, 3).state == "deleted"
    assert store.table(1).names == ("Ana", "Bob", "Chi", "Dana")
    laws.hold(store, table)
    assert laws.totals(store, table) == [594, -198, -198, -198]
    assert "Deal 2 put back" in told(client)


@pytest.fixture
def tamalou(store, open_table):
    """Bo has 30, 10, 20, 15 and 10; the second was 50: with that the third brings exactly 100."""
    table = open_table("tamalou", ["Ana", "Bo"])
    for number, bo in enumerate((30, 50, 5), 1):
        store.save_deal(1, number, called(bo), revision=0, key=None, phone="ana")
    store.save_deal(1, 2, called(10), revision=1, key=None, phone="ana")
    for number, bo in ((4, 15), (5, 10)):
        store.save_deal(1, number, called(bo), revision=0, key=None, phone="ana")
    store.save_deal(1, 3, called(20), revision=1, key=None, phone="ana")
    return table


def called(bo):
    return {"caller": "0", "hands": {"0": 3, "1": bo}}


def restore_second(client, store):
    """Touches the button beside the correction of the second deal."""
    (change,) = [one.id for one in store.changes(1) if (one.kind, one.deal) == ("correct", 2)]
    return client.send("/tables/1/history/restore", {"change": change, "key": "once"})


def test_what_ends_the_game_earlier_is_not_put_back_unasked(client, store, tamalou):
    page = restore_second(client, store)
    assert page.status_code == 422
    said = "With this the game ends after deal 3; 2 deals come later."
    assert said in forms.texts(page)
    assert "Deal 2 corrected" in forms.texts(page)
    assert laws.totals(store, tamalou) == [0, 85]


@pytest.mark.parametrize(
    ("later", "left", "bo"), [("keep", [1, 2, 3, 4, 5], 75), ("end", [1, 2, 3], 50)]
)
def test_the_later_deals_stay_or_go_with_what_is_put_back(client, store, tamalou, later, left, bo):
    form = forms.form(restore_second(client, store), "/restore")
    assert [form.send(client, later=later).status_code for _ in range(2)] == [303, 303]
    assert [deal.number for deal in store.deals(1)] == left
    assert laws.totals(store, tamalou) == [0, bo]
    laws.hold(store, tamalou)
    store.undo(1, key=None, phone="")
    assert laws.totals(store, tamalou) == [0, 85]


def test_a_question_that_is_out_of_date_puts_nothing_back(client, store, tamalou):
    form = forms.form(restore_second(client, store), "/restore")
    store.save_deal(1, 6, called(1), revision=0, key=None, phone="")
    answer = form.send(client, later="end")
    assert answer.status_code == 409
    assert "Another phone changed this sheet meanwhile" in answer.text
    assert len(store.deals(1)) == 6 and store.deal(1, 2).facts == called(10)


def test_what_was_put_back_is_undone_like_any_change(client, store, table):
    restore(client, store, "correct")
    store.undo(1, key=None, phone="")
    assert store.deal(1, 2).facts["card_points"] == 51
    laws.hold(store, table)


def test_a_deleted_deal_comes_back_where_it_was(client, store, table):
    restore(client, store, "delete")
    assert [deal.number for deal in store.deals(1)] == [1, 2, 3, 4]
    laws.hold(store, table)


def test_a_name_is_put_back(client, store, table):
    restore(client, store, "rename")
    assert store.table(1).names == ("Ana", "Bo", "Chi", "Dana")
    assert "Name put back" in told(client)


def test_a_name_that_is_undone_is_said_with_both_names_of_somebody_or_of_the_table(
    client, store, open_table
):
    how = {"key": None, "phone": ""}
    open_table()
    store.rename(1, 1, "Lia", **how)
    store.undo(1, **how)
    store.describe_table(1, {"title": "Window"}, **how)
    store.undo(1, **how)
    said = told(client)
    assert re.search("Undone: Name corrected.{,20} Lia .{,20}Bo ", said)
    undone = "Undone: Name of the table changed"
    assert re.search(f"{undone}.{{,20}} Window .{{,20}}Ana, Bo and 2 more", said)


def test_twice_the_same_touch_is_one_change(client, store, table):
    for _ in range(2):
        restore(client, store, "correct")
    assert [one.kind for one in store.changes(1)].count("restore") == 1
    answer = restore(client, store, "correct", key="another")
    assert (answer.status_code, "It is so already" in answer.text) == (409, True)


@pytest.mark.parametrize("kind", ["open", "tell"])
def test_what_cannot_be_put_back_by_itself_offers_no_button_and_takes_no_post(
    client, store, table, kind
):
    before = store.changes(1)
    assert restore(client, store, kind).status_code == 409
    assert store.changes(1) == before


def test_a_change_of_another_table_is_not_touched(client, store, open_table, table):
    open_table()
    change = next(one.id for one in store.changes(1) if one.kind == "correct")
    answer = client.send("/tables/2/history/restore", {"change": change})
    assert answer.status_code == 409
    assert store.deal(1, 2).facts["card_points"] == 51


def test_many_touches_on_one_board_are_one_line(client, store, open_table):
    open_table("plateau")
    for seat in (1, 2, 3):
        client.send("/tables/1/deals/1/half/touch", {"touch": f"pass-{seat}"})
    text = told(client)
    assert "Deal 1: 2 touches this phone Nobody has bid yet." in text
    assert "Deal 1 begun" in text


def test_touches_of_two_phones_on_one_board_are_of_both(client, app, store, open_table):
    open_table("plateau")
    other = app.test_client()
    for phone, said in ((client, "pass-1"), (other, "pass-2"), (client, "pass-3")):
        phone.send("/tables/1/deals/1/half/touch", {"touch": said})
    line = "Deal 1: 2 touches this phone, another phone"
    assert line in forms.texts(client.get("/tables/1/history"))


def test_a_phone_is_called_as_it_calls_itself(client, app, store, table):
    client.send("/settings", {"name": "the laptop"})
    restore(client, store, "correct")
    assert "the laptop" in told(client)
    assert "the laptop" in told(app.test_client())
    client.send("/settings", {"name": ""})
    assert "this phone" in told(client)
    assert "phone 2" in told(app.test_client())  # the first one told the deals


def test_phones_without_a_name_are_told_apart(app, store, open_table):
    """They are numbered in the order in which they came, the same for all who read."""
    open_table()
    phones = [app.test_client() for _ in range(3)]
    for phone in phones[:2]:
        forms.form(phone.get("/tables/1")).send(phone, take="0-garde", oudlers=2, points=49)
    assert "phone 1" in told(phones[2])
    assert "phone 2" in told(phones[2])
    assert "another phone" in told(phones[0])
    forms.form(phones[2].get("/tables/1")).send(phones[2], take="0-garde", oudlers=2, points=49)
    for reader, others in ((0, (2, 3)), (1, (1, 3)), (2, (1, 2))):
        said = told(phones[reader])
        assert [n for n in (1, 2, 3) if f"phone {n}" in said] == list(others)


def called_with(*hands):
    return {"caller": "0", "hands": {str(seat): n for seat, n in enumerate(hands)}}


BRIDGE = {"declarer": "0", "partners": ["1"], "talon": "keep", "objective": "six", "made": True}


def test_the_last_score_of_a_deal_stands_on_no_line_alone(client, store, open_table):
    open_table(game="tamalou")
    store.save_deal(1, 1, called_with(3, 12, 20, 7), revision=0, key=None, phone="")
    assert "0 · 12 · 20\u00a0·\u00a07" in client.get("/tables/1/history").text


@pytest.mark.parametrize(
    ("game", "seats", "rules", "first", "then", "said"),
    [
        (
            *("tamalou", 4, {}, called_with(3, 12, 20, 7), called_with(3, 13, 20, 7)),
            "Ana called with 3: nobody as low, 0 · 12 · 20 · 7 "
            "Ana called with 3: nobody as low, 0 · 13 · 20 · 7",
        ),
        (
            *("tamalou", 2, {}, {"caller": None, "hands": {"0": 7, "1": 9}}),
            *({"caller": None, "hands": {"0": 7, "1": 8}},),
            "Nobody called, 7 · 9 Nobody called, 7 · 8",
        ),
        (
            *("tarot", 4, {}, GARDE, {**GARDE, "card_points": 50}),
            "made by 8, +198 Ana, garde, 50 with two oudlers: made by 9, +204",
        ),
        (*("tarot", 4, {}, GARDE, {"passed": True}), "+198 All passed"),
        (
            *("plateau", 4, {}, BRIDGE, {**BRIDGE, "made": False}),
            "bid 10: made, +10 Ana with Bo, six sides, bid 10: not made, −10",
        ),
    ],
)
def test_a_correction_says_the_points_before_and_after(
    client, store, open_table, game, seats, rules, first, then, said
):
    open_table(game, ["Ana", "Bo", "Chi", "Dana", "Eve"][:seats], **rules)
    for revision, facts in enumerate((first, then)):
        store.save_deal(1, 1, facts, revision=revision, key=None, phone="")
    assert said in told(client)


POIGNEE = {"size": "single", "player": "1"}
CALLED = {"0": 3, "1": 12, "2": 20, "3": 7}
SIX = {**BRIDGE, "objective": "y"}
BOARD = {"declarer": ["QH", "T1"], "defence": ["A1"]}
KAMIKAZE = {"caller": "0", "kamikaze": ["1"]}


@pytest.mark.parametrize(
    ("game", "first", "then", "before", "after"),
    [
        (
            *("tarot", {"poignees": [POIGNEE]}, {"poignees": [POIGNEE | {"player": "2"}]}),
            *("Poignée: Single, Bo", "Poignée: Single, Chi"),
        ),
        (
            *("tarot", {"poignees": [POIGNEE]}, {"poignees": [{"size": "single"}]}),
            *("Poignée: Single, Bo", "Poignée: Single"),
        ),
        (
            *("tarot", {"poignees": [POIGNEE, {"size": "double", "player": "2"}]}),
            {"poignees": [POIGNEE, {"size": "double", "player": "3"}]},
            *("Poignée 2: Double, Chi", "Poignée 2: Double, Dana"),
        ),
        (
            *("tarot", {"oudlers_held": ["1", "21"]}, {"oudlers_held": ["excuse", "21"]}),
            "Which oudlers the declarer’s side holds: The 1",
            "Which oudlers the declarer’s side holds: The Excuse",
        ),
        (
            *("tarot", {}, {"called": "KH"}, "The called card: –"),
            "The called card: king of hearts",
        ),
        (
            *("plateau", {**SIX, "raises": [{"player": "1", "objective": "six"}]}),
            {**SIX, "raises": [{"player": "0", "objective": "six"}]},
            *("Raise: Bo, six sides", "Raise: Ana, six sides"),
        ),
        (
            *("plateau", {**BRIDGE, "board": BOARD}),
            {**BRIDGE, "board": {"declarer": ["T1"], "defence": ["QH", "A1"]}},
            "The board, the declarer’s side: queen of hearts · The board, the defence: –",
            "The board, the declarer’s side: – · The board, the defence: queen of hearts",
        ),
        (
            *("tamalou", KAMIKAZE, {**KAMIKAZE, "hands": {"0": 3, "1": 50}}),
            *("Hand, Ana: – · Hand, Bo: –", "Hand, Ana: 3 · Hand, Bo: 50"),
        ),
        (
            *("tamalou", {"caller": "0", "hands": CALLED}),
            *({"caller": "0", "hands": CALLED, "limit": NO_LIMIT}, "Limit: –"),
            "Limit: No limit",
        ),
    ],
)
def test_a_correction_that_the_sentence_does_not_say_is_said(
    client, store, open_table, game, first, then, before, after
):
    open_table(game)
    told_of = GARDE if game == "tarot" else {}
    for revision, facts in enumerate((first, then)):
        store.save_deal(1, 1, told_of | facts, revision=revision, key=None, phone="")
    assert becomes(client) == (before, after)
    store.undo(1, key=None, phone="")
    assert becomes(client) == (after, before)


def becomes(client):
    """What was before the newest change, and after."""
    line = client.get("/tables/1/history").text.partition('class="becomes">')[2]
    found = re.findall(r"<span.*?>(.*?)</span>", line.partition("</p>")[0])
    return tuple(Markup(one).unescape() for one in found)


def test_a_note_and_who_dealt_are_said_where_they_change(client, store, open_table):
    open_table()
    how = {"key": None, "phone": ""}
    store.save_deal(1, 1, GARDE, revision=0, **how)
    store.save_deal(1, 1, GARDE, revision=1, note="Bo & Chi <late>", **how)
    assert becomes(client) == ("Note: –", "Note: Bo & Chi <late>")
    store.save_deal(1, 1, GARDE, revision=2, note="Bo & Chi <late>", dealer=2, **how)
    assert becomes(client) == ("Ana dealt", "Chi dealt")
    more = GARDE | {"card_points": 51}
    store.save_deal(1, 1, more, revision=3, note="late", dealer=2, **how)
    was, now = becomes(client)
    assert was.endswith("49 with two oudlers: made by 8, +198 · Note: Bo & Chi <late>")
    assert now.endswith("51 with two oudlers: made by 10, +210 · Note: late")


def test_who_sat_out_is_said_where_another_dealt(client, store, open_table):
    open_table(names=["Ana", "Bo", "Chi", "Dana", "Eve"], at_once=4)
    for revision, dealer in enumerate((3, 4)):
        how = {"revision": revision, "dealer": dealer, "key": None, "phone": ""}
        store.save_deal(1, 1, GARDE, **how)
    assert becomes(client) == ("Dana dealt and sat out", "Eve dealt and sat out")


def test_what_a_bid_says_besides_is_said(client, store, open_table):
    open_table()
    bid = {"declarer": "0", "contract": "garde"}
    for revision, more in enumerate(({}, {"misere": ["1"]})):
        store.keep_half(1, 1, bid | more, revision=revision, key=None, phone="")
    assert becomes(client) == ("Misère: –", "Misère: Bo")


def test_rows_that_one_version_alone_has_are_called_by_their_place(client, store, open_table):
    open_table("plateau")
    passes = [{"player": str(seat), "pass": True} for seat in (1, 2)]
    for revision, bids in enumerate((passes[:1], passes, passes[:1])):
        store.keep_half(1, 1, {"bids": bids}, revision=revision, key=None, phone="")
        if revision == 1:
            assert becomes(client) == ("Bid 2: –", "Bid 2: Chi, pass")
    assert becomes(client) == ("Bid 2: Chi, pass", "Bid 2: –")


def test_names_stand_in_the_order_of_the_seats(client, store, open_table):
    open_table(names=["Zoe", "Bo", "Ana", "Dana"], misere=10)
    bid = {"declarer": "1", "contract": "garde"}
    for revision, more in enumerate(({}, {"misere": ["0", "2"]})):
        store.keep_half(1, 1, bid | more, revision=revision, key=None, phone="")
    assert becomes(client) == ("Misère: –", "Misère: Zoe, Ana")


def test_what_would_put_a_deal_off_the_list_is_no_restoring(client, store, three_deals):
    """A deal that an undo took away came again: before that it was not there."""
    asked = {"key": None, "phone": ""}
    store.undo(1, **asked)
    store.redo(1, **asked)
    again = store.changes(1)[0]
    assert again.kind == "redo"
    assert f'name="change" value="{again.id}"' not in client.get("/tables/1/history").text
    assert client.send("/tables/1/history/restore", {"change": again.id}).status_code == 409
    assert [deal.state for deal in store.deals(1)] == ["told"] * 3


def test_no_deal_is_restored_behind_one_that_is_begun_again(client, store, open_table):
    """Both were told and taken back: the second is a bid again, and the table's last deal."""
    asked = {"key": None, "phone": ""}
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, **asked)
    store.keep_half(1, 2, {"declarer": "0", "contract": "garde"}, revision=0, **asked)
    store.save_deal(1, 2, GARDE, revision=1, **asked)
    store.save_deal(1, 3, GARDE, revision=0, **asked)
    for _ in range(2):
        store.undo(1, **asked)
    taken_back = next(one.id for one in store.changes(1) if one.deal == 3)
    was = store.deals(1)
    refused = client.send("/tables/1/history/restore", {"change": taken_back})
    assert refused.status_code == 422
    assert "only the last deal may be half told" in forms.texts(refused)
    assert store.deals(1) == was
    store.save_deal(1, 2, GARDE, revision=3, **asked)
    assert client.send("/tables/1/history/restore", {"change": taken_back}).status_code == 303
    assert [deal.state for deal in store.deals(1)] == ["told"] * 3


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_fact_has_a_word(game):
    assert {one.name.rstrip("_") for one in fields(game.Deal)} - {*game.words.facts} <= {game.kind}


def test_a_seat_that_somebody_took_names_who_got_up_and_who_sat_down(client, store, open_table):
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    for seat, name in ((2, "Ivy"), (2, "Jo"), (0, "Chi")):
        store.substitute(1, seat, name, key=None, phone="")
    store.undo(1, key=None, phone="")
    page = told(client)
    for said in ("Chi Ivy", "Ivy Jo", "Ana Chi", "Chi Ana"):
        assert re.search(rf"Somebody took a seat (\S+ ){{,3}}{said}\b", page), said


def test_a_deal_that_was_taken_back_is_told_by_who_played_it(client, store, open_table):
    open_table()
    how = {"key": None, "phone": "ana"}
    store.save_deal(1, 1, GARDE, revision=0, **how)
    store.save_deal(1, 2, {**GARDE, "declarer": "1"}, revision=0, **how)
    store.undo(1, **how)
    store.substitute(1, 1, "Emil", **how)
    assert "Bo, garde, 49 with two oudlers" in told(client)
    assert "Emil, garde" not in told(client)


def test_what_a_substitute_played_is_told_so_after_that_seat_was_taken_back(
    client, store, open_table
):
    """It was another seat; deal and substitute were both undone."""
    open_table()
    how = {"key": None, "phone": "ana"}
    store.save_deal(1, 1, GARDE | {"declarer": "3"}, revision=0, **how)
    store.substitute(1, 3, "Emil", **how)
    store.save_deal(1, 2, GARDE | {"declarer": "3"}, revision=0, **how)
    for _ in range(2):
        store.undo(1, **how)
    page = told(client)
    assert page.count("Emil, garde, 49 with two oudlers") == 2  # told, and undone
    assert page.count("Dana, garde, 49 with two oudlers") == 1
    store.rename(1, 3, "Dana B", **how)
    assert told(client).count("Dana B, garde") == 1  # as who told it is called by now
    store.save_deal(1, 3, GARDE | {"declarer": "3"}, revision=0, **how)
    page = told(client)
    assert (page.count("Dana B, garde"), page.count("Emil, garde")) == (2, 2)


def test_who_changed_seats_is_named_in_the_old_and_the_new_order(client, store, open_table):
    open_table()
    store.agree_table(1, {"names": ("Ana", "Chi", "Bo", "Dana")}, key=None, phone="")
    assert "Players and seats changed Bo, Chi Chi, Bo" in told(client)
    assert "Table opened Ana, Bo, Chi, Dana" in told(client)


@pytest.mark.parametrize(("half", "refused"), [(False, 422), (True, 409)])
def test_a_deal_of_a_dealer_whose_seat_is_gone_is_told_of_and_not_restored(
    client, store, half, refused
):
    """Five were drawn, the fifth dealt; that was taken back, and the draw left the fifth out."""
    asked, names = {"key": None, "phone": ""}, ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil"]
    store.open_evening("Friday", "", "", {"tarot": {}}, **asked)
    store.check_in(1, [*names, "Hal"], "tarot", **asked)
    drawn = DrawnTable(1, "tarot", (1, 2, 3, 4, 5)), DrawnTable(2, "tarot", (6, 7, 8))
    store.keep_draw(1, 1, drawn, [], **asked)
    table, _ = store.publish(1, 1, **asked)
    told = {"declarer": "0", "contract": "garde"}
    if half:
        store.keep_half(table, 1, told, revision=0, dealer=4, **asked)
    else:
        store.save_deal(table, 1, GARDE | {"partner": "1"}, revision=0, dealer=4, **asked)
    store.delete_deal(table, 1, revision=1, **asked)
    seen = store.as_seated(store.positions(1)[0], 1).digest
    less = DrawnTable(1, "tarot", (1, 2, 3, 4)), drawn[1]
    store.keep_draw(1, 1, less, [5], seen=seen, **asked)
    assert store.table(table).sitting == ("Ana", "Bo", "Chi", "Dana")
    for query in ("", "?only=corrections"):
        assert client.get(f"/tables/{table}/history{query}").status_code == 200
    change = next(one.id for one in store.changes(table) if one.kind == "delete")
    back = client.send(f"/tables/{table}/history/restore", {"change": change, "key": "back"})
    assert back.status_code == refused
    assert store.deals(table) == []


def test_a_deal_leads_to_who_changed_it(client, three_deals):
    address = "/tables/1/history?deal=2"
    assert f'href="{address}"' in client.get("/tables/1").text
    assert "Deal 2" in forms.texts(client.get(address))
    assert address not in client.get("/tables/1/watch").text
