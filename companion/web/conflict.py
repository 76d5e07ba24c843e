"""A deal that another phone was quicker to tell: both versions on one page, nothing is lost."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from ..store import Deal
from . import store
from .besides import besides
from .deal_fields import note_of
from .deal_form import last_change, page
from .posted import preview, recorded_form
from .preview import Preview
from .rights import phone
from .shown import Shown, load


def both(mine: Preview, theirs: Deal) -> str:
    """Both versions side by side, mine in the form, to be saved over theirs or as one more deal."""
    shown = load(mine.shown.table.id)
    form, other = _mine(shown, mine, theirs), _theirs(shown, mine.number, theirs)
    return page(
        form,
        theirs=other,
        besides=_besides(other, form),
        begun=theirs if theirs.number != mine.number else None,
        next_number=shown.table.next_number,
        **_quicker(shown.table.id, theirs.number),
        **_offered(mine, theirs),
    )


def _mine(shown: Shown, mine: Preview, theirs: Deal) -> Preview:
    """What was posted, as it would be told now. It counts as having seen theirs: saved once more it
    takes its place."""
    posted = MultiDict(mine.posted)
    posted["revision"] = str(theirs.revision)
    return preview(shown, mine.number, posted, theirs)


def _theirs(shown: Shown, number: int, theirs: Deal) -> Preview:
    """What is recorded; the form of a deal not told yet where it was deleted."""
    there = None if theirs.state == "deleted" else theirs
    return preview(shown, number, recorded_form(shown, there), there)


def _quicker(table_id: int, number: int) -> dict[str, object]:
    """Who told the other version, and when."""
    change = last_change(table_id, number)
    by = change.phone if change else ""
    return {
        "quicker": store().phone_names([by]).get(by, ""),
        "changed_at": change and change.at,
        # So it may be: a deal that waited was saved as one more, and those behind it meet that one.
        "own": by == phone(),
    }


def _offered(mine: Preview, theirs: Deal) -> dict[str, object]:
    """How mine may be saved, other than in place of theirs. `fresh`: as one more deal; `before`: as
    the deal before theirs. `bid`: mine is only a bid and theirs a whole deal, so theirs stays."""
    fresh = "another" in mine.posted or mine.posted.get("revision", 0, type=int) == 0
    bid = mine.told is None and theirs.state == "told"
    return {
        "fresh": bid or fresh and theirs.state == "told",
        # Another phone may have noted the next bid already: a whole deal goes before it.
        "before": theirs.number if fresh and mine.told and theirs.state == "half" else None,
        "bid": bid,
    }


def _besides(theirs: Preview, mine: Preview) -> list[list[str]]:
    """What each of two versions says besides its sentence, as far as they differ. The facts are
    compared where the sentences do not tell them apart, and where one version is half told: its
    sentence does not say all of them."""
    if theirs.recorded is None:  # deleted
        return [[], []]
    half_told = not (theirs.told and mine.told)
    same_drawing = theirs.drawn == mine.drawn  # else the page shows what is drawn
    facts = same_drawing and (half_told or theirs.sentence == mine.sentence)
    said = (_said_of(one, sentence_says=half_told) for one in (theirs, mine))
    return besides(mine.shown.agreed, mine.names, *said, facts=facts)


def _said_of(version: Preview, sentence_says: bool) -> dict[str, object]:
    facts = {} if sentence_says and version.told else version.facts
    return {"dealer": version.dealer, "note": note_of(version.posted), "facts": facts}
