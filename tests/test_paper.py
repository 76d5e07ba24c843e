"""A whole sheet of paper typed in at one go: all of it is saved or nothing, nothing is lost."""

from __future__ import annotations

import re

import laws
import pytest
from forms import form, forms, texts

from companion.games.message import InvalidDeal
from companion.store import Telling

FIVE = ["Ana", "Bo", "Chi", "Dana", "Eve"]
GARDE = {"declarer": "0", "contract": "garde", "oudlers": "2", "card_points": "49"}
PRISE = {"declarer": "1", "contract": "prise", "oudlers": "1", "card_points": "40"}


def grid(*rows):
    """The fields of these rows, the first of them the first of the grid."""
    return {f"{n}-{name}": text for n, row in enumerate(rows, 1) for name, text in row.items()}


def send(client, table, told, **more):
    """Posts the grid as the page has it, filled in so."""
    at = f"/tables/{table.id}/paper"
    return form(client.get(at), "paper").send(client, at, **told, **more)


def test_twenty_deals_are_saved_in_their_order_and_laws_hold(client, store, open_table):
    table = open_table()
    answer = send(client, table, grid(*[GARDE, PRISE] * 10))
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    # Ten times Ana's garde made by 8, (25 + 8) × 2 × 3; ten times Bo's prise failed by 11, 36 × 3.
    assert laws.totals(store, table) == [10 * (198 + 36), 10 * (-66 - 108), 10 * -30, 10 * -30]
    assert [deal.facts["declarer"] for deal in store.deals(table.id)] == ["0", "1"] * 10
    assert [deal.dealer for deal in store.deals(table.id)] == [0, 1, 2, 3] * 5
    laws.hold(store, table)


def test_where_deals_are_told_already_the_grid_says_that_its_rows_come_after_them(
    client, open_table, record
):
    table = open_table()
    after = "They come after deal"
    fresh = texts(client.get("/tables/1/paper"))
    assert after not in fresh and "meanwhile" not in fresh
    record(table, take="0-garde", oudlers=2, points=49)
    record(table, unplayed="passed")
    assert f"{after} 1." in texts(client.get("/tables/1/paper"))


def called(answer):
    """What the grid calls its first five rows, and the first field of each."""
    heads = re.findall(r'<tr id="row-\d+".*?><th scope="row">(.*?)</th>', answer.text)[:5]
    fields = re.findall(r'name="\d+-declarer" aria-label="(.*?): Declarer"', answer.text)[:5]
    assert fields == heads
    return heads


def test_a_row_is_called_as_the_deal_that_it_will_be(client, store, open_table, record):
    """In French Tarot a deal that nobody played has no number, and an empty row is no deal."""
    table = open_table()
    at = "/tables/1/paper"
    assert called(client.get(at)) == ["1", "2", "3", "4", "5"]
    record(table, take="0-garde", oudlers=2, points=49)
    record(table, unplayed="passed")
    assert called(client.get(at)) == ["2", "3", "4", "5", "6"]
    told = grid(GARDE, {"unplayed": "passed"}, {}, PRISE)
    assert called(send(client, table, told, look="1")) == ["2", "–", "–", "3", "4"]
    wrong = send(client, table, {**told, "4-oudlers": "9"})
    assert called(wrong) == ["2", "–", "–", "3", "4"]
    assert '<a class="button" href="#row-4">3</a>' in wrong.text
    stale = form(client.get(at), "paper")
    record(table, take="0-garde", oudlers=2, points=49)
    assert called(stale.send(client, at, **told)) == ["3", "–", "–", "4", "5"]
    assert send(client, table, told).status_code == 303
    assert [deal.facts.get("declarer") for deal in store.deals(1)][3:] == ["0", None, "1"]


def test_what_was_typed_is_quoted_as_it_was(client, open_table):
    """A capital is for a sentence that begins with a word of ours."""
    answer = send(client, open_table(), grid(GARDE | {"card_points": "abc"}))
    said = '<p id="wrong-1" data-typed class="problem" role="alert">&#34;abc&#34; is not a number'
    assert said in answer.text
    answer = send(client, open_table(), grid(GARDE | {"oudlers": "4"}))
    assert '<p id="wrong-1" class="problem" role="alert">4 is not between' in answer.text


def test_one_wrong_row_of_twenty_keeps_all_of_them_in_the_form(client, store, open_table):
    table = open_table()
    rows = [GARDE, PRISE] * 10
    rows[6] = GARDE | {"oudlers": "4", "note": "coffee"}
    rows[8] = {"declarer": "2"}
    answer = send(client, table, grid(*rows))
    assert answer.status_code == 422
    assert store.deals(table.id) == []
    again = form(answer, "paper")
    assert again.fields["7-oudlers"] == ["4"]
    assert again.fields["7-note"] == ["coffee"]
    assert again.fields["20-card_points"] == ["40"]
    assert "2 rows cannot be so." in texts(answer)
    assert 'id="wrong-7"' in answer.text
    assert 'id="wrong-9"' in answer.text
    assert "Who took, and what?" in texts(answer)
    right = grid(*[GARDE, PRISE] * 10) | {"7-note": "coffee"}
    assert again.send(client, f"/tables/{table.id}/paper", **right).status_code == 303
    assert [deal.note for deal in store.deals(table.id)][6] == "coffee"
    assert laws.totals(store, table) == [2340, -1740, -300, -300]


def test_a_sheet_typed_while_its_table_is_deleted_comes_back_with_it(client, store, open_table):
    table = open_table()
    at = f"/tables/{table.id}/paper"
    page = form(client.get(at), "paper")
    store.delete_table(table.id, key=None, phone="")
    answer = page.send(client, at, **grid(GARDE, PRISE | {"note": "coffee"}))
    assert answer.status_code == 404
    assert "Nothing was saved. What you typed is still here" in texts(answer)
    back = next(one for one in forms(answer) if "/restore?paper=1" in one.action)
    for _ in range(2):  # touched twice, it is one sheet
        sent_on = back.send(client)
        assert (sent_on.status_code, sent_on.location) == (307, at)
        saved = back.send(client, at)  # as a browser follows it
        assert (saved.status_code, saved.location) == (303, f"/tables/{table.id}")
    assert [deal.note for deal in store.deals(table.id)] == ["", "coffee"]
    assert laws.totals(store, table) == [234, -174, -30, -30]  # a tenth of the twenty above


def test_counting_shows_points_and_totals_and_saves_nothing(client, store, open_table):
    table = open_table()
    answer = send(client, table, grid(GARDE, PRISE), look="1")
    assert answer.status_code == 200
    assert store.deals(table.id) == []
    said = texts(answer)
    assert "+198 +198 −66 −66" in said
    assert "+36 +234 −108 −174 +36 −30" in said


def test_rows_go_on_where_the_sheet_is_and_empty_rows_are_no_deals(client, store, three_deals):
    told = grid(GARDE, {}, PRISE)
    assert send(client, three_deals, told).status_code == 303
    numbers = [(deal.number, deal.dealer) for deal in store.deals(three_deals.id)]
    assert numbers == [(1, 0), (2, 1), (3, 2), (4, 3), (5, 0)]
    # 168, −240, 168, −96 before.
    assert laws.totals(store, three_deals) == [168 + 234, -240 - 174, 168 - 30, -96 - 30]
    laws.hold(store, three_deals)


def test_the_same_form_sent_twice_is_saved_once(client, store, open_table):
    table = open_table()
    page = form(client.get(f"/tables/{table.id}/paper"), "paper")
    for _ in range(2):
        answer = page.send(client, f"/tables/{table.id}/paper", **grid(GARDE, PRISE))
        assert answer.status_code == 303
    assert len(store.deals(table.id)) == 2


def test_who_told_a_deal_meanwhile_is_not_doubled(client, store, open_table, record):
    table = open_table()
    page = form(client.get(f"/tables/{table.id}/paper"), "paper")
    record(table, take="0-garde", oudlers=2, points=49)
    answer = page.send(client, f"/tables/{table.id}/paper", **grid(GARDE, PRISE))
    assert answer.status_code == 409
    assert len(store.deals(table.id)) == 1
    assert "Meanwhile deals were told at this table." in texts(answer)
    again = form(answer, "paper")
    assert again.send(client, f"/tables/{table.id}/paper").status_code == 303
    assert len(store.deals(table.id)) == 3


def test_a_form_whose_answer_was_lost_is_saved_once_though_others_would_deal_by_now(
    client, store, open_table
):
    """Six at five seats: Ana deals the first deal, Bo the second, who play the next ones."""
    table = open_table(names=("Ana", "Bo", "Chi", "Dana", "Eli", "Fé"), at_once=5)
    page = form(client.get(f"/tables/{table.id}/paper"), "paper")
    played = {"contract": "garde", "oudlers": "2", "card_points": "49", "partner": "3"}
    rows = grid({"declarer": "2"} | played, {"declarer": "0"} | played)
    for _ in range(2):
        answer = page.send(client, f"/tables/{table.id}/paper", **rows)
        assert answer.status_code == 303
    assert len(store.deals(table.id)) == 2


@pytest.mark.parametrize("detour", ["look", "wrong"])
def test_who_told_a_deal_meanwhile_is_not_doubled_after_a_look_or_a_wrong_row(
    client, store, open_table, record, detour
):
    table = open_table()
    at = f"/tables/{table.id}/paper"
    page = form(client.get(at), "paper")
    record(table, take="0-garde", oudlers=2, points=49)
    wrong = {"look": {"look": "1"}, "wrong": {"1-oudlers": "9"}}[detour]
    page = form(page.send(client, at, **(grid(GARDE, PRISE) | wrong)), "paper")
    status = {"look": 409, "wrong": 303}[detour]  # the wrong row is said, and the deal, at once
    assert page.send(client, at, **grid(GARDE, PRISE)).status_code == status


def test_what_is_typed_follows_the_people_into_another_order(client, store, open_table):
    """Looked at, wrong and saved: the names stand beside what is theirs."""
    table = open_table("tamalou", ("Ana", "Bo", "Chi"))
    at = f"/tables/{table.id}/paper"
    page = form(client.get(at), "paper")
    store.agree_table(table.id, {"names": ["Chi", "Ana", "Bo"]}, key=None, phone="")
    hands = {"hands-0": "3", "hands-1": "20", "hands-2": "30", "caller": "0"}
    for more in ({"look": "1"}, {"1-hands-1": "x"}):
        answer = page.send(client, at, **(grid(hands) | more))
        page = form(answer, "paper")
        assert re.findall('<th scope="col">(Ana|Bo|Chi)<', answer.text) == ["Ana", "Bo", "Chi"]
        assert page.fields["1-hands-0"] == ["3"]
    assert page.send(client, at, **grid(hands)).status_code == 303
    assert store.table(table.id).sitting == ("Chi", "Ana", "Bo")
    assert laws.totals(store, store.table(table.id)) == [30, 0, 20]  # Ana called, and is lowest


def test_it_follows_them_where_the_sheet_was_closed_meanwhile_too(client, store, open_table):
    """What is asked about then, and saved in spite of it, is still of those who were typed."""
    table = open_table("tamalou", ("Ana", "Bo", "Chi"))
    at = f"/tables/{table.id}/paper"
    page = form(client.get(at), "paper")
    store.agree_table(table.id, {"names": ["Chi", "Ana", "Bo"]}, key=None, phone="")
    store.close_table(table.id, key=None, phone="another")
    hands = {"hands-0": "3", "hands-1": "20", "hands-2": "30", "caller": "0"}
    answer = page.send(client, at, **grid(hands))
    assert (answer.status_code, "closed meanwhile" in answer.text) == (409, True)
    assert form(answer, "paper").send(client, at).status_code == 303
    assert laws.totals(store, store.table(table.id)) == [30, 0, 20]  # Ana called, and is lowest


def test_who_sits_elsewhere_meanwhile_is_told_no_deals_of_others(client, store, open_table):
    table = open_table()
    at = f"/tables/{table.id}/paper"
    page = form(client.get(at), "paper")
    store.agree_table(table.id, {"names": ["Zoe", "Ana", "Chi", "Dana"]}, key=None, phone="")
    answer = page.send(client, at, **grid(GARDE))
    assert (answer.status_code, store.deals(table.id)) == (409, [])
    assert "The seats have changed meanwhile" in texts(answer)
    assert form(answer, "paper").send(client, at).status_code == 303


def test_of_a_sheet_that_was_closed_all_along_it_is_not_said_that_it_was_meanwhile(
    client, store, open_table
):
    open_table()
    store.close_table(1, key=None, phone="")
    page = form(client.get("/tables/1/paper"), "paper")
    store.substitute(1, 0, "Zoe", key=None, phone="another")
    said = texts(page.send(client, "/tables/1/paper", **grid(GARDE)))
    assert "The seats have changed meanwhile" in said
    assert "closed meanwhile" not in said


def test_who_deals_first_is_read_under_the_lock_where_no_row_says_who_dealt(
    client, store, open_table, monkeypatch
):
    table, save = open_table(), store.save_deals

    def later(*asked, **how):
        store.agree_table(1, {"dealer": 2}, key=None, phone="another")
        return save(*asked, **how)

    monkeypatch.setattr(store, "save_deals", later)
    assert send(client, table, grid(GARDE, PRISE)).status_code == 303
    assert [deal.dealer for deal in store.deals(1)] == [2, 3]


def test_a_row_that_nobody_played_has_no_result(client, store, open_table):
    table = open_table()
    at = f"/tables/{table.id}/paper"
    rows = grid(GARDE | {"unplayed": "passed"}, {"unplayed": "passed", "note": "late"})
    answer = form(client.get(at), "paper").send(client, at, **rows)
    assert (answer.status_code, store.deals(table.id)) == (422, [])
    assert "nobody played, and a result is told: only one of them can be" in texts(answer)
    assert texts(answer).count("cannot be so") == 1


def test_a_warning_is_asked_about_once(client, store, open_table):
    table = open_table()
    answer = send(client, table, grid(GARDE | {"card_points": "49,5"}))
    assert answer.status_code == 422
    assert "Half a point: was an Excuse never paid for?" in texts(answer)
    assert "1 row has a warning. Nothing is saved yet, and nothing is lost. 1" in texts(answer)
    assert '<a class="button" href="#row-1">1</a>' in answer.text
    assert 'id="row-1"' in answer.text
    again = form(answer, "paper")
    at = f"/tables/{table.id}/paper"
    assert again.send(client, at).status_code == 422  # no other button saves it
    assert again.send(client, at, in_spite="1").status_code == 303
    assert laws.totals(store, table) == [199.5 + 1.5, -67, -67, -67]


def test_a_warning_stands_apart_from_its_sign_and_a_name_in_it_stays_as_it_is_written(
    client, open_table
):
    table = open_table("tamalou", names=["ana", "Bo", "Chi"])
    told = {"hands-0": "-3", "hands-1": "5", "hands-2": "7", "caller": "0"}
    answer = send(client, table, grid(told))
    assert re.search(r'class="problem"><svg.*?</svg> ana has −3 in hand', answer.text)


def test_the_store_saves_all_deals_or_none(store, open_table):
    table = open_table()
    right = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    wrong = right | {"partner": "1"}  # there is none at four
    tellings = [Telling(facts=facts) for facts in (right, right, wrong)]
    with pytest.raises(InvalidDeal):
        store.save_deals(table.id, 1, tellings, key=None, phone="")
    assert store.deals(table.id) == []
    assert store.table(table.id).totals == (0, 0, 0, 0)


def test_the_store_saves_the_deals_of_a_form_that_comes_twice_once(store, open_table):
    table = open_table()
    deal = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    tellings = [Telling(facts=deal)] * 2
    saved = [store.save_deals(table.id, 1, tellings, key="once", phone="") for _ in range(2)]
    assert saved[0] == saved[1]
    assert (saved[0].number, laws.totals(store, table)) == (2, [396, -132, -132, -132])


def test_each_deal_is_undone_by_itself(client, store, open_table):
    table = open_table()
    send(client, table, grid(GARDE, PRISE))
    client.send(f"/tables/{table.id}/undo")
    assert laws.totals(store, table) == [198, -66, -66, -66]
    laws.hold(store, table)


def test_five_say_the_partner_and_six_who_deals(client, store, open_table):
    five, six = open_table(names=FIVE), open_table(names=[*FIVE, "Fay"], at_once=5)
    assert send(client, five, grid(GARDE)).status_code == 422
    assert send(client, five, grid(GARDE | {"partner": "none"})).status_code == 303
    assert laws.totals(store, five) == [264, -66, -66, -66, -66]
    told = grid(GARDE | {"declarer": "1", "partner": "2", "dealer": "4"})
    assert send(client, six, told).status_code == 303
    assert laws.totals(store, six) == [-66, 132, 66, -66, 0, -66]


def test_tamalou_is_typed_hand_by_hand(client, store, open_table):
    table = open_table("tamalou")
    hands = {"hands-0": "3", "hands-1": "12", "hands-2": "20", "hands-3": "7", "caller": "0"}
    kamikaze = {"caller": "2", "kamikaze": ["0", ""]}
    two = {"caller": "2", "kamikaze": ["1", "3"]}
    assert send(client, table, grid(hands, kamikaze, two)).status_code == 303
    assert laws.totals(store, table) == [50, 62, 120, 57]
    laws.hold(store, table)


Y = {"declarer": "0", "partners": "2", "talon": "keep", "objective": "y", "made": "true"}


@pytest.mark.parametrize(
    ("names", "row", "points"),
    [
        (FIVE[:4], Y, [4, -4, 4, -4]),
        (FIVE[:4], Y | {"partners": "", "made": "false"}, [-27, 9, 9, 9]),
        (FIVE[:2], Y | {"declarer": "1", "partners": "", "talon": "exchange"}, [-3, 3]),
        (FIVE[:4], {"unplayed": "passed"}, [0, 0, 0, 0]),
    ],
)
def test_plateau_is_typed_bid_and_result(client, store, open_table, names, row, points):
    table = open_table("plateau", names)
    assert send(client, table, grid(row)).status_code == 303
    assert laws.totals(store, table) == points
    laws.hold(store, table)


def test_a_deal_begun_is_finished_first(client, store, open_table):
    table = open_table()
    store.keep_half(table.id, 1, {"declarer": "0"}, revision=0, key=None, phone="")
    assert "A deal has been begun" in texts(client.get(f"/tables/{table.id}/paper"))
    answer = client.send(f"/tables/{table.id}/paper", {"first": "2", **grid(GARDE)})
    assert answer.status_code == 409
    assert [deal.state for deal in store.deals(table.id)] == ["half"]
    assert "What you typed is still here: save once more when that is told" in texts(answer)
    store.save_deal(table.id, 1, {"passed": True}, revision=1, key=None, phone="")
    assert form(answer, "paper").send(client, to="/tables/1/paper").status_code == 303
    assert laws.totals(store, table) == [198, -66, -66, -66]


def test_more_rows_keep_what_was_typed(client, open_table):
    answer = send(client, open_table(), grid(GARDE), more="1")
    assert 'id="row-40"' in answer.text
    assert 'id="row-41"' not in answer.text
    assert form(answer, "paper").fields["1-card_points"] == ["49"]


def test_a_sheet_with_a_plan_has_as_many_rows_as_are_left(client, open_table, record):
    table = open_table(deals=8)
    record(table, take="0-garde", oudlers=2, points=49)
    page = client.get(f"/tables/{table.id}/paper").text
    assert 'id="row-7"' in page
    assert 'id="row-8"' not in page


def test_only_the_totals_are_a_table_that_begins_with_them(client, open_table):
    table = open_table()
    assert f'href="/tables/new?table={table.id}"' in client.get(f"/tables/{table.id}/paper").text


def marked(answer):
    """The fields that are said to be wrong."""
    return re.findall(r'name="(\d+-[\w-]+)"[^>]* aria-invalid="true"', answer.text)


HANDS = {"hands-0": "1", "hands-1": "2", "hands-3": "9", "caller": "0"}


@pytest.mark.parametrize(
    ("game", "row", "wrong"),
    [
        ("tamalou", HANDS, ["1-hands-2"]),
        ("tamalou", HANDS | {"hands-2": "x"}, ["1-hands-2"]),
        (
            "tamalou",
            HANDS | {"hands-2": "3", "kamikaze": "1", "caller": "none"},
            ["1-kamikaze"] * 2,
        ),
        ("tarot", GARDE | {"oudlers": "4"}, ["1-oudlers"]),
        ("tarot", GARDE | {"poignees-0-size": "x"}, ["1-poignees-0-size"]),
        ("plateau", Y | {"partners": "0"}, ["1-partners"]),
    ],
)
def test_only_what_is_wrong_is_marked(client, open_table, game, row, wrong):
    answer = send(client, open_table(game), grid(row), look="1")
    assert marked(answer) == wrong


def points(answer):
    """What stands in the columns of the people, row by row."""
    cells = re.findall(r'<td class="points number">(.*?)</td>', answer.text, re.S)
    return [" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in cells]


@pytest.mark.parametrize(
    "wrong",
    [
        HANDS,
        HANDS | {"hands-2": "x"},
        HANDS | {"hands-2": "3", "limit": "90"},  # known when all rows are played
    ],
)
def test_the_rows_before_a_wrong_one_are_counted(client, open_table, wrong):
    right = {"hands-0": "3", "hands-1": "12", "hands-2": "20", "hands-3": "7", "caller": "0"}
    answer = send(client, open_table("tamalou"), grid(right, right, wrong, right), look="1")
    counted = ["0 0", "+12 12", "+20 20", "+7 7", "0 0", "+12 24", "+20 40", "+7 14"]
    assert points(answer)[:16] == counted + [""] * 8
    assert re.findall(r'id="(wrong-\d+)"', answer.text) == ["wrong-3"]


def test_of_rows_after_a_deal_that_stands_here_the_wrong_one_is_named(client, store, open_table):
    """A limit that there is nothing to raise is refused only once all of them are played."""
    right = {"hands-0": "3", "hands-1": "12", "hands-2": "20", "hands-3": "7", "caller": "0"}
    table = open_table("tamalou")
    assert send(client, table, grid(right)).status_code == 303
    answer = send(client, table, grid(right, right | {"limit": "90"}, right))
    assert (answer.status_code, len(store.deals(table.id))) == (422, 1)
    assert re.findall(r'id="(wrong-\d+)"', answer.text) == ["wrong-2"]
    assert re.findall(r'<tr id="row-(\d+)"', answer.text)[:4] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("game", "right", "counted"),
    [
        ("tarot", GARDE, ["+198 +198", "−66 −66", "−66 −66", "−66 −66"]),
        ("plateau", Y, ["+4 +4", "−4 −4", "+4 +4", "−4 −4"]),
    ],
)
def test_so_they_are_in_every_game(client, open_table, game, right, counted):
    answer = send(client, open_table(game), grid(right, {"declarer": "2"}), look="1")
    assert points(answer)[:8] == counted + [""] * 4
