"""Names of players: how they are kept, which can be, when two are the same; what files go by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from .message import refuse

LONGEST = 30
KNOWN = 4096  # names of which is remembered how they are kept: the same people play again and again
UNFIT = {"Cc", "Cs", "Zl", "Zp"}  # controls, halves of characters, ends of lines
UNSEEN = {"Cf", "Zs", "Mn", "Me"}  # joiners and the like, spaces, accents: unseen if alone
LOST = "\ufffd"  # stands for letters that could not be read
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # the rest of a line around
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a sign that are drawn as nothing
BLANK = dict.fromkeys(map(ord, "\u2800\u3164\uffa0"), " ")
WIDE = "\u3000"  # the space of Japanese names
SPACES = re.compile(f"[ \u00a0\u1680\u2000-\u200a\u202f\u205f{WIDE}]+")
# Joiners, selectors of a form, tags: they only change how those around them are drawn, if at all.
HIDDEN = "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f"
HIDDEN += "\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
EMOJI = "[\u2190-\u2bff\U0001f000-\U0001faff]"
LETTERS = "[\u0600-\u1aff]"  # of scripts that join them, from Arabic on
IDEOGRAPHS = "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
NEEDED = (
    f"(?<={LETTERS})[\u200c\u200d](?={LETTERS})",
    "(?<=[\u1820-\u18aa])[\u180b-\u180f]",
    f"(?<={IDEOGRAPHS})[\ufe00-\ufe0f\U000e0100-\U000e01ef]",
    f"(?<={EMOJI})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)",
    f"(?:(?<={EMOJI})|(?<={EMOJI}\ufe0f))\u200d(?={EMOJI})",
    "(?<=\U0001f3f4)[\U000e0020-\U000e007f]+",  # the flag of Scotland
)
DROPPED = re.compile(f"({'|'.join(NEEDED)})|{HIDDEN}")


@lru_cache(KNOWN)
def tidy(name: str) -> str:
    """A name as it is kept, however its accents and spaces were written, and without what nobody
    sees."""
    seen = DROPPED.sub(r"\1", name.translate(BLANK)).strip()
    return unicodedata.normalize("NFC", SPACES.sub(_space, seen))


def _space(found: re.Match[str]) -> str:
    return WIDE if found[0] == WIDE else " "


@lru_cache(KNOWN)
def fold(name: str) -> str:
    """The name without regard to case, nor to signs that are seen only in how others are drawn:
    two people at a table never share it."""
    plain = re.sub(HIDDEN, "", tidy(name)).replace(WIDE, " ")
    return unicodedata.normalize("NFC", plain.casefold())


def checked_name(told: str, at: str) -> str:
    """A name as it is kept; InvalidDeal for what is none."""
    name = tidy(told)
    if not _fit(name):
        raise refuse("a name has 1 to 30 letters or signs", at=at)
    if len(name) > LONGEST:
        raise refuse("a name has 1 to 30 letters or signs; this one has {n}", at=at, n=len(name))
    return name


def _fit(name: str) -> bool:
    """Whether it can be read and written down; it is more than marks that nobody sees."""
    kinds = {unicodedata.category(c) for c in name if c not in FILLERS}
    whole = not {LOST, *TURNS} & {*name}
    return whole and not kinds & UNFIT and not kinds <= UNSEEN


def checked_id(told: str, at: str = "id") -> str:
    """What a sheet or an evening is known by in every instance; InvalidDeal for what is none."""
    if not re.fullmatch("[0-9a-f]{32}", told.lower()):
        raise refuse("32 hex digits", at=at)
    return told.lower()


def checked_names(told: Sequence[str]) -> list[str]:
    """The names of a table in seat order, all different; InvalidDeal for what cannot be."""
    names: list[str] = []
    seen: set[str] = set()
    for i, one in enumerate(told):
        name = checked_name(one, f"players[{i}]")
        if fold(name) in seen:
            raise refuse("{name} is there twice", at="players", name=name)
        seen.add(fold(name))
        names.append(name)
    return names
