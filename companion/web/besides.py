"""What two versions of a deal say besides their sentence: who dealt, the note, facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..games.base import Agreed, Facts, Game
from ..games.facts import retell
from ..games.message import InvalidDeal, Message
from ..store import seat_keys
from ..words import gettext as _
from ..words import plain, say, with_commas

Version = Mapping[str, Any]  # a deal as a snapshot keeps it
Words = Mapping[str, Message]
At = tuple[str, str | int]  # a fact, and the key of a part of it, or the place of one of its rows
NOTHING = "–"


def besides(
    agreed: Agreed, names: Sequence[str], was: Version, now: Version, *, facts: bool
) -> list[list[str]]:
    """Who dealt, the note and, if wanted, the facts, as far as two versions differ in them: what
    the one says, and what the other says. Nothing is said of the facts of a version that tells
    none."""
    old, new = (_facts(agreed, names, one) if facts else {} for one in (was, now))
    framed = (_framed(agreed, names, *pair) for pair in ((was, now), (now, was)))
    both = zip(framed, (old, new), facts_apart(agreed.game, old, new), strict=True)
    return [frame + apart if told else frame for frame, told, apart in both]


def facts_apart(game: Game, was: Facts, now: Facts) -> list[list[str]]:
    """The facts in which two versions of a deal differ, as each tells them."""
    old, new = dict(_parts(was)), dict(_parts(now))
    differ = [at for at in old | new if old.get(at) != new.get(at)]
    many = {key for key, place in old | new if place == 2}  # so the rows are called by number
    return [
        [_said(game, at, at[0] in many, _only(one.get(at), other.get(at))) for at in differ]
        for one, other in ((old, new), (new, old))
    ]


def _framed(agreed: Agreed, names: Sequence[str], version: Version, other: Version) -> list[str]:
    said = {"dealer": _dealt(agreed, names, version), "note": _line(_("Note"), version["note"])}
    return [text for key, text in said.items() if version[key] != other[key]]


def _dealt(agreed: Agreed, names: Sequence[str], version: Version) -> str:
    dealer = version["dealer"]
    name = {"name": names[dealer] if dealer < len(names) else NOTHING}
    if agreed.seats > agreed.players:
        return _("%(name)s dealt and sat out") % name
    return _("%(name)s dealt") % name


def _facts(agreed: Agreed, names: Sequence[str], version: Version) -> Facts:
    keys = seat_keys(agreed.seats)
    try:
        return retell(agreed, version["facts"], version["dealer"], keys, names)
    except InvalidDeal:  # told under other rules, before the first deal of these
        return {}


def _parts(told: Facts) -> Iterator[tuple[At, Any]]:
    """Each fact by its key; the parts of a record one by one, the records of a list by place (from
    1)."""
    for key, value in told.items():
        if isinstance(value, Mapping):
            yield from (((key, part), one) for part, one in value.items())
        elif isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
            yield from (((key, n), one) for n, one in enumerate(value, 1))
        else:
            yield (key, ""), value


def _only(mine: Any, other: Any) -> Any:
    if isinstance(mine, list) and isinstance(other, list):
        return [one for one in mine if one not in other]
    return mine


def _said(game: Game, at: At, numbered: bool, value: Any) -> str:
    words, (key, part) = game.words.facts, at
    called = say(words.get(key)) or key
    if not part or isinstance(part, int):
        called = _("%(name)s %(n)s") % {"name": called, "n": part} if numbered else called
        return _line(called, _shown(words, key, value))
    path = f"{key}.{part}"
    return _line(with_commas([called, say(words.get(path)) or part]), _shown(words, path, value))


def _line(called: str, said: str) -> str:
    return _("%(name)s: %(words)s") % {"name": called, "words": said or NOTHING}


def _shown(words: Words, path: str, value: Any) -> str:
    """A value in the words of the game, where it has any for it."""
    if isinstance(value, Mapping):
        parts = [_shown(words, f"{path}.{key}", one) for key, one in value.items()]
        return with_commas(parts)
    if isinstance(value, list):
        return with_commas(_shown(words, path, one) for one in value)
    return say(words.get(f"{path}.{value}")) or _plain(value)


def _plain(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: NOTHING, True: "✓", False: "✗"}[value]
    return plain(int(2 * value), 2) if isinstance(value, int | float) else str(value)
