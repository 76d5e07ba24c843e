"""Writes a small database of this release as text. Call it before a migration is added:

python tests/released/make.py > tests/released/m00N.sql
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from pathlib import Path

from companion.store import DrawnTable, Opening, Store, Where, migrate

FOUR = ["Ana", "Bo", "Chi", "Dana"]
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
PRISE = {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 40}
BRIDGE = {"declarer": "0", "partners": ["1"], "talon": "exchange", "objective": "y", "made": True}
HANDS = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20}}
HOW = {"key": None, "phone": "a" * 64}


def fill(store: Store) -> None:
    """A table of each game, with all that can be done at one."""
    tarot = store.open_table(
        Opening("tarot", FOUR, {"preset": "table"}), key="opened", phone="a" * 64
    )
    for number, facts in enumerate((GARDE, PRISE, {"passed": True}, GARDE), 1):
        store.save_deal(tarot.id, number, facts, revision=0, note=f"n° {number}", **HOW)
    store.save_deal(tarot.id, 2, {**PRISE, "declarer": "2"}, revision=1, **HOW)
    store.delete_deal(tarot.id, 4, revision=1, **HOW)
    store.undo(tarot.id, **HOW)
    store.delete_deal(tarot.id, 3, revision=1, **HOW)
    store.substitute(tarot.id, 3, "Zoé", **HOW)
    store.save_deal(tarot.id, 5, GARDE, revision=0, **HOW)
    store.keep_half(tarot.id, 6, {"declarer": "3"}, revision=0, **HOW)
    plateau = store.open_table(Opening("plateau", FOUR), **HOW)
    store.save_deal(plateau.id, 1, BRIDGE, revision=0, **HOW)
    tamalou = store.open_table(Opening("tamalou", FOUR[:3]), **HOW)
    store.save_deal(tamalou.id, 1, HANDS, revision=0, **HOW)
    store.close_table(tamalou.id, **HOW)
    store.open_table(Opening("tarot", ["Xu", "Yan", "Zoé"]), **HOW)
    store.delete_table(4, **HOW)
    store.name_phone("a" * 64, "Ana’s phone")


def fill_evening(store: Store) -> None:
    """An evening of a season: position 1 is played at tables 5 and 6 and closed, 2 is drawn."""
    games = {"tarot": {"deals": 3}, "tamalou": {"limit": 60}}
    season = store.open_season("Autumn", **HOW)
    store.change_season(season.id, "Autumn", 2, **HOW)
    store.open_evening("Friday", "2026-11-20", "Le Coin", games, 250, 4, **HOW)
    store.change_evening(1, season_id=season.id, corrects="last", profile="excel-fr", **HOW)
    store.check_in(1, ["Hal", "Ida", "Jo", "Kim"], "tarot", **HOW)
    store.check_in(1, ["Max", "Ninon", "Oda", "Late"], "tamalou", fees=[None, 100], **HOW)
    of = {one.name: one.player for one in store.attendances(1)}
    store.attend(1, of["Hal"], paid=True, phone="")
    store.attend(1, of["Late"], here=False, phone="")
    store.wish(1, of["Hal"], of["Ida"], False, phone="")
    four = tuple(of[name] for name in ("Hal", "Ida", "Jo", "Kim"))
    three = tuple(of[name] for name in ("Max", "Ninon", "Oda"))
    drawn = [DrawnTable(1, "tarot", four), DrawnTable(2, "tamalou", three)]
    store.keep_draw(1, 1, drawn, [of["Late"]], wanted={"tarot": 4}, **HOW)
    store.publish(1, 1, ends_at="2026-11-20T21:00:00+00:00", **HOW)
    play(store)
    store.close_position(1, 1, phone="")
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", four[::-1])], three, **HOW)
    store.adjust(1, of["Ida"], "tarot", -40, "late; twice", **HOW)
    store.adjust(1, of["Max"], "", 15, "by mistake", **HOW)
    store.take_back_adjustment(1, 2, True, phone="")
    store.change_evening(1, shown=1, **HOW)


def play(store: Store) -> None:
    """Plays it: three deals of tarot, the last with a substitute, one disputed; one of Tamalou."""
    for number, facts in enumerate((GARDE, PRISE), 1):
        store.save_deal(5, number, facts, revision=0, **HOW)
    store.substitute(5, 3, "Lou", **HOW)
    store.save_deal(5, 3, GARDE, revision=0, **HOW)
    judge = {"revision": 1, "key": None, "phone": "b" * 64}
    store.judge(5, 1, "confirmed", **judge)
    store.judge(5, 2, "disputed", "41?", **judge)
    store.close_table(5, **HOW)
    store.save_deal(6, 1, HANDS, revision=0, **HOW)
    store.call(6, True, **HOW)


def fill_people(store: Store) -> None:
    """A deal moved between two tables; people renamed and merged; links renewed, phones let in."""
    for names in (["Pia", "Quin", "Rose", "Sam"], ["Tim", "Uma", "Val", "Wim"]):
        store.open_table(Opening("tarot", names), **HOW)
    store.save_deal(7, 1, GARDE, revision=0, **HOW)
    store.move_deal(7, 1, 8, {seat: seat for seat in range(4)}, revision=1, **HOW)
    store.open_table(Opening("tarot", ["Nina", "Xaver", "Yves"]), **HOW)
    of = {name: store.player_called(name) or 0 for name in ("Ninon", "Nina", "Xaver")}
    store.merge(of["Ninon"], of["Nina"], **HOW)
    store.rename_player(of["Xaver"], "Xavier", **HOW)
    store.renew_link("score", Where(None, 1, 1), but="", phone="")
    store.let_in("organise", [Where(None, 1)], token="c" * 64, was="", phone="a" * 64)
    store.let_in("score", [Where(None, 1, 1)], token="d" * 64, was="", phone="b" * 64)


def main() -> None:
    """Prints it."""
    with tempfile.TemporaryDirectory() as folder:
        migrate(Path(folder, "companion.db"))
        with closing(Store(Path(folder, "companion.db"))) as store:
            for part in (fill, fill_evening, fill_people):
                part(store)
            sys.stdout.write("\n".join(store.db.conn.iterdump()) + "\n")


if __name__ == "__main__":
    main()
