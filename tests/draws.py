"""Ten people to draw, for the tests of the draw."""

from __future__ import annotations

import re

import forms

from companion.store import DrawnTable

DRAW = "/evenings/1/draw"
TEN = ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon"]
ANA, BO, CHI, DANA, EVE, FAY, GIL, HAL, IDA, JON = range(1, 11)
KEYLESS = {"key": None, "phone": ""}
PARTS = ("key", "seen", "number")


def form(phone, address=DRAW):
    """The hidden fields of the forms on the page."""
    text = phone.get(address).text
    return {part: re.search(rf'name="{part}" value="([^"]*)"', text)[1] for part in PARTS}


def put(store, *tables, number=1, out=()):
    """Keeps this draw, in place of one by lot."""
    drawn = [DrawnTable(place, "tarot", players) for place, players in enumerate(tables, 1)]
    store.keep_draw(1, number, drawn, out, key=None, phone="")


def players(store, number=1):
    """The players drawn to each place of a position."""
    (found,) = [one for one in store.positions(1) if one.number == number]
    return {one.place: one.players for one in found.tables}


def move(phone, hand, **to):
    """Changes the draw by hand: the player `hand`, then the second touch."""
    return phone.send(f"{DRAW}/move", form(phone, f"{DRAW}?hand={hand}") | {"hand": hand, **to})


def chosen(page) -> dict[str, str]:
    """What the form of the draw has for the clock, the sizes and the next wish."""
    fields = forms.form(page, "sizes").fields
    return {name: fields[name][0] for name in ("minutes", "size-tarot", "one", "other")}
