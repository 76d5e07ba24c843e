"""The board under the finger: what a touch does, what it never does, and what is seen of it."""

from __future__ import annotations

from functools import partial

import pytest
import touching as at
from hexes import (
    BID,
    DEAL,
    FRIENDS,
    SIX,
    a_second_later,
    answered,
    at_one_time,
    begin,
    kept,
    said,
    space,
    winner,
    won,
)
from playwright.sync_api import expect

# The space that a finger hits at a part of the width and height of another one.
HIT = """(hex, [across, down]) => {
    const { x, y, width, height } = hex.getBoundingClientRect();
    return document.elementFromPoint(x + across * width, y + down * height)?.closest(".hex")?.id;
}"""
POINT = """(hex, [across, down]) => {
    const { x, y, width, height } = hex.getBoundingClientRect();
    return [x + across * width, y + down * height];
}"""
# One trick more of the declarer's side, with the king of spades, makes the Y.
MADE = [*SIX, won("declarer"), won("defence"), won("defence"), won("declarer", "KS")]
# What runs out of its own place.
WIDE = """(parts) => parts.filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)"""
# The spaces on which something lies that the corners say.
UNDER = """(corners) => corners.flatMap((corner) => {
    const range = document.createRange();
    range.selectNodeContents(corner);
    const drawn = [...corner.querySelectorAll("i")].map((one) => one.getBoundingClientRect());
    return [...range.getClientRects(), ...drawn].flatMap(({ left, right, top, bottom }) =>
        [[left, top], [right, top], [left, bottom - 2], [right, bottom - 2]]
            .map(([x, y]) => document.elementFromPoint(x, y)?.closest(".hex")?.id)
            .filter(Boolean));
})"""
LAST = [won(("declarer", "defence")[n % 2]) for n in range(13)]  # and nothing captured yet
MOVED = "() => { SVGElement.prototype.animate = () => { document.title = 'moved' } }"
# How many targets there are, the smaller side of the smallest, how far the page goes to the right.
SMALLEST = """(targets) => {
    const boxes = targets.map((one) => one.getBoundingClientRect());
    const smallest = Math.min(...boxes.flatMap(({ width, height }) => [width, height]));
    return [boxes.length, smallest, document.documentElement.scrollWidth];
}"""
# Where board and bar end, where the bar and the deals begin.
ENDS = """() => {
    const of = (one) => document.querySelector(one)?.getBoundingClientRect();
    const [board, bar] = [of(".board-place"), of(".bar")];
    return { board: board.bottom, bar: bar.bottom, top: bar.top, deals: of(".deals")?.top };
}"""
# The points of a fine net over the middle of the board, a space wide and two high, on which no
# space lies: they are alike all over it.
DEAD = """(board) => {
    const { x, y, width, height } = board.getBoundingClientRect(), dead = [];
    for (let across = 0.42; across < 0.58; across += 0.0037)
        for (let down = 0.35; down < 0.65; down += 0.0041)
            if (!document.elementFromPoint(x + across * width, y + down * height).closest(".hex"))
                dead.push([across, down]);
    return dead;
}"""


@pytest.fixture
def play(store, open_table, page):
    """The board of a deal that is played, opened on a phone."""

    def opened(*tricks, **bid):
        begin(store, open_table, *tricks, **bid)
        page.goto(DEAL)
        return page

    return opened


def show_on(page, size):
    """The page on a screen of this size, drawn."""
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    at.drawn(page)


def on_screens(page, sizes, look):
    """What is found on screens of these sizes, by size."""
    found = {}
    for size in sizes:
        show_on(page, size)
        found[size] = look()
    return found


def crushed(words):
    """The words that are cut in two, and what runs out of its own place."""
    return at.cut(words), words.evaluate_all(WIDE)


# ---- what a touch does


def test_a_trick_and_its_cards_are_told_by_touching(play, store):
    page = play()
    expect(said(page)).to_have_text("Touch who won trick 1.")
    winner(page, "declarer").tap()
    expect(page.locator("#subtitle")).to_be_visible()
    expect(space(page, "T1")).to_have_accessible_name("trick 1, Ana & Chi")
    expect(said(page)).to_have_text("Trick 1: Ana & Chi. Touch each card they captured.")
    space(page, "KH").tap()
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, Ana & Chi")
    expect(space(page, "T2")).to_have_accessible_name("trick 2, next trick")
    expect(winner(page, "defence")).to_have_text("Bo & Dana won trick 2", use_inner_text=True)
    answered(page)
    assert kept(store) == [won("declarer", "KH")]


def test_on_a_board_that_is_decided_it_is_said_why_a_touch_did_nothing(play, store):
    page = play(*MADE)
    expect(page.locator("#say")).to_have_attribute("data-state", "told")
    # As it was before another phone told trick 10.
    space(page, "T9").evaluate("(hex) => { hex.value = 'space-T9-nobody' }")
    space(page, "T9").tap()
    expect(said(page)).to_contain_text("Something newer is told")
    expect(page.locator(".problem span")).to_be_hidden()
    assert kept(store) == MADE


def test_a_trick_that_a_wrong_side_won_goes_to_the_other_one_those_after_it_stay(play, store):
    page = play(*SIX)
    space(page, "T3").tap()
    expect(space(page, "T3")).to_have_accessible_name("trick 3, Bo & Dana")
    expect(said(page)).to_contain_text("Trick 3: Bo & Dana. What it captured goes along.")
    expect(page.locator("#sent")).to_have_text("trick 3, Bo & Dana")
    expect(space(page, "KD")).to_have_accessible_name("king of diamonds, Bo & Dana")
    assert kept(store) == [*SIX[:2], won("defence", "KD", "KC"), *SIX[3:]]
    page.get_by_role("button", name="Give trick 3 back").tap()
    expect(space(page, "KD")).to_have_accessible_name("king of diamonds, Ana & Chi")
    expect(said(page)).to_contain_text("Trick 3: Ana & Chi.")
    assert kept(store) == list(SIX)
    a_second_later(page)
    page.get_by_role("button", name="Take back trick 6").tap()
    answered(page)
    assert kept(store) == list(SIX[:5])


def test_touched_once_more_a_trick_is_given_back_touched_twice_it_goes_once(play, store):
    page = play(*SIX)
    at_one_time(page)
    space(page, "T3").dblclick()
    answered(page)
    assert kept(store)[2] == won("defence", "KD", "KC")
    a_second_later(page)
    space(page, "T3").tap()
    answered(page)
    assert kept(store) == list(SIX)


def test_a_trick_that_goes_to_the_other_side_may_decide(play, store):
    page = play(*MADE[:3], won("declarer", "QD", "CD", "JC"), *MADE[4:8], won("declarer"), MADE[9])
    expect(said(page)).to_contain_text("Y made at trick 10")
    space(page, "T1").tap()
    expect(said(page)).to_contain_text("Trick 1: Bo & Dana.")
    expect(said(page)).not_to_contain_text("Y made at trick 10")
    page.get_by_role("button", name="Give trick 1 back").tap()
    expect(said(page)).to_contain_text("Trick 1: Ana & Chi. Y made at trick 10.")


def test_touches_quicker_than_the_host_go_to_the_newest_trick_and_undo_takes_them_back_with_it(
    play, store
):
    page = play(won("declarer", "KH"))
    winner(page, "defence").tap()
    for name in ("KS", "KD", "KC"):
        space(page, name).tap()
    answered(page)
    assert kept(store) == [won("declarer", "KH"), won("defence", "KS", "KD", "KC")]
    page.get_by_role("button", name="Take back trick 2").tap()
    expect(space(page, "KS")).to_have_accessible_name("king of spades, free")
    expect(page.get_by_role("button", name="Take back trick 1")).to_be_visible()
    answered(page)
    assert kept(store) == [won("declarer", "KH")]


def test_what_was_told_last_is_given_back_by_its_own_space(play, store):
    page = play(won("declarer"), won("defence", "KH"))
    space(page, "KH").tap()
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, free")
    answered(page)
    assert kept(store) == [won("declarer"), won("defence")]
    space(page, "T2").tap()
    expect(space(page, "T2")).to_have_accessible_name("trick 2, next trick")
    answered(page)
    assert kept(store) == [won("declarer")]


# ---- what a touch never does


def test_a_double_touch_is_one(play, store):
    page = play(won("declarer"))
    at_one_time(page)
    space(page, "KH").dblclick()
    answered(page)
    winner(page, "defence").dblclick()
    answered(page)
    assert kept(store) == [won("declarer", "KH"), won("defence")]


# A finger goes down and up, and the click of it comes only when a slow phone gets round to it.
LATE_CLICK = """async (button) => {
    const { x, y } = button.getBoundingClientRect();
    const sent = { bubbles: true, cancelable: true, clientX: x + 20, clientY: y + 20 };
    button.dispatchEvent(new PointerEvent("pointerdown", sent));
    button.dispatchEvent(new PointerEvent("pointerup", sent));
    await new Promise((then) => setTimeout(then, 500));
    const late = new MouseEvent("click", { ...sent, detail: 1 });
    document.getElementById(button.id).dispatchEvent(late);
}"""


def test_the_late_click_of_a_touch_is_that_touch_and_a_key_presses_after_it(play, store):
    page = play(won("declarer"))
    winner(page, "defence").evaluate(LATE_CLICK)
    answered(page)
    assert kept(store) == [won("declarer"), won("defence")]
    a_second_later(page)
    winner(page, "defence").press("Enter")
    answered(page)
    assert kept(store) == [won("declarer"), won("defence"), won("defence")]


def test_another_phone_takes_over_at_any_touch(play, other_phone, store):
    page = play(*SIX)
    winner(page, "defence").tap()
    answered(page)
    other = other_phone
    other.goto("/tables/1")
    expect(said(other)).to_have_text("Trick 7: Bo & Dana. Touch each card they captured.")
    space(other, "KS").tap()
    answered(other)
    space(page, "KH").tap()
    expect(space(page, "KS")).to_have_accessible_name("king of spades, Bo & Dana")
    answered(page)
    assert kept(store)[6] == won("defence", "KS", "KH")


def test_without_script_the_same_buttons_do_the_same(store, open_table, plain):
    begin(store, open_table, won("declarer", "KH"))
    plain.goto(DEAL)
    space(plain, "KS").tap()
    space(plain, "KH").tap()
    expect(said(plain)).to_have_text("Trick 1: Ana & Chi. Touch each card they captured.")
    assert kept(store) == [won("declarer", "KS")]
    winner(plain, "defence").tap()
    space(plain, "T1").tap()
    expect(said(plain)).to_contain_text("Trick 1: Bo & Dana. What it captured goes along.")
    assert kept(store) == [won("defence", "KS"), won("defence")]
    plain.get_by_role("button", name="Give trick 1 back").tap()
    expect(said(plain)).to_contain_text("Trick 1: Ana & Chi.")
    assert kept(store) == [won("declarer", "KS"), won("defence")]


# ---- what is under the finger


def test_every_point_of_the_board_hits_a_hexagon_which_asks_for_a_trick_before_any(play, store):
    """Near its corner, outside of the hexagon, the box of a space is its neighbour's."""
    page = play()
    sizes = [(width, 844) for width in (320, 820, 390)]
    dead = on_screens(page, sizes, lambda: page.locator(".hexagons").evaluate(DEAD))
    assert dead == dict.fromkeys(sizes, [])
    middle = space(page, "T13")
    assert middle.evaluate(HIT, [0.5, 0.5]) == "space-T13"
    assert middle.evaluate(HIT, [0.03, 0.5]) == "space-T13"
    assert middle.evaluate(HIT, [0.04, 0.06]) == "space-KS"
    assert middle.evaluate(HIT, [0.96, 0.06]) == "space-KD"
    assert middle.evaluate(HIT, [0.04, 0.94]) == "space-KH"
    assert middle.evaluate(HIT, [0.96, 0.94]) == "space-KC"
    page.touchscreen.tap(*middle.evaluate(POINT, [0.04, 0.06]))
    expect(said(page)).to_contain_text("First say who won the trick")
    assert kept(store) == []


def test_what_the_corners_say_lies_on_no_space_in_letters_twice_as_large_too(play):
    page = play(*SIX)
    corners = page.locator("p.corner")
    expect(corners).to_have_count(2)
    sizes = [(320, 1200), (360, 1200), (390, 1200)]
    for letters in ("100%", "200%"):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size }", letters)
        under = on_screens(page, sizes, lambda: corners.evaluate_all(UNDER))
        assert under == dict.fromkeys(sizes, []), letters


UPRIGHT, LYING = [(390, 664), (390, 844), (820, 1180)], [(667, 375), (844, 390), (1180, 820)]


@pytest.mark.parametrize("tricks", [(), SIX], ids=["begun", "half way"])
def test_board_and_buttons_are_large_enough_and_seen_without_a_scroll(play, tricks):
    page = play(*tricks)
    sizes = [(320, 568), (360, 640), *UPRIGHT, *LYING]
    targets = page.locator(".plateau button:visible, .bar button")
    found = on_screens(page, sizes, lambda: (*targets.evaluate_all(SMALLEST), page.evaluate(ENDS)))
    # Spaces, corners, who won, the hint about the screen.
    assert {size: n for size, (n, *_) in found.items()} == dict.fromkeys(sizes, 37 + 2 + 2 + 1)
    assert {size: px for size, (_, px, *_) in found.items() if px < 44} == {}
    assert {size: wide for size, (_, _, wide, _) in found.items() if wide > size[0]} == {}
    seen = {size: found[size][-1] for size in UPRIGHT + LYING}
    assert {size: ends for size, ends in seen.items() if ends["bar"] > size[1]} == {}
    assert {size: seen[size] for size in UPRIGHT if seen[size]["board"] > seen[size]["top"]} == {}
    assert {size: seen[size] for size in LYING if seen[size]["board"] > size[1]} == {}


def test_names_without_a_blank_stay_inside_their_buttons(store, open_table, page):
    names = ("Wolfeschlegelsteinhausenberger", "Bo", "さくらさくらさくらさくら", "Dana")
    begin(store, open_table, names=names)
    page.goto(DEAL)
    for size in ((390, 844), (667, 375)):
        show_on(page, size)
        for side in ("declarer", "defence"):
            button = winner(page, side)
            fits = button.evaluate("(button) => button.scrollWidth <= button.clientWidth")
            assert fits, (size, side)
            expect(button, f"{side} on {size}").to_be_in_viewport(ratio=1)


def test_a_board_turned_by_60_degrees_stays_so_on_this_phone(play):
    page = play(*SIX)
    turn = page.get_by_role("button", name="Turn the board by 60 degrees")
    before = space(page, "T3").bounding_box()
    turn.tap()
    expect(page.locator(".hexagons")).to_have_css("rotate", "60deg")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    x, y = space(page, "T1").evaluate(POINT, [0.5, 0.5])
    assert abs(x - before["x"] - before["width"] / 2) < 1
    assert abs(y - before["y"] - before["height"] / 2) < 1
    space(page, "KS").tap()
    expect(space(page, "KS")).to_have_accessible_name("king of spades, Ana & Chi")
    page.reload()
    expect(page.locator(".hexagons")).to_have_css("rotate", "60deg")
    for _ in range(5):
        turn.tap()
    expect(page.locator(".hexagons")).to_have_css("rotate", "none")


def test_by_keyboard_the_space_that_was_touched_keeps_the_focus(play, store):
    page = play(won("declarer"))
    space(page, "KS").focus()
    page.keyboard.press("Enter")
    expect(space(page, "KS")).to_have_accessible_name("king of spades, Ana & Chi")
    answered(page)
    expect(space(page, "KS")).to_be_focused()
    page.keyboard.press("Tab")
    expect(space(page, "KH")).to_be_focused()
    page.keyboard.press("Space")
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, Ana & Chi")
    answered(page)
    assert kept(store) == [won("declarer", "KS", "KH")]


def test_by_keyboard_who_won_is_asked_again_after_the_first_trick_is_taken_back(play):
    page = play(won("declarer"))
    page.locator("#undo").press("Enter")
    expect(winner(page, "declarer")).to_be_focused()


def test_by_keyboard_the_talon_leads_to_the_board(play):
    page = play(*LAST)
    winner(page, "defence").press("Enter")
    expect(page.locator(".hex").first).to_be_focused()


def test_what_a_touch_did_is_spoken_in_one_sentence(play):
    page = play(*SIX, won("declarer", "KH"), won("defence"), won("defence"))
    spoken = page.locator("#sent")
    winner(page, "declarer").tap()
    expect(spoken).to_have_text("Trick 10: Ana & Chi. Touch each card they captured.")
    space(page, "CC").tap()
    expect(spoken).to_have_text("cavalier of clubs, Ana & Chi")
    space(page, "KS").tap()
    expect(spoken).to_have_text("Y made at trick 10. Sides joined: 1, 3, 5.")


def test_how_the_screen_stays_on_is_said_once(play):
    """Over plain HTTP no browser keeps a screen awake."""
    page = play()
    page.get_by_role("button", name="Understood").tap()
    expect(page.locator("#awake")).to_be_hidden()
    winner(page, "declarer").tap()
    answered(page)
    page.reload()
    expect(page.locator("#awake")).to_be_hidden()


def test_a_double_touch_that_decides_does_not_save(play, store):
    """Save comes to lie where the button of the trick was."""
    page = play(*SIX, won("declarer", "KS"), won("defence"), won("defence"))
    at_one_time(page)
    winner(page, "declarer").tap()
    expect(said(page)).to_contain_text("Y made at trick 10")
    save = page.get_by_role("button", name="Save", exact=True)
    save.tap()
    expect(page).to_have_url(DEAL)
    assert store.deal(1, 1).state == "half"
    a_second_later(page)
    save.tap()
    expect(page).to_have_url("/tables/1")


def test_no_single_touch_beside_save_takes_a_whole_board_back(play, store):
    page = play(*LAST, objective="six")
    winner(page, "declarer").tap()
    answered(page)
    expect(page.locator(".bar .save")).to_be_visible()
    expect(page.locator(".bar .take-back")).to_be_hidden()
    page.locator("summary", has_text="Take back the whole deal").tap()
    with page.expect_navigation():
        page.locator("details").get_by_role("button", name="Take back what was noted").tap()
    assert store.deal(1, 1).state == "deleted"


def test_the_path_is_drawn_only_where_motion_is_wanted(play):
    page = play(*SIX, won("declarer", "KS"), won("defence"), won("defence"))
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(MOVED)
    winner(page, "declarer").tap()
    expect(page.locator(".hex.lit")).to_have_count(10)
    assert page.title() != "moved"
    page.get_by_role("button", name="Take back trick 10").tap()
    expect(page.locator(".hex.lit")).to_have_count(0)
    answered(page)
    page.emulate_media(reduced_motion="no-preference")
    a_second_later(page)
    winner(page, "declarer").tap()
    expect(page).to_have_title("moved")


def test_another_phone_sees_each_touch_and_keeps_its_own_turn_of_the_board(play, other_phone):
    page = play(won("declarer"))
    other = other_phone
    other.goto("/tables/1")
    other.get_by_role("button", name="Turn the board by 60 degrees").tap()
    space(page, "KS").tap()
    expect(space(other, "KS")).to_have_accessible_name("king of spades, Ana & Chi")
    expect(other.locator(".hexagons")).to_have_css("rotate", "60deg")


def test_on_the_sheet_of_a_screen_that_lies_the_deals_stand_under_the_board(
    store, open_table, page
):
    open_table("plateau")
    store.save_deal(1, 1, BID | {"made": True}, revision=0, key=None, phone="")
    store.keep_half(1, 2, BID | {"tricks": list(SIX)}, revision=0, key=None, phone="")
    page.goto("/tables/1")
    seen = on_screens(page, [(844, 390), (1180, 820)], lambda: page.evaluate(ENDS))
    assert {size: ends for size, ends in seen.items() if ends["board"] > size[1]} == {}
    assert {size: ends for size, ends in seen.items() if ends["bar"] > size[1]} == {}
    assert {size: ends for size, ends in seen.items() if ends["deals"] < ends["board"]} == {}


def test_on_the_smallest_screens_that_lie_no_word_beside_the_board_is_cut(
    store, open_table, page, address
):
    """In French. Nor do the numbers of five players run into each other."""
    page.context.add_cookies([{"name": "lang", "value": "fr", "url": address}])
    sizes = [(667, 375), (1024, 768), (1024, 600)]
    for table, tricks, part in ((1, SIX, "objectives"), (2, MADE, "results")):
        open_table("plateau", (*FRIENDS, "Eli"))
        store.keep_half(table, 1, BID | {"tricks": tricks}, revision=0, key=None, phone="")
        page.goto(f"/tables/{table}")
        words = page.locator(f".{part} :is(li > span, th, td)")
        expect(words).to_have_count(10 if part == "objectives" else 15)
        assert on_screens(page, sizes, partial(crushed, words)) == dict.fromkeys(sizes, ([], []))


# Whether it ends before undo that the deal is being played.
LOW = """() => document.querySelector(".flag").getBoundingClientRect().right
    <= document.querySelector("[data-step=undo] button").getBoundingClientRect().left"""


def test_on_a_low_small_phone_what_is_said_beside_the_board_has_its_own_place(play):
    names = ("Bartholomäus", "Ana-Lucía", "Geneviève", "Dominique")
    page = play(won("declarer"), names=names)
    page.goto("/tables/1")
    names_cut = partial(at.cut, page.locator(".bid-line b"))
    found = on_screens(page, [(640, 360), (667, 375)], lambda: (page.evaluate(LOW), names_cut()))
    assert found == dict.fromkeys(found, (True, []))


@pytest.mark.parametrize("screen", [(390, 844), (1366, 768)])
def test_arrows_go_over_the_board_and_to_the_buttons_around_it(play, screen):
    """Each to what lies next in its direction; Tab passes 37 spaces."""
    page = play(*SIX)
    page.set_viewport_size(dict(zip(("width", "height"), screen, strict=True)))
    middle, lies = space(page, "T13"), screen[0] > screen[1]
    middle.focus()
    for key, name in (("Up", "EX"), ("Up", "CH"), ("Down", "EX"), ("Down", "T13"), ("Down", "A21")):
        page.keyboard.press(f"Arrow{key}")
        expect(space(page, name)).to_be_focused()
    for _ in range(3 if lies else 2):
        page.keyboard.press("ArrowRight" if lies else "ArrowDown")
    page.keyboard.press("ArrowRight" if lies else "ArrowDown")
    expect(page.locator(".winner:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("Trick 7: ")
    for _ in range(4):
        page.keyboard.press("ArrowLeft" if lies else "ArrowUp")
    expect(page.locator(".hex:focus")).to_have_count(1)


def test_from_a_board_that_is_made_arrows_go_to_save(play):
    page = play(*MADE)
    space(page, "A4").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".hex:focus")).to_have_count(1)


def test_turned_the_board_is_gone_over_as_it_lies(play):
    page = play()
    page.locator("#turn").tap()
    space(page, "T13").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".hex:focus:not(#space-EX, #space-T13)")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(space(page, "T13")).to_be_focused()


@pytest.mark.parametrize("held", ["Alt", "Meta"])
def test_with_another_key_held_the_arrows_are_the_browsers_own(play, held):
    """With Alt, or the command key of a Mac, they go back in the history."""
    page = play()
    space(page, "T13").focus()
    page.evaluate("addEventListener('keydown', (one) => { window.taken = one.defaultPrevented })")
    page.evaluate(
        """([alt, meta]) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
            { key: "ArrowLeft", altKey: alt, metaKey: meta, bubbles: true, cancelable: true }))""",
        [held == "Alt", held == "Meta"],
    )
    assert page.evaluate("window.taken") is False
    expect(space(page, "T13")).to_be_focused()
