"""Names of players: how they are kept, which can be, when two are the same; what files go by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .message import refuse

LONGEST = 30
LONGEST_TITLE = 60  # of a table, an evening, a season: what is called, but no person
FAR = 1000  # signs: a longer text is far from any name
UNFIT = {"Cc", "Cs", "Zl", "Zp"}  # controls, halves of characters, ends of lines
UNSEEN = {"Cf", "Zs", "Mn", "Me"}  # joiners and the like, spaces, accents: unseen if alone
LOST = "\ufffd"  # stands for letters that could not be read
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # turn the rest of the line around
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a sign that are drawn as nothing
WIDE = "\u3000"  # the space of Japanese names
BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3164\uffa0"  # drawn as a plain space
SPACES = re.compile(f"[ {BLANKS}{WIDE}]{{2,}}|[{BLANKS}]")  # all but one plain or wide one
NEEDLESS = re.compile("[\u00ad\u034f\u200b\u2060\ufeff]")  # without these every name looks the same
# What only changes how the signs around it are drawn: joiners, turns, selectors of a form, tags.
HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0001\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
)


def tidy(name: str) -> str:
    """A name as it is kept, however its accents and spaces were written; joiners and selectors,
    which some scripts need, stay as typed."""
    if name.isascii() and "  " not in name:
        return name.strip()  # most are so
    return _composed(SPACES.sub(" ", NEEDLESS.sub("", name))).strip()


def fold(name: str) -> str:
    """What two names have in common if they are the same but for case, and for signs that only
    change how others are drawn. No two people at a table share it."""
    if name.isascii():
        return tidy(name).casefold()
    return _composed(tidy(HIDDEN.sub("", name)).replace(WIDE, " ").casefold())


def _composed(text: str) -> str:
    """With each accent in its letter. A text that is far too long for a name stays as it is: for a
    megabyte of accents this would take hours."""
    return unicodedata.normalize("NFC", text) if len(text) <= FAR else text


def checked_name(told: str, at: str) -> str:
    """A name as it is kept; InvalidDeal for a text that cannot be a name."""
    name = tidy(told)
    if sign := next(filter(_unfit, name), None):
        raise refuse("no name can have the sign {sign}", at=at, sign=f"U+{ord(sign):04X}")
    if not _seen(name):
        raise refuse("a name has 1 to 30 letters or signs", at=at)
    if len(name) > LONGEST:
        raise refuse("a name has 1 to 30 letters or signs; this one has {n}", at=at, n=len(name))
    return name


def _unfit(sign: str) -> bool:
    """Whether it cannot be read or written down in a line."""
    return sign == LOST or sign in TURNS or unicodedata.category(sign) in UNFIT


def _seen(name: str) -> bool:
    """Whether it is more than marks that nobody sees."""
    return any(unicodedata.category(c) not in UNSEEN for c in name if c not in FILLERS)


def checked_id(told: str, at: str = "id") -> str:
    """The id by which a sheet or an evening is known in every instance; InvalidDeal for a text that
    cannot be one."""
    if not re.fullmatch("[0-9a-f]{32}", told.lower()):
        raise refuse("32 hex digits", at=at)
    return told.lower()


def checked_names(told: Sequence[str]) -> list[str]:
    """The names of a table in seat order; InvalidDeal for one that cannot be, or is there twice."""
    names: list[str] = []
    seen: set[str] = set()
    for i, one in enumerate(told):
        name = checked_name(one, f"players[{i}]")
        if fold(name) in seen:
            raise refuse("{name} is there twice", at="players", name=name)
        seen.add(fold(name))
        names.append(name)
    return names
