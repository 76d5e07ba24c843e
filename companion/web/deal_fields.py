"""What the form of every deal posts, besides the facts of its game."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from ..store import Seen

COMMON = {
    *("dealer", "note", "before", "key", "revision", "csrf_token"),
    *("sit", "sits_out", "closed", "corrects", "was", "speaks"),  # what held when it was drawn
    "put_by",  # what was told of who sits out
    *("anyway", "warned", "in_spite", "settled"),  # which warnings were seen
    *("another", "discard", "later", "seen"),  # what a question was answered
    "said",  # what the preview says there already
}
LONGEST_NOTE = 200


def strings(posted: MultiDict) -> dict[str, list[str]]:
    """The game's own fields: all but those that every deal has."""
    return {name: texts for name, texts in posted.lists() if name not in COMMON}


def seen_by(posted: MultiDict) -> Seen:
    """What a form was drawn from, as it says it; one that says nothing of it has seen all."""
    return Seen(posted["sit"], "closed" in posted) if "sit" in posted else Seen()


def note_of(posted: MultiDict) -> str:
    """The note on a deal, as it is kept."""
    return posted.get("note", "").strip()[:LONGEST_NOTE]
