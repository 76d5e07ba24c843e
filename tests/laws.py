"""What holds for every table at any time: what is stored is what its facts make."""

from __future__ import annotations

from companion.games import GAMES
from companion.games.base import Agreed, Told
from companion.games.facts import agreed_rules, from_facts, tell, to_facts
from companion.store import Deal, Store, Table

POINTS = """
SELECT d.number, s.points FROM deals d JOIN scores s ON s.deal_id = d.id
WHERE d.table_id = ? ORDER BY d.number, s.seat
"""


def hold(store: Store, table: Table) -> None:
    """Fails if stored points are not what their facts make, or a deal does not make its facts."""
    table = store.table(table.id)
    agreed, points = agreed_at(table), saved_points(store, table.id)
    found = {deal.number: deal for deal in store.deals(table.id) if deal.state == "told"}
    told = {number: _told(agreed, deal) for number, deal in found.items()}
    assert points == {number: one.points(agreed.seats) for number, one in told.items()}
    assert table.totals == agreed.game.tally(list(told.values()), agreed)[-1].totals
    for number, deal in found.items():
        _survives(told[number], deal)


def agreed_at(table: Table) -> Agreed:
    """What this table agreed, read anew from what is stored."""
    game = GAMES[table.game]
    rules = agreed_rules(game, table.rules)
    return Agreed(game, rules, len(table.seats), table.at_once, table.start)


def saved_points(store: Store, table_id: int) -> dict[int, tuple[int, ...]]:
    """The scores saved with each deal, by its number: one number a seat, in seat order."""
    found: dict[int, tuple[int, ...]] = {}
    for number, points in store.db.execute(POINTS, [table_id]):
        found[number] = (*found.get(number, ()), points)
    return found


def _told(agreed: Agreed, deal: Deal) -> Told:
    return tell(agreed, deal.facts, deal.dealer, [str(seat) for seat in range(agreed.seats)])


def _survives(told: Told, deal: Deal) -> None:
    """Fails unless the deal makes these facts, and these facts make the deal."""
    keys = [str(seat) for seat in told.plays]
    facts = to_facts(told.deal, keys)
    assert facts == deal.facts
    assert from_facts(type(told.deal), facts, {key: i for i, key in enumerate(keys)}) == told.deal


def scored(store: Store, table: Table, number: int) -> list[float]:
    """What each seat got in a deal, as people read it."""
    return [n / GAMES[table.game].scale for n in saved_points(store, table.id)[number]]


def totals(store: Store, table: Table) -> list[float]:
    """How the table stands, as people read it."""
    return [n / GAMES[table.game].scale for n in store.table(table.id).totals]
