"""One site for many instances: to wire up a site for each would take longer than most tests."""

from __future__ import annotations

from copy import copy
from pathlib import Path

from flask import Flask

from companion.store import Store
from companion.web.kept import Slots


def on(wired: Flask, instance: Path) -> Flask:
    """The same site on another instance: views are shared, what a site remembers is not."""
    app = copy(wired)
    app.instance_path, app.config = str(instance), copy(wired.config)
    own = {"store": Store(instance / "companion.db"), "typists": {}, "kept": Slots()}
    app.extensions = wired.extensions | own
    return app
