"""Links: what lets a phone in, and what it may do then.

What a link says is derived, so that it can be shown and printed again, and a copy of the database
keeps every printed code; only what the phones' own cookies hold is kept, hashed.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from .connections import Connections
from .values import NotThere

Right = Literal["watch", "score", "organise"]
RIGHTS: tuple[Right, ...] = ("watch", "score", "organise")  # each may what those before it may
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE = re.compile(f"[{LETTERS}]{{6}}")
CODE_LIVES = timedelta(hours=12)  # after the table's last change
COUNTED = timedelta(hours=1)  # how long a wrong code is held against who typed it
GENERATION = "SELECT generation FROM links WHERE right = ? AND table_id IS ?"
GRANT = """
INSERT INTO grants (token, phone, right, table_id, at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
"""
OUTLIVED = """
DELETE FROM grants WHERE phone = ?1 AND token != ?2
AND token NOT IN (SELECT token FROM grants WHERE phone = ?1 AND at > ?3)
"""


@dataclass(frozen=True)
class Link:
    """What lets a phone in: `secret` behind the `#` of an address, `code` typed from paper."""

    right: Right
    table_id: int | None  # None: all tables, the host's
    secret: str
    code: str

    @property
    def text(self) -> str:
        """What stands behind the `#`."""
        return f"{self.right}-{self.table_id or ''}-{self.secret}"

    @property
    def shown_code(self) -> str:
        """The code as people read it to each other."""
        return f"{self.code[:3]}-{self.code[3:]}"


@dataclass(frozen=True)
class Rights:
    """What one phone may do: at which tables, or at all."""

    phone: str = ""  # as the changes know it
    organises: bool = False
    tables: Mapping[int, Right] = field(default_factory=dict)

    def at(self, table_id: int | None) -> Right | None:
        """The most it may do at a table, or with the site (None)."""
        if self.organises:
            return "organise"
        return None if table_id is None else self.tables.get(table_id)

    @property
    def scores(self) -> list[int]:
        """The tables that it may enter deals at."""
        return [number for number, right in self.tables.items() if right == "score"]

    def may(self, right: Right, table_id: int | None = None) -> bool:
        """Whether it may do that."""
        has = self.at(table_id)
        return has is not None and RIGHTS.index(has) >= RIGHTS.index(right)


def derived(key: bytes, right: Right, table_id: int | None, generation: int) -> Link:
    """The link of a table or of the host, of 128 bits, and its code, of 30."""
    of = f"{right} {table_id or 0} {generation}"
    secret = hmac.digest(key, f"link {of}".encode(), "sha256")
    n = int.from_bytes(hmac.digest(key, f"code {of}".encode(), "sha256"))
    code = "".join(LETTERS[(n >> 5 * place) % 32] for place in range(6))
    return Link(right, table_id, urlsafe_b64encode(secret[:16]).decode().rstrip("="), code)


def tidy(code: str) -> str:
    """A code as it was typed, without what people put between its letters."""
    return re.sub(r"[\W_]", "", code).upper()


class Links(Connections):
    """Links, and the phones that they let in."""

    def secret(self) -> bytes:
        """What every link derives from."""
        found: bytes = self.db.execute("SELECT secret FROM instance").fetchone()[0]
        return found

    def link(self, right: Right, table_id: int | None = None) -> Link:
        """The link that is good now."""
        (generation,) = self.db.execute(GENERATION, [right, table_id]).fetchone() or (1,)
        return derived(self.secret(), right, table_id, generation)

    def opened_by(self, text: str) -> Link | None:
        """The link that says this; None: it was taken back, or never was one."""
        said = text.strip().rpartition("#")[2]
        right, _, rest = said.partition("-")
        number = rest.partition("-")[0]
        if right not in RIGHTS or (number == "") != (right == "organise"):
            return None
        try:
            link = self.link(right, self._known(number))
        except NotThere:
            return None
        return link if hmac.compare_digest(link.text.encode(), said.encode()) else None

    def _known(self, number: str) -> int | None:
        if not number:
            return None
        find = "SELECT id FROM tables WHERE id = CAST(? AS INTEGER)"
        for (table_id,) in self.db.execute(find, [number[:18]]):
            return int(table_id)
        raise NotThere(f"table {number}")

    def coded(self, code: str) -> Link | None:
        """The link whose code this is, of a table changed lately; looks at all, found or not."""
        found = [
            link
            for table_id in self._changed_lately()
            for link in (self.link("watch", table_id), self.link("score", table_id))
            if hmac.compare_digest(link.code.encode(), tidy(code).encode())
        ]
        return found[0] if found else None

    def code_lives(self, table_id: int) -> bool:
        """Whether the codes of a table let anybody in now."""
        return table_id in self._changed_lately()

    def _changed_lately(self) -> list[int]:
        oldest, found = (self._clock() - CODE_LIVES).isoformat(), set()
        for table_id, at in self.db.execute("SELECT table_id, at FROM changes ORDER BY id DESC"):
            if at < oldest:
                break
            found.add(table_id)
        gone = "SELECT id FROM tables WHERE deleted_at IS NOT NULL"
        return sorted(found.difference(number for (number,) in self.db.execute(gone)))

    def rights(self, token: str) -> Rights:
        """What the phone may do whose cookie has this hash."""
        find = "SELECT phone, right, table_id FROM grants WHERE token = ?"
        rows = list(self.db.execute(find, [token]))
        tables: dict[int, Right] = {}
        for _, right, table_id in rows:
            if RIGHTS.index(right) >= RIGHTS.index(tables.get(table_id, "watch")):
                tables[table_id] = right
        organises = tables.pop(None, None) is not None  # type: ignore[call-overload]
        return Rights(max((one[0] for one in rows), default=""), organises, tables)

    def let_in(
        self, right: Right, table_ids: Iterable[int | None], *, token: str, was: str, phone: str
    ) -> None:
        """Lets a phone in under a new token, with all that it could do under the one before.

        The old token gains nothing: whoever had seen it is not let in too. It is good for an hour
        more, for a form that was sent twice.
        """
        with self.writing(None, phone) as writing:
            before = "SELECT ?, phone, right, table_id, at FROM grants WHERE token = ?"
            writing.db.execute(f"INSERT INTO grants {before}", [token, was])
            for table_id in table_ids:
                writing.db.execute(GRANT, [token, phone, right, table_id, writing.at])
            writing.db.execute(OUTLIVED, [phone, was, (self._clock() - COUNTED).isoformat()])

    def renew_link(self, right: Right, table_id: int | None, *, but: str, phone: str) -> None:
        """Takes a link back: nobody comes in by it any more, and all whom it let in are out.

        `but`: the token of the phone that asks for it, which stays.
        """
        with self.writing(None, phone) as writing:
            (generation,) = writing.db.execute(GENERATION, [right, table_id]).fetchone() or (1,)
            old = "DELETE FROM links WHERE right = ? AND table_id IS ?"
            writing.db.execute(old, [right, table_id])
            new = "INSERT INTO links (right, table_id, generation) VALUES (?, ?, ?)"
            writing.db.execute(new, [right, table_id, generation + 1])
            out = "DELETE FROM grants WHERE right = ? AND table_id IS ? AND token != ?"
            writing.db.execute(out, [right, table_id, but])

    def forget(self, phone: str) -> None:
        """Takes from a phone all that links let it do, under whatever token."""
        with self.writing(None, phone) as writing:
            writing.db.execute("DELETE FROM grants WHERE phone = ?", [phone])

    def open_to_all(self) -> bool:
        """Whether anybody in the network may open a table."""
        (found,) = self.db.execute("SELECT open_to_all FROM instance").fetchone()
        return bool(found)

    def let_open(self, everybody: bool, phone: str) -> None:
        """Lets anybody in the network open a table, or only whom a link has let in."""
        with self.writing(None, phone) as writing:
            writing.db.execute("UPDATE instance SET open_to_all = ?", [int(everybody)])

    def wrong_code(self, address: str, phone: str) -> None:
        """Remembers for an hour that a code opened nothing."""
        with self.writing(None, phone) as writing:
            oldest = (self._clock() - COUNTED).isoformat()
            writing.db.execute("DELETE FROM wrong_codes WHERE at < ?", [oldest])
            put = "INSERT INTO wrong_codes (address, at) VALUES (?, ?)"
            writing.db.execute(put, [address, writing.at])

    def wrong_codes(self, within: timedelta, address: str | None = None) -> int:
        """How many codes opened nothing lately, from one address or from all."""
        since = (self._clock() - within).isoformat()
        find = "SELECT count(*) FROM wrong_codes WHERE at > ? AND ? IN (address, '')"
        (found,) = self.db.execute(find, [since, address or ""]).fetchone()
        return int(found)
