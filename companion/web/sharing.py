"""The links of a table, or of its place at an evening, to be scanned or printed, taken back."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from .. import network
from ..store import LINKS, RIGHTS, Link, Right, Table, Where
from . import store
from .guard import new_key
from .rights import by_form, may, own_token, rights
from .shown import load

bp = Blueprint("sharing", __name__, url_prefix="/tables/<int:table_id>/share")


@bp.app_template_global("link_address")
def address(link: Link) -> str:
    """The address that a phone opens: at the host name by which this one reached us, or, asked from
    this machine itself, at the address for others.

    The secret stands behind `#`, where no log and no other site sees it.
    """
    here = urlsplit(request.host_url)
    base = request.host_url
    if network.is_loopback(here.hostname or ""):
        base = network.address(current_app.config["HOST"], here.port or 80)
    return f"{base.rstrip('/')}{url_for('joining.show')}#{link.text}"


@bp.app_template_global("link_host")
def host(link: Link) -> str:
    """What is typed to come to the first page, where a code is typed."""
    return urlsplit(address(link)).netloc


@bp.app_template_global("qr")
def qr(text: str) -> Markup:
    """A text to be scanned, dark on light in every theme; beside it stand words to read aloud."""
    drawn = segno.make(text, micro=False).svg_inline(omitsize=True, svgclass="qr", border=3)
    return Markup(drawn.replace("<svg", '<svg aria-hidden="true"', 1))


def where_of(table: Table) -> Where:
    """What the links of a table are of: at an evening of its place, because that stays when the
    next sheet is played there. A phone that may do less at the place than at the table passes on
    links of the table alone."""
    own, place = Where(table.id), Where(None, table.evening_id, table.place)
    if not (table.evening_id and table.place):
        return own
    here, there = rights().at(own), rights().at(Where(None, table.evening_id), place)
    return place if there and RIGHTS.index(there) >= RIGHTS.index(here or "watch") else own


def asked_for(kind: str) -> Right:
    """Which link the form is to take back, of a table, a place or an evening: the one to look on,
    or the other one."""
    return "watch" if request.form.get("right") == "watch" else LINKS[kind][0]


def with_tables(where: Where) -> list[Where]:
    """What is taken back together with a link. With that of a place go those of all tables that
    ever stood there: phones that opened one have a link of the table alone."""
    if where.evening_id is None or where.place is None:
        return [where]
    return [where, *map(Where, store().tables_of_place(where.evening_id, where.place))]


def renew_links(right: Right, *wheres: Where) -> None:
    """Takes these links back and makes new ones, as the form asks; this phone stays let in. The
    first is the one that its page showed; 409 where the page showed that of another place."""
    if request.form.get("where", str(wheres[0])) != str(wheres[0]):
        abort(409)
    seen = request.form.get("generation", type=int)
    store().renew_link(right, *wheres, but=own_token(), seen=seen, **by_form())


@bp.get("")
def show(table_id: int) -> ResponseReturnValue:
    """The links that this phone may pass on: what it may do itself, and less."""
    shown = load(table_id)
    here = where_of(shown.table)
    links = [store().link(right, here) for right in LINKS["table"] if may(right, table_id)]
    told = {"links": links, "lives": store().code_lives(here), "key": new_key()}
    return render_template("links/share.html", shown=shown, **told)


@bp.post("")
def renew(table_id: int) -> ResponseReturnValue:
    """Takes a link back and makes a new one; whom the old one let in has to scan the new one."""
    right = asked_for("table")
    renew_links(right, *with_tables(where_of(store().table(table_id))), Where(table_id))
    return redirect(url_for("sharing.show", table_id=table_id, renewed=right), 303)
