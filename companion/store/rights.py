"""What a phone may do, and where: the rights, what they are of, the links that give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Right = Literal["watch", "score", "organise"]
RIGHTS: tuple[Right, ...] = ("watch", "score", "organise")  # each may what those before it may
# Which rights there are links for, by what the link opens; the greatest right first. There are no
# other links.
LINKS: Mapping[str, tuple[Right, ...]] = {
    "table": ("score", "watch"),
    "place": ("score", "watch"),
    "evening": ("organise", "watch"),
    "site": ("organise",),
}


class Where(NamedTuple):
    """What a link is of: a table, an evening, a place of it whatever is played there; or all."""

    table_id: int | None = None
    evening_id: int | None = None
    place: int | None = None

    @property
    def kind(self) -> str:
        """What sort of thing that is."""
        if self.place:
            return "place"
        if self.evening_id:
            return "evening"
        return "table" if self.table_id else "site"

    def __str__(self) -> str:
        if self.evening_id:
            return f"e{self.evening_id}" + (f".{self.place}" if self.place else "")
        return str(self.table_id or "")


SITE = Where()


@dataclass(frozen=True)
class Link:
    """What lets a phone in: `secret` behind the `#` of an address, `code` typed from paper."""

    right: Right
    where: Where
    secret: str
    code: str
    generation: int = 1  # one more whenever it is taken back

    @property
    def text(self) -> str:
        """What stands behind the `#`."""
        return f"{self.right}-{self.where}-{self.secret}"

    @property
    def shown_code(self) -> str:
        """The code as people read it to each other."""
        return f"{self.code[:3]}-{self.code[3:]}"


@dataclass(frozen=True)
class Rights:
    """What one phone may do, and where."""

    phone: str = ""  # as the changes know it
    grants: frozenset[tuple[Right, Where]] = frozenset()

    @property
    def organises(self) -> bool:
        """Whether it is the host's."""
        return ("organise", SITE) in self.grants

    @property
    def enters_somewhere(self) -> bool:
        """Whether it may enter deals somewhere."""
        return any(right == "score" for right, _ in self.grants)

    def at(self, *where: Where) -> Right | None:
        """The most it may do at one of these."""
        found = [right for right, there in self.grants if there == SITE or there in where]
        return max(found, key=RIGHTS.index, default=None)

    def of(self, part: str) -> frozenset[int]:
        """The tables (`table_id`), or evenings (`evening_id`), of which it has a link."""
        numbers = (getattr(where, part) for _, where in self.grants)
        return frozenset(number for number in numbers if number)
