"""What arrives over a slow network moves nothing that is there already (T-U6)."""

from __future__ import annotations

import pytest
import seeded
import world

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 2e5}
SHIFTS = """globalThis.shifted = 0; globalThis.moved = []; new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
        shifted += one.value;
        moved.push(...one.sources.map(({ node }) => `${one.value} ${node?.id} ${node?.className}`));
    }
}).observe({ type: "layout-shift", buffered: true });"""
# What a script moves once the page is there, and the picture in which that is counted.
DRAWN = """() => new Promise((done) => {
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 100);
})"""
# The note that a screen goes dark stands there until it was understood, once a phone.
UNDERSTOOD = "localStorage.awake = 'understood'"
PATHS = ["/", "/tables/new", "/rules/plateau", "/tables/closed"]
PATHS += [f"/tables/{n}" for n in (seeded.FIVE, seeded.NEAR, seeded.EIGHT, seeded.PLATEAU)]
PATHS += [f"/tables/{n}/watch" for n in (seeded.LONG, seeded.PLATEAU)]


@pytest.fixture(scope="module")
def slow(browser, after_evenings):
    """A phone on a slow network before the seeded instance, whose page counts what moves on it."""
    with world.phone(browser, after_evenings) as context:
        page = context.new_page()
        page.add_init_script(SHIFTS)
        page.add_init_script(UNDERSTOOD)
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", SLOW)
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})
        yield page


@pytest.mark.parametrize("path", PATHS)
def test_nothing_moves_while_a_page_arrives(slow, path):
    slow.goto(path, wait_until="load")
    slow.evaluate(DRAWN)
    assert slow.evaluate("shifted") <= 0.02, slow.evaluate("moved")


@pytest.mark.parametrize("path", ["/", f"/tables/{seeded.FIVE}", f"/tables/{seeded.LONG}/watch"])
def test_the_head_is_drawn_while_a_script_is_waited_for_and_the_rest_without_it(slow, path):
    held, lost = [], []

    def script(route) -> None:
        route.abort() if lost else held.append(route)

    slow.route("**/*.js", script)
    slow.goto(path, wait_until="commit")
    slow.locator("header.top").wait_for()
    assert not slow.locator("main").count()
    lost.append(True)
    for route in held:
        route.abort()
    slow.locator("main :is(.save, .tables, .ranking)").first.wait_for()
    slow.unroute("**/*.js")
