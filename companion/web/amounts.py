"""Numbers as forms send them: ids; and money, minutes and positions as people type them.

An empty field says nothing. One that cannot be read is refused: it is never taken for empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import Blueprint, request

from ..games.kinds import MOST
from ..games.message import refuse
from ..games.posted import narrowed, ungrouped
from ..sheets.evening_reading import MOST_POSITIONS
from ..store import IDS
from ..words import decimal_mark, plain

bp = Blueprint("amounts", __name__)
MONEY = re.compile(r"([0-9]{0,5})(?:\.([0-9]{0,2}))?")  # less than MOST
LONGEST_CLOCK = 24 * 60  # minutes


def kept_number(text: str) -> int:
    """A number that something in the database could have as its id; ValueError for any other."""
    found = int(text)
    if found not in IDS:
        raise ValueError(text)
    return found


def hundredths(text: str, at: str = "fee") -> int:
    """A sum of money in hundredths, 0 for an empty text; InvalidDeal where it cannot be read."""
    typed = narrowed(text)  # not `ungrouped`: 2,505 could be two or two thousand
    found = MONEY.fullmatch(typed)
    if not found or typed == ".":
        raise refuse(
            "a sum of money is written like 2.50, and is less than {most}", at=at, most=MOST
        )
    whole, part = found.groups()
    return int(whole or 0) * 100 + int((part or "").ljust(2, "0"))


def minutes() -> int | None:
    """How many minutes the form says; None: none. InvalidDeal where they cannot be read."""
    typed = narrowed(ungrouped(request.form.get("minutes", "")))
    if typed and not _is_number(typed, 1, LONGEST_CLOCK):
        raise refuse("minutes are a whole number of 1 to {most}", at="minutes", most=LONGEST_CLOCK)
    return int(typed) if typed else None


def planned(field: str = "planned") -> int:
    """How many positions the form says that the evening will have; 0: it does not say."""
    typed = narrowed(request.form.get(field, ""))
    if typed and not _is_number(typed, 0, MOST_POSITIONS):
        raise refuse(
            "positions are a whole number of 1 to {most}", at="planned", most=MOST_POSITIONS
        )
    return int(typed or 0)


def _is_number(typed: str, least: int, most: int) -> bool:
    return bool(re.fullmatch("[0-9]{1,4}", typed)) and least <= int(typed) <= most


@bp.app_template_filter("money")
def money(hundredths: int, beside: Iterable[int] = ()) -> str:
    """A sum of money as people read it; without cents where it has none, nor any in `beside`."""
    return _sum(plain(hundredths // 100), hundredths, beside)


@bp.app_template_filter("typed_money")
def typed_money(hundredths: int) -> str:
    """A sum of money as it stands in a field, thousands not set apart: nobody types it so."""
    return _sum(str(hundredths // 100), hundredths)


def _sum(whole: str, hundredths: int, beside: Iterable[int] = ()) -> str:
    part = hundredths % 100
    parts = part or any(one % 100 for one in beside)
    return f"{whole}{decimal_mark()}{part:02}" if parts else whole
