"""What a table agrees, where it is found again; a sheet brought in whole."""

import pytest
from kept import (
    ANA,
    BO,
    CHI,
    DEE,
    GARDE,
    PRISE,
    dealers,
    half,
    numbers,
    opened,
    refused,
    shares,
    sound,
    tell,
    totals,
)

from companion.store import Deleted, Opening, Substitute, Telling, ToldTable

HOW = {"key": None, "phone": ""}
UID = "5f0c6c1f0a3e4b7c9d2e8a4b1c6d7e8f"


def test_every_option_is_kept_with_the_table(store):
    assert opened(store, rules={"preset": "fft", "deals": 8}).rules == {
        "preset": "fft",
        "slam_settlement": "per_opponent",
        "half_points": "to_winner",
        "all_pass_dealer": "next",
        "petit_sec_voids": True,
        "poignee_values": [20, 30, 40],
        "misere": 0,
        "deals": 8,
    }


@pytest.mark.parametrize(
    ("names", "agreed", "field"),
    [
        ("Ana Bo", {}, "players"),
        ("Ana Bo Chi Dee Eve Fay", {}, "players"),
        ("Ana Bo ANA", {}, "players"),
        (f"Ana Bo {'x' * 31}", {}, "players[2]"),
        ("Ana B\x07o Chi", {}, "players[1]"),
        ("Ana Bo Chi", {"rules": {"deals": -1}}, "rules.deals"),
        ("Ana Bo Chi", {"rules": {"trumps": 1}}, "rules.trumps"),
        ("Ana Bo Chi Dee Eve", {"at_once": 3}, "seats"),
        ("Ana Bo Chi", {"dealer": 3}, "dealer"),
        ("Ana Bo Chi", {"start": [1, 2]}, "start"),
        ("Ana Bo Chi", {"about": {"colour": "red"}}, "colour"),
        ("Ana Bo Chi", {"uid": "no"}, "id"),
    ],
)
def test_what_cannot_be_agreed_opens_no_table(store, names, agreed, field):
    assert refused(opened, store, *names.split(" "), **agreed) == field
    assert store.tables("open") == []
    assert store.names() == []


def test_a_game_looks_at_the_totals_that_are_carried_over(store):
    tamalou, whist = (Opening(game, ["Ana", "Bo"], start=[100, 0]) for game in ("tamalou", "whist"))
    assert refused(store.open_table, tamalou, **HOW) == "start.Ana"
    assert refused(store.open_table, whist, **HOW) == "game"


def test_totals_are_carried_over(store):
    table = opened(store, start=[100, -100, 0, 0])
    tell(store, table)
    assert store.table(table.id).totals == (496, -232, -132, -132)
    assert shares(store, table, ANA) == [("Ana", 198, 1)]


def test_the_sheet_that_totals_are_carried_over_from_is_closed_in_the_same_moment(store):
    table = opened(store)
    opening, asked = Opening("tarot", table.names, goes_on=table.id), {"closes": True, "phone": ""}
    goes_on = store.open_table(opening, key="once", **asked)
    assert store.table(table.id).closed_at == goes_on.opened_at
    assert refused(store.open_table, opening, key="other", **asked) == "source"
    assert store.open_table(opening, key="once", **asked) == goes_on


def test_one_person_whatever_the_case(store):
    opened(store, "Ana", "Bo", "Élodie")
    table = opened(store, "ANA", "bo", "E\u0301LODIE")
    assert table.names == ("Ana", "Bo", "Élodie")


def test_the_last_to_be_seated_are_proposed_first(store):
    opened(store, "Ana", "Bo", "Chi")
    opened(store, "Xia", "Bo", "Zoe")
    assert store.names(4) == ["Bo", "Xia", "Zoe", "Ana"]


def test_who_sat_only_at_a_deleted_table_is_not_proposed(store):
    table = opened(store, "Anna", "Bo", "Chi")
    opened(store, "Ana", "Bo", "Chi")
    store.delete_table(table.id, **HOW)
    assert sorted(store.names()) == ["Ana", "Bo", "Chi"]


def test_tables_are_found_by_title_and_by_whoever_sat_there(store):
    first = opened(store, "Ana", "Élodie", "Chi", about={"title": "Jeudi soir"})
    second = opened(store, "Xia", "Yan", "Zoe")
    tell(store, second)
    store.substitute(second.id, 0, "Gaël", **HOW)

    def found(text):
        return [table.id for table in store.tables("open", text)]

    assert found("") == [second.id, first.id]
    assert found("JEUDI") == found("elodie") == [first.id]
    assert found(" gael ") == found("xi") == [second.id]
    assert found("%") == []


def test_open_closed_and_deleted_tables_are_apart(store):
    first, second, third = (opened(store) for _ in range(3))
    store.close_table(first.id, **HOW)
    store.delete_table(third.id, **HOW)
    assert [table.id for table in store.tables("open")] == [second.id]
    assert [table.id for table in store.tables("closed")] == [first.id]
    assert store.table(third.id).deleted_at
    store.reopen_table(first.id, **HOW)
    assert [table.id for table in store.tables("open")] == [first.id, second.id]


def test_a_deleted_table_is_told_nothing(store):
    table = opened(store)
    store.delete_table(table.id, **HOW)
    with pytest.raises(Deleted):
        tell(store, table)


def test_this_phones_last_table_is_proposed(store):
    opened(store, phone="mine")
    mine = opened(store, rules={"preset": "fft"}, phone="mine")
    opened(store, phone="other")
    agreed = {"tarot": {"deals": 4}}
    store.open_evening("Friday", "2026-11-20", "", agreed, key=None, phone="mine")
    there = Opening("tarot", ["Fay", "Gil", "Hal"], agreed["tarot"])
    store.open_there(1, there, key=None, phone="mine")  # which is no choice of a phone's
    assert store.opened_last("mine", "tarot") == mine
    assert store.opened_last("mine", "tamalou") is None
    assert store.opened_last("", "tarot") is None


def test_seats_and_options_change_until_the_first_deal(store):
    table = opened(store, start=[1, 2, 3, 4])
    names = ["Bo", "Ana", "Chi", "Dee", "Eve"]
    store.agree_table(
        table.id, {"names": names, "at_once": 4, "dealer": BO, "rules": {"misere": 10}}, **HOW
    )
    found = store.table(table.id)
    assert (found.names, found.start) == (tuple(names), (2, 1, 3, 4, 0))
    assert (found.at_once, found.dealer, found.rules["misere"]) == (4, BO, 10)
    half(store, table, {"contract": "garde"})
    for what, field in [("names", "players"), ("rules", "rules"), ("dealer", "dealer")]:
        told = {"names": names[:4], "rules": {}, "dealer": 0}[what]
        assert refused(store.agree_table, table.id, {what: told}, **HOW) == field
    assert store.table(table.id).about == {}
    store.describe_table(table.id, {"note": "louder"}, **HOW)
    store.describe_table(table.id, {"title": "Jeudi"}, **HOW)
    assert store.table(table.id).about == {"title": "Jeudi", "note": "louder"}


def test_what_never_scores_changes_at_any_time_and_can_be_taken_back(store):
    table = store.open_table(Opening("tamalou", ["Ana", "Bo"], {"kamikaze": False}), **HOW)
    store.save_deal(table.id, 1, {"caller": "0", "hands": {"0": 3, "1": 12}}, revision=0, **HOW)
    new = {**table.rules, "card_values": {"joker": 20}, "jokers": 2}
    store.agree_table(table.id, {"rules": new}, **HOW)
    found = store.table(table.id)
    assert (found.rules, found.totals) == (new, (0, 12))
    store.undo(table.id, **HOW)
    assert store.table(table.id).rules == table.rules


@pytest.mark.parametrize("what", [{"rules": {"jokers": 2, "limit": 150}}, {"names": ["Bo", "Ana"]}])
def test_what_scores_is_fixed_from_the_first_deal_on(store, what):
    table = store.open_table(Opening("tamalou", ["Ana", "Bo"]), **HOW)
    store.keep_half(table.id, 1, {"caller": "0"}, revision=0, **HOW)
    field = {"rules": "rules", "names": "players"}[next(iter(what))]
    assert refused(store.agree_table, table.id, what, **HOW) == field


def test_one_more_name_before_the_first_deal_plays_too(store):
    table = opened(store)
    store.agree_table(table.id, {"names": ["Ana", "Bo", "Chi", "Dee", "Eve"]}, **HOW)
    assert store.table(table.id).at_once == 5


def test_whoever_dealt_first_and_is_gone_deals_no_more(store):
    table = opened(store, dealer=DEE)
    store.agree_table(table.id, {"names": ["Ana", "Bo", "Chi"]}, **HOW)
    assert store.table(table.id).dealer == ANA


def test_nothing_changed_is_no_change(store):
    table = opened(store)
    store.agree_table(table.id, {"names": table.names, "rules": table.rules}, **HOW)
    store.reopen_table(table.id, **HOW)
    assert store.table(table.id) == table


SHEET = Opening(game="tarot", names=["Ana", "Bo", "Chi", "Dee"], rules={}, about={"title": "Mai"})


def brought(store, *deals, uid=UID, **more):
    (table,) = store.import_tables([ToldTable("import", SHEET, uid, deals, **more)], **HOW)
    return store.table(table)


def test_what_an_earlier_release_brought_in_alone_is_not_brought_in_twice(store):
    asked = [ToldTable("import", SHEET, None)]
    (table,) = store.import_tables(asked, key="once", phone="")
    kept = store.db.execute("UPDATE request_keys SET answer = ?", [f'{{"table_id": {table}}}'])
    assert kept.rowcount == 1
    assert store.import_tables(asked, key="once", phone="") == [table]


def test_a_sheet_is_brought_in_whole(store):
    table = brought(
        store,
        Telling(facts=GARDE, told_at="2026-05-01T20:00:00+02:00"),
        Telling(facts=PRISE, dealer=DEE, note="late"),
        Telling(facts={"declarer": "0"}, half=True),
        substitutes=[Substitute(place=2, seat=ANA, name="Eve")],
        closed=True,
    )
    assert (table.uid, table.title, table.deals, table.half) == (UID, "Mai", 2, True)
    assert table.closed_at
    assert dealers(store, table) == [ANA, DEE, ANA]
    assert shares(store, table, ANA) == [("Ana", 198, 1), ("Eve", 36, 1)]
    assert totals(store, table) == [234, -174, -30, -30]
    assert store.deal(table.id, 1).told_at == "2026-05-01T18:00:00+00:00"
    assert [one.kind for one in store.changes(table.id)] == ["import"]
    assert store.can_undo(table.id) is None
    assert sound(store, table)


def test_a_sheet_goes_on_where_it_was_left(store):
    table = brought(store, Telling(facts=GARDE), Telling(facts={"declarer": "0"}, half=True))
    tell(store, table, PRISE, 2)
    tell(store, table, GARDE, before=1)
    assert numbers(store, table) == [3, 1, 2]
    assert sound(store, table)


@pytest.mark.parametrize(
    ("deals", "field"),
    [
        ([GARDE, {**GARDE, "oudlers": 4}], "oudlers"),
        ([GARDE, {**GARDE, "partner": "1"}], "partner"),
    ],
)
def test_a_sheet_that_cannot_be_brings_in_nothing(store, deals, field):
    tellings = [Telling(facts=facts) for facts in deals]
    assert refused(brought, store, *tellings) == (1, field)
    assert store.table_by_uid(UID) is None
    assert store.names() == []


def test_only_the_last_deal_of_a_sheet_is_half_told(store):
    tellings = [Telling(facts={"declarer": "0"}, half=True), Telling(facts=GARDE)]
    assert refused(brought, store, *tellings) == (0, "half")


def test_nobody_sits_down_after_the_end_of_a_sheet(store):
    late = [Substitute(place=3, seat=CHI, name="Eve")]
    assert refused(brought, store, Telling(facts=GARDE), substitutes=late) == "deal"


def test_a_sheet_that_is_here_is_not_brought_in_again(store):
    brought(store, Telling(facts=GARDE))
    assert refused(brought, store, Telling(facts=PRISE)) == "id"


def test_a_table_is_known_by_its_id(store):
    table = brought(store, Telling(facts=GARDE), uid=UID.upper())
    assert table.uid == UID
    store.delete_table(table.id, **HOW)
    assert store.table_by_uid(UID.upper()).id == table.id
    assert store.table_by_uid("0" * 32) is None


def test_a_word_that_is_typed_again_and_again_is_looked_for_once(store):
    """Forty kilobytes of one letter held the host for seconds."""
    table, looked = opened(store), []
    store.close_table(table.id, **HOW)

    def loosely(text):
        looked.append(text)
        return str(text).lower()

    store.db.conn.create_function("loosely", 1, loosely)
    assert [one.id for one in store.tables("closed", "ana BO " * 500)] == [table.id]
    assert len(looked) < 20
