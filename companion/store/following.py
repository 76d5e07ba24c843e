"""What follows a sheet: the next position, what its place plays on, its totals, the next game."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from .connections import Connections
from .people import GIVES_WAY
from .positions import OPENED_BEFORE
from .values import as_ids


class Follows(NamedTuple):
    """What follows a sheet: numbers of tables, positions or changes; 0: there is none."""

    position: int = 0  # the newest position that was published after its own
    sheet: int = 0  # it is closed: the open sheet on which its place plays on
    may_come: bool = False  # it is closed, its evening goes on and may have another position
    hidden: bool = False  # it is closed, and the standings of its evening are shown to nobody
    carried: int = 0  # it is closed: the sheet that goes on with its totals
    closed: bool = False  # its position is closed
    over: bool = False  # its evening is closed
    # The newest open game that its players began from it, or from one begun so. Outside evenings
    # only, and none whose link to enter deals was ever taken back.
    again: int = 0
    counted: int = 0  # it is a copy under other rules: the table at which its deals count
    drawn: int = 0  # the newest change of a draw of its evening: people may sit elsewhere by it
    source: int = 0  # the newest change of the sheet that its totals come from, since it took them
    seated: int = 0  # the newest change, but of deals, at the tables of `position`
    undrawn: bool = (
        False  # `may_come`, nothing was ever drawn, and nothing played since at its place
    )


# Each of these is of the table `t`.
BEFORE_IT_BEGAN = OPENED_BEFORE.format(kind="publish", time="t.opened_at < p.published_at")
NEWEST_POSITION = f"""
SELECT max(p.number) FROM positions p
WHERE p.evening_id = t.evening_id AND p.published_at IS NOT NULL
  AND (p.number > t.position
    OR t.closed_at IS NOT NULL AND p.number = t.position AND {BEFORE_IT_BEGAN})
"""
SHEET_OF_ITS_PLACE = """
SELECT max(o.id) FROM tables o
WHERE t.closed_at IS NOT NULL
  AND o.evening_id = t.evening_id AND o.position = t.position AND o.place = t.place
  AND (o.id > t.id OR o.id < t.id AND NOT o.over)
  AND o.closed_at IS NULL AND o.deleted_at IS NULL
"""
NEVER_DRAWN = "NOT EXISTS (SELECT 1 FROM positions WHERE evening_id = t.evening_id)"
# Not after the last one that is planned, unless another one is drawn already, or none ever was.
GOES_ON = f"""(e.closed_at IS NULL AND (e.planned = 0 OR t.position < e.planned OR {NEVER_DRAWN}
  OR EXISTS (SELECT 1 FROM positions p WHERE p.evening_id = e.id AND p.published_at IS NULL)))"""
EVENING_GOES_ON = f"""
SELECT 1 FROM evenings e
WHERE t.closed_at IS NOT NULL AND t.deleted_at IS NULL AND t.place IS NOT NULL
  AND e.id = t.evening_id AND e.deleted_at IS NULL AND {GOES_ON}
"""
STANDINGS_ARE_HIDDEN = """
SELECT 1 FROM evenings e
WHERE t.closed_at IS NOT NULL AND e.id = t.evening_id AND e.shown = 0
"""
PLAYED_SINCE = """
SELECT 1 FROM tables o WHERE o.evening_id = t.evening_id AND o.position = t.position
  AND o.place = t.place AND o.id > t.id AND o.deleted_at IS NULL
"""
CARRIED_TO = """
SELECT max(o.id) FROM tables o
WHERE t.closed_at IS NOT NULL AND o.goes_on = t.id AND o.deleted_at IS NULL
"""
POSITION_IS_CLOSED = """
SELECT 1 FROM positions p
WHERE p.evening_id = t.evening_id AND p.number = t.position AND p.closed_at IS NOT NULL
"""
EVENING_IS_CLOSED = """
SELECT 1 FROM evenings e WHERE e.id = t.evening_id AND e.closed_at IS NOT NULL
"""
GAME_BEGUN_FROM_IT = """
WITH RECURSIVE game (id) AS (
  SELECT t.id UNION SELECT o.id FROM game JOIN tables o ON o.again_of = game.id
  WHERE o.evening_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM links WHERE table_id = o.id AND right = 'score'))
SELECT max(o.id) FROM game JOIN tables o ON o.id = game.id
WHERE o.id != t.id AND t.evening_id IS NULL
  AND NOT o.over AND o.closed_at IS NULL AND o.deleted_at IS NULL
"""
# After it went on with them.
CHANGED_AT_ITS_SOURCE = """
SELECT max(c.id) FROM tables o JOIN changes c ON c.table_id = o.id
WHERE o.id = t.goes_on AND o.closed_at IS NOT NULL AND o.deleted_at IS NULL
  AND c.id > (SELECT min(id) FROM changes WHERE table_id = t.id)
"""
COUNTS_AT = f"""
SELECT o.id FROM tables o WHERE {GIVES_WAY}
ORDER BY o.counted_again_of IS NOT NULL, o.id LIMIT 1
"""
NEWEST_DRAW = """
SELECT c.id FROM evening_changes c
WHERE t.closed_at IS NOT NULL AND c.evening_id = t.evening_id AND c.kind = 'draw'
ORDER BY c.id DESC LIMIT 1
"""
NEWEST_SEATS = f"""
SELECT max((SELECT max(id) FROM changes WHERE table_id = o.id AND deal IS NULL)) FROM tables o
WHERE t.closed_at IS NOT NULL AND o.evening_id = t.evening_id AND o.id != t.id
  AND o.position = ({NEWEST_POSITION})
"""
# The columns are the fields of `Follows`, in their order.
FOLLOWS = f"""
SELECT coalesce(({NEWEST_POSITION}), 0) AS position,
  coalesce(({SHEET_OF_ITS_PLACE}), 0) AS sheet,
  EXISTS ({EVENING_GOES_ON}) AS may_come,
  EXISTS ({STANDINGS_ARE_HIDDEN}) AS hidden,
  coalesce(({CARRIED_TO}), 0) AS carried,
  EXISTS ({POSITION_IS_CLOSED}) AS closed,
  EXISTS ({EVENING_IS_CLOSED}) AS over,
  coalesce(({GAME_BEGUN_FROM_IT}), 0) AS again,
  coalesce(({COUNTS_AT}), 0) AS counted,
  coalesce(({NEWEST_DRAW}), 0) AS drawn,
  coalesce(({CHANGED_AT_ITS_SOURCE}), 0) AS source,
  coalesce(({NEWEST_SEATS}), 0) AS seated,
  {NEVER_DRAWN} AND NOT EXISTS ({PLAYED_SINCE}) AS undrawn
FROM tables t WHERE t.id = ?
"""
SOURCES = """
WITH RECURSIVE way (id, at) AS (
  SELECT id, goes_on FROM tables WHERE id IN (SELECT value FROM json_each(?))
  UNION SELECT way.id, t.goes_on FROM way JOIN tables t ON t.id = way.at
  WHERE t.deleted_at IS NOT NULL
)
SELECT way.id, way.at FROM way JOIN tables t ON t.id = way.at WHERE t.deleted_at IS NULL
"""


class Following(Connections):
    """Reads what follows a sheet."""

    def sources(self, tables: Collection[int]) -> dict[int, int]:
        """The tables that the totals of these come from, past those that are deleted."""
        return dict(self.db.execute(SOURCES, [as_ids(tables)]))

    def times_counted_again(self, table_id: int) -> int:
        """How often the deals of a table were counted under other rules and kept."""
        find = "SELECT count(*) FROM tables WHERE counted_again_of = ?"
        (found,) = self.db.execute(find, [table_id]).fetchone()
        return int(found)

    def follows(self, table_id: int) -> Follows:
        """What follows a sheet, at its evening or by its totals."""
        found = Follows(*self.db.execute(FOLLOWS, [table_id]).fetchone() or ())
        told = ("may_come", "hidden", "closed", "over", "undrawn")
        found = found._replace(**{one: bool(getattr(found, one)) for one in told})
        return found._replace(undrawn=found.may_come and found.undrawn)
