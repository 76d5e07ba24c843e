"""One site for many instances: to wire its addresses anew would take longer than most tests."""

from __future__ import annotations

from copy import copy
from pathlib import Path

from flask import Flask

from companion.store import Store
from companion.web.kept import Slots


def on(wired: Flask, instance: Path) -> Flask:
    """The site on another instance: its addresses are shared, what it remembers is not."""
    app = copy(wired)
    app.instance_path, app.config = str(instance), copy(wired.config)
    own = {"store": Store(instance / "companion.db"), "typists": {}, "kept": Slots()}
    app.extensions = wired.extensions | own
    return app
