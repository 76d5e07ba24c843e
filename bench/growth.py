"""How long every page of the organiser takes in a season of 100,000 deals, as a multiple of the
same page in one evening; and the standings of an evening among a million deals (engineering: T-P4).
"""

from __future__ import annotations

import random
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

from flask import Flask

from companion import create_app, demo
from companion.store import Store, migrate

from .phone import Phone
from .served import again, let_in, served

TIMES, ROUNDS = 5, 5
AT_MOST, FLAT = 2, 1.5  # times one evening: of a page in a season, of standings in a million deals
GAPS = re.compile(r"<(?:\w+:)?(\w+)>")
# Files, and addresses that are no pages of the organiser.
LEFT_OUT = re.compile(r"\.(zip|csv|json)$|/static/|/version$|/live$|/touch$|^/(join|healthz)$")
SLOWEST = 12  # how many pages are printed
STANDINGS = ("/evenings/<int:evening_id>/standings", "/evenings/<int:evening_id>")
COPIES = 10  # of the season make a million deals


class Club(NamedTuple):
    """An instance, and the evening and the table whose pages are asked for."""

    folder: Path
    evening: int
    table: int


def made(folder: Path, evenings: int) -> Club:
    """A season of so many evenings; a phone of the bench may do everything."""
    folder.mkdir()
    migrate(folder / "companion.db")
    store = Store(folder / "companion.db", clock=lambda: demo.FIRST)
    let_in(store)
    for _ in demo.play_season(demo.Demo(store, random.Random(demo.SEED)), evenings):
        pass
    store.close()
    return Club(folder, evenings, evenings * 30)


def pages(app: Flask) -> list[str]:
    """The rules of all pages of the organiser, with gaps for evening, table and the like."""
    rules = sorted(rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods)
    return [rule for rule in rules if not LEFT_OUT.search(rule)]


def address(rule: str, club: Club) -> str:
    """The address of a page: of the last evening, the last table, the first of anything else."""
    at = {"evening_id": club.evening, "table_id": club.table, "key": "tarot"}
    return GAPS.sub(lambda gap: str(at.get(gap[1], 1)), rule)


def ratios(
    small: Club, large: Club, rules: Sequence[str] = ()
) -> Iterator[tuple[str, float, float]]:
    """Each page that both have, with its milliseconds in the small one and in the large one."""
    rules = rules or pages(create_app({"INSTANCE": small.folder}))
    with served(again, small.folder) as one, served(again, large.folder) as other:
        phones = (Phone(one.port), small), (Phone(other.port), large)
        for rule in rules:
            asked = [_look(phone, address(rule, club)) for phone, club in phones]
            if all(asked):
                yield rule, *_turn_about(*asked)


def _look(phone: Phone, path: str) -> Callable[[], float] | None:
    """How to ask for a page; None where it is not there, or sends elsewhere."""
    try:
        phone.look(path)
    except AssertionError:
        return None
    return lambda: phone.look(path)


def _turn_about(*asked: Callable[[], float]) -> Iterator[float]:
    """The median of each. They are asked in turns, so that whatever else the machine does slows
    both alike."""
    times: list[list[float]] = [[] for _ in asked]
    for _ in range(ROUNDS):
        for some, ask in zip(times, asked, strict=True):
            some += [ask() for _ in range(TIMES)]
    yield from map(median, times)


STEPS = {"evenings": 1_000, "tables": 100_000, "deals": 1_000_000, "changes": 1_000_000}
OF = {"evening_id": "evenings", "table_id": "tables", "deal_id": "deals"}


def multiply(path: Path, copies: int = COPIES) -> None:
    """Copies the season into the database again and again, under other numbers: so its evenings
    count as other evenings."""
    with closing(sqlite3.connect(path)) as db, db:
        for table in ("evenings", "tables", "seats", "deals", "scores", "changes"):
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            db.execute(f"CREATE TEMP TABLE was AS SELECT * FROM {table}")
            for copy in range(1, copies):
                told = ", ".join(_moved(table, column, copy) for column in columns)
                db.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {told} FROM was")
            db.execute("DROP TABLE was")


def _moved(table: str, column: str, copy: int) -> str:
    """What a column of a copy is, in SQL: ids and references are moved beyond all that exist."""
    if column == "uid":
        return f"printf('%032x', {copy} * 1000000 + id)"
    of = table if column == "id" else OF.get(column)
    return f"{column} + {copy * STEPS[of]}" if of else column


def measured() -> Iterator[str]:
    """A line for each page that slows down most in a season; the standings in a million deals."""
    with tempfile.TemporaryDirectory() as folder:
        evening, season = made(Path(folder, "evening"), 1), made(Path(folder, "season"), 40)
        found = list(ratios(evening, season))
        yield f"{len(found)} pages of the organiser, in a season as a multiple of one evening"
        for rule, some, many in sorted(found, key=lambda one: one[1] / one[2])[:SLOWEST]:
            yield _said(rule, many, some, AT_MOST)
        multiply(season.folder / "companion.db")
        flat = list(ratios(evening, season, STANDINGS))
        yield "the same among a million deals"
        for rule, some, many in flat:
            yield _said(rule, many, some, FLAT)


def _said(rule: str, many: float, some: float, most: float) -> str:
    ratio = many / some
    verdict = "held" if ratio <= most else "MISSED"
    return f"  {rule:43} {many:7.2f} ms {ratio:6.2f} times         at most {most}: {verdict}"
