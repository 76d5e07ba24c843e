"""A club evening through the pages: fourteen people, two positions at four tables, from the first
name to the file that is kept.

The organiser checks people in, draws, looks after the tables and shows the standings; at each table
a phone that scanned the card there enters the deals; a screen on the wall says where to go. Nobody
touches the store, but for last week's names and for the clock of one deal.

Each figure is worked out by hand from rules/tarot.md: a unit is |points − target| + 25, ± 10 for a
petit au bout, times the contract, and a poignée on top; each defender pays it or gets it.

            position 1                                  position 2
    1   Kim 230   Bo −162   Gil −34   Eve −66, Zoé 32   Chloé −91   Lou 173   Fay 9   Zoé −91
    2   Ana 194   Chloé −230   Jo −230   Nina 266       Nina 254   Max 102   Hal 102   Gil −458
    3   Hal −40.5   Dana −117   Fay 157.5               Bo −38   Jo 169   Ida −131
    4   Lou −397   Max 236   Ida 161                    Dana −146   Ana 142   Kim 4
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import night
import pytest
import touching as at
import world
from night import Organiser, Told
from playwright.sync_api import Page, expect
from wiring import on

from companion.draw import search as searching
from companion.draw.search import STEPS

KNOWN = ["Ana", "Annie", "Bo", "Chloé", "Dana"]
LETTERS = {"an": "Ana", "b": "Bo", "chlo": "Chloé", "dan": "Dana"}
LISTED = ["Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kim", "Lou", "Max"]
SCREEN = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False, "has_touch": False}

# By table, in seat order. They are drawn by lots that are known; another way to draw gives others,
# and then other sums.
FIRST = ["Kim Bo Gil Eve", "Ana Chloé Jo Nina", "Hal Dana Fay", "Lou Max Ida"]
SECOND = ["Chloé Lou Fay Zoé", "Nina Max Hal Gil", "Bo Jo Ida", "Dana Ana Kim"]

NEXT = [
    "Bo  table 3, seat 1",
    "Gil  table 2, seat 4",
    "Kim  table 4, seat 3",
    "Zoé  table 1, seat 4",
]

FIRST_DEALS = [
    [
        Told("Kim", "Garde", 2, "49", "+198 −66 −66 −66"),  # made by 8: 33 × 2
        Told("Bo", "Prise", 1, "44", "+230 −162 −34 −34"),  # failed by 7: 32
    ],
    [
        Told("Ana", "Garde", 2, "49", "+318 −106 −106 −106", "single declarer"),  # 43 × 2 + 20
        Told("Nina", "Garde sans", 1, "57", "+194 −230 −230 +266"),  # made by 6: 31 × 4
    ],
    [
        Told("Dana", "Prise", 2, "40½", "+25½ −51 +25½"),  # failed by ½: 25½
        Told("Fay", "Garde", 2, "49", "−40½ −117 +157½"),  # 66
    ],
    [
        Told("Lou", "Garde contre", 3, "30", "−372 +186 +186"),  # failed by 6: 31 × 6
        Told("Max", "Prise", 0, "56", "−397 +236 +161"),  # made by 0: 25
    ],
]
SECOND_DEALS = [
    [
        Told("Lou", "Garde", 2, "49", "−66 +198 −66 −66"),
        Told("Fay", "Prise", 1, "51", "−91 +173 +9 −91"),  # made by 0: 25
    ],
    [
        Told("Gil", "Garde sans", 2, "31", "+140 +140 +140 −420"),  # failed by 10: 35 × 4
        Told("Nina", "Garde", 2, "45", "+254 +102 +102 −458", "defence"),  # (25 + 4 − 10) × 2
    ],
    [
        Told("Jo", "Garde", 1, "60½", "−69 +138 −69"),  # made by 9½: 34½ × 2
        Told("Ida", "Prise", 0, "50", "−38 +169 −131"),  # failed by 6: 31
    ],
    [
        Told("Ana", "Garde", 2, "49", "−96 +192 −96", "double"),  # 66 + 30
        Told("Kim", "Garde", 2, "41", "−146 +142 +4"),  # made by 0: 25 × 2
    ],
]
STANDINGS = """\
rank,player,total,deals,tables,1,2
1,Nina,520,4,2,266,254
2,Max,338,4,2,236,102
3,Ana,336,4,2,194,142
4,Kim,234,4,2,230,4
5,Fay,166.5,4,2,157.5,9
6,Hal,61.5,4,2,-40.5,102
7,Ida,30,4,2,161,-131
8,Zoé,-59,3,2,32,-91
9,Jo,-61,4,2,-230,169
10,Eve,-66,1,1,-66,
11,Bo,-200,4,2,-162,-38
12,Lou,-224,4,2,-397,173
13,Dana,-263,4,2,-117,-146
14,Chloé,-321,4,2,-230,-91
15,Gil,-492,4,2,-34,-458
"""
KEPT = ("evenings", "positions", "tables", "deals", "scores", "seats", "players", "attendances")


@pytest.fixture
def organiser(store, page, monkeypatch) -> Organiser:
    """The host's phone, whose owner organises tonight; it knows some names from last week."""
    monkeypatch.setattr(searching, "STEPS", STEPS)  # drawn as well as people draw
    store.open_evening("Last week", "2026-11-13", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, KNOWN, "tarot", key=None, phone="")
    return Organiser(page)


@pytest.fixture
def empty(tmp_path, wired) -> Iterator[tuple[str, object]]:
    """Another site, still empty: its address and its store."""
    app = on(wired, shutil.copytree(wired.instance_path, tmp_path / "empty"))
    with world.running(app) as there:
        yield there, app.extensions["store"]
    app.extensions["store"].close()


def test_a_club_evening(organiser, store, browser, address, empty, tmp_path):
    people_come(organiser)
    the_first_draw(organiser)
    cards, link = organiser.cards(), organiser.link_to_look_on()
    with (
        night.phones(browser, address, 4) as phones,
        night.phones(browser, address, 1, **SCREEN) as (wall,),
    ):
        hang_up(wall, link)
        sit_down(phones, cards)
        three_tables_play(organiser, phones[:3])
        one_is_late(organiser, phones[3], store)
        the_second_draw(organiser, phones[0])
        the_wall_turns(wall, "Who sits where", 14)
        sit_down(phones[1:] + phones[:1], cards)  # they move on; the cards stay
        for phone, deals in zip(phones[1:] + phones[:1], SECOND_DEALS, strict=True):
            play(phone, deals)
        the_standings_are_shown(organiser, wall)
    page = the_standings_are_right(organiser, tmp_path)
    file = organiser.takes_along("", "Everything, ZIP", tmp_path)
    with world.phone(browser, empty[0]) as phone:
        there = Organiser(phone.new_page())
        assert it_is_brought_in(there, file, empty[1], tmp_path) == page


def people_come(organiser: Organiser) -> None:
    """Four by a few letters, nine by a list; each table is to play two deals."""
    organiser.opens("Friday at the club", "Café de la Gare")
    for letters, name in LETTERS.items():
        organiser.checks_in(letters, name)
    organiser.pastes(LISTED)
    expect(organiser.page.get_by_text("13 here · 3 tables")).to_be_visible()
    organiser.plans(2)


def the_first_draw(organiser: Organiser) -> None:
    """Somebody comes once the tables are drawn: two touches put her at a free place."""
    page = organiser.page
    organiser.touches("Draw position 1")
    organiser.draws("4 · 3 · 3 · 3", "the first lot")
    organiser.touches("Who is here")
    organiser.checks_in("Nina", "Nina")
    organiser.touches("To the draw")
    page.get_by_role("button", name="Nina new").click()
    page.get_by_role("button", name="Nina to table 2").click()
    expect(page.locator(".drawn-table").nth(1)).to_contain_text("Nina")
    assert organiser.drawn() == [names.split() for names in FIRST]
    publish(organiser)
    organiser.lets_others_see("nothing yet")


def publish(organiser: Organiser) -> None:
    """Everybody finds table and seat."""
    organiser.sends("Publish")
    expect(organiser.page.locator(".who-where li")).to_have_count(14)


def hang_up(wall: Page, link: str) -> None:
    """The screen on the wall says who sits where."""
    wall.goto(link)
    wall.clock.install()
    wall.get_by_role("link", name="Wall page").click()
    expect(wall.locator(".leaf:visible h2")).to_have_text("Who sits where")
    expect(wall.locator(".leaf:visible li")).to_have_count(14)
    expect(wall.locator(".leaf:visible li", has_text="Nina")).to_contain_text("table 2, seat 4")


def sit_down(phones: Sequence[Page], cards: Sequence[str]) -> None:
    """A phone at each table scans the card there."""
    for place, (phone, card) in enumerate(zip(phones, cards, strict=True), 1):
        night.scan(phone, card, place)


def play(phone: Page, deals: Sequence[Told]) -> None:
    """A table plays its deals, and its players close the sheet."""
    for deal in deals[:-1]:
        night.tell(phone, deal)
    night.tell_last(phone, deals[-1])
    night.agree(phone)


def three_tables_play(organiser: Organiser, phones: Sequence[Page]) -> None:
    """At the first one somebody takes Eve's seat after a deal; she goes home."""
    one, *others = FIRST_DEALS[:3]
    night.tell(phones[0], one[0])
    night.substitute(phones[0], "Eve", "Zoé")
    night.tell_last(phones[0], one[1])
    night.agree(phones[0])
    for phone, deals in zip(phones[1:], others, strict=True):
        play(phone, deals)
    organiser.page.goto(f"{organiser.here}/players")
    expect(organiser.page.locator(".people .name").get_by_text("Zoé", exact=True)).to_be_visible()
    at.button(organiser.page, "Eve leaves").click()
    expect(organiser.page.get_by_text("14 here · 4 tables")).to_be_visible()


def one_is_late(organiser: Organiser, phone: Page, store) -> None:
    """A table has told nothing for twenty minutes: the board says so until its sheet is closed."""
    page, usual, (one, two) = organiser.page, store._clock, FIRST_DEALS[3]
    page.goto(organiser.here)
    store._clock = lambda: usual() - timedelta(minutes=20)
    night.tell(phone, one)
    store._clock = usual
    expect(page.locator(".needs b")).to_have_text("Table 4 is late")
    expect(page.get_by_text("1 sheet is still open; it stays open.")).to_be_visible()
    expect(page.locator(".board-card.done")).to_have_count(3)
    night.tell_last(phone, two)
    expect(page.locator(".needs b")).to_have_text("Table 4 has finished")
    night.agree(phone)
    expect(page.locator(".board-card.done")).to_have_count(4)
    expect(page.get_by_text("still open")).to_have_count(0)


def the_second_draw(organiser: Organiser, closed: Page) -> None:
    """Nobody meets again, nor Zoé whom she met in the seat of Eve; a closed sheet tells its players
    where they sit next."""
    at.button(organiser.page, "Close position 1").click()
    organiser.touches("Draw position 2")
    assert organiser.draws("4 · 4 · 3 · 3", "the second lot") == [one.split() for one in SECOND]
    assert organiser.figure("pairs again") == "0 least 0"
    publish(organiser)
    expect(closed.locator(".next-seats li")).to_have_text(NEXT)


def the_wall_turns(wall: Page, title: str, many: int) -> None:
    """At the next turn the wall shows what the organiser has published."""
    wall.clock.run_for(10_000)
    expect(wall.locator(".leaf:visible h2")).to_have_text(title)
    expect(wall.locator(".leaf:visible li")).to_have_count(many)


def the_standings_are_shown(organiser: Organiser, wall: Page) -> None:
    """To the room, once the organiser says so."""
    wall.clock.run_for(10_000)
    expect(wall.get_by_text("stand here once they are published")).to_be_visible()
    organiser.lets_others_see("up to position 2")
    the_wall_turns(wall, "French Tarot, up to position 2", 15)
    first = [["1", "Nina", "+520"], ["2", "Max", "+338"], ["3", "Ana", "+336"]]
    rows = wall.locator(".leaf:visible li").all()[:3]
    assert [one.locator("span").all_inner_texts() for one in rows] == first


def the_standings_are_right(organiser: Organiser, folder: Path) -> str:
    """Compares the file with the page, and returns what the page says."""
    file = organiser.takes_along("/standings", "CSV", folder)
    assert file.read_bytes().decode() == STANDINGS.replace("\n", "\r\n")
    return organiser.page.locator(".standings-table").inner_text()


def it_is_brought_in(there: Organiser, file: Path, store, folder: Path) -> str:
    """The evening is brought in on the empty site; brought in again, nothing is there twice."""
    there.brings_in(file)
    once = kept(store)
    there.brings_in(file)
    assert kept(store) == once
    assert [once[one] for one in ("evenings", "tables", "deals", "players")] == [1, 8, 16, 15]
    return the_standings_are_right(there, folder)


def kept(store) -> dict[str, int]:
    """How many rows there are of all that an evening is."""
    return {one: store.db.execute(f"SELECT count(*) FROM {one}").fetchone()[0] for one in KEPT}
