"""The pages. They know no game by name, write no SQL and count nothing."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from importlib import import_module
from typing import Any, TypeVar

from flask import Flask, current_app, request
from flask.templating import Environment
from flask.typing import ResponseReturnValue
from jinja2 import Template
from jinja2.runtime import Context
from werkzeug.routing import IntegerConverter, Map

from ..store import IDS, Store
from ..words import closed_up

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])

PAGES = (
    "tables",
    "deleted",
    "joining",
    "sharing",
    "host",
    "opening",
    "carrying",
    "deals",
    "verdict",
    "moving",
    "seats",
    "history",
    "live",
    "rules",
    "exports",
    "paper",
    "imports",
    "calculator",
    "phones",
    "health",
    "evenings",
    "amounts",
    "attendances",
    "standings",
    "player_evening",
    "drawing",
    "seated",
    "printing",
    "files",
    "wall",
    "recaps",
    "places",
    "playing",
    "conducting",
    "players",
    "seasons",
    "paying",
)


class Page(Context):
    """Jinja's, which asks twice, of everything that is called, whether it wants to know the page: a
    thousand times a page. Of what our templates call, some of Jinja's own functions do. With the
    dictionary below it takes a seventh off the time of a page (measured, Jinja 3.1)."""

    def call(self, called: Callable[..., Any], /, *args: Any, **values: Any) -> Any:
        """What is called, with what it wants to know."""
        if hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **values)
        # What a block or a loop calls things: for who knows the page.
        for apart in ("_block_vars", "_loop_vars"):
            values.pop(apart, None)
        return called(*args, **values)


class Drawn(Template):
    """Jinja's, whose page is set as the reader's language sets it."""

    def render(self, *args: Any, **values: Any) -> str:
        """The page."""
        return closed_up(super().render(*args, **values))


class Templates(Environment):
    """Flask's, with one dictionary of what all templates know: Jinja would chain another before it
    for each, and looks through all of a chain whenever a template imports another."""

    context_class = Page
    template_class = Drawn

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Of one template: none of ours has any of its own."""
        return super().make_globals(d) if d else self.globals


class Site(Flask):
    """Flask, with these templates. None of our views is a coroutine: it would look at each, each
    time."""

    jinja_environment = Templates

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The view itself."""
        return func


class Number(IntegerConverter):
    """A number in an address, as far as the database counts, and in one spelling: what is kept of a
    page, here and on a phone, is kept by its address."""

    regex = "(?:0|[1-9][0-9]*)"

    def __init__(self, map: Map, **options: Any) -> None:
        super().__init__(map, **{"max": IDS[-1], **options})


def store() -> Store:
    """The store of this app; a connection for each thread is its own business."""
    return current_app.extensions["store"]


def asked_view() -> object:
    """The view that answers this request, marked as it is; None: there is none."""
    return current_app.view_functions.get(request.endpoint or "")


def register(app: Flask) -> None:
    """Puts words, guard, static files, error pages and all pages into the app."""
    app.url_map.converters["int"] = Number
    shared: tuple[str, ...] = (".prepared", "..words", ".assets", ".rights", ".guard", ".corrects")
    shared += (".errors", ".kept", ".typists", ".ready")
    for part in shared:
        import_module(part, __name__).register(app)
    for page in PAGES:
        app.register_blueprint(import_module(f".{page}", __name__).bp)
