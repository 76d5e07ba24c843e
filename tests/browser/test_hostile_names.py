"""In a real browser too: whatever people are called, nothing of it runs (T-S9)."""

from __future__ import annotations

import pytest
import touching as at
from hostile import PAYLOADS
from playwright.sync_api import expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
HANDS = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}}
RUNS = "globalThis.ran = 0; globalThis.pwn = () => { ran += 1; };"
NAMED = (PAYLOADS[0], PAYLOADS[3], PAYLOADS[16], PAYLOADS[18])


@pytest.fixture
def named(open_table, store, own_page):
    """Two tables of people with such names, told of by a phone with such a name."""
    for game, told in (("tarot", GARDE), ("tamalou", HANDS)):
        table = open_table(game, NAMED)
        store.save_deal(table.id, 1, told, revision=0, key=None, phone="", note=PAYLOADS[4])
    own_page.add_init_script(RUNS)
    return own_page


PATHS = ("", "/watch", "/history", "/players", "/more", "/text", "/deals/1", "/deals/1/verdict")
PATHS += ("/rules", "/count-again", "/options")
OF_A_GAME = ("", "/watch", "/deals/1", "/rules", "/count-again", "/options")  # others are alike
UNFOLD = "document.querySelectorAll('details').forEach((fold) => { fold.open = true })"


def test_no_page_runs_what_people_are_called(named):
    ran = {}
    tarot, tamalou = (f"/tables/{table}" for table in (1, 2))
    for address in [*(tarot + path for path in PATHS), *(tamalou + path for path in OF_A_GAME)]:
        named.goto(address)
        named.evaluate(UNFOLD)
        ran[address] = named.evaluate("ran")
    assert ran == dict.fromkeys(ran, 0)


@pytest.mark.parametrize("path", ["", "/watch"])
def test_nor_does_what_comes_by_itself(named, store, other_phone, path):
    """A deal, a name put right, and the name of the phone that types."""
    named.goto(f"/tables/1{path}")
    other = other_phone
    other.goto("/settings")
    other.locator("[name=name]").fill(PAYLOADS[3])
    with other.expect_navigation():
        other.get_by_role("button", name="Save").click()
    other.goto("/tables/1")
    at.oudlers(other, 2).check(force=True)
    if not path:
        expect(named.locator("#typist")).to_contain_text(PAYLOADS[3])
    store.save_deal(1, 2, GARDE, revision=0, key=None, phone="", note=PAYLOADS[16])
    store.rename(1, 1, PAYLOADS[4], key=None, phone="")
    expect(at.deals(named)).to_have_count(2)
    expect(named.locator("main")).to_contain_text(PAYLOADS[4])
    assert named.evaluate("ran") == 0


def test_a_preview_runs_nothing(named):
    named.goto("/tables/1")
    named.locator("#points").evaluate("(field) => { field.value = 49 }")
    named.locator("[name=take][value='0-garde']").check(force=True)
    at.oudlers(named, 2).check(force=True)
    expect(at.said(named, "told")).to_contain_text(PAYLOADS[0])
    assert named.evaluate("ran") == 0
