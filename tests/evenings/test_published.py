"""A position that is published opens its tables, all or none, and can be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from forms import form, forms, texts
from friday import FOUR

from companion.games.message import InvalidDeal
from companion.store import DrawnTable, NotThere, Opening
from companion.store.drawn import Position, with_gone


def test_the_tables_of_a_position_are_opened_when_it_is_published(organiser, store, four):
    organiser.send("/evenings/1/rules/tarot", {"preset": "fft", "deals": "8"})
    store.keep_draw(1, 1, [DrawnTable(3, "tarot", tuple(four))], [], key=None, phone="")
    assert store.tables_at(1) == []
    opened = store.publish(1, 1, key="once", phone="")
    assert store.publish(1, 1, key="once", phone="") == opened
    (table,) = store.tables_at(1, 1)
    assert (table.names, table.evening_id, table.position, table.place) == (tuple(FOUR), 1, 1, 3)
    assert (table.rules["preset"], table.rules["deals"]) == ("fft", 8)
    about = {"date": "2026-11-20", "evening": "Friday", "position": "1", "table": "3"}
    assert table.about == about
    with pytest.raises(NotThere):
        store.publish(1, 1, key=None, phone="")
    with pytest.raises(NotThere):
        store.keep_draw(1, 1, [], [], key=None, phone="")


def test_a_position_that_is_drawn_is_said_to_wait_for_being_published(organiser, store, four):
    """Who had drawn it was told to check in who is here, and to draw it."""
    assert "then draw the first position" in texts(organiser.get("/evenings/1"))
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", tuple(four))], [], key=None, phone="")
    page = texts(organiser.get("/evenings/1"))
    assert "The first position is drawn: its tables stand here once it is published." in page
    assert "then draw the first position" not in page


def test_a_table_that_is_gone_keeps_whom_no_other_has_and_makes_nobody_sit_out():
    left, gone = DrawnTable(1, "tarot", (1, 2, 3, 4)), DrawnTable(2, "tarot", (5, 6, 7, 8))
    before = Position(1, tables=(left,), sits_out=(9, 5, 6, 7, 8), gone=(gone,))
    moved = DrawnTable(1, "tarot", (5, 2, 3, 4))
    kept = DrawnTable(2, "tarot", (6, 7, 8))
    assert with_gone(before, [moved], [1, 9, 6, 7, 8, 10]) == ([moved, kept], [1, 9])
    alone = DrawnTable(2, "tarot", (5,))
    assert with_gone(replace(before, gone=(alone,)), [moved], [1, 9])[0] == [moved]


@pytest.fixture
def two_positions(organiser, store, four) -> list[int]:
    """A deal told in the first position, and the second one published; the tables of both."""
    opened = []
    for number in (1, 2):
        store.keep_draw(1, number, [DrawnTable(1, "tarot", tuple(four))], [], key=None, phone="")
        opened += store.publish(1, number, key=None, phone="", ends_at="2026-11-20T21:00:00+00:00")
        if number == 1:
            store.save_deal(opened[0], 1, {"passed": True}, revision=0, key=None, phone="")
    return opened


def test_where_all_tables_have_begun_nothing_says_that_a_change_is_still_shown(
    organiser, store, two_positions
):
    begun, fresh = (
        texts(organiser.get(f"/evenings/1/draw?position={number}")) for number in (1, 2)
    )
    moved, shown = "nobody is moved here any more", "What you change here is shown on the phones"
    assert (moved in begun, shown in begun) == (True, False)
    assert (moved in fresh, shown in fresh) == (False, True)


def test_a_position_published_by_mistake_is_drawn_again_and_the_one_before_goes_on(
    organiser, store, two_positions
):
    page = organiser.get("/evenings/1")
    assert "Take position 2 back, published by mistake" in page.text
    of_position = [one for one in forms(page) if one.action.endswith("/position")]
    (own,) = [one for one in of_position if {"key", "minutes"} & {*one.fields} == {"key"}]
    for _ in range(2):  # a double tap
        answer = own.send(organiser, take_back="1")
        assert answer.location == "/evenings/1/draw"
    first, second = store.positions(1)
    assert (first.closed_at, second.published_at, second.ends_at) == (None, None, None)
    assert [one.id for one in store.tables_at(1)] == two_positions[:1]
    assert "Draw, position 2" in texts(organiser.get(answer.location))
    board = texts(organiser.get("/evenings/1"))
    assert "Position 1" in board and "Take position" not in board
    (opened,) = store.publish(1, 2, key=None, phone="")
    assert (store.table(opened).position, store.table(opened).place) == (2, 1)
    assert store.positions(1)[0].closed_at is not None


def test_a_position_at_which_something_is_told_is_not_taken_back(organiser, store, two_positions):
    page = organiser.get("/evenings/1")
    bid = {"declarer": "1", "contract": "garde"}
    store.keep_half(two_positions[1], 1, bid, revision=0, key=None, phone="")
    assert "Take position" not in organiser.get("/evenings/1").text
    refused = form(page, "/position").send(organiser, take_back="1")
    assert refused.status_code == 422
    assert "something is told at these tables already" in refused.text
    earlier = {"take_back": "1", "number": "1", "published": None}
    assert form(page, "/position").send(organiser, **earlier).status_code == 409
    assert len(store.tables_at(1)) == 2


def test_a_position_whose_tables_were_deleted_says_so_and_is_taken_back(
    organiser, store, two_positions
):
    store.delete_table(two_positions[1], key=None, phone="")
    board = texts(organiser.get("/evenings/1"))
    assert "Position 2" in board
    assert board.index("No table is left of this position.") < board.index("Still open from before")
    assert "All tables have begun" not in texts(organiser.get("/evenings/1/draw?position=2"))
    for page in ("draw?position=2", "seats", "seats/print"):
        assert "No table is left of this position." in texts(organiser.get(f"/evenings/1/{page}"))
    assert (
        form(organiser.get("/evenings/1"), "/position").send(organiser, take_back="1").location
        == "/evenings/1/draw"
    )
    assert store.positions(1)[0].closed_at is None


def test_of_an_evening_that_was_brought_in_the_last_position_alone_goes_on(
    organiser, store, two_positions, four
):
    """All its positions have the same time; all but the last were over before, too."""
    store.keep_draw(1, 3, [DrawnTable(1, "tarot", tuple(four))], [], key=None, phone="")
    store.publish(1, 3, key=None, phone="")
    *_, last = store.positions(1)
    with store.db.conn:
        store.db.execute("UPDATE positions SET published_at = ?", [last.published_at])
        store.db.execute("UPDATE positions SET closed_at = ? WHERE number < 3", [last.published_at])
    store.take_back_position(1, 3, key=None, phone="")
    assert [bool(one.closed_at) for one in store.positions(1)] == [True, False, False]


def test_of_a_position_taken_back_a_substitute_keeps_the_seat(organiser, store, two_positions):
    store.substitute(two_positions[1], 0, "Zed", key=None, phone="")
    store.take_back_position(1, 2, key=None, phone="")
    (table,) = store.positions(1)[1].tables
    names = {one.player: one.name for one in store.attendances(1)}
    assert [names[one] for one in table.players] == ["Zed", "Bo", "Chi", "Dana"]


def test_of_a_position_taken_back_a_table_that_was_deleted_is_drawn_as_the_others_are(
    organiser, store, two_positions, four
):
    """Else its players would be said to sit out when the position is published again."""
    store.check_in(1, ["Eve", "Fay", "Gil"], "tarot", key=None, phone="")
    more = tuple(one.player for one in store.attendances(1) if one.player not in four)
    drawn = [DrawnTable(1, "tarot", tuple(four)), DrawnTable(2, "tarot", more)]
    store.keep_draw(1, 3, drawn, [], key=None, phone="")
    _, other = store.publish(1, 3, key=None, phone="")
    store.delete_table(other, key=None, phone="")
    store.take_back_position(1, 3, key=None, phone="")
    again = store.positions(1)[2]
    assert (again.tables, again.sits_out) == (tuple(drawn), ())


def test_totals_that_were_brought_to_a_position_are_not_lost_by_taking_it_back(
    organiser, store, two_positions
):
    paper = Opening("tarot", ["Ida", "Jo", "Kim"], start=(20, -10, -10))
    store.open_there(1, paper, key=None, phone="")
    assert "Take position" not in organiser.get("/evenings/1").text
    with pytest.raises(InvalidDeal):
        store.take_back_position(1, 2, key=None, phone="")
    assert store.positions(1)[1].published_at


def test_a_deleted_evening_takes_no_position_back(organiser, store, two_positions):
    page = organiser.get("/evenings/1")
    store.change_evening(1, deleted=True, key=None, phone="")
    assert "Take position" not in organiser.get("/evenings/1").text
    assert form(page, "/position").send(organiser, take_back="1").status_code == 409


def test_a_table_brought_back_behind_the_position_that_is_played_does_not_stand_for_it(
    organiser, store, two_positions
):
    store.take_back_position(1, 2, key=None, phone="")
    store.restore_table(two_positions[1], key=None, phone="")
    board = texts(organiser.get("/evenings/1"))
    assert "Nothing has been told at these tables" not in board
    assert "Take position" not in board
    assert "Still open from before" in board


def test_of_a_position_all_tables_are_opened_or_none(organiser, store, four):
    drawn = [DrawnTable(1, "tarot", tuple(four)), DrawnTable(2, "tarot", tuple(four[:2]))]
    store.keep_draw(1, 1, drawn, [], key=None, phone="")
    with pytest.raises(InvalidDeal):
        store.publish(1, 1, key=None, phone="")
    assert store.tables_at(1) == []
    assert store.positions(1)[0].published_at is None
