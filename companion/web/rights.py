"""What a phone may do here, by the links that let it in; checked at every address.

A phone shows an opaque token, of which only the hash is kept, and what it may do stands in the
database. So a link that is taken back ends at once, and no phone is put out because a clock was
wrong or the site has a new key.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from typing import Any, Literal

from flask import Flask, current_app, g, request, session
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from ..store import RIGHTS, NotThere, Right, Rights, Table, Where
from . import View, asked_view, store
from .repeated import answered

YEAR = 365 * 24 * 3600
Need = Right | Literal["open"]


class NoRight(Forbidden):
    """This phone has no link that allows it."""


def needs(need: Need | None) -> Callable[[View], View]:
    """Marks a view with what a phone must be allowed: `open`, to open a table; None: nothing.

    A view without a mark needs, under the address of a table, `watch` to be read and `score` to be
    sent anything; under that of an evening or a season, `organise`; anywhere else, nothing.
    """

    def mark(view: View) -> View:
        view.needs = need  # type: ignore[attr-defined]
        return view

    return mark


def rights() -> Rights:
    """What the phone that asks may do."""
    found: Rights | None = g.get("rights")
    if found is None:
        found = g.rights = store().rights(own_token())
    return found


def phone() -> str:
    """The phone that asks, as the store knows it: never a secret of its cookies itself."""
    return rights().phone or _hash(session["phone"])


def by_form() -> dict[str, Any]:
    """The one-time key of the form that is posted, and the phone that posts it."""
    return {"key": request.form.get("key"), "phone": phone()}


def _token() -> str:
    """The token that the phone shows; one that was never let in shows what its session knows it
    by."""
    return g.get("token") or request.cookies.get(_cookie(), "") or session.get("phone", "")


def own_token() -> str:
    """The hash of what this phone shows."""
    return _hash(_token())


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _cookie() -> str:
    return current_app.config["LINK_COOKIE"]


def cookie_name(secret: bytes) -> str:
    """What the cookie is called: browsers do not keep those of two ports apart."""
    return f"companion_link_{hashlib.sha256(b'cookie' + secret).hexdigest()[:8]}"


def may(
    need: Need,
    table_id: int | None = None,
    evening_id: int | None = None,
    season_id: int | None = None,
) -> bool:
    """Whether the phone that asks may do that: at a table, with an evening, a season, the site."""
    if need == "open":
        return _opens(evening_id)
    if season_id:
        allowed = _with_season(season_id)
    else:
        allowed = at_table(table_id) if table_id else _with_evening(evening_id)
    return _reaches(allowed, need)


def may_at(need: Right, table: Table) -> bool:
    """`may` at a table that is read already: nothing more is read, at however many."""
    return _reaches(_at(table), need)


def _reaches(allowed: Right | None, need: Right) -> bool:
    return allowed is not None and RIGHTS.index(allowed) >= RIGHTS.index(need)


def _opens(evening_id: int | None) -> bool:
    """Whether the phone may open a table. At an evening: if it organises it, or enters deals at a
    place or a table there; and if it has any link of the whole evening, where the host lets
    anybody open tables."""
    has = rights()
    if evening_id is None:
        return has.organises or has.enters_somewhere or store().open_to_all()
    whole = has.at(Where(None, evening_id))
    return whole == "organise" or _enters(evening_id) or whole is not None and store().open_to_all()


def _enters(evening_id: int) -> bool:
    """Whether the phone enters deals at a place or a table of the evening."""
    mine = [at for right, at in rights().grants if right == "score"]
    if any(at.evening_id == evening_id for at in mine):
        return True
    numbers = {at.table_id for at in mine}
    return any(table.id in numbers for table in store().tables_at(evening_id))


def at_table(table_id: int) -> Right | None:
    """The most that the phone may do at a table, by its own link or by those of its evening."""
    has = rights()
    own = has.at(Where(table_id))
    if own != "score" and not has.of("evening_id"):
        return own
    try:
        return _at(store().table(table_id))
    except NotThere:
        return has.at()


def _at(table: Table) -> Right | None:
    found = _with_place(table)
    # A closed sheet is read only: at its place the next one is played.
    closed = table.evening_id and table.closed_at
    return "watch" if found == "score" and closed else found


def enters_deals(table: Table) -> bool:
    """Whether the phone enters deals at a table, or does so at its place once it is closed."""
    return _with_place(table) in ("score", "organise")


def _with_place(table: Table) -> Right | None:
    wheres = [Where(table.id)]
    if evening := table.evening_id:
        wheres += [Where(None, evening), Where(None, evening, table.place)]
    return rights().at(*wheres)


def _with_evening(evening_id: int | None) -> Right | None:
    """The most that the phone may do with an evening, or with the site (None). A link of a place
    there is enough to look on."""
    has = rights()
    if evening_id is None:
        return has.at()
    found = has.at(Where(None, evening_id))
    return found or ("watch" if evening_id in has.of("evening_id") else None)


def _with_season(season_id: int) -> Right | None:
    """The most that the phone may do with a season. A link of any of its evenings, or of a place
    there, is enough to look on."""
    has = rights()
    mine = {one.id for one in store().seasons(has.of("evening_id"))}
    return has.at() or ("watch" if season_id in mine else None)


def sees() -> Collection[int] | None:
    """The tables that the phone may see; None: all."""
    has = rights()
    return None if has.organises else store().tables_by(has)


def sees_people() -> Collection[int] | None:
    """The people whom the phone may see: who sat at the tables that it may see; None: all."""
    has = rights()
    if has.organises:
        return None
    here = store()
    return here.unchanged(("people", has.grants), lambda: here.people_at(here.tables_by(has)))


def sees_evenings() -> Collection[int] | None:
    """The evenings that the phone may see; None: all."""
    has = rights()
    return None if has.organises else has.of("evening_id")


def needed() -> Need | None:
    """What the address that is asked for needs."""
    view, arguments = asked_view(), request.view_args or {}
    if hasattr(view, "needs"):
        return view.needs
    if "table_id" in arguments:
        return "watch" if request.method in ("GET", "HEAD", "OPTIONS") else "score"
    return "organise" if {"evening_id", "season_id"} & {*arguments} else None


def check_right() -> None:
    """NoRight unless a link allows it, whether or not there is anything at the address. A phone
    that may only look on by now is let through to hear that its deal was saved (`answered`)."""
    need, asked = None if request.routing_exception else needed(), request.view_args or {}
    where = [asked.get(one) for one in ("table_id", "evening_id", "season_id")]
    if need and not may(need, *where) and not (may("watch", *where) and answered()):
        raise NoRight


def let_in(right: Right, *wheres: Where) -> None:
    """Lets the phone that asks do that from now on. It gets a new token, so that somebody who has
    seen the old one gains nothing."""
    if not wheres:
        return
    token = secrets.token_urlsafe(32)
    store().let_in(right, wheres, token=_hash(token), was=own_token(), phone=phone())
    g.token = token
    g.pop("rights", None)


def let_in_opener(right: Right, *wheres: Where) -> None:
    """Lets the phone that opened something do that there, unless another link lets it already: then
    it loses that right together with that link.

    Nor is it let in once a link of this was taken back: a phone that was put out so could still go
    back to the form that opened it, and send it again.
    """
    new = (one for one in wheres if not may(right, one.table_id, one.evening_id))
    let_in(right, *(one for one in new if not store().was_taken_back(right, one)))


def forget() -> None:
    """Takes all rights from the phone that asks."""
    store().forget(phone())
    g.token = ""
    g.pop("rights", None)


def send_token(answer: Response) -> Response:
    """Gives the phone its new token, or takes it away."""
    if "token" in g:
        leave_cookie(answer, _cookie(), g.token)
    return answer


def leave_cookie(answer: Response, name: str, value: str) -> None:
    """Leaves this on the phone for a year of its clock; what is empty is taken away."""
    if not value:
        answer.delete_cookie(name)
        return
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=secure)


def register(app: Flask) -> None:
    """Templates may ask `may("score", table.id)`; the guard asks before every view."""
    app.config["LINK_COOKIE"] = cookie_name(app.extensions["store"].secret())
    app.after_request(send_token)
    app.add_template_global(may)
