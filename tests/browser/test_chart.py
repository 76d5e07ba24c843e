"""The chart of the running totals on a phone: its names end inside the drawing."""

from __future__ import annotations

import pytest
from seeded import LONGEST

NAMES = (
    "WWWWWWWWWWWW",
    "MAMADOU BOUBACAR",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "mwmwmwmwmwmw",
    "山田太郎左衛門兵衛",
    "ЩЩЩЩЩЩЩЩ",
    "ÉÉÉÉÉÉÉÉÉÉÉÉ",
    LONGEST,
)
# What each name leaves free of the drawing's width, in pixels.
FREE = """(drawing) => [...drawing.querySelectorAll("text[x='258']")].map((name) =>
    drawing.getBoundingClientRect().right - name.getBoundingClientRect().right)"""


@pytest.fixture
def table(store, open_table):
    table = open_table("tamalou", NAMES)
    hands = {str(seat): 3 + 2 * seat for seat in range(len(NAMES))}
    store.save_deal(table.id, 1, {"caller": "0", "hands": hands}, revision=0, key=None, phone="")
    return table


def test_every_name_ends_inside_the_drawing(page, table):
    page.goto(f"/tables/{table.id}/watch")
    free = page.locator(".chart").evaluate(FREE)
    assert len(free) == len(NAMES)
    assert all(0 <= one < 274 for one in free)


def test_every_name_ends_inside_the_drawing_of_the_file_to_send_on(page, client, table):
    page.set_content(client.get(f"/tables/{table.id}/recap.html").text)
    free = page.locator("svg").evaluate(FREE)
    assert len(free) == len(NAMES)
    assert all(0 <= one < 274 for one in free)
