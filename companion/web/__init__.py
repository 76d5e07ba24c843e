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

# What holds for all pages. The order counts: `corrects` asks after `guard` has let a post through.
SHARED = (
    ".prepared",
    "..words",
    ".assets",
    ".rights",
    ".guard",
    ".corrects",
    ".errors",
    ".kept",
    ".typists",
    ".ready",
)
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


class QuickContext(Context):
    """Jinja's context, with a shorter way to call a function from a template.

    Jinja looks twice at every function whether it wants the context passed along, a thousand times
    a page; only some of its own functions do. With `QuickEnvironment.make_globals` this takes a
    seventh off the time of a page (measured, Jinja 3.1).
    """

    def call(self, called: Callable[..., Any], /, *args: Any, **values: Any) -> Any:
        """Calls the function, by Jinja's own way only if it wants the context."""
        if hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **values)
        for of_context in ("_block_vars", "_loop_vars"):
            values.pop(of_context, None)
        return called(*args, **values)


class TidyTemplate(Template):
    """Jinja's template; in Japanese no blanks stay behind a stop (`words.closed_up`)."""

    def render(self, *args: Any, **values: Any) -> str:
        """The page."""
        return closed_up(super().render(*args, **values))


class QuickEnvironment(Environment):
    """Flask's Jinja environment, with one dictionary of globals for all templates.

    Jinja would give each template a chain of two, and search the whole chain whenever one template
    imports another.
    """

    context_class = QuickContext
    template_class = TidyTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: none of ours has any of its own."""
        return super().make_globals(d) if d else self.globals


class Site(Flask):
    """Flask with these templates, and without its look, at each request, whether the view is a
    coroutine: none of ours is."""

    jinja_environment = QuickEnvironment

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The view itself."""
        return func


class Number(IntegerConverter):
    """A number in an address: an id that the database can have, in one spelling only (`3`, not
    `03`), because what is kept of a page, here and on a phone, is kept by its address."""

    regex = "(?:0|[1-9][0-9]*)"

    def __init__(self, map: Map, **options: Any) -> None:
        super().__init__(map, **{"max": IDS[-1], **options})


def store() -> Store:
    """The store of this app; a connection for each thread is its own business."""
    return current_app.extensions["store"]


def asked_view() -> object:
    """The view that answers this request, with the marks of its decorators; None: there is none."""
    return current_app.view_functions.get(request.endpoint or "")


def register(app: Flask) -> None:
    """Puts what is shared, and all pages, into the app."""
    app.url_map.converters["int"] = Number
    for part in SHARED:
        import_module(part, __name__).register(app)
    for page in PAGES:
        app.register_blueprint(import_module(f".{page}", __name__).bp)
