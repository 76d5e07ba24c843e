"""A form that is sent again, because its answer was lost or its button was touched twice. It does
nothing more: it gets the answer of the first time, whatever has changed since.
"""

from __future__ import annotations

import hashlib
import json
from operator import itemgetter

from flask import current_app, g, request

from ..store import Saved
from . import View, asked_view, store


def tells_deals(view: View) -> View:
    """Marks a view to which phones send deals that waited on them. The view has to ask `answered`
    first of all, for a phone that may not write any more is let through to hear just that."""
    view.tells_deals = True  # type: ignore[attr-defined]
    return view


def key_with(file: bytes) -> str | None:
    """The key of the posted form, and a hash of its address, its fields and the octets of its file:
    filled in otherwise, on a page that somebody went back to, it asks something new."""
    form, token = request.form, current_app.config["WTF_CSRF_FIELD_NAME"]
    fields = [one for one in form.items(multi=True) if one[0] != token]
    said = sorted(fields, key=itemgetter(0))  # of a field that is there twice one counts
    key = form.get("key")
    asked = json.dumps([request.path, said]).encode() + file
    return key and f"{key} {hashlib.sha256(asked).hexdigest()}"


def form_key() -> str | None:
    """`key_with` for a form without a file, computed once a request."""
    if "form_key" not in g:
        g.form_key = key_with(b"")
    return g.form_key


def answered() -> Saved | None:
    """What this very form saved before, at a view that tells deals; None: nothing yet. Looked up
    once a request."""
    if "answered" not in g:
        sent = request.method == "POST" and hasattr(asked_view(), "tells_deals")
        key = form_key() if sent else None
        g.answered = store().answered(key) if key else None
    return g.answered
