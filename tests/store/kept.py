"""Tables and deals made for a test of the store, as a phone would make them."""

import pytest
from laws import saved_points

from companion.games import GAMES
from companion.games.message import InvalidDeal
from companion.store import Conflict, Opening, replay

# Garde, two oudlers, 49 points: (49 - 41 + 25) x 2 = 66 from each (rules/tarot.md).
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
# Prise, one oudler, 40 points: failed by 11, 36 to each.
PRISE = {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 40}
PASSED = {"passed": True}
ANA, BO, CHI, DEE = range(4)


def opened(store, *names, **agreed):
    """Opens a table of tarot, or of another game, with four friends unless others are named."""
    game = agreed.pop("game", "tarot")
    rules = agreed.pop("rules", {"preset": "table"} if game == "tarot" else {})
    asked = {"key": None, "phone": ""}
    asked |= {name: agreed.pop(name) for name in ("key", "phone", "uid") if name in agreed}
    opening = Opening(game, names or ("Ana", "Bo", "Chi", "Dee"), rules, **agreed)
    return store.open_table(opening, **asked)


def tell(store, table, facts=GARDE, number=None, **how):
    """Tells the next deal, or the one of a number, as somebody who has just looked at it."""
    return _write(store.save_deal, store, table, facts, number, how)


def half(store, table, facts, number=None, **how):
    return _write(store.keep_half, store, table, facts, number, how)


def _write(write, store, table, facts, number, how):
    found = {one.number: one for one in store.deals(table.id)}.get(number)
    asked = {"revision": found.revision if found else 0, "key": None, "phone": "", **how}
    number = store.table(table.id).next_number if number is None else number
    return write(table.id, number, facts, **asked)


def delete(store, table, number, **how):
    asked = {"revision": store.deal(table.id, number).revision, "key": None, "phone": "", **how}
    return store.delete_deal(table.id, number, **asked)


def undo(store, table, **how):
    return store.undo(table.id, **{"key": None, "phone": "", **how})


def redo(store, table, **how):
    return store.redo(table.id, **{"key": None, "phone": "", **how})


def totals(store, table):
    """One total a seat in whole points, as people read them."""
    return [n // GAMES[table.game].scale for n in store.table(table.id).totals]


def numbers(store, table):
    """The numbers of the deals that are there, in play order."""
    return [deal.number for deal in store.deals(table.id)]


def ending(store, table):
    """The argument by which somebody who has just looked at the table lets the game end there."""
    return {"ends": store.table(table.id).version}


def dealers(store, table):
    return [deal.dealer for deal in store.deals(table.id)]


def sound(store, table):
    """Whether every number that is stored is the one that comes out of the facts."""
    kept, deals = store.table(table.id), store.deals(table.id)
    replayed = replay(kept, deals)
    told = [deal.number for deal in deals if deal.state == "told"]
    points = [one.points(len(kept.seats)) for one in replayed.told]
    return (
        saved_points(store, table.id) == dict(zip(told, points, strict=True))
        and kept.totals == replayed.standings[-1].totals
        and kept.over == replayed.standings[-1].over
        and kept.deals == len(told)
        and [deal.place for deal in deals] == list(range(1, len(deals) + 1))
    )


def refused(call, *told, **how):
    """The field that a refusal names; with the deal (from 0) where it is one of many."""
    with pytest.raises(InvalidDeal) as error:
        call(*told, **how)
    field, deal = error.value.field, error.value.deal
    return field if deal is None else (deal, field)


def conflict(call, *told, **how):
    """The deal with which a call is in conflict: that of whoever was first."""
    with pytest.raises(Conflict) as error:
        call(*told, **how)
    return error.value.deal


def shares(store, table, seat):
    """Who sat in a seat, in order: name, whole points that they brought it, over how many deals."""
    people = store.table(table.id).seats[seat].people
    return [(one.name, one.total // 2, one.deals) for one in people]


def answer(store, key):
    """The answer to a form with this one-time key, as JSON; None: none has come."""
    find = "SELECT answer FROM request_keys WHERE key BETWEEN ? || ' ' AND ? || '!'"
    found = store.db.execute(find, [key, key]).fetchone()
    return found and found[0]
