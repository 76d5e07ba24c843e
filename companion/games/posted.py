"""What a form posts, to facts and back, by the types of a record: enough for a simple game.

A form posts names with texts, and players are seats as text, in the facts too. What is not posted,
or empty, has not been told. `none` is null; a list that is posted with one empty text is empty;
`hands-2` is the entry of seat 2, `bids-0-player` a fact of the first record in a list. Whether such
facts are possible is checked later, by `facts` and the game.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from .kinds import UNTOLD, HalfPoints, Seat, Untold
from .message import quoted, refuse, within

Posted = Mapping[str, Sequence[str]]  # the name of a field -> all texts that a form sent for it
Facts = Mapping[str, Any]
NARROW = str.maketrans("０１２３４５６７８９．，－−", "0123456789.,--")
NUMBER = re.compile(r"-?(?=[0-9.½])[0-9]{0,9}(½|\.[0-9]{1,9})?")
GROUPED = re.compile("(-?[1-9][0-9]{0,2}(?:[,\u00a0\u202f ][0-9]{3})+)(½|[.,][0-9]{1,2})?")


@dataclass(frozen=True)
class Field:
    """How values of one type stand in a form: `take` reads one from the fields that begin with a
    name, UNTOLD where there is nothing; `give` makes such fields of one."""

    take: Callable[[Posted, str], Any]
    give: Callable[[Any, str], Iterator[tuple[str, list[str]]]]


def last(posted: Posted, name: str) -> str:
    """The text that counts where one is asked for: the last that is not empty; "" if all are."""
    for text in reversed(posted.get(name, ())):
        if said := text.strip():
            return said
    return ""


def number(text: str) -> int | float:
    """A number as people type it, `49,5`, `49½` and `49 ½` too; InvalidDeal for any other text."""
    told = narrowed(ungrouped(text)).replace(" ½", "½")
    if not NUMBER.fullmatch(told):
        raise refuse("{value} is not a number", value=quoted(text))
    n = float(told.replace("½", ".5"))
    return int(n) if n.is_integer() else n


def narrowed(text: str) -> str:
    """A number as it was typed, with plain digits and a point: Japanese keyboards type wide ones,
    and many people a comma."""
    return text.strip().translate(NARROW).replace(",", ".")


def ungrouped(text: str) -> str:
    """A number as it was typed, without the signs between thousands: pages say 1,440, or 1 440."""
    told = text.strip().translate(NARROW)
    found = GROUPED.fullmatch(told)
    return re.sub("[^-0-9]", "", found[1]) + (found[2] or "") if found else told


def typed(n: float) -> str:
    """A number as the keypad types it, with ½ for the half."""
    if n < 0:
        return f"-{typed(-n)}"
    whole, part = divmod(n, 1)
    if part == 0.5:
        return f"{int(whole) or ''}½"
    return f"{n}" if part else f"{int(whole)}"


def _truth(text: str) -> Any:
    return {"true": True, "false": False}.get(text, text)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    return typed(value)


def _leaf(parse: Callable[[str], Any]) -> Field:
    def take(posted: Posted, name: str) -> Any:
        text = last(posted, name)
        return parse(text) if text else UNTOLD

    return Field(take, lambda value, name: iter([(name, [_text(value)])]))


LEAVES: dict[Any, Callable[[str], Any]] = {int: number, HalfPoints: number, bool: _truth}


def _parser(kind: Any) -> Callable[[str], Any]:
    """The function that makes a fact of one text; a seat or a word stays as it is."""
    origin = get_origin(kind)
    if origin is Annotated:
        return LEAVES[get_args(kind)[0]]
    if origin in (Union, types.UnionType):
        parse = _parser(_told_kinds(kind)[0])
        null = type(None) in get_args(kind)
        return lambda text: None if null and text == "none" else parse(text)
    return LEAVES.get(kind, str)


def _told_kinds(union: Any) -> list[Any]:
    """The kinds of a union that say something: not null, not untold."""
    return [kind for kind in get_args(union) if kind not in (type(None), Untold)]


def _is_leaf(kind: Any) -> bool:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return all(_is_leaf(one) for one in _told_kinds(kind))
    return origin in (Annotated, Literal) or kind in (Seat, str, *LEAVES)


@cache
def _field(kind: Any) -> Field:
    if _is_leaf(kind):
        return _leaf(_parser(kind))
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _either(kind)
    if origin is Mapping:
        return _mapping(_parser(inner[1]))
    if origin in (tuple, frozenset):
        return _texts(_parser(inner[0])) if _is_leaf(inner[0]) else _records(_field(inner[0]))
    return _nested(kind)


def _either(union: Any) -> Field:
    """A word, or else entries: where both are posted, the word counts."""
    kinds = [_field(kind) for kind in _told_kinds(union)]

    def take(posted: Posted, name: str) -> Any:
        found = (kind.take(posted, name) for kind in kinds)
        return next((value for value in found if value is not UNTOLD), UNTOLD)

    def give(value: Any, name: str) -> Iterator[tuple[str, list[str]]]:
        return kinds[-1 if isinstance(value, Mapping) else 0].give(value, name)

    return Field(take, give)


def _mapping(parse: Callable[[str], Any]) -> Field:
    def take(posted: Posted, name: str) -> Any:
        start = f"{name}-"
        told = [key for key in posted if key.startswith(start) and last(posted, key)]
        keys = [key.removeprefix(start) for key in told]
        got = {key: at(key, parse, last(posted, start + key)) for key in keys}
        return got or UNTOLD

    return Field(take, lambda value, name: ((f"{name}-{k}", [_text(v)]) for k, v in value.items()))


def _texts(parse: Callable[[str], Any]) -> Field:
    def take(posted: Posted, name: str) -> Any:
        if name not in posted:
            return UNTOLD
        texts = [text.strip() for text in posted[name] if text.strip()]
        return [at(f"[{i}]", parse, text) for i, text in enumerate(texts)]

    return Field(take, lambda value, name: iter([(name, [_text(one) for one in value] or [""])]))


def _records(inner: Field) -> Field:
    def take(posted: Posted, name: str) -> Any:
        got: list[Any] = []
        while (one := at(f"[{len(got)}]", inner.take, posted, f"{name}-{len(got)}")) is not UNTOLD:
            got.append(one)
        return got or UNTOLD

    def give(value: Any, name: str) -> Iterator[tuple[str, list[str]]]:
        for i, one in enumerate(value):
            yield from inner.give(one, f"{name}-{i}")

    return Field(take, give)


def at(path: str, parse: Callable[..., Any], *given: Any) -> Any:
    """What `parse` makes of this; the path of what it refuses begins with this one."""
    with within(path):
        return parse(*given)


@cache
def _fields(kind: Any) -> dict[str, Field]:
    hints = get_type_hints(kind, include_extras=True)
    return {f.name.rstrip("_"): _field(hints[f.name]) for f in fields(kind)}


def _record(kind: Any, posted: Posted, start: str) -> dict[str, Any]:
    found = {
        key: at(key, field.take, posted, f"{start}{key}") for key, field in _fields(kind).items()
    }
    return {key: value for key, value in found.items() if value is not UNTOLD}


def _nested(kind: Any) -> Field:
    def take(posted: Posted, name: str) -> Any:
        found = _record(kind, posted, f"{name}-")
        return found if found or name in posted else UNTOLD

    def give(value: Facts, name: str) -> Iterator[tuple[str, list[str]]]:
        if not value:
            yield name, [""]
        yield from _given(kind, value, f"{name}-")

    return Field(take, give)


def _given(kind: Any, facts: Facts, start: str) -> Iterator[tuple[str, list[str]]]:
    for key, value in facts.items():
        yield from _fields(kind)[key].give(value, f"{start}{key}")


def read(kind: type, posted: Posted) -> dict[str, Any]:
    """The facts of a record that a form posts, complete or not.

    InvalidDeal for what cannot be read, a word where a number should be. Names that the record
    does not know are left alone: they are the page's.
    """
    return _record(kind, posted, "")


def fill(kind: type, facts: Facts) -> dict[str, list[str]]:
    """What a form would have posted to tell these facts."""
    return dict(_given(kind, facts, ""))


def read_unplayed(posted: Posted) -> dict[str, Any]:
    """The facts of a deal that was not played, by the button `unplayed`; empty: it was played."""
    why = last(posted, "unplayed")
    if not why:
        return {}
    return {"passed": True} if why == "passed" else {"void": why}


def fill_unplayed(facts: Facts) -> dict[str, list[str]]:
    """What the button would have posted; nothing for a deal that was played."""
    if "passed" in facts:
        return {"unplayed": ["passed"]}
    return {"unplayed": [facts["void"]]} if "void" in facts else {}
