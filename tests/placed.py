"""An evening of eight players at two tables, for the tests of its places."""

from __future__ import annotations

from flask import Flask
from forms import form, texts
from phones import Stranger

from companion.store import DrawnTable, Where

NAMES = ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil", "Hal"]
PASSED = {"passed": True}
GARDE = {"take": "0-garde", "oudlers": "2", "points": "49"}


def organised(app: Flask) -> Stranger:
    """The phone that organises an evening of eight players, enough for two tables."""
    app.test_client_class = Stranger
    phone = app.test_client()
    fields = {"name": "Friday", "date": "2026-11-20", "games": ["tarot"], "key": "once"}
    phone.send("/evenings/new", fields)
    phone.send("/evenings/1/rules/tarot", {"preset": "fft", "deals": "3"})
    phone.send("/evenings/1/players", {"list": "\n".join(NAMES)})
    return phone


def publish(store, number: int = 1, ends_at: str | None = None) -> list[int]:
    """Draws and publishes two tables of four, in the order in which they were checked in."""
    players = [one.player for one in store.attendances(1)]
    drawn = [DrawnTable(n + 1, "tarot", tuple(players[4 * n : 4 * n + 4])) for n in (0, 1)]
    store.keep_draw(1, number, drawn, [], key=None, phone="")
    return store.publish(1, number, key=None, phone="", ends_at=ends_at)


def at_place(app: Flask, store, place: int, right: str = "score") -> Stranger:
    """A phone that has come in by the card of a place."""
    phone = app.test_client()
    answer = phone.join(store.link(right, Where(None, 1, place)))
    assert answer.location == f"/evenings/1/places/{place}"
    return phone


def tell(store, table: int, *numbers: int) -> None:
    """Tells deals with these numbers, which all passed."""
    for number in numbers:
        store.save_deal(table, number, PASSED, revision=0, key=None, phone="")


def garde(declarer: int) -> dict:
    """A garde made by 8."""
    return {"declarer": str(declarer), "contract": "garde", "oudlers": 2, "card_points": 49}


def carry_over(phone, table: int = 1, **touched) -> str:
    """A fifth player joins, so the totals go on at another table; returns its address."""
    page = phone.get(f"/tables/new?table={table}&carried=1")
    page = form(page, "opening").send(phone, typed="Ivy", add_typed=1)
    asked = touched.pop("open", 1)
    page = form(page, "opening").send(phone, open=1, **touched)
    if asked == "elsewhere":
        assert "Playing already: " in texts(page)
        page = form(page, "opening").send(phone, open="elsewhere")
    return page.location


def where(store, table: int) -> tuple[int | None, int | None, int | None]:
    """The evening of a table, its position and its place."""
    found = store.table(table)
    return found.evening_id, found.position, found.place


def opens(phone, store, *names):
    """A table in progress at no evening, opened by this phone."""
    phone.send("/tables/new", {"game": "tarot", "player": [*names], "open": "1"})
    return store.tables("open")[0]
