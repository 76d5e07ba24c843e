"""Who wishes to sit with whom at an evening: persons, however their names are written."""

from __future__ import annotations

from .connections import Connections
from .noting import note
from .people import merged

# As they were wished, and of which persons: a name that was merged since is another one's.
MEANT = """
WITH there AS (SELECT coalesce(merged_into, id) FROM attendances JOIN players ON id = player_id
  WHERE evening_id = :evening),
meant AS (SELECT one, other, together, coalesce(a.merged_into, a.id) AS person,
    coalesce(b.merged_into, b.id) AS beside
  FROM wishes JOIN players a ON a.id = one JOIN players b ON b.id = other
  WHERE evening_id = :evening)
"""
# Of two names of one person one may wish what the other does not: they are kept apart.
WISHES = f"""{MEANT}
SELECT min(person, beside), max(person, beside), min(together) FROM meant
WHERE person != beside AND person IN there AND beside IN there GROUP BY 1, 2 ORDER BY 1, 2
"""
WISH = """
INSERT INTO wishes (evening_id, one, other, together) VALUES (:evening, :one, :other, :together)
ON CONFLICT (evening_id, one, other) DO UPDATE SET together = excluded.together
"""
TAKE_BACK = f"""{MEANT}
DELETE FROM wishes WHERE evening_id = :evening AND (one, other) IN (
  SELECT one, other FROM meant WHERE min(person, beside) = :one AND max(person, beside) = :other)
"""


class Wishes(Connections):
    """What the draw of an evening tries to keep."""

    def wishes(self, evening_id: int) -> list[tuple[int, int, bool]]:
        """Who wishes to sit with whom (True), or not to (False): numbers of people on the list."""
        found = self.db.execute(WISHES, {"evening": evening_id})
        return [(one, other, bool(so)) for one, other, so in found]

    def wish(
        self, evening_id: int, one: int, other: int, together: bool | None, *, phone: str
    ) -> None:
        """Two wish to sit together, or not to; None: they wish nothing any more. What they wish
        already is not noted again: a form that is sent twice asks nothing new."""
        with self.writing(None, phone) as writing:
            now = merged(self.db)
            one, other = sorted(now.get(who, who) for who in (one, other))
            wished = {(a, b): so for a, b, so in self.wishes(evening_id)}
            if wished.get((one, other)) == together:
                return
            pair = {"evening": evening_id, "one": one, "other": other}
            writing.db.execute(TAKE_BACK, pair)
            if together is not None and one != other:
                writing.db.execute(WISH, pair | {"together": int(together)})
            note(writing, evening_id, "wish", {"players": [one, other], "together": together})
