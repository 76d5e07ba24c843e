"""The pages of a refused request: what went wrong in one sentence, and the way home."""

from __future__ import annotations

from urllib.parse import quote

from flask import Flask, Response, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import escape
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, ServiceUnavailable
from werkzeug.routing import RoutingException

from ..games.message import InvalidDeal, Message
from ..store import CannotWrite, NotThere
from ..words import say
from . import asked_view
from .corrects import said_by_history
from .guard import LARGEST_FILE, form_again

# What is said for each status: the title and one sentence.
SAID = {
    400: (Message("Not understood"), Message("What was sent could not be read.")),
    403: (Message("Not from here"), Message("This was sent by a page that is not ours.")),
    404: (Message("Not here"), Message("There is no such page, or no longer.")),
    405: (Message("Not this way"), Message("This address cannot be used like that.")),
    409: (Message("Changed meanwhile"), Message("Another phone was faster; nothing was saved.")),
    413: (Message("Too much"), Message("What was sent is larger than anything kept here.")),
    421: (
        Message("Another name"),
        Message("This machine is not known by that name: use the address that the host shows."),
    ),
    500: (Message("Our mistake"), Message("Something broke here. What was saved before is safe.")),
    503: (Message("Cannot save now"), Message("The host cannot write; nothing was saved.")),
}
TOO_LARGE = Message(
    "That file is larger than {n} MB: nothing that was saved here is.", n=LARGEST_FILE >> 20
)
FRAMELESS = '<!doctype html><title>{title}</title><h1>{title}</h1><p>{sentence} <a href="/">↩</a>'


def refused(error: HTTPException) -> HTTPException | Response:
    """The page of any refusal, its status and headers kept."""
    if isinstance(error, RoutingException) or not error.code:
        return error
    title, sentence = SAID.get(error.code) or SAID[400 if error.code < 500 else 500]
    if error.code == 413 and hasattr(asked_view(), "takes_file"):
        sentence = TOO_LARGE
    title, sentence = getattr(error, "title", title), getattr(error, "message", sentence)
    page = _page(error.code, say(title), say(sentence))
    answer = Response(page, error.code, mimetype="text/html")
    kept = error.get_headers()
    answer.headers.extend((name, value) for name, value in kept if name != "Content-Type")
    return answer


def not_looked_at(error: MethodNotAllowed) -> ResponseReturnValue:
    """Loading an address that only takes forms (a refused form leaves a browser there) leads to the
    nearest page above it, mostly the one that the form was on."""
    addresses, above = current_app.create_url_adapter(request), request.path
    if addresses and addresses.test(above, "POST") and request.method == "GET":
        while above := above.rpartition("/")[0]:
            if addresses.test(above, "GET"):
                return redirect(quote(above), 303)
    return refused(error)


def not_there(error: NotThere) -> HTTPException | Response:
    """The page of a table or a deal that is not there."""
    return refused(NotFound())


def not_written(error: CannotWrite) -> ResponseReturnValue:
    """When the host cannot write: the form as it was filled; where there is none, a page that says
    so. An undo or redo by htmx is led to the history, because htmx would show neither."""
    current_app.logger.error("nothing was saved: %s", error)  # for the host, who can do something
    table_id = (request.view_args or {}).get("table_id")
    if table_id and "stays" in request.args:
        return said_by_history(table_id, "unwritten")
    try:
        answer = form_again("unwritten", 503)
    except CannotWrite:  # nor can it be read
        answer = None
    if answer is None:
        return refused(ServiceUnavailable())
    answer.headers["Cache-Control"] = "private, no-cache"  # Back shows it again
    return answer


def not_possible(error: InvalidDeal) -> Response:
    """The page for what cannot be, where no form could say it beside its field. On a GET it means
    that saved facts cannot be counted by the rules of today: that goes into the log too."""
    (title, _), sentence = SAID[409], error.message
    if request.method == "GET":
        title, sentence = Message("Cannot be counted"), error.sentence
        current_app.logger.error("%s: %s: %s", request.path, error.field, sentence.english(()))
    page = _page(409, say(title), say(sentence), shown=request.method != "GET")
    return Response(page, 409, mimetype="text/html")


def _page(status: int, title: str, sentence: str, shown: bool = True) -> str:
    # The guard has let this request through, so the page may lead back to the table: to its sheet,
    # or where that cannot be `shown` to what needs no deals, a new game of the same players say.
    table_id = (request.view_args or {}).get("table_id") if status == 409 else None
    told = {"title": title, "sentence": sentence, "table_id": table_id, "shown": shown}
    try:
        return render_template("error.html", **told)
    except Exception:  # the mistake may be in the frame of all pages
        current_app.logger.exception("the error page itself is broken")
        return FRAMELESS.format(title=escape(title), sentence=escape(sentence))


def register(app: Flask) -> None:
    """Gives every refusal its page."""
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(MethodNotAllowed, not_looked_at)
    app.register_error_handler(NotThere, not_there)
    app.register_error_handler(CannotWrite, not_written)
    app.register_error_handler(InvalidDeal, not_possible)
