"""Links: what lets a phone in, and what it may do then.

The secrets of links are derived from one secret of the instance and are not stored, so that a link
can be shown again, and every printed code is still good after a copy of the database was restored.
Of the tokens in the phones' cookies only hashes are stored.
"""

from __future__ import annotations

import hmac
import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import groupby, product
from operator import itemgetter
from typing import Any
from unicodedata import normalize

from .connections import Connections, Writing
from .rights import LINKS, RIGHTS, SITE, Link, Right, Rights, Where
from .values import as_ids, clean

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE = re.compile(f"[{LETTERS}]{{6}}")
MOST_PLACES = 60  # of an evening, that have cards
CODE_LIVES = timedelta(hours=12)  # after the last change of the table, or of the evening
COUNTED = timedelta(hours=1)  # how long a wrong code is held against who typed it
SENT_TWICE = timedelta(hours=1)  # how long a form may come once more
AT = "table_id IS :table_id AND evening_id IS :evening_id AND place IS :place"
GENERATION = f"SELECT generation FROM links WHERE right = :right AND {AT}"
# What links derive from, and each that was renewed; none: one row all the same.
RENEWED = """
SELECT secret, right, table_id, evening_id, place, generation FROM instance LEFT JOIN links
"""
GRANTED = "phone, right, table_id, evening_id, place, at"
GRANT = f"""
INSERT INTO grants (token, {GRANTED})
VALUES (:token, :phone, :right, :table_id, :evening_id, :place, :at)
ON CONFLICT DO UPDATE SET at = excluded.at
"""
OUTLIVED = """
DELETE FROM grants WHERE phone = ?1 AND token NOT IN (?2, ?3)
AND token NOT IN (SELECT token FROM grants WHERE phone = ?1 AND at > ?4)
"""
# Changes from the newest back, none older than the first of the last hours. Those of evenings come
# first: they are few, and the search ends somewhere among those of tables.
LATELY = """
SELECT id AS turn, 'table', table_id, at FROM changes
WHERE id >= (SELECT min(id) FROM changes WHERE at BETWEEN :oldest AND :now)
UNION ALL SELECT id + 1000000000000000, 'evening', evening_id, at FROM evening_changes
WHERE id >= (SELECT min(id) FROM evening_changes WHERE at BETWEEN :oldest AND :now)
ORDER BY turn DESC
"""
# Of these tables and evenings those that are not deleted: table, evening, place.
CODED = """
SELECT t.id, e.id, t.place FROM tables t
  LEFT JOIN evenings e ON e.id = t.evening_id AND e.deleted_at IS NULL
WHERE t.deleted_at IS NULL AND t.id IN (SELECT value FROM json_each(:tables))
UNION ALL SELECT NULL, id, NULL FROM evenings
WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(:evenings))
"""
# Table 12; evening 3; place 4 of evening 3; all of the site.
WHERE = re.compile(
    r"(?:(?P<table_id>[1-9]\d{0,15})|e(?P<evening_id>[1-9]\d{0,15})"
    r"(?:\.(?P<place>[1-9]\d{0,3}))?)?"
)


def derived(key: bytes, right: Right, where: Where, generation: int) -> Link:
    """The link for a right somewhere: its secret has 128 bits, its code 30. `generation` grows
    by one whenever the link is taken back."""
    of = f"{right} {str(where) or 0} {generation}"
    secret = hmac.digest(key, f"link {of}".encode(), "sha256")
    n = int.from_bytes(hmac.digest(key, f"code {of}".encode(), "sha256"))
    code = "".join(LETTERS[(n >> 5 * place) % 32] for place in range(6))
    return Link(right, where, urlsafe_b64encode(secret[:16]).decode().rstrip("="), code, generation)


def _typed(code: str) -> str:
    """A typed code without what people put between its letters. A Japanese keyboard types wide
    letters, and has the long vowel sign on the key of the dash."""
    return re.sub(r"[\W_ー]", "", normalize("NFKC", code)).upper()


def is_code(text: str) -> bool:
    """Whether what was typed could be a code at all."""
    return CODE.fullmatch(_typed(text)) is not None


def _since(oldest: str, last: str, changes: Iterable[tuple[int, str]]) -> set[int]:
    """What was changed between two times, by its number.

    Changes are read from the newest back, so their times should only fall. A change with a later
    time than the one read before it was written while the clock was ahead: it counts only if an
    older change, read after it, is of the last hours. The first change older than `oldest` ends the
    search. If the clock was behind when that was written, codes end too early.
    """
    found: set[int] = set()
    later = set()
    for number, at in changes:
        if at < oldest:
            break
        later.add(number)
        if at <= last:
            found |= later
            last = at
    return found


def _renew(writing: Writing, asked: dict[str, Any], but: str) -> None:
    (generation,) = writing.db.execute(GENERATION, asked).fetchone() or (1,)
    writing.db.execute(f"DELETE FROM links WHERE right = :right AND {AT}", asked)
    new = "INSERT INTO links (right, table_id, evening_id, place, generation) VALUES"
    values = " (:right, :table_id, :evening_id, :place, :generation)"
    writing.db.execute(new + values, asked | {"generation": generation + 1})
    out = f"DELETE FROM grants WHERE right = :right AND {AT} AND token != :but"
    writing.db.execute(out, asked | {"but": but})


class Links(Connections):
    """Links, and the phones that they let in."""

    def secret(self) -> bytes:
        """What every link derives from."""
        found: bytes = self.db.execute("SELECT secret FROM instance").fetchone()[0]
        return found

    def link(self, right: Right, where: Where = SITE) -> Link:
        """The link that is good now."""
        (link,) = self.links([(right, where)])
        return link

    def links(self, of: Iterable[tuple[Right, Where]]) -> list[Link]:
        """The links that are good now, however many, in one statement: few were ever renewed."""
        rows = self.db.execute(RENEWED).fetchall()
        renewed = {(right, Where(*at)): n for _, right, *at, n in rows}
        return [derived(rows[0][0], *one, renewed.get(one, 1)) for one in of]

    def opened_by(self, text: str) -> Link | None:
        """The link with this text behind its `#`; None: it was taken back, or never was one."""
        said = text.strip().rpartition("#")[2]
        right, _, rest = said.partition("-")
        found = WHERE.fullmatch(rest.partition("-")[0])
        if right not in RIGHTS or found is None:
            return None
        where = Where(**{part: n if n is None else int(n) for part, n in found.groupdict().items()})
        link = self.link(right, where)
        if not hmac.compare_digest(link.text.encode(), said.encode()):
            return None
        return link if right in LINKS[where.kind] else None

    def coded(self, code: str) -> Link | None:
        """The link with this code, among those of what changed lately. Compares all of them even
        after one fits, so that the time it takes says nothing."""
        typed = _typed(code).encode()
        links = self.links(self._codes())
        found = [one for one in links if hmac.compare_digest(one.code.encode(), typed)]
        return found[0] if found else None

    def code_lives(self, where: Where) -> bool:
        """Whether the codes of a table, a place or an evening let anybody in now."""
        return where in {there for _, there in self._codes()}

    def _codes(self) -> Iterator[tuple[Right, Where]]:
        """All codes that are good now, of tables, evenings and their places; none to organise."""
        lately = self._lately()
        asked = {"tables": as_ids(lately["table"]), "evenings": as_ids(lately["evening"])}
        there = self.db.execute(CODED, asked).fetchall()
        evenings = {evening for _, evening, _ in there if evening}
        wheres = {Where(table_id) for table_id, *_ in there if table_id}
        wheres |= {Where(None, evening, place) for _, evening, place in there if evening and place}
        # Cards lie at the places before anybody plays there.
        cards = product(evenings, range(1, MOST_PLACES + 1))
        wheres |= {Where(None, evening, place) for evening, place in cards}
        wheres |= {Where(None, evening) for evening in evenings}
        rights = ((right, where) for where in wheres for right in LINKS[where.kind])
        return (one for one in rights if one[0] != "organise")

    def _lately(self) -> dict[str, set[int]]:
        """The numbers of the tables and of the evenings that were changed while codes live."""
        now = self._clock()
        oldest, last = (now - CODE_LIVES).isoformat(), now.isoformat()
        rows = self.db.execute(LATELY, {"oldest": oldest, "now": last})
        found: dict[str, set[int]] = {"table": set(), "evening": set()}
        for kind, changes in groupby(rows, key=itemgetter(1)):
            found[kind] = _since(oldest, last, ((number, at) for *_, number, at in changes))
            if kind == "table":  # nothing comes behind it, and what is older is not read
                break
        return found

    def rights(self, token: str) -> Rights:
        """What the phone may do whose cookie has this hash."""
        find = "SELECT phone, right, table_id, evening_id, place FROM grants WHERE token = ?"
        rows = list(self.db.execute(find, [token]))
        grants = frozenset((right, Where(*where)) for _, right, *where in rows)
        return Rights(max((phone for phone, *_ in rows), default=""), grants)

    def tables_by(self, rights: Rights) -> frozenset[int]:
        """The tables that a phone may see: of its own links, of its places and evenings."""
        whole = {where.evening_id for _, where in rights.grants if where.kind == "evening"}
        places = {f"{where.evening_id} {where.place}" for _, where in rights.grants if where.place}
        find = """SELECT id FROM tables WHERE evening_id IN (SELECT value FROM json_each(?))
            AND (evening_id IN (SELECT value FROM json_each(?))
              OR evening_id || ' ' || place IN (SELECT value FROM json_each(?)))"""
        asked = [rights.of("evening_id"), whole, places]
        found = self.db.execute(find, [json.dumps([*some]) for some in asked]) if asked[0] else ()
        return rights.of("table_id") | {number for (number,) in found}

    def let_in(
        self, right: Right, wheres: Iterable[Where], *, token: str, was: str, phone: str
    ) -> None:
        """Lets a phone in under a new token, which gets all rights of the one before as well.

        The old token gains no right, so whoever has seen it gains none. It stays good until the
        phone is let in the next time, for an hour at least, because a form may be sent twice. So a
        phone that the answer never reached goes on with the old one, and has to open its link
        again.
        """
        with self.writing(None, phone) as writing:
            before = f"SELECT ?, {GRANTED} FROM grants WHERE token = ?"
            writing.db.execute(f"INSERT INTO grants (token, {GRANTED}) {before}", [token, was])
            new = {"token": token, "phone": phone, "right": right, "at": writing.at}
            for where in wheres:
                writing.db.execute(GRANT, new | where._asdict())
            oldest = (self._clock() - SENT_TWICE).isoformat()
            writing.db.execute(OUTLIVED, [phone, token, was, oldest])

    def phone_names(self, phones: Iterable[str]) -> dict[str, str]:
        """What these phones call themselves, by how the changes know them."""
        find = """SELECT hash, name FROM phones
            WHERE name != '' AND hash IN (SELECT value FROM json_each(?))"""
        return dict(self.db.execute(find, [json.dumps([*phones])]))

    def name_phone(self, phone: str, name: str) -> None:
        """A phone gives itself a name, or none."""
        with self.writing(None, phone) as writing:
            put = """INSERT INTO phones (hash, name, at) VALUES (?, ?, ?)
                ON CONFLICT (hash) DO UPDATE SET name = excluded.name"""
            writing.db.execute(put, [phone, clean(name), writing.at])

    def was_taken_back(self, right: Right, where: Where) -> bool:
        """Whether a link of this was ever taken back."""
        asked = {"right": right, **where._asdict()}
        return self.db.execute(GENERATION, asked).fetchone() is not None

    def renew_link(
        self,
        right: Right,
        *wheres: Where,
        but: str,
        key: str | None = None,
        phone: str,
        seen: int | None = None,
    ) -> None:
        """Takes links back: nobody comes in by them any more, and all whom they let in are put out
        but the phone with the token `but`, which asks for it. `seen`: the generation of the first
        that it was shown; where another phone took that back, those made since stay good.
        """
        with self.writing(key, phone, "renew", right, wheres[0]) as writing:
            done = seen is not None and seen < self.link(right, wheres[0]).generation
            for where in () if writing.repeated or done else dict.fromkeys(wheres):
                _renew(writing, {"right": right, **where._asdict()}, but)

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
            # Also those of times to come: the clock was ahead, and nobody knows when they were.
            old = "DELETE FROM wrong_codes WHERE at NOT BETWEEN ? AND ?"
            writing.db.execute(old, [(self._clock() - COUNTED).isoformat(), writing.at])
            put = "INSERT INTO wrong_codes (address, at) VALUES (?, ?)"
            writing.db.execute(put, [address, writing.at])

    def wrong_codes(self, within: timedelta = COUNTED, address: str | None = None) -> int:
        """How many codes opened nothing lately, from one address or from all."""
        now = self._clock()
        times = [(now - within).isoformat(), now.isoformat()]
        find = """SELECT count(*) FROM wrong_codes
            WHERE at > ? AND at <= ? AND ? IN (address, '')"""
        (found,) = self.db.execute(find, [*times, address or ""]).fetchone()
        return int(found)
