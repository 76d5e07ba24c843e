"""A form that is sent again, because its answer was lost or its button touched twice: what it
asked was done then, and is answered so now, whatever has changed since.
"""

from __future__ import annotations

import hashlib
import json
from operator import itemgetter

from flask import current_app, g, request

from ..store import Saved
from . import View, asked_view, store


def tells_deals(view: View) -> View:
    """Marks a view to which phones send deals that waited on them. It asks `answered` before it
    judges or writes anything: a phone that may write no more is let in to hear that alone."""
    view.tells_deals = True  # type: ignore[attr-defined]
    return view


def key_with(file: bytes) -> str | None:
    """The key of the form that is posted, with a hash of all that it says and where, and of the
    octets of its file: filled in otherwise, on a page gone back to, it asks something new."""
    form, token = request.form, current_app.config["WTF_CSRF_FIELD_NAME"]
    fields = [one for one in form.items(multi=True) if one[0] != token]
    said = sorted(fields, key=itemgetter(0))  # of a field that is there twice one counts
    key = form.get("key")
    asked = json.dumps([request.path, said]).encode() + file
    return key and f"{key} {hashlib.sha256(asked).hexdigest()}"


def form_key() -> str | None:
    """`key_with` of a form without a file, found once for all who ask while it is answered."""
    if "form_key" not in g:
        g.form_key = key_with(b"")
    return g.form_key


def answered() -> Saved | None:
    """What was saved by this very form before, at a view that tells deals; None: nothing yet. It is
    the same for all who ask while the form is answered."""
    if "answered" not in g:
        sent = request.method == "POST" and hasattr(asked_view(), "tells_deals")
        key = form_key() if sent else None
        g.answered = store().answered(key) if key else None
    return g.answered
