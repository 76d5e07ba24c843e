"""A table replayed from its facts: what was agreed, each deal's score, the standings.

Pages and saves both replay all deals of a table; a deal that was told before is remembered.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, get_type_hints

from ..games import GAMES
from ..games.base import Agreed, Game, Standing, Told, Untold
from ..games.facts import tell
from ..games.message import InvalidDeal, refuse
from ..games.shapes import shape, told
from .values import Deal, Facts, Table


@dataclass(frozen=True)
class Replayed:
    """A table as its facts make it: `told` holds the deals told in full, in play order,
    `dealers` who dealt them, `standings` one more, the first before any deal."""

    agreed: Agreed
    dealer: int
    dealers: tuple[int, ...]
    told: tuple[Told, ...]
    standings: tuple[Standing, ...]
    next_dealer: int

    def turn(self, place: int) -> int:
        """The seat whose turn it is to deal the deal at this place."""
        if place < 2 or not self.told:
            return self.dealer
        i = min(place - 2, len(self.told) - 1)
        return self.agreed.game.next_dealer(self.dealers[i], self.told[i].deal, self.agreed)


def replay(table: Table, deals: Sequence[Deal]) -> Replayed:
    """The table after these deals, which stand in play order; the deleted ones say nothing.

    Raises InvalidDeal where the deals together cannot be.
    """
    agreed, rules = agreed_at(table), options_text(table)
    played = [deal for deal in deals if deal.state == "told"]
    found = tuple(tell_again(agreed, rules, deal.dealer, deal.facts) for deal in played)
    dealers = tuple(deal.dealer for deal in played)
    standings = tuple(agreed.game.tally(found, agreed))
    half = [deal.dealer for deal in deals if deal.state == "half"]
    so_far = Replayed(agreed, table.dealer, dealers, found, standings, 0)
    turn = half[0] if half else so_far.turn(len(found) + 1)
    return Replayed(agreed, table.dealer, dealers, found, standings, turn)


def tell_again(agreed: Agreed, rules: str, dealer: int, facts: Facts) -> Told:
    """What `facts.tell` says, remembered; `rules` are the agreed ones as text."""
    text = json.dumps(dict(facts))
    return _told(agreed.game.key, rules, agreed.seats, agreed.players, dealer, text)


@lru_cache(maxsize=20_000)
def _told(game: str, rules: str, seats: int, at_once: int, dealer: int, facts: str) -> Told:
    agreed = _agreed(game, rules, seats, at_once, (0,) * seats)
    return tell(agreed, json.loads(facts), dealer, seat_keys(seats))


@lru_cache(maxsize=2_000)
def _agreed(game: str, rules: str, seats: int, at_once: int, start: tuple[int, ...]) -> Agreed:
    return Agreed(GAMES[game], rules_of(GAMES[game], json.loads(rules)), seats, at_once, start)


def agreed_at(table: Table) -> Agreed:
    """What holds for all deals of a table."""
    seats = len(table.seats)
    return _agreed(table.game, options_text(table), seats, table.at_once, table.start)


def options_text(table: Table) -> str:
    """What a table agreed, as text by which a deal told under it is remembered."""
    return json.dumps(dict(table.rules))


def seat_keys(seats: int) -> list[str]:
    """What facts in the store call the seats of a table."""
    return [str(seat) for seat in range(seats)]


def rules_of(game: Game, options: Mapping[str, Any]) -> Any:
    """What a table agreed; an option that is missing comes from the preset, else the default."""
    try:
        agreed = told(game.Rules, dict(options), {})
        return game.Rules(**{**game.presets.get(agreed.get("preset", ""), {}), **agreed})
    except InvalidDeal as error:
        raise error.within("rules") from None


def options_of(rules: Any) -> dict[str, Any]:
    """Every option as facts, the defaults too: a default that changes later re-scores nothing."""
    hints = get_type_hints(type(rules), include_extras=True)
    values = {f.name: getattr(rules, f.name) for f in fields(rules)}
    return {
        name.rstrip("_"): shape(hints[name]).write(value, ())
        for name, value in values.items()
        if not isinstance(value, Untold)
    }


def game_called(key: str) -> Game:
    """The game of this key; InvalidDeal where there is none."""
    if key not in GAMES:
        raise refuse("one of {games}", at="game", games=tuple(GAMES))
    return GAMES[key]
