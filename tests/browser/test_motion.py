"""Nothing begins to move on a phone whose owner asked for that (T-U8); that no page has anything
that would, `test_pages.py` sees."""

from __future__ import annotations

import pages
import pytest
import touching as at
from hexes import SIX, begin, space, winner, won
from playwright.sync_api import Page, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
STARTED = """globalThis.started = 0; const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        started += 1;
        return animate.apply(this, how);
    };
    addEventListener("transitionrun", () => { started += 1; });
    addEventListener("animationstart", () => { started += 1; });"""


@pytest.fixture(params=["reduce", "no-preference"])
def phone(request, another_phone) -> Page:
    """A phone, and what it asks for; what begins to move on it is counted."""
    page = another_phone(reduced_motion=request.param)
    page.add_init_script(STARTED)
    page.wish = request.param
    return page


def test_neither_a_save_nor_another_phones_deal_moves_anything(open_table, store, another_phone):
    page = another_phone(reduced_motion="reduce")
    page.add_init_script(STARTED)
    open_table()
    page.goto("/tables/1")
    pages.type_points(page, "49")
    at.take(page, "Ana", "Garde").check(force=True)
    at.oudlers(page, 2).check(force=True)
    expect(at.said(page, "told")).to_be_visible()
    at.button(page, "Save").tap()
    expect(at.deals(page)).to_have_count(1)
    store.save_deal(1, 2, GARDE, revision=0, key=None, phone="")
    expect(at.deals(page)).to_have_count(2)
    assert page.evaluate("started") == 0


def test_the_links_of_a_board_are_drawn_one_by_one_only_where_that_is_wished(
    open_table, store, phone
):
    begin(store, open_table, *SIX, won("declarer"), won("defence"), won("defence"))
    phone.goto("/tables/1")
    winner(phone, "declarer").tap()
    space(phone, "KS").tap()
    expect(phone.locator(".board-place.made")).to_be_visible()
    assert (phone.evaluate("started") > 0) == (phone.wish == "no-preference")


LOWEST = (".tables > li:last-child .name", ".home > :last-child .name")


def test_what_lies_below_the_first_screen_comes_a_picture_later_and_only_once(open_table, phone):
    for _ in range(8):
        open_table()
    for lowest in LOWEST:
        phone.goto("/")
        phone.locator(lowest).first.scroll_into_view_if_needed()
        expect(phone.locator(lowest).first).to_be_in_viewport()
        started = phone.evaluate("started")
        assert (started > 0) == (phone.wish == "no-preference"), lowest
        for width, height in ((844, 390), (390, 844)):
            phone.set_viewport_size({"width": width, "height": height})
        phone.emulate_media(media="print")
        phone.emulate_media(media="screen")
        phone.wait_for_timeout(100)  # some pictures
        assert phone.evaluate("started") == started, lowest
