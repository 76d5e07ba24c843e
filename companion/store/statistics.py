"""What a person has played, from the scores and roles that are saved with each deal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .connections import Connections
from .people import PLAYED_ONCE, SINCE_SEATED, SPELLINGS, STILL_SEATED, STILL_THERE
from .values import as_ids, as_text

SIZES = f"""
SELECT t.game, t.at_once, sum(s.deals) AS deals FROM seats s JOIN tables t ON t.id = s.table_id
WHERE s.player_id IN ({SPELLINGS}) AND {STILL_THERE} AND {PLAYED_ONCE}
  AND (:among IS NULL OR t.id IN (SELECT value FROM json_each(:among)))
GROUP BY t.game, t.at_once HAVING sum(s.deals) > 0 ORDER BY deals DESC
"""
# The deals of a person (`s`) with so many players, by whatever name, and what they brought.
DEALS = f"""
FROM seats s JOIN tables t ON t.id = s.table_id LEFT JOIN evenings e ON e.id = t.evening_id
  {SINCE_SEATED}
  JOIN scores c ON c.deal_id = d.id AND c.seat = s.seat AND c.role NOT IN ('', 'sits_out')
"""
SO_PLAYED = f"""
WHERE s.player_id IN ({SPELLINGS})
  AND {STILL_THERE} AND t.game = :game AND t.at_once = :players
  AND (:among IS NULL OR t.id IN (SELECT value FROM json_each(:among)))
  AND {STILL_SEATED} AND {PLAYED_ONCE}
"""
PLAYED = f"""
SELECT d.table_id, d.number,
  coalesce(nullif(e.date, ''), date(substr(json_extract(t.about, '$.date'), 1, 10)),
    iif(length(d.told_at) = 10, d.told_at, date(d.told_at, 'localtime')),
    substr(d.told_at, 1, 10)) AS day,
  d.kind, d.outcome, c.role, c.points
{DEALS} {SO_PLAYED}
ORDER BY day, d.table_id, d.sort
"""
# Who sat at another seat (`other`) then: of those who came to it before the deal the last.
SAT_THERE = """
SELECT o.player_id FROM seats o
  LEFT JOIN deals l ON l.table_id = o.table_id AND l.number = o.after_deal
WHERE o.table_id = d.table_id AND o.seat = other.seat AND coalesce(l.sort, '') < d.sort
ORDER BY coalesce(l.sort, '') DESC LIMIT 1
"""
PARTNERS = f"""
SELECT with_whom.id, with_whom.name, count(*) AS deals, sum(d.outcome = :wins) AS won
{DEALS}
  JOIN scores other ON other.deal_id = d.id AND other.seat != c.seat
    AND other.role IN (SELECT value FROM json_each(:roles))
  JOIN players sat ON sat.id = ({SAT_THERE})
  JOIN players with_whom ON with_whom.id = coalesce(sat.merged_into, sat.id)
{SO_PLAYED} AND c.role IN (SELECT value FROM json_each(:roles))
GROUP BY with_whom.id ORDER BY deals DESC, won DESC, loosely(with_whom.name) LIMIT :most
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


class Partner(NamedTuple):
    """With whom a person played on one side: how many deals, and how many of them that side won."""

    person: int
    name: str
    deals: int
    won: int


class Statistics(Connections):
    """What was played by one person, at the tables that the reader may see (`among`)."""

    def sizes(self, player: int, among: Collection[int] | None = None) -> list[Size]:
        """What this person has played, the most first."""
        return [Size(*row) for row in self.db.execute(SIZES, _asked(player, among))]

    def played(self, player: int, size: Size, among: Collection[int] | None = None) -> list[Played]:
        """Every deal that this person played so, the oldest first."""
        asked = {**_asked(player, among), "game": size.game, "players": size.players}
        return [Played(*row) for row in self.db.execute(PLAYED, asked)]

    def partners(
        self,
        player: int,
        size: Size,
        roles: Sequence[str],
        wins: str,
        among: Collection[int] | None = None,
        most: int = 3,
    ) -> list[Partner]:
        """With whom this person was most often on the side of these `roles`, which wins by that
        outcome: so many at most, the most often first."""
        asked = {**_asked(player, among), "game": size.game, "players": size.players}
        asked |= {"roles": as_text([*roles]), "wins": wins, "most": most}
        return [Partner(*row) for row in self.db.execute(PARTNERS, asked)]


def _asked(player: int, among: Collection[int] | None) -> dict[str, object]:
    return {"player": player, "among": as_ids(among)}
