"""Why the store does not do what it is asked; what cannot be told is InvalidDeal, of `games`."""

from __future__ import annotations

from .values import Deal


class NotThere(Exception):
    """There is nothing of this number, or nothing to undo."""


class Deleted(NotThere):
    """The table is deleted, and can be brought back."""


class CannotWrite(Exception):
    """The disk is full or may not be written, or another program holds the file."""


class Conflict(Exception):
    """Somebody else was first: `deal` is as it is now."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(f"deal {deal.number}, revision {deal.revision}")
        self.deal = deal


class NotAsSeen(Exception):
    """Others sit at the seats than the form of a deal shows, or the sheet was closed since."""


class DrawnMeanwhile(Exception):
    """Another phone has drawn, changed or published the position since it was seen."""


class ChangedMeanwhile(Exception):
    """A table or an evening has changed since it was seen: what becomes of it is asked again."""
