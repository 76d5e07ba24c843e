"""What was never played: an evening in full swing to try the app, or a season to measure it.

The same each time, by a seed; saved through the store, as if people had told it or brought it in.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from .demo_deals import DEALS
from .store import BroughtTable, DrawnTable, Opening, Store, Telling, ToldTable, Whole, migrate

SEED = 1
FIRST = datetime(2026, 1, 9, 20, tzinfo=UTC)  # a Friday
EVENINGS, PLAYERS, POSITIONS, SEATS = 40, 60, 2, 4
LONG = 83  # deals of a table, and one more at every third: so 1,200 tables have 100,000
CALLED = """
Ana Bo Chi Dana Ève Fay Gil Hugo Inès Jules Kenji Léa
Malo Noé Océane Paul Quentin Rémi Sofia Théo Ugo Violette Wendy Xavier
Yuki Zoé Aïcha Benoît Chloé Didier Élise Farid Gaëlle Hélène Ibrahim Jeanne
Karim Lucie Maël Nadia Olivier Pénélope Quitterie Raphaël Søren Tomás Ursule Véronique
William Ximena Yannick Zélie 由紀 健太 さくら 大輔 Françoise Jean-Luc Þóra Łukasz
"""
NAMES = tuple(CALLED.split())
GAMES = tuple(DEALS)
NOBODY: dict[str, Any] = {"key": None, "phone": ""}  # asked by no form, on no phone


class Demo(NamedTuple):
    """The store of an instance in the making, and the source of chance."""

    store: Store
    chance: random.Random

    def uid(self) -> str:
        """An id, of the evening or a table, that is the same each time."""
        return f"{self.chance.getrandbits(128):032x}"


def make(path: Path, *, season: bool) -> None:
    """Fills a database that has no tables yet; of a season prints how far it is."""
    migrate(path)
    store = Store(path, clock=lambda: FIRST if season else datetime.now(UTC).replace(microsecond=0))
    try:
        demo = Demo(store, random.Random(SEED))
        if season:
            for done in play_season(demo, EVENINGS):
                print(f"\r{done} of {EVENINGS} evenings", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
        else:
            play_evening(demo)
    finally:
        store.close()


def play_season(demo: Demo, evenings: int) -> Iterator[int]:
    """Evenings of two positions with fifteen tables each: 2,500 deals an evening. Yields how many
    are done."""
    season = demo.store.open_season(str(FIRST.year), uid=demo.uid(), **NOBODY).id
    for week in range(evenings):
        demo.store.bring_evening(_evening(demo, week, season), **NOBODY)
        yield week + 1


def _evening(demo: Demo, week: int, season: int) -> Whole:
    begins = FIRST + week * timedelta(days=7)
    drawn = [_drawn(demo) for _ in range(POSITIONS)]
    tables = [
        _played(demo, begins, position, place, *drawn[position - 1][place - 1])
        for position in range(1, POSITIONS + 1)
        for place in range(1, len(drawn[0]) + 1)
    ]
    return Whole(
        evening={
            "uid": demo.uid(),
            "name": f"Friday {week + 1}",
            "date": begins.date().isoformat(),
            "place": "The club",
            "games": {game: {} for game in GAMES},
            "fee": 250,
            "season_id": season,
        },
        closed=True,
        attendances=[
            {"name": name, "game": GAMES[i % 3], "here": True, "fee": 250, "paid": True}
            for i, name in enumerate(NAMES)
        ],
        positions=[_position(number, tables) for number, tables in enumerate(drawn, 1)],
        tables=tables,
    )


def _drawn(demo: Demo) -> list[tuple[str, Sequence[str]]]:
    """Everybody at tables of four, by lot; the games take turns."""
    names = demo.chance.sample(NAMES, PLAYERS)
    fours = [names[i : i + SEATS] for i in range(0, PLAYERS, SEATS)]
    return [(GAMES[i % len(GAMES)], four) for i, four in enumerate(fours)]


def _position(number: int, drawn: Sequence[tuple[str, Sequence[str]]]) -> dict[str, Any]:
    tables = [
        {"place": place, "game": game, "players": list(names)}
        for place, (game, names) in enumerate(drawn, 1)
    ]
    told = {"number": number, "tables": tables, "sits_out": []}
    return told | {"published": True, "ends_at": None, "closed": True}


def _played(
    demo: Demo, begins: datetime, position: int, place: int, game: str, names: Sequence[str]
) -> BroughtTable:
    """A table that was played to its end and closed."""
    deals = LONG + (place % 3 == 1)
    about = {"date": begins.date().isoformat(), "position": str(position), "table": str(place)}
    opening = Opening(game=game, names=names, rules={"deals": deals}, about=about)
    at = begins + timedelta(hours=2 * (position - 1))
    told = [
        Telling(
            facts=DEALS[game](demo.chance, SEATS),
            told_at=(at + timedelta(seconds=80 * n)).isoformat(),
        )
        for n in range(deals)
    ]
    table = ToldTable("import", opening, demo.uid(), told, closed=True)
    return BroughtTable(table, position, place)


HERE = {"tarot": 12, "plateau": 4, "tamalou": 4}  # how many people play each, by NAMES


def play_evening(demo: Demo) -> None:
    """One position is over; in the second each table is in another state; the third is drawn."""
    store = demo.store
    games = {game: {"deals": 6} for game in GAMES}
    today = datetime.now().astimezone().date().isoformat()
    evening = store.open_evening("Friday", today, "The club", games, 250, **NOBODY).id
    names = iter(NAMES)
    for game, n in HERE.items():
        store.check_in(evening, [next(names) for _ in range(n)], game, **NOBODY)
    here = store.attendances(evening)
    for one in here[::2]:
        store.attend(evening, one.player, phone="", paid=True)
    store.check_in(evening, ["Late", "Left"], GAMES[0], **NOBODY)
    left = next(one for one in store.attendances(evening) if one.name == "Left")
    store.attend(evening, left.player, phone="", here=False)
    store.wish(evening, here[0].player, here[1].player, False, phone="")
    for table in _sit_down(demo, evening, 1):
        _play(demo, table, 6)
        store.close_table(table, **NOBODY)
    store.close_position(evening, 1, phone="")
    _in_all_states(demo, _sit_down(demo, evening, 2))
    store.keep_draw(evening, 3, _tables(demo, evening), [], **NOBODY)


def _tables(demo: Demo, evening: int) -> list[DrawnTable]:
    """Tables of four, by lot, for those who are here."""
    tables: list[DrawnTable] = []
    for game in GAMES:
        here = [one for one in demo.store.attendances(evening) if one.here and one.game == game]
        seated = demo.chance.sample([one.player for one in here], len(here) // SEATS * SEATS)
        for i in range(0, len(seated), SEATS):
            tables.append(DrawnTable(len(tables) + 1, game, tuple(seated[i : i + SEATS])))
    return tables


def _sit_down(demo: Demo, evening: int, number: int) -> list[int]:
    demo.store.keep_draw(evening, number, _tables(demo, evening), [], **NOBODY)
    return demo.store.publish(evening, number, **NOBODY)


def _play(demo: Demo, table_id: int, deals: int) -> None:
    table = demo.store.table(table_id)
    for number in range(1, deals + 1):
        facts = DEALS[table.game](demo.chance, len(table.seats))
        demo.store.save_deal(table_id, number, facts, revision=0, **NOBODY)


def _in_all_states(demo: Demo, tables: Sequence[int]) -> None:
    """Disputed, over, half told, being played, not begun."""
    disputed, over, half, played, *_ = tables
    for table, deals in ((disputed, 3), (over, 6), (half, 2), (played, 4)):
        _play(demo, table, deals)
    demo.store.judge(disputed, 3, "disputed", "41, not 40", revision=1, **NOBODY)
    facts = DEALS[demo.store.table(half).game](demo.chance, SEATS)
    begun: dict[str, Any] = {key: facts[key] for key in ("declarer", "contract") if key in facts}
    demo.store.keep_half(half, 3, begun, revision=0, **NOBODY)
