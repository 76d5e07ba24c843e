"""The end of a game that moves by what is restored, or by a deal that goes to another table."""

import pytest
from kept import delete, ending, numbers, opened, redo, refused, sound, tell, totals, undo

from companion.store import ChangedMeanwhile, NotThere, end_without

HOW = {"key": None, "phone": "a phone"}


def hands(*held, **more):
    """Ana calls."""
    return {"caller": "0", "hands": {str(seat): n for seat, n in enumerate(held)}, **more}


@pytest.fixture
def corrected(store):
    """Bo has 30, 50, 5, then 15 and 10; the second was corrected to 10, the third to 20: 85."""
    table = opened(store, "Ana", "Bo", game="tamalou")
    for bo in (30, 50, 5):
        tell(store, table, hands(3, bo))
    tell(store, table, hands(3, 10), 2)
    for bo in (15, 10):
        tell(store, table, hands(3, bo))
    tell(store, table, hands(3, 20), 3)
    return table


def change(store, table, kind="correct", deal=2):
    """The newest change of this kind of this deal."""
    found = store.changes(table.id)
    return next(one.id for one in found if (one.kind, one.deal) == (kind, deal))


def restore(store, table, change_id, **how):
    return store.restore(table.id, change_id, **HOW, **how)


def asked(store, table, change_id):
    """After how many deals it would end, and how many come later."""
    found = store.end_if_restored(table.id, change_id)
    return found and (found.after, found.later, found.counted)


def test_what_a_restored_deal_makes_of_the_end_is_known_before(store, corrected):
    """30 + 50 + 20 are exactly 100 after the third deal; two come later."""
    assert totals(store, corrected) == [0, 85]
    assert asked(store, corrected, change(store, corrected)) == (3, 2, 3)
    assert totals(store, corrected) == [0, 85]
    assert asked(store, corrected, change(store, corrected, deal=3)) is None  # 5 for 20


def test_restored_without_an_answer_the_later_deals_stay(store, corrected):
    restore(store, corrected, change(store, corrected))
    assert (numbers(store, corrected), totals(store, corrected)) == ([1, 2, 3, 4, 5], [0, 75])
    assert sound(store, corrected)


def test_restored_to_end_there_takes_the_later_deals_along_in_one_change(store, corrected):
    restore(store, corrected, change(store, corrected), **ending(store, corrected))
    assert (numbers(store, corrected), totals(store, corrected)) == ([1, 2, 3], [0, 50])
    assert store.table(corrected.id).over
    assert sound(store, corrected)
    undo(store, corrected)
    assert (numbers(store, corrected), totals(store, corrected)) == ([1, 2, 3, 4, 5], [0, 85])
    redo(store, corrected)
    assert (numbers(store, corrected), totals(store, corrected)) == ([1, 2, 3], [0, 50])
    assert sound(store, corrected)


def test_what_went_with_a_restored_deal_is_restored_with_it(store, corrected):
    """The restoring is an entry of the history itself, and can be taken back from there."""
    restore(store, corrected, change(store, corrected), **ending(store, corrected))
    restored = change(store, corrected, "restore")
    assert asked(store, corrected, restored) is None
    restore(store, corrected, restored)
    assert (numbers(store, corrected), totals(store, corrected)) == ([1, 2, 3, 4, 5], [0, 85])
    assert sound(store, corrected)


def test_deals_that_come_back_with_a_restored_one_were_late_before_they_went(store, corrected):
    """What was answered then is not asked again when the sheet is restored as it was."""
    restore(store, corrected, change(store, corrected))  # keeps the later ones: both are late
    tell(store, corrected, hands(3, 11), 2)  # 30, 11, 20, 15 and 10: nothing is late any more
    delete(store, corrected, 4)
    assert asked(store, corrected, change(store, corrected, "delete", 4)) is None
    assert asked(store, corrected, change(store, corrected)) == (3, 1, 3)


def test_nothing_is_taken_off_by_a_restoring_that_was_not_seen(store, corrected):
    seen = ending(store, corrected)
    tell(store, corrected, hands(3, 1))
    with pytest.raises(ChangedMeanwhile):
        restore(store, corrected, change(store, corrected), **seen)
    assert (numbers(store, corrected), totals(store, corrected)) == ([1, 2, 3, 4, 5, 6], [3, 85])


def test_a_name_moves_no_end_and_another_change_is_not_there(store, corrected):
    store.rename(corrected.id, 1, "Bob", **HOW)
    assert asked(store, corrected, change(store, corrected, "rename", None)) is None
    with pytest.raises(NotThere):
        store.end_if_restored(corrected.id, change(store, corrected, "tell", 1))


def test_a_restored_limit_that_is_not_above_is_refused_before_it_is_asked(store, corrected):
    tell(store, corrected, hands(3, 10, limit=150), 2)
    tell(store, corrected, hands(3, 10), 2)
    tell(store, corrected, hands(3, 20, limit=120), 3)
    back = change(store, corrected)  # to the limit of 150, and the third deal raises it to 120
    assert "limit" in refused(store.end_if_restored, corrected.id, back)


@pytest.fixture
def raised(store):
    """119 ended the game; the second deal raised the limit to 150."""
    here, there = (opened(store, *names, game="tamalou") for names in (["Ana", "Bo"], ["Chi", "D"]))
    for facts in (hands(3, 119), hands(3, 10, limit=150), hands(3, 5)):
        tell(store, here, facts)
    tell(store, there, hands(3, 7))
    return here, there


def move(store, here, there, **how):
    return store.move_deal(here.id, 2, there.id, {0: 0, 1: 1}, revision=1, **HOW, **how)


def test_what_a_deal_that_is_moved_makes_of_the_end_is_known_before(store, raised):
    here, _ = raised
    table, deals = store.table(here.id), store.deals(here.id)
    found = [end_without(table, deals, deal) for deal in deals]
    assert [one and (one.after, one.later) for one in found] == [None, (1, 1), None]


def test_a_deal_is_moved_and_the_later_ones_go_in_one_change(store, raised):
    here, there = raised
    move(store, here, there, **ending(store, here))
    assert (numbers(store, here), totals(store, here)) == ([1], [0, 119])
    assert (numbers(store, there), totals(store, there)) == ([1, 2], [0, 17])
    assert sound(store, here) and sound(store, there)
    for table, back in ((here, undo), (there, redo), (there, undo)):
        back(store, table)
        assert sound(store, here) and sound(store, there)
    assert (numbers(store, here), numbers(store, there)) == ([1, 2, 3], [1])


def test_a_deal_is_moved_and_the_later_ones_stay(store, raised):
    here, there = raised
    move(store, here, there)
    assert (numbers(store, here), numbers(store, there)) == ([1, 3], [1, 2])


def test_nothing_is_moved_off_a_sheet_that_was_not_seen(store, raised):
    here, there = raised
    seen = ending(store, here)
    tell(store, here, hands(3, 1))
    with pytest.raises(ChangedMeanwhile):
        move(store, here, there, **seen)
    assert (numbers(store, here), numbers(store, there)) == ([1, 2, 3, 4], [1])


@pytest.fixture
def behind_its_end(store):
    """Bo has exactly 100 after the second deal; the third raised the limit to 150, which 160 ended,
    and the fifth to 200."""
    table = opened(store, "Ana", "Bo", "Chi", game="tamalou")
    third, last = hands(3, 10, 20, limit=150), {**hands(20, 4, 30, limit=200), "caller": "1"}
    for facts in (hands(3, 50, 50), hands(3, 50, 40), third, hands(3, 45, 50), last):
        tell(store, table, facts)
    return table


def test_a_deal_that_is_behind_the_end_it_moves_goes_with_those_after_it(store, behind_its_end):
    table = behind_its_end
    before = totals(store, table)
    tell(store, table, hands(3, 10, 20), 3, **ending(store, table))
    assert (numbers(store, table), totals(store, table)) == ([1, 2], [0, 50, 90])
    assert store.table(table.id).over
    assert store.changes(table.id)[0].kind == "delete"
    assert sound(store, table)
    undo(store, table)
    assert (numbers(store, table), totals(store, table)) == ([1, 2, 3, 4, 5], before)
    assert store.deal(table.id, 3).facts["limit"] == 150
    redo(store, table)
    assert numbers(store, table) == [1, 2]
    assert sound(store, table)


def test_a_deal_that_is_restored_behind_its_end_goes_with_those_after_it(store, behind_its_end):
    """The third deal was told without the limit first."""
    table = behind_its_end
    tell(store, table, hands(3, 10, 20), 3)
    tell(store, table, hands(3, 10, 20, limit=150), 3)
    back = store.changes(table.id)[0].id
    assert asked(store, table, back) == (2, 3, 2)
    restore(store, table, back, **ending(store, table))
    assert numbers(store, table) == [1, 2]
    assert sound(store, table)
    undo(store, table)
    assert numbers(store, table) == [1, 2, 3, 4, 5]
    assert store.deal(table.id, 3).facts["limit"] == 150
    assert sound(store, table)


def test_a_forgotten_deal_behind_the_end_goes_too_where_it_is_one_too_many(store):
    """Of three planned deals the second ended the game and the third raised the limit. With one
    more between them, all planned deals are told before the limit is raised."""
    table = opened(store, "Ana", "Bo", game="tamalou", rules={"deals": 3, "limit": 100})
    for facts in (hands(3, 50), hands(3, 60), hands(3, 7, limit=150)):
        tell(store, table, facts)
    tell(store, table, hands(3, 9), before=3, **ending(store, table))
    assert (numbers(store, table), totals(store, table)) == ([1, 2], [0, 110])
    assert sound(store, table)
    undo(store, table)
    assert (numbers(store, table), totals(store, table)) == ([1, 2, 3], [0, 117])
    redo(store, table)
    assert numbers(store, table) == [1, 2]
    assert sound(store, table)
