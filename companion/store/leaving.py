"""Who was checked in by mistake: off the list of an evening, and on it again."""

from __future__ import annotations

import json

from ..games.message import refuse
from .attending import OF_PERSON, attendances
from .checking_in import MOST_PLAYERS, too_many
from .coming import BOUND
from .connections import by_column
from .errors import NotThere
from .evenings import Evenings
from .noting import note
from .people import merged
from .redrawing import redraw

TAKEN_OFF = """
SELECT said, p.id, p.name FROM evening_changes c
  JOIN players was ON was.id = json_extract(said, '$.player')
  JOIN players p ON p.id = coalesce(was.merged_into, was.id)
WHERE c.evening_id = :id AND kind = 'take off' AND NOT EXISTS (
  SELECT 1 FROM attendances a JOIN players o ON o.id = a.player_id
  WHERE a.evening_id = :id AND coalesce(o.merged_into, o.id) = p.id)
ORDER BY c.id
"""
PUT = """
INSERT INTO attendances (evening_id, player_id, game, here, fee, own, paid)
VALUES (:evening_id, :player_id, :game, :here, :fee, :own, :paid)
ON CONFLICT DO NOTHING
"""


class Leaving(Evenings):
    """Takes people off the list who never were part of the evening."""

    def bound(self, evening_id: int) -> set[int]:
        """The persons who stay on the list: who sat at a table, or is in a published position, or
        was given points; a table that was deleted counts, since it can be brought back."""
        return {
            person for (person,) in self.db.execute(BOUND, {"evening_id": evening_id, "but": None})
        }

    def taken_off(self, evening_id: int) -> dict[int, str]:
        """Who was taken off and is not back: number and name."""
        found = self.db.execute(TAKEN_OFF, {"id": evening_id})
        return {player: name for _said, player, name in found}

    def take_off(self, evening_id: int, player: int, *, phone: str) -> None:
        """Takes somebody off the list, out of a draw not published too. InvalidDeal for who has a
        part in the evening, or has paid."""
        with self.writing(None, phone) as writing:
            asked = {"evening_id": evening_id, "player": player}
            was = list(by_column(writing.db, f"SELECT * FROM attendances {OF_PERSON}", asked))
            if not was:
                if player in self.taken_off(evening_id):
                    return  # a second touch, or another phone was quicker
                raise NotThere(f"player {player} at evening {evening_id}")
            person = merged(writing.db).get(player, player)
            if person in self.bound(evening_id) or any(one["paid"] for one in was):
                raise refuse("whoever took part or has paid stays on the list", at="off")
            writing.db.execute(f"DELETE FROM attendances {OF_PERSON}", asked)
            gone = {one["player_id"] for one in was} | {player}
            redraw(writing, evening_id, dict.fromkeys(gone))
            note(writing, evening_id, "take off", {"player": player, "was": was})

    def put_back(self, evening_id: int, player: int, *, phone: str) -> None:
        """Puts somebody on the list again, as it was before; who is on it stays so. InvalidDeal for
        more than an evening holds."""
        with self.writing(None, phone) as writing:
            off = writing.db.execute(TAKEN_OFF, {"id": evening_id})
            was = [json.loads(said)["was"] for said, one, _name in off if one == player]
            for one in was[-1] if was else ():
                writing.db.execute(PUT, {"own": None, **one})  # noted before m019: without it
            if was:
                if len(attendances(writing.db, evening_id)) > MOST_PLAYERS:
                    raise too_many(at="off")
                note(writing, evening_id, "put back", {"player": player})
