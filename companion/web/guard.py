"""What keeps strangers out: the headers of every answer, which host is asked for, which page and
which phone posts, and how much.

Everything here holds for all pages at once, so no view can forget it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, CSRFProtect
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import BadRequest
from werkzeug.http import dump_cookie

from .. import network
from ..games.message import Message
from . import View, asked_view
from .rights import YEAR, check_right

LARGEST_FORM = 64 * 1024
LARGEST_FILE = 8 * 1024 * 1024
HEADERS = {
    # Not default-src 'none': Firefox applies it to the symbols in symbols.svg. Scripts and styles
    # go by it too; frames and workers by child-src.
    "Content-Security-Policy": "default-src 'self';object-src 'none';child-src 'none';"
    "media-src 'none';font-src 'none';"
    "img-src 'self' data:;form-action 'self';frame-ancestors 'none';base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with it Chromium sends "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(),geolocation=(),microphone=(),payment=(),usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Names and scores are personal; and the back button shows the sheet as it is now, not as it
    # was. The price is the browser's cache of whole pages, one quick request each.
    "Cache-Control": "no-store",
}
PLAIN_TEXT = {"Content-Type": "text/plain; charset=utf-8"}  # of what scripts and programs read
# The answers that are a filled form. They may be kept by the browser, or Back could not show the
# form again, but would ask to send it once more.
FORM_AGAIN = (200, 409, 422)
csrf = CSRFProtect()


class TooLongOpen(BadRequest):
    """The form was signed for another session, or with another key."""

    message = Message(
        "This page was open too long, so nothing was saved. "
        "Press Back, load the page again and save once more."
    )

    def get_headers(self, *args: Any) -> list[tuple[str, str]]:
        """An undo that htmx sends, whose page stays, would show no answer: the page is reloaded."""
        anew = [("HX-Refresh", "true")] if "stays" in request.args else []
        return [*super().get_headers(*args), *anew]


class TimelessSession(SecureCookieSessionInterface):
    """Flask's session without a time stamp: a small computer's clock jumps, in both directions."""

    def __init__(self) -> None:
        self._known = lru_cache(maxsize=1_000)(self._read)  # the same cookie always says the same

    def get_signing_serializer(self, app: Flask) -> Any:
        return URLSafeSerializer(
            app.config["SECRET_KEY"],
            salt=self.salt,
            serializer=self.serializer,
            signer_kwargs={
                "key_derivation": self.key_derivation,
                "digest_method": self.digest_method,
            },
        )

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What the phone's cookie says, if we signed it."""
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        try:
            return SecureCookieSession(self._known(app, cookie))
        except BadSignature:  # never remembered
            return SecureCookieSession()

    def _read(self, app: Flask, cookie: str) -> Any:
        return self.get_signing_serializer(app).loads(cookie)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie only when something new is in it, for a year of the phone's clock.

        Unlike Flask's, without `Vary: Cookie`: no cache keeps any of our pages (`HEADERS`).
        """
        if session.modified:
            cookie = dump_cookie(
                self.get_cookie_name(app),
                self.get_signing_serializer(app).dumps(dict(session)),
                max_age=YEAR,
                httponly=True,
                samesite="Lax",
                secure=self.get_cookie_secure(app),
                sync_expires=False,  # that would be the host's clock
            )
            response.headers.add("Set-Cookie", cookie)


def renews_form(again: Callable[..., ResponseReturnValue]) -> Callable[[View], View]:
    """Marks a view that takes a form: one that was open too long comes back filled.

    Then `again` is called in the view's place, with the same arguments; it draws the form from what
    was posted. It is answered as 400, to htmx as 422, which htmx shows.
    """

    def mark(view: View) -> View:
        view.again = again  # type: ignore[attr-defined]
        return view

    return mark


def new_key() -> str:
    """A one-time key for a form: however often it is sent, it does one thing."""
    return secrets.token_urlsafe(16)


def takes_file(view: View) -> View:
    """Marks a view that a file may be posted to, larger than any form."""
    view.takes_file = True  # type: ignore[attr-defined]
    return view


def needs_no_session(view: View) -> View:
    """Marks a view that phones ask all the time, or that serves a file: it gives no session."""
    view.needs_no_session = True  # type: ignore[attr-defined]
    return view


def check_host() -> None:
    """Answers only requests for a name of this machine: a page elsewhere could point a name of its
    own at us (DNS rebinding)."""
    config, host = current_app.config, request.environ.get("HTTP_HOST", "")
    if network.is_ours(host, tuple(config["NAMES"])):
        return
    if not network.is_ours(host, (network.found_at(config["HOST"]),)):  # as our links say it now
        abort(421)


def limit_body() -> None:
    """Lets more be posted to a view that takes a file; it has to be said before anything reads."""
    if hasattr(asked_view(), "takes_file"):
        request.max_content_length = LARGEST_FILE
        request.max_form_memory_size = LARGEST_FILE


def know_phone() -> None:
    """Gives a new phone its secret and the seed of its CSRF tokens. Nothing else is ever put into
    the session: of two answers that change it at once, the later would undo the other's change.
    """
    if not hasattr(asked_view(), "needs_no_session") and "phone" not in session:
        session["phone"] = secrets.token_urlsafe(16)
        session[current_app.config["WTF_CSRF_FIELD_NAME"]] = secrets.token_urlsafe(16)


def check_post() -> ResponseReturnValue | None:
    """Lets a post through only if it comes from a page of ours, with a valid CSRF token."""
    if request.routing_exception or request.method not in current_app.config["WTF_CSRF_METHODS"]:
        return None
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2].lower() != request.host.lower():
        abort(403)
    try:
        csrf.protect()
    except CSRFError as error:
        if answer := form_again("renewed", 422 if "HX-Request" in request.headers else 400):
            return answer
        raise TooLongOpen from error
    return None


def form_again(why: str, status: int) -> Response | None:
    """The form as it was posted, which says `why` it is there again; None: its view has none."""
    again = getattr(asked_view(), "again", None)
    if again is None:
        return None
    setattr(g, why, True)
    answer = current_app.make_response(again(**(request.view_args or {})))
    answer.status_code = status
    return answer


def add_headers(answer: Response) -> Response:
    """Puts the headers on every answer, refusals and static files too."""
    if request.method == "POST" and answer.status_code in FORM_AGAIN:
        answer.headers.setdefault("Cache-Control", "private, no-cache")
    own = {name.lower() for name, _ in answer.headers}  # one look: `in` reads all of them anew
    answer.headers.extend([one for one in HEADERS.items() if one[0].lower() not in own])
    return answer


def register(app: Flask) -> None:
    """Puts the guard before and behind all views."""
    app.session_interface = TimelessSession()
    # Browsers do not keep the cookies of two ports apart.
    mark = hashlib.sha256(str(app.secret_key).encode()).hexdigest()[:8]
    app.config.update(
        SESSION_COOKIE_NAME=f"companion_{mark}",
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_CHECK_DEFAULT=False,
    )
    csrf.init_app(app)
    app.config.setdefault("NAMES", ())
    app.config.setdefault("HOST", "")
    for before in (check_host, limit_body, know_phone, check_right, check_post):
        app.before_request(before)
    app.after_request(add_headers)
