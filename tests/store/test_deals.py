"""A deal, half a deal, a forgotten one, one too many: what comes out, who deals next."""

import pytest
from kept import (
    ANA,
    BO,
    CHI,
    DEE,
    GARDE,
    PASSED,
    PRISE,
    conflict,
    dealers,
    delete,
    half,
    numbers,
    opened,
    refused,
    sound,
    tell,
    totals,
)
from laws import saved_points

from companion.store import Opening, replay


def test_a_deal_told_is_kept_with_what_comes_out_of_it(store):
    table = opened(store)
    saved = tell(store, table, GARDE, note=" petit chassé ")
    deal = store.deal(table.id, saved.number)
    assert (deal.facts, deal.note) == (GARDE, "petit chassé")
    assert (deal.outcome, deal.kind) == ("won", "garde")
    assert (deal.number, deal.place, deal.revision, deal.dealer) == (1, 1, 1, ANA)
    assert totals(store, table) == [198, -66, -66, -66]
    assert saved_points(store, table.id) == {1: (396, -132, -132, -132)}


def test_facts_are_kept_as_the_codec_writes_them(store):
    table = opened(store)
    tell(store, table, {**GARDE, "card_points": 49.0, "partner": None, "poignees": []})
    assert store.deal(table.id, 1).facts == {**GARDE, "partner": None}


def test_roles_are_kept_beside_the_points(store):
    table = opened(store)
    tell(store, table, PRISE)
    roles = store.db.execute("SELECT role FROM scores ORDER BY seat").fetchall()
    assert roles == [("defence",), ("declarer",), ("defence",), ("defence",)]


def test_a_correction_changes_all_totals_after_it(store):
    table = opened(store)
    tell(store, table, GARDE)
    tell(store, table, PRISE)
    assert totals(store, table) == [234, -174, -30, -30]
    tell(store, table, {**GARDE, "card_points": 40}, 1)
    assert totals(store, table) == [-156 + 36, 52 - 108, 52 + 36, 52 + 36]
    assert store.deal(table.id, 1).revision == 2
    assert sound(store, table)


def test_who_dealt_has_to_sit_there(store):
    assert refused(tell, store, opened(store), dealer=4) == "dealer"


def test_the_deal_passes_to_the_right(store):
    table = opened(store, dealer=CHI)
    for _ in range(3):
        tell(store, table)
    assert dealers(store, table) == [CHI, DEE, ANA]
    assert replay(store.table(table.id), store.deals(table.id)).next_dealer == BO


@pytest.mark.parametrize(("option", "then"), [("same", ANA), ("next", BO)])
def test_a_passed_deal_follows_its_option(store, option, then):
    table = opened(store, rules={"all_pass_dealer": option})
    tell(store, table, PASSED)
    tell(store, table, GARDE)
    assert dealers(store, table) == [ANA, then]
    assert store.deal(table.id, 1).outcome == "passed"


def test_correcting_who_dealt_moves_no_other_dealer(store):
    table = opened(store)
    for _ in range(3):
        tell(store, table)
    tell(store, table, GARDE, 2, dealer=DEE)
    assert dealers(store, table) == [ANA, DEE, CHI]
    tell(store, table, PRISE, 2)
    assert dealers(store, table) == [ANA, DEE, CHI]


def test_with_one_name_more_than_seats_the_dealer_sits_out(store):
    table = opened(store, "Ana", "Bo", "Chi", "Dee", "Eve", at_once=4)
    tell(store, table, {**GARDE, "declarer": "1"})
    assert saved_points(store, table.id) == {1: (0, 396, -132, -132, -132)}
    assert refused(tell, store, table, {**GARDE, "declarer": "1"}) == "declarer"
    assert [seat.people[0].deals for seat in store.table(table.id).seats] == [0, 1, 1, 1, 1]
    assert store.db.execute("SELECT role FROM scores WHERE seat = 0").fetchone() == ("sits_out",)


def test_a_forgotten_deal_goes_before_another(store):
    table = opened(store)
    for _ in range(3):
        tell(store, table)
    assert tell(store, table, PRISE, before=2).number == 4
    assert numbers(store, table) == [1, 4, 2, 3]
    assert dealers(store, table) == [ANA, BO, BO, CHI]
    assert store.deal(table.id, 4).place == 2
    assert sound(store, table)


def test_a_forgotten_deal_is_the_same_one_whatever_was_deleted_behind_it(store):
    """Sent once more, long after its answer was lost: it is not told twice."""
    table = opened(store)
    for before in (None, None, None, 3, 3):
        tell(store, table, before=before)
    delete(store, table, 5)
    assert conflict(tell, store, table, PRISE, 4, before=3, revision=0).number == 4
    assert numbers(store, table) == [1, 2, 4, 3]


def test_there_is_always_room_for_one_more_forgotten_deal(store):
    table = opened(store)
    tell(store, table)
    for _ in range(60):
        tell(store, table, before=1)
    for number in range(2, 62):
        tell(store, table, before=number)
    between = [n for pair in zip(range(62, 122), range(2, 62), strict=True) for n in pair]
    assert numbers(store, table) == [*between, 1]


def test_a_deleted_deal_leaves_its_place_and_its_number(store):
    table = opened(store)
    for facts in (GARDE, PRISE, GARDE):
        tell(store, table, facts)
    delete(store, table, 2)
    assert numbers(store, table) == [1, 3]
    assert totals(store, table) == [396, -132, -132, -132]
    assert store.deal(table.id, 2).state == "deleted"
    assert tell(store, table).number == 4
    assert conflict(delete, store, table, 2).state == "deleted"
    assert sound(store, table)


def test_a_deleted_deal_told_again_is_where_it_was(store):
    table = opened(store)
    for _ in range(3):
        tell(store, table)
    delete(store, table, 2)
    tell(store, table, PRISE, 2, revision=2)
    assert numbers(store, table) == [1, 2, 3]
    assert sound(store, table)


def test_half_a_deal_is_in_no_total_and_keeps_the_turn(store):
    table = opened(store)
    tell(store, table)
    half(store, table, {"declarer": "2", "contract": "garde_sans"})
    found = store.table(table.id)
    assert (found.deals, found.half, found.next_number) == (1, True, 3)
    assert totals(store, table) == [198, -66, -66, -66]
    assert list(saved_points(store, table.id)) == [1]
    assert replay(found, store.deals(table.id)).next_dealer == BO
    assert store.deal(table.id, 2).outcome == "half"


def test_who_deals_half_a_deal_deals_next(store):
    table = opened(store)
    half(store, table, {"declarer": "2"}, dealer=DEE)
    assert replay(store.table(table.id), store.deals(table.id)).next_dealer == DEE


def test_half_a_deal_is_looked_at_by_its_game(store):
    table = store.open_table(Opening("plateau", ["Ana", "Bo", "Chi", "Dee"]), key=None, phone="")
    nowhere = {"board": {"declarer": ["QX"], "defence": []}}
    assert refused(half, store, table, nowhere).startswith("board")


def test_half_a_deal_is_told_further_and_in_full(store):
    table = opened(store)
    half(store, table, {"declarer": "0"})
    half(store, table, {"declarer": "0", "contract": "garde"}, 1)
    assert store.deal(table.id, 1).revision == 2
    tell(store, table, GARDE, 1)
    assert (store.deal(table.id, 1).state, store.deal(table.id, 1).revision) == ("told", 3)
    assert totals(store, table) == [198, -66, -66, -66]
    assert [one.kind for one in store.changes(table.id)] == ["tell", "half", "half", "open"]


def test_half_a_deal_is_the_last_one(store):
    table = opened(store)
    tell(store, table)
    half(store, table, {"declarer": "0"})
    assert conflict(half, store, table, {"declarer": "1"}).number == 2
    assert conflict(tell, store, table, GARDE).number == 2
    assert conflict(half, store, table, {"declarer": "1"}, 1).state == "told"
    assert refused(half, store, table, {"declarer": "1"}, before=1) == "before"
    assert tell(store, table, PRISE, before=2).number == 3
    assert numbers(store, table) == [1, 3, 2]


def test_facts_told_so_far_are_checked_each_by_itself(store):
    table = opened(store)
    assert refused(half, store, table, {"declarer": "4"}) == "declarer"
    assert refused(half, store, table, {"trumps": 3}) == "trumps"
    assert refused(half, store, table, {"oudlers": 4}) == "oudlers"


def test_half_a_deal_is_dropped(store):
    table = opened(store)
    half(store, table, {"declarer": "0"})
    delete(store, table, 1)
    assert store.deals(table.id) == []
    assert tell(store, table).number == 2


def test_the_planned_number_ends_the_game(store):
    table = opened(store, rules={"deals": 2})
    for facts in (GARDE, PASSED):
        tell(store, table, facts)
    assert not store.table(table.id).over
    tell(store, table, PRISE)
    assert store.table(table.id).over
    delete(store, table, 1)
    assert not store.table(table.id).over
