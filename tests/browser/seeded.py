"""Fills an instance as it may be after some evenings, so that pages have something to show.

The constants below are the numbers of the tables. Nothing depends on chance or on the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import small_evening
from an_evening import open_here

from companion.store import DrawnTable, Opening, Store

FIVE, PLAYED, LONG, EMPTY, JAPANESE, NOTED, SIX, CLOSED, DELETED = range(1, 10)
NEAR, HALF, EIGHT, EXACT, TWO = range(10, 15)  # Tamalou
PLATEAU, OPENED, AUCTION, BID, RAISED, DUEL, MADE, LOST = range(15, 23)  # Le Plateau
PUT_AWAY = 23  # at the first position of an evening
FRIENDS = ("Ana", "Bo", "Chi", "Dana")
LONGEST = "Marie-Hortense de la Tour-Blin"  # 30 characters
CLUB = ("Ana-Lucía", "Bartholomäus", "Marie-Hélène", "Dana", "Geneviève-Apolline")
CROWD = (LONGEST, "さくら", "Bartholomäus", "健太郎", "Marie-Hélène", CLUB[4], "花子", "Bo")
CONTRACTS = ("garde", "prise", "garde", "garde_sans", "prise", "garde", "garde", "garde_contre")
PASSED = {"passed": True}

Facts = Mapping[str, Any]

US, THEM = "declarer", "defence"
TRICKS = ("JS", "QC", "KD", "CS", "A3", "JH A2", "EX", "QS CC", "", "QH KS", "KC")
WON = [
    {"won_by": side, "spaces": names.split()}
    for side, names in zip(
        (US, THEM, US, THEM, THEM, US, US, THEM, THEM, US, US), TRICKS, strict=True
    )
]
LOST_TRICKS = [{"won_by": US, "spaces": ["JS"]}, {"won_by": THEM, "spaces": ["A2", "A3", "A4"]}] + [
    {"won_by": THEM, "spaces": []} for _ in range(3)
]
BIDS = [
    {"player": "1", "pass": True},
    {"player": "2", "talon": "exchange", "objective": "y", "partners": 1},
    {"player": "3", "pass": True},
    {"player": "0", "talon": "keep", "objective": "y", "partners": 1},
    {"player": "2", "pass": True},
]
Y = {"declarer": "0", "partners": ["2"], "talon": "keep", "objective": "y"}
BRIDGE = {"declarer": "1", "partners": [], "talon": "exchange", "objective": "bridge"}
BOARD = {US: ["T1", "JS", "KD", "T13", "A21", "CD", "A4"], THEM: ["QH", "KH", "JC"]}
RAISED_BID = Y | {"partners": ["3"], "raises": [{"player": "3", "objective": "fork"}]}
DUEL_BID = {"declarer": "0", "partners": [], "talon": "exchange", "objective": "y"}
SIX_BID = {"declarer": "0", "partners": ["2", "3"], "objective": "y"}
SIX_SIDES = {"declarer": "1", "partners": [], "talon": "keep", "objective": "six"}


def seed(store: Store) -> None:
    """Tables of every kind, in the order of the constants."""
    _table(store, CLUB, evening_at_five(), deals=20)
    _table(store, FRIENDS, ended(), deals=4)
    _table(store, (LONGEST, "Bo", "Chi", "Dana"), forty(), title="Les mardis du Café de la Gare")
    _table(store, FRIENDS, [])
    _table(store, ("さくら", "花子", "健太郎", "美咲"), list(forty())[:9], deals=12)
    noted = _table(store, ("Ana", "Bo", "Chi", "Dana", "Eli"), evening_at_five())
    _bid_noted(store, noted)
    _table(store, (*CLUB, "Fé"), sitting_out(), at_once=5, misere=10)
    closed = _table(store, (LONGEST, "Bo", "Chi", "Dana"), forty(), title="Friday before Christmas")
    store.close_table(closed, key=None, phone="")
    deleted = _table(store, FRIENDS, ended())
    store.delete_table(deleted, key=None, phone="")
    _table(store, FRIENDS, near_the_end(), game="tamalou", title="Chez les Roux")
    half = _table(store, FRIENDS, [], game="tamalou")
    two_hands = {"caller": "0", "hands": {"0": 3, "1": 12}}
    store.keep_half(half, 1, two_hands, revision=0, key=None, phone="")
    _table(store, CROWD, crowded(), game="tamalou", deals=8, limit=200)
    _table(store, FRIENDS, past_the_limit(), game="tamalou")
    _table(store, FRIENDS[:2], [], game="tamalou", cards=6, exact_limit="continue")
    boards(store)
    evening(store)
    names = [LONGEST, "さくら", "Bartholomäus", "Dana", "Eve"]
    player = small_evening.play(store, names, evening=3)
    store.adjust(3, player[LONGEST], "tarot", -20000, "Came late", key=None, phone="")
    season, mistake = (
        store.open_season(name, key=None, phone="") for name in ("2026/27", "2026/72")
    )
    store.delete_season(mistake.id, True, phone="")
    store.change_evening(3, season_id=season.id, key=None, phone="")
    undrawn(store)


def undrawn(store: Store) -> None:
    """An evening without a draw: two tables, opened there."""
    asked: Any = {"key": None, "phone": ""}
    store.open_evening("Sunday", "2026-11-22", "", {"tarot": {}}, **asked)
    for names in (FRIENDS, CLUB[:3]):
        open_here(store, 4, "tarot", names, **asked)


def evening(store: Store) -> None:
    """An evening of two games: two positions published, a third one drawn; somebody came late and
    somebody left, and a wish that is not kept. Another evening, at which nobody is."""
    asked: Any = {"key": None, "phone": ""}
    games = {"tarot": {}, "tamalou": {}}
    for name in ("Les vendredis du Café de la Gare", "Saturday"):
        store.open_evening(name, "2026-11-20", "Café de la Gare", games, 250, **asked)
    store.check_in(1, [*CLUB, *CROWD[:3]], "tarot", **asked)
    store.check_in(1, ["Chi", "Eli", "Fé", CROWD[6]], "tamalou", **asked)
    one = {person.name: person.player for person in store.attendances(1)}
    tarot, tamalou = [one[n] for n in (*CLUB, *CROWD[:2])], [one[n] for n in ("Chi", "Eli", "Fé")]
    for number in (1, 2, 3):
        tables = [
            DrawnTable(1, "tarot", tuple(tarot[:4])),
            DrawnTable(2, "tarot", tuple(tarot[4:])),
            DrawnTable(3, "tamalou", tuple(tamalou)),
        ]
        store.keep_draw(1, number, tables, [one[CROWD[6]]], **asked)
        if number < 3:
            store.publish(1, number, **asked)
        tarot = tarot[3:] + tarot[:3]
    store.close_table(PUT_AWAY, **asked)
    store.attend(1, one[CLUB[0]], here=False, paid=True, phone="")
    store.wish(1, one[LONGEST], one[CLUB[1]], True, phone="")


def boards(store: Store) -> None:
    """Tables of Le Plateau: an evening, nothing told yet, and a deal half told in every way."""
    deals = (Y | {"tricks": WON}, PASSED, BRIDGE | {"board": BOARD}, Y | {"made": False})
    evening = _table(store, FRIENDS, deals, game="plateau", deals=8, title="Rue du Plateau")
    _half(store, evening, Y | {"bids": BIDS, "tricks": WON[:6]})
    _table(store, FRIENDS, [], game="plateau")
    halves = (
        (FRIENDS, {"bids": BIDS[:3]}),
        (FRIENDS, {"bids": BIDS}),
        (CLUB, RAISED_BID),
        (FRIENDS[:2], DUEL_BID | {"tricks": WON[:5]}),
        (CROWD[:6], SIX_BID | {"tricks": WON}),
        (FRIENDS[:3], SIX_SIDES | {"tricks": LOST_TRICKS}),
    )
    for names, facts in halves:
        _half(store, _table(store, names, [], game="plateau"), facts)


def told(declarer: int, contract: str, oudlers: int, points: float, **more: Any) -> Facts:
    """A deal that was played; players are seats."""
    facts = {"declarer": str(declarer), "contract": contract, "oudlers": oudlers}
    return facts | {"card_points": points} | more


def evening_at_five() -> Iterator[Facts]:
    """Eleven deals at five: partners and alone, poignées, a petit, one that was passed."""
    yield told(0, "garde", 2, 49, partner="2", poignees=[{"size": "single"}])
    yield told(3, "prise", 1, 50.5, partner="1", petit_au_bout="defence")
    yield PASSED
    yield told(4, "garde", 1, 57, partner=None)
    for n in range(5, 11):
        declarer = n * 3 % 5
        partner = str((declarer + 2) % 5)
        yield told(declarer, CONTRACTS[n % 8], n % 4, 31 + 7 * n % 30, partner=partner)
    yield told(1, "garde", 0, 44, partner="3", petit_au_bout="declarer")  # with a warning


def ended() -> Iterator[Facts]:
    """Four deals after which two share the first place."""
    yield told(0, "garde", 2, 49)
    yield told(1, "garde", 2, 49)
    yield told(2, "prise", 1, 44)
    yield told(3, "prise", 1, 44)


def forty() -> Iterator[Facts]:
    """Forty deals that one of them pays for."""
    for n in range(40):
        points = 45 + 5 * n % 17 - 20 * (n % 4 == 2)
        yield told(n % 4, CONTRACTS[n % 8], n % 3, points)


def sitting_out() -> Iterator[Facts]:
    """Two deals of six people at five seats: Ana-Lucía deals the first and sits out."""
    yield told(1, "garde", 2, 49, partner="3", misere=["2"])
    yield told(0, "prise", 1, 40, partner="4")


def called(caller: int | None, *hands: int) -> Facts:
    """A deal of Tamalou: who called, and what each still held."""
    told = {str(seat): hand for seat, hand in enumerate(hands)}
    return {"caller": None if caller is None else str(caller), "hands": told}


def near_the_end() -> Iterator[Facts]:
    """Called, called too high, a kamikaze, beaten, nobody called: 31, 88, 88, 67 of 100."""
    yield called(0, 3, 12, 20, 7)
    yield called(1, 9, 8, 14, 6)
    yield {"caller": "2", "kamikaze": ["0"]}
    yield called(3, 12, 5, 4, 4)
    yield called(None, 10, 8, 4, 6)


def crowded() -> Iterator[Facts]:
    """Three deals of eight people."""
    yield called(0, 3, 26, 43, 31, 7, 18, 9, 37)
    yield called(5, 21, 20, 34, 29, 11, 12, 12, 30)
    yield {"caller": "1", "kamikaze": ["7"]}


def past_the_limit() -> Iterator[Facts]:
    """Chi falls from exactly 100 to 50, Bo passes 100: 53, 103, 50, 30, and the game is over."""
    yield called(3, 9, 14, 12, 3)
    yield called(0, 4, 20, 31, 18)
    yield called(3, 20, 25, 26, 2)
    yield called(0, 5, 30, 19, 12)
    yield called(3, 24, 14, 12, 3)


def _table(
    store: Store,
    names: Sequence[str],
    facts: Iterator[Facts] | Sequence[Facts],
    at_once: int | None = None,
    title: str = "",
    game: str = "tarot",
    **rules: Any,
) -> int:
    about = {"title": title} if title else {}
    opened = store.open_table(Opening(game, names, rules, at_once, about=about), key=None, phone="")
    for number, one in enumerate(facts, 1):
        note = "Recounted twice." if number == 4 else ""
        store.save_deal(opened.id, number, one, revision=0, key=None, phone="", note=note)
    return opened.id


def _half(store: Store, table: int, facts: Facts) -> None:
    """The next deal of a table as far as it is told."""
    number = store.table(table).next_number
    store.keep_half(table, number, facts, revision=0, key=None, phone="")


def _bid_noted(store: Store, table: int) -> None:
    """The next deal of a table: the bid, the called card and a slam announced, no result yet."""
    bid = {"declarer": "1", "contract": "garde", "called": "KH", "slam_announced_by": "declarer"}
    _half(store, table, bid)
