"""The reader's language: words, the sentences of the rules, and numbers as they are read.

English stands in the sources and needs no catalogue; the others are compiled in `locale/`.
"""

from __future__ import annotations

import gettext as catalogues
import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from typing import Any

from flask import Flask, g, has_request_context, request
from markupsafe import Markup

from .games.base import Game
from .games.kinds import NO_LIMIT
from .games.message import Message, Voice

LANGUAGES = {"en": "English", "fr": "Français", "ja": "日本語"}
COOKIE = "lang"
MINUS, HALF, THIN_SPACE = "\u2212", "½", "\u202f"
SINGULAR_BELOW_TWO = {"fr"}  # 1½ point; other languages say points of anything but one
# The blank after a stop or before a bracket; not in a tag, not in a text field, not before what is
# drawn as a button.
PARTED = re.compile(
    r"(?:([。、：](?:</\w+>)*)\s++|\s++(?=（))(?!<button|<a class|[^<>]*>|[^<]*</textarea)"
)
VOWELS, SOFT_HYPHEN = "aeiouyàâäéèêëîïôöùûü", "\u00ad"
# Where a syllable ends: after a vowel, before a consonant and a vowel, and at least three letters
# from either end of a word.
SYLLABLE = re.compile(rf"(?<=\w\w[{VOWELS}])(?=[^\W\d_{VOWELS}][{VOWELS}]\w)", re.IGNORECASE)
DECIMAL_COMMA = {"fr"}  # these part thousands by a narrow space, others by a comma


def language() -> str:
    """The language that the reader chose, else the browser's, else English."""
    try:
        return g.language
    except (AttributeError, RuntimeError):  # not known yet; or there is no reader at all
        if not has_request_context():
            return "en"
    chosen = request.cookies.get(COOKIE)
    wished = request.accept_languages.best_match(LANGUAGES, "en")
    g.language = chosen if chosen in LANGUAGES else wished
    return g.language


@lru_cache
def _translations(language: str) -> catalogues.NullTranslations:
    folder = Path(__file__).parent / "locale"
    return catalogues.translation("companion", folder, [language], fallback=True)


def gettext(text: str) -> str:
    """The text in the reader's language; an empty one stays empty."""
    return _translations(language()).gettext(text) if text else ""


def in_all(text: str) -> list[str]:
    """The text in each language, for a text that somebody may have read and saved in any."""
    return [_translations(one).gettext(text) for one in LANGUAGES]


def ngettext(one: str, many: str, n: float) -> str:
    """The singular or plural that goes with `n`, in the reader's language."""
    return _translations(language()).ngettext(one, many, _counted(n))


def pgettext(context: str, text: str) -> str:
    """The text in the reader's language, where one English word has two meanings."""
    return _translations(language()).pgettext(context, text)


def npgettext(context: str, one: str, many: str, n: float) -> str:
    """The singular or plural that goes with `n`, where one English word has two meanings."""
    return _translations(language()).npgettext(context, one, many, _counted(n))


def _counted(n: float) -> int:
    """The whole number whose form goes with `n`: catalogues know no other numbers, and none below
    0."""
    return (floor if language() in SINGULAR_BELOW_TWO else ceil)(abs(n))


def on_page(text: str, /, **values: object) -> Markup:
    """The text in the reader's language for a page, with values in it, which are escaped: `_` in
    templates. It is remembered; Jinja's own would make it anew, some 200 times a page."""
    return _marked(language(), text) % values if values else _whole(language(), text)


@lru_cache(maxsize=5_000)
def _marked(language: str, text: str) -> Markup:
    return Markup(_translations(language).gettext(text) if text else "")


@lru_cache(maxsize=5_000)
def _whole(language: str, text: str) -> Markup:
    return _marked(language, text) % {}  # without values too a percent sign is written twice


def say(message: Message | None, names: Sequence[str] = (), scale: int = 1, **counted: int) -> str:
    """A sentence of the rules as the reader says it; `names[seat]` are the players.

    `counted` are numbers that only the page knows.
    """
    if message is None:
        return ""
    return message.said(_voice(language()), names, scale, **counted)


def begins_with_gap(message: Message) -> bool:
    """Whether the sentence begins with a value in the reader's language, and not with a word of
    ours: that cannot be seen from the finished sentence, since people have any names."""
    return gettext(message.text).startswith("{")


@lru_cache
def _voice(language: str) -> Voice:
    return Voice(gettext, ngettext, plain, _number, mark=_mark(language))


def _number(n: float) -> str:
    if isinstance(n, int):
        return plain(n)
    return plain(int(2 * n), 2) if (2 * n).is_integer() else str(n)


def with_commas(parts: Iterable[str]) -> str:
    """The parts in a row, with the comma of the reader's language between them."""
    return gettext(", ").join(parts)


def _with_commas(parts: Iterable[Any]) -> Markup:
    """The same on a page, where parts may be numbers, or HTML that a macro made. Not for parts
    that stand in the template itself: those Jinja would join once for all, in English."""
    return on_page(", ").join(parts)


def listed(names: Sequence[str]) -> str:
    """Names as a list in a sentence: Ana, Bo and Chi."""
    *others, last = names
    if not others:
        return last
    return pgettext("several", "%(one)s and %(two)s") % {"one": with_commas(others), "two": last}


def plain(n: int, scale: int = 1) -> str:
    """A count of the game's smallest unit as the number that people read: 49½, −66."""
    whole, rest = divmod(abs(n), scale)
    shown = f"{whole:,}"
    if whole > 999 and language() in DECIMAL_COMMA:
        shown = shown.replace(",", THIN_SPACE)
    if rest:
        shown = f"{shown if whole else ''}{HALF}" if rest * 2 == scale else _part(n, scale)
    return (MINUS if n < 0 else "") + shown


def _part(n: int, scale: int) -> str:
    """A number that is neither whole nor half, without its sign, with the reader's decimal mark."""
    shown = f"{abs(n) / scale:.2f}".rstrip("0")
    return shown.replace(".", decimal_mark())


def tenths(n: int) -> str:
    """A number of tenths as people read it, one digit after the decimal mark: 62.5."""
    whole, part = divmod(abs(n), 10)
    return f"{MINUS if n < 0 else ''}{plain(whole)}{decimal_mark()}{part}"


def decimal_mark() -> str:
    """What stands between the whole and its parts for the reader."""
    return _mark(language())


def _mark(language: str) -> str:
    return "," if language in DECIMAL_COMMA else "."


def signed(n: int, scale: int = 1) -> str:
    """A number with its sign, as scores are told: +198, −66, 0."""
    return f"{'+' if n > 0 else ''}{plain(n, scale)}"


def dated(text: str) -> date | None:
    """The date as it is kept; None for a text that is no date, as older releases could keep."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def day(date: str) -> str:
    """A date as people say it, 21 November 2026; what is no date stays as it is."""
    said = dated(date)
    if said is None:
        return date
    months = gettext(
        "January February March April May June July August September October November December"
    ).split()
    return gettext("%(day)s %(month)s %(year)s") % {
        "day": said.day if said.day > 1 else pgettext("first of a month", "1"),
        "month": months[said.month - 1],
        "year": said.year,
    }


def short_day(date: str) -> str:
    """A date where there is little room and the year goes without saying: 21 Nov."""
    said = dated(date)
    if said is None:
        return date
    months = pgettext("in short", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()
    return gettext("%(day)s %(month)s") % {"day": said.day, "month": months[said.month - 1]}


def total(n: int, game: Game) -> str:
    """A total as the table reads it: with its sign, but without one where the lowest total wins."""
    return (plain if game.lowest_wins else signed)(n, game.scale)


def hyphenated(name: str) -> str:
    """The name with soft hyphens, so that a word may break where there is no room for all of it."""
    return SYLLABLE.sub(SOFT_HYPHEN, name)


def closed_up(page: str) -> str:
    """The page; in Japanese without the blanks that its template has between sentences, or parts of
    one: there a stop or a comma is enough."""
    return PARTED.sub(r"\1", page) if language() == "ja" else page


def register(app: Flask) -> None:
    """Gives the templates their words."""
    env = app.jinja_env
    env.policies["ext.i18n.trimmed"] = True
    env.add_extension("jinja2.ext.i18n")
    env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    env.globals.update(_=on_page, gettext=on_page)
    env.filters.update(signed=signed, plain=plain, total=total, tenths=tenths)
    env.filters.update(day=day, short_day=short_day, hyphenated=hyphenated)
    env.filters.update(listed=listed, with_commas=_with_commas)
    env.globals.update(most=NO_LIMIT, say=say, language=language, languages=LANGUAGES)
