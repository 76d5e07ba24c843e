"""Who is checked in at an evening, for which game, and what each owes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence, Set
from itertools import zip_longest
from typing import Any

from ..games.message import InvalidDeal, refuse
from ..games.names import checked_name, fold
from .attending import ATTEND, Attendance, attendances, change_attendance
from .errors import ChangedMeanwhile, NotThere
from .evenings import Evenings
from .noting import note
from .people import bearer_or_new
from .values import as_ids

ATTENDED = """
SELECT name FROM players p WHERE merged_into IS NULL AND EXISTS (
  SELECT 1 FROM players o JOIN attendances a ON a.player_id = o.id
    JOIN evenings e ON e.id = a.evening_id
  WHERE (o.id = p.id OR o.merged_into = p.id) AND e.deleted_at IS NULL
  AND (:among IS NULL OR e.id IN (SELECT value FROM json_each(:among))))
ORDER BY loosely(name), folded
"""
MOST_PLAYERS = 500  # of an evening: the draw and its page grow with their square


def too_many(at: str) -> InvalidDeal:
    """Why an evening has no more people, beside the field by which one more would come."""
    return refuse("at most {n} players are on the list of an evening", at=at, n=MOST_PLAYERS)


class CheckingIn(Evenings):
    """Who attends the evenings."""

    def attendances(self, evening_id: int) -> list[Attendance]:
        """Everybody who was checked in, by name; who has left too."""
        return attendances(self.db, evening_id)

    def attended(self, among: Collection[int] | None = None) -> list[str]:
        """Who was ever checked in at an evening that is there, by name; `among` these."""
        return [name for (name,) in self.db.execute(ATTENDED, {"among": as_ids(among)})]

    def check_in(
        self,
        evening_id: int,
        names: Sequence[str],
        game: str,
        *,
        key: str | None,
        phone: str,
        fees: Sequence[int | None] = (),
    ) -> tuple[list[int], list[int]]:
        """Checks players in for a game; who was there and left is back, for that game; who is there
        goes on with the own one. InvalidDeal for no name, and for more than an evening holds.

        `fees`: what each owes, where that is not what all owe. Gives who of them was there
        already, and who else comes twice.
        """
        called = [checked_name(name, "name") for name in names]
        if len({*map(fold, called)}) > MOST_PLAYERS:  # before anybody else has to wait for it
            raise too_many(at="list")
        with self.writing(key, phone, evening_id, called, game, fees) as writing:
            if not writing.repeated:
                fee = self.evening(evening_id).fee
                asked: dict[str, Any] = {"evening_id": evening_id, "game": game, "fee": fee}
                known = self.attendances(evening_id)
                left = {one.player for one in known if not one.here}
                came = []
                for name, own in zip_longest(called, fees):
                    came.append(player := bearer_or_new(writing.db, name))
                    writing.db.execute(ATTEND, asked | {"own": own, "player": player})
                    if player in left:
                        change_attendance(writing, asked | {"player": player}, game=game)
                if len(self.attendances(evening_id)) > max(MOST_PLAYERS, len(known)):
                    raise too_many(at="list")
                here = {one.player for one in known if one.here}
                again = [player for player in came if player in here]
                note(writing, evening_id, "check in", {"names": called, "players": came})
                writing.answer = {"again": again, "twice": _twice(came, here)}
            return writing.answer.get("again", []), writing.answer.get("twice", [])

    def attend(
        self,
        evening_id: int,
        player: int,
        *,
        phone: str,
        game: str | None = None,
        here: bool | None = None,
        paid: bool | None = None,
        fee: int | None = None,
        owed: int | None = None,
    ) -> None:
        """Changes what is given of a player's attendance. `owed`: the fee by the page on which they
        are told to have `paid`; ChangedMeanwhile where it is another one by now."""
        told = {"game": game, "here": here, "paid": paid, "fee": fee}
        new: dict[str, Any] = {column: one for column, one in told.items() if one is not None}
        if not new:
            return
        with self.writing(None, phone) as writing:
            if paid and owed is not None:
                unpaid = (one for one in self.attendances(evening_id) if not one.paid)
                if any(one.fee != owed for one in unpaid if one.player == player):
                    raise ChangedMeanwhile(f"fee of player {player} at evening {evening_id}")
            if not change_attendance(writing, {"evening_id": evening_id, "player": player}, **new):
                raise NotThere(f"player {player} at evening {evening_id}")
            note(writing, evening_id, "attend", {"player": player, **new})


def _twice(came: Sequence[int], here: Set[int]) -> list[int]:
    """Who came more than once, of those who were not `here` already."""
    more = Counter(came) - Counter({*came})
    return [who for who in more.elements() if who not in here]
