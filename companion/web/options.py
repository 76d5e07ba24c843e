"""The options of a game, as their form posts them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from ..games import posted as forms
from ..games.base import Game
from ..games.facts import agreed_rules, options
from ..games.message import InvalidDeal, within


def rules_form(game: Game, told: Any) -> MultiDict:
    """The options as their form would post them, without those that follow from the others."""
    return MultiDict(forms.fill(game.Rules, _own(game, told)))


def fixed_form(game: Game, told: Any) -> MultiDict:
    """The same for a table that has begun. What can no longer change is said in full."""
    own = _own(game, told)
    agreed = options(agreed_rules(game, told))
    said = {key: one for key, one in agreed.items() if key in own or key not in game.free}
    return MultiDict(forms.fill(game.Rules, said))


def _own(game: Game, told: Any) -> dict[str, Any]:
    """The options that have to be said. Left out are those that the preset gives, or that are as
    usual."""
    agreed = options(agreed_rules(game, told))
    needed = dict(agreed)
    for key in agreed:
        without = {name: value for name, value in needed.items() if name != key}
        if options(agreed_rules(game, without)) == agreed:
            needed = without
    return needed


def own_options(game: Game, posted: MultiDict) -> list[str]:
    """Which options of a form have to be said: a fold that has one of them stands open."""
    try:
        return list(_own(game, rules_told(game, posted)))
    except InvalidDeal:
        return []  # the form says so, once it is sent


def rules_told(game: Game, posted: MultiDict, stands: Mapping[str, Any] = {}) -> dict[str, Any]:
    """Every option: as posted, else as it `stands` now. InvalidDeal where one cannot be."""
    with within("rules"):
        read = forms.read(game.Rules, posted.to_dict(flat=False))
    return options(agreed_rules(game, {**stands, **read}))
