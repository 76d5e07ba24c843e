"""What standings are made of: who sat where with what points, and what was adjusted by name."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .errors import NotThere
from .noting import note
from .people import PLAYED_ONCE, SINCE_SEATED, SPELLINGS, STILL_SEATED, STILL_THERE
from .positions import Positions
from .values import as_ids, clean

# The fields of `Part`, by persons (whoever was merged counts as the one they were merged into); and
# the total that the first person in a seat began with, if it comes from no table that is there, and
# the sheet or its evening is closed.
OF = f"""
SELECT coalesce(t.evening_id, 0), coalesce(t.position, 0), t.id, t.game, p.id, p.name, s.total,
  s.deals, json_extract(t.start, '$[' || s.seat || ']') * (s.after_deal = 0)
    * (coalesce(t.closed_at, e.closed_at) IS NOT NULL) * NOT EXISTS (
    SELECT 1 FROM tables o LEFT JOIN tables before ON before.id = o.goes_on
    WHERE o.id = t.goes_on AND (o.deleted_at IS NULL
      OR before.id IS NOT NULL AND before.deleted_at IS NULL))
FROM tables t JOIN seats s ON s.table_id = t.id JOIN players sat ON sat.id = s.player_id
  LEFT JOIN evenings e ON e.id = t.evening_id
  JOIN players p ON p.id = coalesce(sat.merged_into, sat.id)
WHERE {{}} AND t.deleted_at IS NULL AND {PLAYED_ONCE}
ORDER BY t.evening_id, t.position, t.place, t.id, s.seat, s.after_deal
"""
PARTS = OF.format("t.evening_id IN (SELECT value FROM json_each(?))")
PARTS_WITH = OF.format(f"""t.id IN (SELECT table_id FROM seats WHERE player_id IN ({SPELLINGS}))
  AND (:among IS NULL OR t.id IN (SELECT value FROM json_each(:among))) AND {STILL_THERE}""")
ADJUSTMENTS = """
SELECT a.id, a.evening_id, p.id, p.name, a.game, a.points, a.reason, a.at, a.taken_back_at
FROM adjustments a JOIN players meant ON meant.id = a.player_id
  JOIN players p ON p.id = coalesce(meant.merged_into, meant.id)
WHERE a.evening_id IN (SELECT value FROM json_each(?)) ORDER BY a.id
"""
ROLES = f"""
SELECT s.table_id, c.role, count(*)
FROM seats s
  JOIN tables t ON t.id = s.table_id AND t.evening_id = :evening_id AND t.deleted_at IS NULL
  {SINCE_SEATED}
  JOIN scores c ON c.deal_id = d.id AND c.seat = s.seat
WHERE s.player_id IN ({SPELLINGS}) AND {STILL_SEATED} AND {PLAYED_ONCE}
GROUP BY s.table_id, c.role
"""
PLAYED = f"""
FROM tables t JOIN deals d ON d.table_id = t.id AND d.state = 'told'
  JOIN scores c ON c.deal_id = d.id AND c.role != 'sits_out'
WHERE t.evening_id = :evening_id AND t.deleted_at IS NULL AND {PLAYED_ONCE}
  AND (:upto IS NULL OR coalesce(t.position, 0) <= :upto)
"""
EXTREMES = f"SELECT t.game, max(c.points), min(c.points) {PLAYED} GROUP BY t.game"
# All who had as many points in one deal; of a seat the person who sat there in that deal.
HAD = f"""
SELECT t.game, c.points, t.id, d.number, (
  SELECT p.name FROM seats s JOIN players sat ON sat.id = s.player_id
    JOIN players p ON p.id = coalesce(sat.merged_into, sat.id)
    LEFT JOIN deals f ON f.table_id = s.table_id AND f.number = s.after_deal
  WHERE s.table_id = t.id AND s.seat = c.seat AND coalesce(f.sort, '') < d.sort
  ORDER BY coalesce(f.sort, '') DESC LIMIT 1)
{PLAYED} AND (t.game, c.points) IN (
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:had))
ORDER BY t.game, t.position, t.place, t.id, d.sort, c.seat
"""
LONGEST_REASON = 60
Had = tuple[int, int, str]  # the table and the deal that gave somebody as much, and the name


@dataclass(frozen=True)
class Part:
    """What one person did at a table of an evening; in the game's smallest unit."""

    evening: int  # 0: a table of no evening
    position: int  # 0: a table that no draw opened
    table: int
    game: str
    player: int
    name: str
    points: int
    deals: int


@dataclass(frozen=True)
class Extreme:
    """The deal that gave somebody the most, or the least, in one game of an evening: the first of
    them, and the names of all who had as much in it."""

    points: int
    table: int
    number: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Adjustment:
    """Points given to or taken from a player by name: in the game's smallest unit, or tenths."""

    id: int
    evening: int
    player: int
    name: str
    game: str  # empty: of all games together
    points: int
    reason: str
    at: str
    taken_back_at: str | None


class Standings(Positions):
    """What the standings of evenings need, in as many statements however many deals there are."""

    def parts(self, evenings: Collection[int]) -> list[Part]:
        """Who played at the tables of these evenings, table by table; half-told deals do not count.

        A sheet that has no deals but begins with totals, from paper say, counts with these once it
        or its evening is closed: until then a first deal could be told, and they would count no
        more. Totals that come from another table count there.
        """
        return self._parts(PARTS, [as_ids(evenings)])

    def parts_with(self, player: int, among: Collection[int] | None = None) -> list[Part]:
        """The `parts` of all tables at which a person sat, of an evening or not; `among` these."""
        return self._parts(PARTS_WITH, {"player": player, "among": as_ids(among)})

    def _parts(self, find: str, asked: Any) -> list[Part]:
        found = [(Part(*row), start) for *row, start in self.db.execute(find, asked)]
        played = {part.table for part, _ in found if part.deals}
        carried = {part.table for part, start in found if start} - played
        return [
            replace(part, points=part.points + start) if part.table in carried else part
            for part, start in found
            # Whoever has not played yet is left out.
            if part.points or part.deals or part.table in carried
        ]

    def roles(self, evening_id: int, player: int) -> dict[int, dict[str, int]]:
        """How often a person had which role: table -> role -> deals."""
        found: dict[int, dict[str, int]] = {}
        asked = {"evening_id": evening_id, "player": player}
        for table, role, deals in self.db.execute(ROLES, asked):
            found.setdefault(table, {})[role] = deals
        return found

    def extremes(self, evening_id: int, upto: int | None) -> dict[str, tuple[Extreme, Extreme]]:
        """The highest and the lowest points that one deal gave, by game, up to a position."""
        asked = {"evening_id": evening_id, "upto": upto}
        ends = list(self.db.execute(EXTREMES, asked))
        wanted = json.dumps([(game, end) for game, *both in ends for end in both])
        had: dict[tuple[str, int], list[Had]] = {}
        for game, points, table, number, name in self.db.execute(HAD, asked | {"had": wanted}):
            had.setdefault((game, points), []).append((table, number, name))
        return {
            game: (_extreme(high, had[game, high]), _extreme(low, had[game, low]))
            for game, high, low in ends
        }

    def adjustments(self, evenings: Collection[int]) -> list[Adjustment]:
        """All that was adjusted at these evenings, what was taken back too."""
        asked = [as_ids(evenings)]
        return [Adjustment(*row) for row in self.db.execute(ADJUSTMENTS, asked)]

    def adjust(
        self,
        evening_id: int,
        player: int,
        game: str,
        points: int,
        reason: str,
        *,
        key: str | None,
        phone: str,
    ) -> None:
        """Gives a player points of a game, or of all together (""), or takes them; says why."""
        said = {"game": game, "points": points, "reason": clean(reason)}
        with self.writing(key, phone, evening_id, player, said) as writing:
            if writing.repeated:
                return
            self.evening(evening_id)
            whose = {"evening_id": evening_id, "player_id": player, "at": writing.at}
            made = writing.add("adjustments", whose | said)
            note(writing, evening_id, "adjust", {"adjustment": made, "player": player, **said})

    def take_back_adjustment(
        self, evening_id: int, adjustment: int, back: bool, *, phone: str
    ) -> None:
        """Takes an adjustment back, or brings it back; one that is so already stays as it is."""
        with self.writing(None, phone) as writing:
            find = "SELECT taken_back_at FROM adjustments WHERE id = ? AND evening_id = ?"
            found = writing.db.execute(find, [adjustment, evening_id]).fetchone()
            if not found:
                raise NotThere(f"adjustment {adjustment} of evening {evening_id}")
            if bool(found[0]) == back:
                return
            put = "UPDATE adjustments SET taken_back_at = ? WHERE id = ?"
            writing.db.execute(put, [writing.at if back else None, adjustment])
            kind = "take back" if back else "bring back"
            note(writing, evening_id, kind, {"adjustment": adjustment})


def _extreme(points: int, had: Sequence[Had]) -> Extreme:
    """The first of all deals of a game that gave so much, and who got it there."""
    table, number, _ = had[0]
    names = tuple(name for *deal, name in had if deal == [table, number])
    return Extreme(points, table, number, names)
