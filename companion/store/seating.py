"""Who sits where: a misspelt name, somebody who takes a seat from the next deal on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlite_utils import Database

from ..games.message import refuse
from ..games.names import checked_name
from . import history, rows
from .agreeing import check_seen, refuse_elsewhere, took_seat
from .coming import Came, sit_down
from .connections import Connections, Writing
from .errors import NotThere
from .history import Chair
from .misspelt import in_stead
from .people import THEM, bearer, bearer_or_new
from .settling import settle_again
from .values import Sitting, Table, as_ids

# Who of these people was at a table, or at an evening, that a phone does not see.
BEYOND = f"""
SELECT coalesce(p.merged_into, p.id) FROM players p
  JOIN seats s ON s.player_id = p.id JOIN tables t ON t.id = s.table_id
WHERE {THEM} AND :among IS NOT NULL
  AND t.id NOT IN (SELECT value FROM json_each(:among))
  AND coalesce(t.evening_id, 0) NOT IN (SELECT value FROM json_each(:evenings))
UNION SELECT coalesce(p.merged_into, p.id) FROM players p JOIN attendances a ON a.player_id = p.id
WHERE {THEM} AND :evenings IS NOT NULL
  AND a.evening_id NOT IN (SELECT value FROM json_each(:evenings))
"""


class Seats(Connections):
    """The writers of seats. Each answers a form that comes twice as it did the first time."""

    def rename(
        self,
        table_id: int,
        seat: int,
        name: str,
        *,
        key: str | None,
        phone: str,
        who: int = -1,
        sat: str | None = None,
        elsewhere: bool = False,
        among: Collection[int] | None = None,
        evenings: Collection[int] | None = None,
    ) -> Table:
        """Puts a misspelt name right; where somebody known bears the right one, seats that person.

        `who`: which of the seat's people, by default the one who sits there now. A name put right
        is right at every table; so InvalidDeal for who was where the phone sees nothing, at others
        than these tables (`among`) and evenings (None: all); at a table of no evening somebody new
        has the seat and its deals instead. `sat`: whom the page shows there, else InvalidDeal.
        So too for who plays at another table of the position, unless that is known to be
        (`elsewhere`).
        """
        asked = ["rename", table_id, seat, name, who, elsewhere]
        with self.writing(key, phone, *asked) as writing:
            if not writing.repeated:
                table = rows.there(writing, table_id)
                people = _people(table, seat)
                if who not in range(-1, len(people)):
                    raise NotThere(f"person {who} of seat {seat} of table {table_id}")
                check_seen(sat and [sat], [people[who].name])
                if people[who] is people[-1] and not elsewhere:
                    _refuse_elsewhere(writing, table, name)
                beyond = bool(_beyond(writing.db, [people[who].person], table, among, evenings))
                _rename(writing, table, people[who], checked_name(name, "name"), beyond)
            return rows.table(writing.db, table_id)

    def play_beyond(
        self,
        people: Collection[int],
        table_id: int,
        among: Collection[int] | None,
        evenings: Collection[int] | None,
    ) -> set[int]:
        """Who of these persons was where a phone sees nothing: as in `rename`."""
        return _beyond(self.db, people, rows.known_table(self, table_id), among, evenings)

    def substitute(
        self,
        table_id: int,
        seat: int,
        name: str,
        *,
        key: str | None,
        phone: str,
        sat: str | None = None,
        elsewhere: bool = False,
    ) -> Table:
        """From the next deal on this person sits there, and is there at the table's evening; a deal
        begun is still the other's. `sat`, `elsewhere`: as in `rename`."""
        asked = ["substitute", table_id, seat, name, elsewhere]
        with self.writing(key, phone, *asked) as writing:
            if not writing.repeated:
                table = rows.there(writing, table_id)
                there = _people(table, seat)[-1]
                check_seen(sat and [sat], [there.name])
                if bearer(writing.db, name) == there.person:
                    raise refuse(
                        "{name} sits there already: type who comes", at="name", name=there.name
                    )
                if not elsewhere:
                    _refuse_elsewhere(writing, table, name)
                _substitute(writing, table, seat, checked_name(name, "name"))
            return rows.table(writing.db, table_id)


def _people(table: Table, seat: int) -> Sequence[Sitting]:
    if not 0 <= seat < len(table.seats):
        raise NotThere(f"seat {seat} of table {table.id}")
    return table.seats[seat].people


def _beyond(
    db: Database,
    people: Collection[int],
    table: Table,
    among: Collection[int] | None,
    evenings: Collection[int] | None,
) -> set[int]:
    """Who of these persons was at a table or an evening that a phone does not see: it sees the
    tables `among`, these `evenings` (None: all), and the evening of `table`."""
    mine = None if evenings is None else {one for one in (*evenings, table.evening_id) if one}
    asked = {"people": as_ids(people), "among": as_ids(among), "evenings": as_ids(mine)}
    return {person for (person,) in db.execute(BEYOND, asked)}


def _rename(writing: Writing, table: Table, who: Sitting, name: str, beyond: bool) -> None:
    if name == who.name:
        return
    other = bearer(writing.db, name)
    if beyond and other in (None, who.person):
        if other or table.evening_id:
            raise refuse(
                "{name} plays elsewhere too: the host changes that name", at="name", name=who.name
            )
        other = bearer_or_new(writing.db, name)
    if other not in (None, who.person):
        put = [
            one._replace(player=other, name=name) if one.player == who.player else one
            for one in history.of_seats(table)
        ]
        reseat(writing, table, "rename", put, other, who.person)
        return
    before = {"player": {"id": who.person, "name": who.name}}
    after = {"player": {"id": who.person, "name": name}}
    history.put(writing, table.id, after)
    history.record(writing, table.id, "rename", before, after)


def _substitute(writing: Writing, table: Table, seat: int, name: str) -> None:
    deals = rows.deals(writing.db, table.id)
    last = deals[-1].number if deals else 0
    who = bearer_or_new(writing.db, name)
    sitting = took_seat(history.of_seats(table), Chair(seat, last, who, name))
    reseat(writing, table, "substitute", sitting, who)


def reseat(
    writing: Writing,
    table: Table,
    kind: str,
    sitting: Sequence[Chair],
    comes: int,
    meant: int | None = None,
) -> None:
    """Seats people as in a snapshot, and counts their totals anew; `comes`: who sits down now, or
    was `meant` by the name of somebody else."""
    found = history.of_seats(table)
    if history.same_seats(sitting, found):
        return
    history.put(writing, table.id, {"seats": sitting})
    settle_again(writing, table.id)
    refuse_twice(rows.table(writing.db, table.id))
    came: tuple[Came, Came] = {}, {}
    if table.evening_id and meant:
        came = in_stead(writing, table, meant, comes)
    elif table.evening_id:
        came = sit_down(writing, table.evening_id, table.game, comes)
    was, now = came
    history.record(writing, table.id, kind, {"seats": found, **was}, {"seats": sitting, **now})


def _refuse_elsewhere(writing: Writing, table: Table, name: str) -> None:
    refuse_elsewhere(writing, table.evening_id, table.position, table.place, [name])


def refuse_twice(table: Table) -> None:
    """Refuses that one person has two seats at once, now or at any deal."""
    for since in {one.after_sort for seat in table.seats for one in seat.people}:
        people = [seat.since(since) for seat in table.seats]
        for i, one in enumerate(people):
            if one.person in [other.person for other in people[:i]]:
                raise refuse("{name} sits at the table already", at="name", name=one.name)
