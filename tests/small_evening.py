"""A small evening, worked out by hand: two positions, two games, a substitute, a tie.

Position 1, table 1, French Tarot: a garde made by 8 is (25 + 8) × 2 = 66 from each of three, a
prise that fails by 11 is 36 to each of three:

    Ana's garde   Ana 198   Bo −66    Chi −66   Dana −66
    Bo's prise    Ana 36    Bo −108   Chi 36    Eve 36     (Eve sits for Dana from here on)
    Chi's garde   Ana −66   Bo −66    Chi 198   Eve −66
                  Ana 168   Bo −240   Chi 168   Dana −66 (one deal), Eve −30 (two deals)

Beaten: Ana and Chi (3 + ½) / 4 = 87.5; Eve 2 / 4 = 50; Dana 25; Bo 0.
Position 2, table 1, Tamalou, Ana calls with 3: Ana 0, Bo 7, Chi 12. Beaten: 100, 50, 0.
Together: Ana 93.75, Eve 50, Chi 43.75, Bo 25, Dana 25.
"""

from __future__ import annotations

from companion.store import DrawnTable, Store

NAMES = ["Ana", "Bo", "Chi", "Dana", "Eve"]
TAROT = [
    {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49},
    {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 40},
    {"declarer": "2", "contract": "garde", "oudlers": 2, "card_points": 49},
]
TAMALOU = {"caller": "0", "hands": {"0": 3, "1": 7, "2": 12}}


def play(store: Store, names: list[str] = NAMES, evening: int = 1) -> dict[str, int]:
    """Plays it as the evening of this number; returns name -> number of each player."""
    games = {"tarot": {}, "tamalou": {}}
    store.open_evening("Friday", "2026-11-20", "Café", games, key=None, phone="")
    store.check_in(evening, names, "tarot", key=None, phone="")
    player = {one.name: one.player for one in store.attendances(evening)}
    table = seated(store, 1, "tarot", [player[name] for name in names[:4]], evening)
    for number, facts in enumerate(TAROT, 1):
        tell(store, table, number, facts)
        if number == 1:
            store.substitute(table, 3, names[4], key=None, phone="")
    table = seated(store, 2, "tamalou", [player[name] for name in names[:3]], evening)
    tell(store, table, 1, TAMALOU)
    return player


def seated(store: Store, position: int, game: str, players: list[int], evening: int = 1) -> int:
    """Draws a position with one table and publishes it; returns the table's number."""
    table = DrawnTable(1, game, tuple(players))
    store.keep_draw(evening, position, [table], [], key=None, phone="")
    (opened,) = store.publish(evening, position, key=None, phone="")
    return opened


def tell(store: Store, table: int, number: int, facts: dict) -> None:
    """Tells a deal."""
    store.save_deal(table, number, facts, revision=0, key=None, phone="")
