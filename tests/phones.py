"""The phones of the tests: browsers that send forms with the token that stood in them."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from threading import Thread

from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from companion.store import Link, Store, Where
from companion.web.rights import cookie_name

TOKEN = "let-in-as-the-host"


class Stranger(FlaskClient):
    """A browser that sends forms with the token that stood in them; no link has let it in."""

    def token(self) -> str:
        """The `csrf_token` that is hidden in every form this phone is shown."""
        with self.session_transaction() as session:
            seed = session.get("csrf_token")
        if seed is None:
            self.get("/healthz")  # every page sets it; this is the shortest
            return self.token()
        signer = URLSafeTimedSerializer(self.application.secret_key, salt="wtf-csrf-token")
        return signer.dumps(seed)

    def send(self, address: str, fields: dict | None = None, **options) -> TestResponse:
        """Posts a form as a page of ours does."""
        return self.post(address, data={"csrf_token": self.token()} | (fields or {}), **options)

    def loses_answer(self) -> None:
        """As if the answer that let it in had never come: it has no cookie from it."""
        self.delete_cookie(cookie_name(self.application.extensions["store"].secret()))

    def join(self, link: Link) -> TestResponse:
        """Comes in by a link, as the page at the link's address does."""
        return self.send("/join", {"link": link.text})


class Phone(Stranger):
    """A phone that the host's link has let in: it may do everything."""

    def __init__(self, *arguments, **options) -> None:
        super().__init__(*arguments, **options)
        self.set_cookie(*let_in(self.application.extensions["store"]))


def acts_as_asked(monkeypatch, store: Store, asked: str, act: Callable[[Store], None]) -> None:
    """Lets another phone act, once and to its end, just before the store's method `asked` runs."""
    answer, phone = getattr(store, asked), Thread(target=act, args=[store])

    def meanwhile(*arguments):
        phone.start()
        phone.join()
        return answer(*arguments)

    monkeypatch.setattr(store, asked, meanwhile)


def let_in(store: Store) -> tuple[str, str]:
    """The cookie (name and value) of a phone that may do everything; one for all such phones."""
    token = sha256(TOKEN.encode()).hexdigest()
    if not store.rights(token).organises:
        store.let_in("organise", [Where()], token=token, was="", phone="")
    return cookie_name(store.secret()), TOKEN
