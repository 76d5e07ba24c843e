"""What a person has played, from the scores and roles that are saved with each deal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from .connections import Connections
from .people import PLAYED_ONCE, SINCE_SEATED, SPELLINGS, STILL_SEATED, STILL_THERE
from .values import as_ids

SIZES = f"""
SELECT t.game, t.at_once, sum(s.deals) AS deals FROM seats s JOIN tables t ON t.id = s.table_id
WHERE s.player_id IN ({SPELLINGS}) AND {STILL_THERE} AND {PLAYED_ONCE}
  AND (:among IS NULL OR t.id IN (SELECT value FROM json_each(:among)))
GROUP BY t.game, t.at_once HAVING sum(s.deals) > 0 ORDER BY deals DESC
"""
PLAYED = f"""
SELECT d.table_id, d.number,
  coalesce(nullif(e.date, ''), date(substr(json_extract(t.about, '$.date'), 1, 10)),
    iif(length(d.told_at) = 10, d.told_at, date(d.told_at, 'localtime')),
    substr(d.told_at, 1, 10)) AS day,
  d.kind, d.outcome, c.role, c.points
FROM seats s JOIN tables t ON t.id = s.table_id LEFT JOIN evenings e ON e.id = t.evening_id
  {SINCE_SEATED}
  JOIN scores c ON c.deal_id = d.id AND c.seat = s.seat AND c.role NOT IN ('', 'sits_out')
WHERE s.player_id IN ({SPELLINGS})
  AND {STILL_THERE} AND t.game = :game AND t.at_once = :players
  AND (:among IS NULL OR t.id IN (SELECT value FROM json_each(:among)))
  AND {STILL_SEATED} AND {PLAYED_ONCE}
ORDER BY day, d.table_id, d.sort
"""


@dataclass(frozen=True)
class Size:
    """A game at so many players: numbers of different ones are never mixed."""

    game: str
    players: int
    deals: int


class Played(NamedTuple):
    """What one deal was for one person, in the game's smallest unit."""

    table: int
    number: int
    day: str
    kind: str
    outcome: str
    role: str
    points: int


class Statistics(Connections):
    """What was played by one person, at the tables that the reader may see (`among`)."""

    def sizes(self, player: int, among: Collection[int] | None = None) -> list[Size]:
        """What this person has played, the most first."""
        return [Size(*row) for row in self.db.execute(SIZES, _asked(player, among))]

    def played(self, player: int, size: Size, among: Collection[int] | None = None) -> list[Played]:
        """Every deal that this person played so, the oldest first."""
        asked = {**_asked(player, among), "game": size.game, "players": size.players}
        return [Played(*row) for row in self.db.execute(PLAYED, asked)]


def _asked(player: int, among: Collection[int] | None) -> dict[str, object]:
    return {"player": player, "among": as_ids(among)}
