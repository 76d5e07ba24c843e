"""Writes a small database of this release as text. Before a migration is added to a release:

python tests/released/make.py > tests/released/m00N.sql
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from pathlib import Path

from companion.store import Store, migrate

FOUR = ["Ana", "Bo", "Chi", "Dana"]
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
PRISE = {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 40}
BRIDGE = {"declarer": "0", "partners": ["1"], "talon": "exchange", "objective": "y", "made": True}
HANDS = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20}}
HOW = {"key": None, "phone": "a" * 64}


def fill(store: Store) -> None:
    """A table of each game, and what may have been done at one."""
    tarot = store.open_table("tarot", FOUR, {"preset": "table"}, key="opened", phone="a" * 64)
    for number, facts in enumerate((GARDE, PRISE, {"passed": True}, GARDE), 1):
        store.save_deal(tarot.id, number, facts, revision=0, note=f"n° {number}", **HOW)
    store.save_deal(tarot.id, 2, {**PRISE, "declarer": "2"}, revision=1, **HOW)
    store.delete_deal(tarot.id, 4, revision=1, **HOW)
    store.undo(tarot.id, **HOW)
    store.delete_deal(tarot.id, 3, revision=1, **HOW)
    store.substitute(tarot.id, 3, "Zoé", **HOW)
    store.save_deal(tarot.id, 5, GARDE, revision=0, **HOW)
    store.keep_half(tarot.id, 6, {"declarer": "3"}, revision=0, **HOW)
    plateau = store.open_table("plateau", FOUR, {}, **HOW)
    store.save_deal(plateau.id, 1, BRIDGE, revision=0, **HOW)
    tamalou = store.open_table("tamalou", FOUR[:3], {}, **HOW)
    store.save_deal(tamalou.id, 1, HANDS, revision=0, **HOW)
    store.change_table(tamalou.id, closed=True, **HOW)
    store.open_table("tarot", ["Xu", "Yan", "Zoé"], {}, **HOW)
    store.change_table(4, deleted=True, **HOW)
    store.name_phone("a" * 64, "Ana’s phone")


def main() -> None:
    """Prints it."""
    with tempfile.TemporaryDirectory() as folder:
        migrate(Path(folder, "companion.db"))
        with closing(Store(Path(folder, "companion.db"))) as store:
            fill(store)
            sys.stdout.write("\n".join(store.db.conn.iterdump()) + "\n")


if __name__ == "__main__":
    main()
