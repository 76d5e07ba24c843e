"""Touching a page as one thumb does, and reading what it shows.

A thumb reaches what is in sight and not under the bar; nothing here scrolls unless it is asked to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, Route, expect

# The middle of a control, and whatever covers it there; null if it is the control itself, a part of
# it or its label that lies on top. Nothing at all if the page has hidden the control since it was
# found, or has no style yet.
MIDDLE = """(control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const styled = getComputedStyle(document.documentElement).getPropertyValue("--target");
    if (!width || !styled) return null;
    const middle = [x + width / 2, y + height / 2];
    const top = document.elementFromPoint(...middle);
    const reached = control.contains(top) || !!top?.closest("label")?.contains(control);
    return [...middle, reached ? null : String(top?.outerHTML).slice(0, 200)];
}"""
TWO_FRAMES = """() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
})"""
TYPES = """() => document.activeElement?.matches(
    "textarea, input:not([type=radio], [type=checkbox], [type=hidden])")"""

# The words that stand on more than one line.
CUT = """(parts) => parts.flatMap((part) => {
    const cut = [], range = document.createRange();
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) cut.push(word);
        }
    return cut;
})"""


def place_of(control: Locator) -> dict:
    """Where a control lies; it is looked for again if the page has replaced it meanwhile."""
    while (found := control.bounding_box()) is None:
        expect(control).to_be_visible()
    return found


def a_moment(page: Page) -> None:
    """Waits as long as people need to read a page: an earlier touch would count as the second half
    of a double one.

    The page counts from when its scripts have come, which on a slow machine is later than its text.
    """
    page.wait_for_load_state()
    page.wait_for_timeout(500)


def drawn(page: Page) -> None:
    """Waits until the page was drawn: a touch before that would not be heard."""
    page.evaluate(TWO_FRAMES)


def cut(parts: Locator) -> list[str]:
    """The words in these parts of a page that stand on two lines."""
    return parts.evaluate_all(CUT)


def arrived(page: Page) -> None:
    """Waits until a page that has come as the answer to a form has its scripts, and was drawn."""
    page.wait_for_load_state()
    drawn(page)


def decide(page: Page, answer: str) -> None:
    """Answers what is to become of two versions, once their page has its scripts. Earlier, the form
    would be posted as if there were none, and the phone would ask again."""
    expect(page.locator(".two-versions")).to_be_visible()
    arrived(page)
    page.get_by_role("button", name=answer).click()


# `MIDDLE` for the n-th of these controls, which is scrolled into sight. From the first call on, the
# text fields that get the focus are noted in `keyboards`.
EACH = """([kind, n]) => {
    const text = "textarea, input:not([type=radio], [type=checkbox], [type=hidden])";
    const focused = ({ target }) => target.matches(text) && keyboards.push(target.id);
    if (!globalThis.keyboards) addEventListener("focusin", focused);
    globalThis.keyboards ??= [];
    const control = [...document.querySelectorAll(kind)][n];
    control.scrollIntoView({ block: "center" });
    return (MIDDLE)(control);
}""".replace("MIDDLE", MIDDLE)


def _middle(control: Locator) -> tuple[float, float]:
    """Where to touch a control without scrolling, once it is there."""
    while not (found := control.evaluate(MIDDLE)):  # hidden by an answer, or not laid out yet
        expect(control).to_be_visible()
    x, y, cover = found
    assert not cover, f"{control} cannot be reached at {x}, {y}: {cover}"
    return x, y


@dataclass
class Thumb:
    """Touches one page, and remembers each touch."""

    page: Page
    touched: list[str] = field(default_factory=list)

    def touch(self, control: Locator) -> None:
        """Touches a control once, in its middle; fails if it is not in reach without scrolling."""
        middle = _middle(control)
        self.touched.append(str(control))
        self.page.touchscreen.tap(*middle)

    def click(self, control: Locator) -> None:
        """The same with a mouse: one click there, whatever becomes of the control meanwhile."""
        self.page.mouse.click(*_middle(control))

    def touch_all(self, *controls: Locator) -> None:
        """Touches one control after the other, as quickly as possible."""
        for control in controls:
            self.touch(control)

    def touch_each(self, kind: str) -> int:
        """Scrolls each control of a kind into sight and touches it; returns how many there are."""
        count = self.page.locator(kind).count()
        for n in range(count):
            while not (found := self.page.evaluate(EACH, [kind, n])):
                expect(self.page.locator(kind).nth(n)).to_be_visible()
            x, y, cover = found
            assert not cover, f"{kind} {n} cannot be reached at {x}, {y}: {cover}"
            self.page.touchscreen.tap(x, y)
        return count

    def finds(self, *controls: Locator) -> None:
        """Fails unless each of these could be touched without scrolling; touches none."""
        for control in controls:
            _middle(control)

    def reach(self, control: Locator) -> None:
        """Scrolls a control into sight, which is no touch, and touches it."""
        control.scroll_into_view_if_needed()
        self.touch(control)


def take(page: Page, name: str, contract: str) -> Locator:
    """The cell that says who took, and what."""
    return page.get_by_role("radio", name=f"{name}: {contract}", exact=True)


def partner(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=re.compile(f"^{name}: (Partner|alone)$"))


def oudlers(page: Page, count: int) -> Locator:
    return page.locator(f"input[name=oudlers][value='{count}']")


def key(page: Page, types: str) -> Locator:
    """A key of the keypad for card points."""
    return page.locator("[data-into=points] .key").and_(page.locator(f"[data-types='{types}']"))


def touch_hand(page: Page, seat: int, n: int) -> None:
    """Types the hand of a seat."""
    page.locator("label.hand").nth(seat).click()
    for digit in str(n):
        page.locator(f"#hand-keys .by-total [data-types='{digit}']").click()
    expect(page.locator(f"#hands-{seat}")).to_have_value(str(n))


def hand(page: Page, name: str) -> Locator:
    """The cell of a player's hand."""
    return page.locator(f"input[name=hand][data-name='{name}']")


def hands(page: Page) -> Locator:
    """What is typed for each hand, in the order of the seats."""
    return page.locator(".hand b")


def caret(page: Page, name: str) -> Locator:
    """The cell of that player's hand, while the keypad types into it."""
    return page.locator(f"input[name=hand][data-name='{name}']:checked")


def bell(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=f"{name} called Tamalou", exact=True)


def kamikaze(page: Page, name: str) -> Locator:
    return page.get_by_role("checkbox", name=re.compile(f"^{name} has a kamikaze"))


def digit(page: Page, types: str) -> Locator:
    """A key of the keypad for hands; `next` walks on."""
    return page.locator(f".by-total [data-types='{types}']")


def digits(page: Page, typed: str) -> list[Locator]:
    """The keys of these, with → for `next`."""
    return [digit(page, {"→": "next"}.get(key, key)) for key in typed]


def card(page: Page, name: str) -> Locator:
    """A key of the adder, by what it is called and worth."""
    return page.locator(".by-cards").get_by_role("button", name=name, exact=True)


def poignee(page: Page, size: str) -> Locator:
    return page.locator(f"input[name=poignee][value={size}]")


def petit(page: Page, side: str) -> Locator:
    return page.locator(f"input[name=petit][value={side}]")


def side(page: Page, value: str) -> Locator:
    """The box of a side's card points."""
    return page.locator(f"input[name=side][value={value}]")


def button(page: Page, name: str) -> Locator:
    """The button of this name that is seen; some wait hidden for their turn."""
    return page.get_by_role("button", name=name, exact=True)


def totals(page: Page) -> Locator:
    """The total of each seat, in the order of the seats."""
    return page.locator(".rows:not(.few) .who > .number")


def changes(page: Page) -> Locator:
    """What the deal on the form would change, seat by seat."""
    return page.locator(".rows:not(.few) .slip")


def deals(page: Page) -> Locator:
    """The deals on the sheet in one line each, the newest first."""
    return page.locator(".deals li").locator("summary, .deal-line")


def earlier(page: Page) -> Locator:
    """What leads from the sheet to the deals before the newest ones."""
    return page.get_by_role("link", name="All deals")


def said(page: Page, state: str) -> Locator:
    """The sentence in the bar, once it has come so far: half, told, warned, refused."""
    return page.locator(f"#say[data-state={state}]")


def system_keyboard(page: Page) -> bool:
    """Whether a field has the focus for which a phone pushes its own keyboard up."""
    return bool(page.evaluate(TYPES))


def keyboards(page: Page) -> list[str]:
    """The fields that got the focus while each of some kinds was touched: a keyboard came up."""
    return page.evaluate("globalThis.keyboards")


def first_held(page: Page, pattern: str) -> list[Route]:
    """Holds the first request for this pattern back, in the returned list; later ones are answered.

    (`times=1` would not do: the browser would let it go once it waits for no other.)
    """
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    page.route(pattern, hold)
    return held


def is_held(page: Page, held: list[Route]) -> Route:
    """Waits for the request that `first_held` holds back, and returns it."""
    while not held:
        page.wait_for_timeout(10)
    return held[0]


@contextmanager
def finger(control: Locator) -> Iterator[None]:
    """A finger that lies on a control, and is lifted at the end of the block."""
    page, place = control.page, place_of(control)
    point = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    session = page.context.new_cdp_session(page)
    send = "Input.dispatchTouchEvent"
    session.send(send, {"type": "touchStart", "touchPoints": [point]})
    yield
    session.send(send, {"type": "touchEnd", "touchPoints": []})
