"""The phones of the tests: a browser that sends forms with the token that stood in them."""

from __future__ import annotations

from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse


class Phone(FlaskClient):
    """A browser that sends forms with the token that stood in them."""

    def token(self) -> str:
        """What stands in the hidden field `csrf_token` of every form this phone is shown."""
        with self.session_transaction() as session:
            seed = session.get("csrf_token")
        if seed is None:
            self.get("/")
            return self.token()
        signer = URLSafeTimedSerializer(self.application.secret_key, salt="wtf-csrf-token")
        return signer.dumps(seed)

    def send(self, address: str, fields: dict | None = None, **options) -> TestResponse:
        """Posts a form as a page of ours does."""
        return self.post(address, data={"csrf_token": self.token()} | (fields or {}), **options)
