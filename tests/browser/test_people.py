"""People: names old and new are readable whatever they are; so are the deals of one."""

from __future__ import annotations

import seeded
import touching as at

LETTERS = "(size) => { document.documentElement.style.fontSize = size }"
# How far the page goes to the right; the smaller side of the smallest button; what runs out of one.
LOOK = """(buttons) => [
    document.documentElement.scrollWidth,
    Math.min(...buttons.flatMap((one) => [one.offsetWidth, one.offsetHeight])) >= 44,
    buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
]"""


def test_who_was_renamed_is_read_and_called_as_before_on_every_phone(
    store, open_table, another_phone
):
    names = ("Nouveau", "Émile", seeded.LONGEST, "Wilhelmine")
    after = ("Marie Antoinette de Lorraine", "Emile-Christophe-Alexandre", "Bo", "W" * 30)
    open_table(names=names)
    for name, then in zip(names, after, strict=True):
        store.rename_player(store.player_called(name), then, key=None, phone="")
    page = another_phone(locale="fr")
    page.goto("/players")
    for width, letters in ((390, "100%"), (320, "100%"), (390, "200%"), (320, "200%")):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate(LETTERS, letters)
        found = page.locator(".people .button").evaluate_all(LOOK)
        assert (letters, found) == (letters, [width, True, []])
        assert at.cut(page.locator(".people .name")) == []


LINES = """(cells) => cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
})"""


def test_won_and_lost_stand_in_one_line_in_japanese(store, open_table, another_phone):
    open_table()
    facts = {"declarer": "0", "contract": "garde_contre", "oudlers": 2, "card_points": 49}
    for number in (1, 2):
        store.save_deal(1, number, facts, revision=0, key=None, phone="")
    page = another_phone(locale="ja")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto("/players/2?game=tarot&players=4")
        results = page.locator(".told td:nth-last-child(2)")
        assert results.all_inner_texts() == ["負け", "負け"]
        assert results.evaluate_all(LINES) == [1, 1]
        assert page.evaluate("document.documentElement.scrollWidth") == width
