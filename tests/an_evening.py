"""An evening of two games with all that an evening's file can hold, for the tests of files."""

from __future__ import annotations

from collections.abc import Sequence

from companion.store import DrawnTable, Opening, Store

TAROT = ["Ana", "Bo", "Chloé", "=1+1"]
TAMALOU = ["Zoé", "由紀"]
UID = "e" * 32


def open_evening(store: Store) -> None:
    """Opens evening 1: at position 1 tables 1 and 2 play; position 2 is drawn."""
    asked = {"key": None, "phone": ""}
    games = {"tarot": {"deals": 2}, "tamalou": {"deals": 2}}
    store.open_evening("Café, vendredi", "2026-11-20", "Le Coin", games, 250, uid=UID, **asked)
    store.check_in(1, TAROT, "tarot", **asked)
    store.check_in(1, [*TAMALOU, "Late"], "tamalou", **asked)
    of = {one.name: one.player for one in store.attendances(1)}
    store.attend(1, of["Ana"], phone="", paid=True)
    store.attend(1, of["Late"], phone="", here=False, fee=0)
    store.wish(1, of["Ana"], of["Bo"], False, phone="")
    store.adjust(1, of["Bo"], "tarot", -20, "late; twice", **asked)
    store.adjust(1, of["Ana"], "", 15, "by mistake", **asked)
    store.take_back_adjustment(1, 2, True, phone="")
    four, two = (tuple(of[name] for name in names) for names in (TAROT, TAMALOU))
    tables = [DrawnTable(1, "tarot", four), DrawnTable(2, "tamalou", two)]
    store.keep_draw(1, 1, tables, [of["Late"]], **asked)
    store.publish(1, 1, **asked)
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", four[::-1])], [*two], **asked)
    _play(store)
    store.change_evening(1, shown=1, planned=3, profile="excel-fr", **asked)


def _play(store: Store) -> None:
    asked = {"revision": 0, "key": None, "phone": ""}
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49.5}
    store.save_deal(1, 1, garde, **asked)
    store.save_deal(1, 2, {"passed": True}, **asked)
    store.save_deal(2, 1, {"caller": "0", "hands": {"0": 3, "1": 12}}, **asked)
    store.close_table(1, key=None, phone="")


def open_here(store: Store, evening_id: int, game: str, names: Sequence[str], **how) -> int:
    """Opens a table of an evening without a draw, by the evening's rules for the game."""
    rules = store.evening(evening_id).games[game]
    return store.open_there(evening_id, Opening(game=game, names=names, rules=rules), **how)
