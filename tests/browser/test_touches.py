"""How many touches things take, each in sight and free of the bar: the figures of the product.

Ana takes a garde with two oudlers and 49 points: 66 from each (rules/tarot.md); with a single
poignée and the petit au bout 106.

T-U3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import touching as at
import world
from acts import keys, press
from desk import FRIENDS, Desk
from playwright.sync_api import Locator, Page, expect
from touching import Thumb

FIVE = ("Ana", "Bo", "Chi", "Dana", "Eli")
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
POINTS = "[data-into=points]"  # the keypad for them
PRISE = {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 40}


def sheet(desk: Desk, *deals: dict, names=FRIENDS) -> Page:
    """The sheet of a new table at which these deals are told."""
    table = desk.opened(names=names)
    desk.save(table, *deals)
    return desk.at(f"/tables/{table}")


def on_both_screens(page: Page, *controls: Locator) -> Thumb:
    """All are in reach as the page lies under a browser's own bars; on the whole screen each is
    touched, and then Save."""
    thumb, save = Thumb(page), at.button(page, "Save")
    page.set_viewport_size({"width": 390, "height": 664})
    thumb.finds(*controls, save)
    page.set_viewport_size(world.PHONE)
    thumb.touch_all(*controls, save)
    return thumb


def test_a_deal_at_four_takes_five_touches_and_points_of_the_other_side_one_more(desk):
    page = sheet(desk)
    thumb = on_both_screens(
        page,
        at.take(page, "Ana", "Garde"),
        at.oudlers(page, 2),
        at.key(page, "4"),
        at.key(page, "9"),
    )
    expect(at.deals(page)).to_have_count(1)
    expect(at.totals(page)).to_have_text(["+198", "−66", "−66", "−66"])
    assert len(thumb.touched) == 5
    at.arrived(page)
    thumb.touch(at.side(page, "defence"))
    press(page, "take=0-garde", "oudlers=2")
    keys(page, POINTS, "42")
    thumb.touch(at.button(page, "Save"))
    expect(at.deals(page)).to_have_count(2)
    expect(at.totals(page)).to_have_text(["+396", "−132", "−132", "−132"])


def test_partner_poignee_and_petit_at_five_take_eight_touches(desk):
    page = sheet(desk, names=FIVE)
    thumb = on_both_screens(
        page,
        at.take(page, "Ana", "Garde"),
        at.partner(page, "Chi"),
        at.oudlers(page, 2),
        at.key(page, "4"),
        at.key(page, "9"),
        at.poignee(page, "single"),
        at.petit(page, "declarer"),
    )
    expect(at.deals(page)).to_have_count(1)
    expect(at.totals(page)).to_have_text(["+212", "−106", "+106", "−106", "−106"])
    assert len(thumb.touched) == 8


def test_a_deal_three_back_is_corrected_in_three_touches_and_the_changed_field(desk):
    page = sheet(desk, *[GARDE] * 9)
    thumb = Thumb(page)
    thumb.reach(page.locator(".deal summary").nth(4))
    thumb.reach(page.get_by_role("link", name="Correct this deal"))
    expect(page.get_by_text("You are changing deal 5; the table is at 9.")).to_be_visible()
    thumb.touch(at.oudlers(page, 1))
    thumb.touch(at.button(page, "Save"))
    expect(page).to_have_url(re.compile(r"/tables/\d+$"))
    expect(at.deals(page).nth(4)).to_contain_text("failed by 2")
    assert len(thumb.touched) == 4
    page.goto(page.url + "/history")
    before, arrow = page.locator(".becomes > *").all()[:2]
    lines = before.evaluate("(one) => [...one.getClientRects()].map((line) => line.top)")
    assert len(lines) > 1
    assert 0 < at.place_of(arrow)["y"] - lines[-1] < 16  # on the last of them


def test_a_correction_shows_the_totals_before_and_after(desk):
    table = desk.opened()
    desk.save(table, GARDE, PRISE)
    page = desk.at(f"/tables/{table}/deals/1")
    becomes = page.locator(".arrow").first
    expect(becomes).to_be_hidden()  # nothing does yet
    at.oudlers(page, 3).check(force=True)
    expect(page.locator("#say")).to_contain_text("made by 13")
    expect(becomes).to_be_visible()
    expect(page.locator(".before")).to_have_text(["+234", "−174", "−30", "−30"])
    expect(at.changes(page)).to_have_text(["+264", "−184", "−40", "−40"])


def test_a_correction_shows_what_totals_of_four_digits_become(desk):
    """Without the arrow the new total stood where the form of a new deal has the change."""
    table = desk.opened(start=[1613, 1009, -2919, 297])
    desk.save(table, GARDE)
    page = desk.at(f"/tables/{table}/deals/1")
    height = page.locator(".row").evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
    at.oudlers(page, 3).check(force=True)
    expect(page.locator("#say")).to_contain_text("made by 13")
    for becomes in page.locator(".arrow").all():
        expect(becomes).to_be_visible()
    after = page.locator(".row").evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
    assert after == height


def test_undo_is_one_touch(desk):
    page = sheet(desk, GARDE)
    Thumb(page).touch(at.button(page, "Undo the last change"))
    expect(page.get_by_text("None yet.")).to_be_visible()
    expect(at.totals(page)).to_have_text(["0", "0", "0", "0"])


def test_no_touch_on_the_form_of_a_deal_calls_the_system_keyboard(desk):
    page = sheet(desk, names=FIVE)
    thumb = Thumb(page)
    for kind in (".key", ".side input", ".extras .cell:not(.plain-only)"):
        assert thumb.touch_each(f".questions {kind}")
    assert at.keyboards(page) == []
    assert not at.system_keyboard(page)
    expect(page.locator("#points")).to_be_hidden()


@pytest.fixture
def late(desk) -> Iterator[Page]:
    """A sheet whose previews do not come before they are let go."""
    page = sheet(desk)
    held = []
    page.route("**/preview", lambda route: held.append(route))
    yield page
    page.unroute_all()
    assert held


def save_quickly(page: Page, last: Locator) -> None:
    """Touches this, and Save when a preview is under way; then what was held back comes."""
    thumb = Thumb(page)
    with page.expect_request("**/preview"):
        thumb.touch(last)
    thumb.touch(at.button(page, "Save"))
    page.unroute("**/preview")


def test_quicker_than_the_answers_means_the_same_deal(late):
    press(late, "take=0-garde", "oudlers=2")
    keys(late, POINTS, "4")
    save_quickly(late, at.key(late, "9"))
    expect(at.deals(late)).to_have_count(1)
    expect(at.totals(late)).to_have_text(["+198", "−66", "−66", "−66"])


def test_quicker_than_a_warning_is_warned_on_the_same_page(desk, late):
    late.locator("#record").evaluate("(form) => { form.seen = true }")
    press(late, "take=0-garde", "oudlers=0")
    keys(late, POINTS, "60")
    save_quickly(late, at.petit(late, "declarer"))
    expect(at.said(late, "warned")).to_be_visible()
    assert late.locator("#record").evaluate("(form) => form.seen")
    assert desk.newest().deals == 0


def test_quicker_than_a_refusal_is_told_beside_the_field(desk, late):
    press(late, "take=0-garde", "oudlers=2")
    keys(late, POINTS, "9")
    save_quickly(late, at.key(late, "5"))
    expect(late.locator(".problem")).to_be_visible()
    assert desk.newest().deals == 0
