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
    """The options as their form would post them: but for those that go without saying."""
    return MultiDict(forms.fill(game.Rules, _own(game, told)))


def fixed_form(game: Game, told: Any) -> MultiDict:
    """The options of a table that has begun, in its form: what is fixed stands there in full."""
    own = _own(game, told)
    agreed = options(agreed_rules(game, told))
    said = {key: one for key, one in agreed.items() if key in own or key not in game.free}
    return MultiDict(forms.fill(game.Rules, said))


def _own(game: Game, told: Any) -> dict[str, Any]:
    """The options that have to be said: the preset's, and the usual ones, go without saying."""
    agreed = options(agreed_rules(game, told))
    needed = dict(agreed)
    for key in agreed:
        rest = {name: value for name, value in needed.items() if name != key}
        if options(agreed_rules(game, rest)) == agreed:
            needed = rest
    return needed


def own_options(game: Game, posted: MultiDict) -> list[str]:
    """Which options of a form are neither the preset's nor the usual ones: no fold hides them."""
    try:
        return list(_own(game, rules_told(game, posted)))
    except InvalidDeal:
        return []  # the form says so, once it is sent


def rules_told(game: Game, posted: MultiDict, stands: Mapping[str, Any] = {}) -> dict[str, Any]:
    """Every option, as the form posted them or as it `stands`; InvalidDeal for what cannot be."""
    with within("rules"):
        read = forms.read(game.Rules, posted.to_dict(flat=False))
    return options(agreed_rules(game, {**stands, **read}))
