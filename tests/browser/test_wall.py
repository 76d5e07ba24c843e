"""The wall turns its pages by itself and shows what has changed; nobody touches it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import small_evening
from playwright.sync_api import Page, expect

from companion.store import Store, Where

WALL = "/evenings/1/wall"
SIZE = "(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.documentElement)"
TITLES = [
    "All games together, up to position 2",
    "French Tarot, up to position 2",
    "Tamalou, up to position 2",
]


@pytest.fixture
def screen(own_page: Page) -> Page:
    """A page of the test's own, whose clock is stopped."""
    return own_page


def test_the_pages_turn_by_time_and_begin_again(screen: Page, store: Store):
    small_evening.play(store)
    screen.clock.install()
    screen.goto(WALL)
    for title in [*TITLES, TITLES[0]]:
        expect(screen.locator(".leaf:visible h2")).to_have_text(title)
        screen.clock.run_for(10_000)


def test_what_changes_is_there_at_the_next_turn(screen: Page, store: Store):
    small_evening.play(store)
    screen.clock.install()
    screen.goto(WALL)
    store.change_evening(1, key=None, phone="", shown=1)
    screen.clock.run_for(10_000)
    expect(screen.locator(".leaf h2")).to_have_text(["French Tarot, up to position 1"])
    expect(screen.locator(".leaf li").first).to_contain_text("+168")
    expect(screen.locator(".leaf")).to_be_visible()


def test_when_time_is_up_by_the_clock_of_the_host_the_wall_says_so_by_itself(screen, store):
    small_evening.play(store)
    now = datetime.now(UTC)
    store.set_clock(1, 2, (now + timedelta(hours=1)).isoformat(), key=None, phone="")
    screen.clock.install(time=now + timedelta(hours=3))
    screen.goto(WALL)
    screen.clock.run_for(10_000)
    expect(screen.locator(".leaf:visible h2")).to_have_text(TITLES[1])
    expect(screen.locator(".clock")).to_contain_text("Position 2 ends at", use_inner_text=True)
    up = "Time is up: the deal begun is the last."
    out = (now - timedelta(minutes=1)).isoformat()
    store.db.execute("UPDATE positions SET ends_at = ?", [out])  # nothing else changes
    screen.clock.run_for(10_000)
    expect(screen.locator(".clock")).to_have_text(up, use_inner_text=True)
    screen.reload()
    expect(screen.locator(".clock")).to_have_text(up, use_inner_text=True)


def test_an_empty_wall_fills_when_the_first_deal_is_told(screen: Page, store: Store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana", "Bo", "Chi", "Dana"], "tarot", key=None, phone="")
    screen.clock.install()
    screen.goto(WALL)
    expect(screen.locator(".nothing-yet")).to_be_visible()
    table = small_evening.seated(store, 1, "tarot", [1, 2, 3, 4])
    screen.clock.run_for(10_000)
    expect(screen.locator(".leaf:visible h2")).to_have_text("Who sits where")
    small_evening.tell(store, table, 1, small_evening.TAROT[0])
    screen.clock.run_for(10_000)
    expect(screen.locator(".leaf:visible li").first).to_contain_text("+198")


def test_when_the_host_is_silent_the_wall_goes_on_and_says_how_old_it_is(screen, context, store):
    small_evening.play(store)
    screen.clock.install(time=datetime(2026, 11, 20, 20, 15, tzinfo=UTC))
    screen.goto(WALL)
    heard = screen.evaluate("new Date().toTimeString()")[:5]
    context.set_offline(True)
    for title in (TITLES[1], TITLES[2], TITLES[0]):
        screen.clock.run_for(10_000)
        expect(screen.locator(".leaf:visible h2")).to_have_text(title)
    expect(screen.locator("#connection")).to_be_visible()
    expect(screen.locator("#connection > :last-child")).to_have_text(heard)
    context.set_offline(False)
    screen.clock.run_for(10_000)
    expect(screen.locator("#connection")).to_be_hidden()


def test_a_link_that_is_taken_back_stands_on_no_wall(screen: Page, stranger: Page, store: Store):
    """The host's own shows the new one; one that it let in is out, and says so."""
    small_evening.play(store)
    where = Where(None, 1)
    old = store.link("watch", where)
    stranger.goto(f"/join#{old.text}")
    stranger.wait_for_url("**/evenings/1")
    for one in (screen, stranger):
        one.clock.install()
        one.goto(WALL)
        expect(one.get_by_text(old.shown_code)).to_be_visible()
    store.renew_link("watch", where, but="", phone="")
    for one in (screen, stranger):
        one.clock.run_for(10_000)
        expect(one.get_by_text(old.shown_code)).to_be_hidden()
    expect(screen.get_by_text(store.link("watch", where).shown_code)).to_be_visible()
    expect(stranger.get_by_text("This phone is not known here yet, or no longer.")).to_be_visible()


def test_without_script_the_next_page_is_loaded(plain: Page, store: Store):
    small_evening.play(store)
    plain.goto(f"{WALL}?page=2")
    expect(plain.locator(".leaf:visible h2")).to_have_text(TITLES[1])
    assert plain.locator("meta[http-equiv]").get_attribute("content") == f"10; url={WALL}?page=3"


def test_everything_fits_the_screen_of_a_projector(page: Page, store: Store):
    small_evening.play(store, ["M" * 30, "さくら" * 10, "Chi", "Dana", "Eve"])
    for number in (1, 2, 3):
        page.goto(f"{WALL}?page={number}")
        for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SIZE) == [width, height]
            cut = page.locator(".leaf:visible li").evaluate_all(
                "(rows) => rows.filter((one) => one.scrollWidth > one.clientWidth).length"
            )
            assert cut == 0


def test_a_recap_opens_from_a_disk_and_complains_of_nothing(page: Page, store, tmp_path):
    small_evening.play(store)
    file = tmp_path / "recap.html"
    page.goto("/")
    file.write_text(page.evaluate("async () => (await fetch('/evenings/1/recap.html')).text()"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(file.as_uri())
    expect(page.locator(".podium").first).to_contain_text("93.8")
    expect(page.locator("svg").first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).maxWidth") == "672px"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
