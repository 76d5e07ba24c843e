"""A second phone confirms a deal, or disputes it and says why; the deal counts all the same."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from kept import (
    GARDE,
    PRISE,
    conflict,
    delete,
    half,
    opened,
    redo,
    refused,
    sound,
    tell,
    totals,
    undo,
)

from companion.store import NotThere, Opening, Telling, ToldTable


def judge(store, table, number=1, verdict="confirmed", why="", **how):
    asked = {"revision": store.deal(table.id, number).revision, "key": None, "phone": "bo", **how}
    return store.judge(table.id, number, verdict, why, **asked)


def said(store, table, number=1):
    deal = store.deal(table.id, number)
    return deal.verdict, deal.why


@pytest.fixture
def table(store):
    """One deal, told by Ana's phone."""
    table = opened(store)
    tell(store, table, phone="ana")
    return table


def test_nobody_has_said_anything_of_a_new_deal(store, table):
    assert said(store, table) == ("", "")


def test_a_second_phone_confirms_it_and_it_counts_before_and_after(store, table):
    assert totals(store, table) == [198, -66, -66, -66]
    judge(store, table)
    assert said(store, table) == ("confirmed", "")
    assert totals(store, table) == [198, -66, -66, -66]


def test_a_second_phone_disputes_it_with_a_word_and_it_counts_all_the_same(store, table):
    judge(store, table, verdict="disputed", why="52 points")
    assert said(store, table) == ("disputed", "52 points")
    assert totals(store, table) == [198, -66, -66, -66]
    assert store.table(table.id).disputed == 1


def test_a_dispute_says_why_in_a_line(store, table):
    assert refused(judge, store, table, verdict="disputed", why=" \n\x00 ") == "why"
    judge(store, table, verdict="disputed", why="  52\n\tpoints\u202e, " + "x" * 99)
    assert said(store, table) == ("disputed", "52 points, " + "x" * 49)


def test_another_word_or_a_confirmation_replaces_a_dispute(store, table):
    for why in ("52 points", "53 points"):
        judge(store, table, verdict="disputed", why=why)
    assert said(store, table) == ("disputed", "53 points")
    judge(store, table, phone="chi")
    assert said(store, table) == ("confirmed", "")
    assert store.table(table.id).disputed == 0


@pytest.mark.parametrize("verdict", ["confirmed", "disputed"])
def test_who_told_a_deal_does_not_judge_it(store, table, verdict):
    assert refused(judge, store, table, 1, verdict, "so", phone="ana") == "verdict"
    assert said(store, table) == ("", "")


def test_who_corrected_it_last_does_not_confirm_it_and_who_told_it_may(store, table):
    tell(store, table, PRISE, 1, phone="bo")
    assert refused(judge, store, table) == "verdict"
    judge(store, table, phone="ana")
    assert said(store, table) == ("confirmed", "")


def test_who_brought_a_deal_in_does_not_confirm_it_and_another_phone_may(store):
    sheet = ToldTable(
        "import", Opening("tarot", ["Ana", "Bo", "Chi"]), None, [Telling(facts=GARDE)]
    )
    (number,) = store.import_tables([sheet], key=None, phone="ana")
    brought = store.table(number)
    assert refused(judge, store, brought, phone="ana") == "verdict"
    judge(store, brought, phone="bo")
    assert said(store, brought) == ("confirmed", "")


def test_a_correction_that_was_taken_back_tells_nothing(store, table):
    tell(store, table, PRISE, 1, phone="bo")
    undo(store, table, phone="bo")
    assert refused(judge, store, table, phone="ana") == "verdict"
    judge(store, table, phone="bo")


def test_a_correction_makes_it_unconfirmed_and_answers_a_dispute(store, table):
    for verdict in ("confirmed", "disputed"):
        judge(store, table, 1, verdict, "52 points")
        points = store.deal(table.id, 1).facts["card_points"]
        tell(store, table, {**GARDE, "card_points": points + 1}, 1, phone="ana")
        assert said(store, table) == ("", "")
    assert store.can_undo(table.id).before["deal"]["why"] == "52 points"


def test_who_saves_a_deal_as_it_was_told_takes_nothing_off(store, table):
    judge(store, table)
    before = store.version(table.id)
    tell(store, table, GARDE, 1, phone="ana")
    assert (store.version(table.id), said(store, table)) == (before, ("confirmed", ""))


def test_a_verdict_disturbs_nobody_who_corrects_the_deal_meanwhile(store, table):
    seen = store.deal(table.id, 1).revision
    judge(store, table)
    tell(store, table, PRISE, 1, revision=seen, phone="ana")
    assert said(store, table) == ("", "")


def test_what_was_corrected_meanwhile_is_not_confirmed_unseen(store, table):
    seen = store.deal(table.id, 1).revision
    tell(store, table, PRISE, 1, phone="ana")
    assert conflict(judge, store, table, revision=seen).facts == PRISE
    assert said(store, table) == ("", "")


def test_a_deal_that_is_gone_or_half_told_is_not_judged(store, table):
    half(store, table, {"declarer": "1"})
    delete(store, table, 1)
    for number in (1, 2):
        conflict(judge, store, table, number)
    with pytest.raises(NotThere):
        store.judge(table.id, 9, "confirmed", revision=1, key=None, phone="bo")


def test_of_two_phones_that_confirm_at_once_one_does_and_none_is_refused(store, table):
    with ThreadPoolExecutor(2) as phones:
        confirm = lambda phone: judge(store, table, phone=phone, revision=1)  # noqa: E731
        list(phones.map(confirm, ["bo", "chi"]))
    assert [one.kind for one in store.changes(table.id)] == ["confirm", "tell", "open"]


def test_a_verdict_that_arrives_twice_is_one(store, table):
    how = {"verdict": "disputed", "why": "no", "key": "form"}
    first, again = (judge(store, table, **how) for _ in range(2))
    assert again == first
    assert [one.kind for one in store.changes(table.id)] == ["dispute", "tell", "open"]


@pytest.mark.parametrize("verdict", ["confirmed", "disputed"])
def test_a_verdict_is_taken_back_and_said_again(store, table, verdict):
    judge(store, table, 1, verdict, "so")
    after = said(store, table)
    undo(store, table)
    assert said(store, table) == ("", "")
    redo(store, table)
    assert said(store, table) == after
    undo(store, table)
    undo(store, table)
    assert store.deals(table.id) == []
    for _ in range(2):
        redo(store, table)
    assert said(store, table) == after
    assert sound(store, table)


def test_a_corrected_deal_comes_back_with_what_was_said_of_it(store, table):
    judge(store, table)
    change = tell(store, table, PRISE, 1, phone="ana").change
    store.restore(table.id, change, key=None, phone="chi")
    assert said(store, table) == ("confirmed", "")
    undo(store, table)
    undo(store, table)
    assert said(store, table) == ("confirmed", "")


def test_a_deal_deleted_and_brought_back_is_still_confirmed(store, table):
    judge(store, table)
    delete(store, table, 1)
    undo(store, table)
    assert said(store, table) == ("confirmed", "")


def test_a_change_kept_before_there_were_verdicts_says_none(store, table):
    """Old entries of the history do not have the two columns."""
    tell(store, table, PRISE, 1, phone="ana")
    store.db.execute("DROP TRIGGER changes_are_not_updated")
    bare = "json_remove(before, '$.deal.verdict', '$.deal.why')"
    store.db.execute(f"UPDATE changes SET before = {bare} WHERE kind = 'correct'")
    judge(store, table)
    change = next(one.id for one in store.changes(table.id) if one.kind == "correct")
    store.restore(table.id, change, key=None, phone="ana")
    assert said(store, table) == ("", "")
