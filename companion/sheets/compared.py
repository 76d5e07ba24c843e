"""What an evening says in one file, in words that are held against those of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..games.facts import to_facts
from ..games.names import fold
from .evening import CHECKS, OF_FEW, Evening


def said(evening: Evening) -> dict[tuple[str, str], str]:
    """What an evening says, to be compared with what another file of it says: (part, whose) -> the
    values in one line; `whose` is empty where the part is no list. Without ids, tables, and when
    points were given."""
    found: dict[tuple[str, str], str] = {}
    for key, value in to_facts(evening, ()).items():
        if key in CHECKS:
            for i, one in enumerate(value):
                if key == "wishes":  # of two, whoever is named first
                    one = one | {"players": sorted(one["players"], key=fold)}
                told = [value for part, value in one.items() if part not in ("at", "tables")]
                found[key, _whose(one, i)] = " · ".join(map(_shown, told))
        elif key not in ("id", "tables", *OF_FEW, "profile"):
            found[key, ""] = _shown(value)
    return found


def _whose(one: Mapping[str, Any], place: int) -> str:
    """What a part of a list is known by."""
    if "points" in one:
        return f"{one['player']} ({place + 1})"
    return str(one.get("name") or one.get("number") or " · ".join(one["players"]))


def _shown(value: Any) -> str:
    """Values in one line."""
    if isinstance(value, Mapping):
        return " · ".join(f"{key} {_shown(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    return {True: "✓", False: "✗"}[value] if isinstance(value, bool) else str(value)
