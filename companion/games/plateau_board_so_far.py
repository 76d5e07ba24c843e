"""What pages draw of a deal of Le Plateau that is told so far: the board, and what is asked next.

Facts are values by the types of `Deal`, any may be missing; seats are those of the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .base import Facts, Seat, Side
from .message import Message
from .plateau_auction import Auction
from .plateau_bid_so_far import InForce, in_force
from .plateau_board import (
    Board,
    Held,
    Objective,
    Trick,
    best_group,
    decided,
    in_tricks,
    missing,
    on_board,
    touched_sides,
    winning_group,
)
from .plateau_deal import Rules
from .plateau_drawing import VIEW, edge, links
from .plateau_spaces import BOARD_SIDES, board, coordinates, named, spoken, trick_of, tricks


def held_so_far(facts: Facts, rules: Rules, players: int) -> Held | None:
    """The spaces of both sides by values told so far; None: nothing of them is told.

    Where both are told it is the board: whether the tricks agree is checked with the whole deal.
    """
    marked: Board | None = facts.get("board")
    told: tuple[Trick, ...] = facts.get("tricks", ())
    won = in_tricks(told, rules.talon_side(in_force(facts, players).talon), players)
    if marked is not None:
        return on_board(marked, players)
    return won if told else None


@dataclass(frozen=True, kw_only=True)
class Space:
    """A space as it is drawn, and whose it is."""

    name: str
    spoken: Message
    cell: tuple[int, int]  # axial coordinates
    whose: Side | None
    won: int | None  # in which trick, the talon counted as one more; None: free, or not told
    joined: bool  # of the declarer's best group
    lit: bool  # of the group that reaches the objective

    @property
    def trick(self) -> int | None:
        """The trick whose own space this is; None: a card's."""
        return trick_of(self.name)


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """All that the pages draw of a deal that is told in full, in half or not yet."""

    auction: Auction
    bid: InForce
    spaces: tuple[Space, ...]  # in the order of the rules' table
    further: Mapping[Objective, int | None]  # least spaces; 0: reached, None: lost for good
    decided: bool | None  # whether the objective that holds is reached; None: it may yet be
    decided_at: int | None  # after how many tricks, the talon counted as one; None: not told
    touched: tuple[int, ...]  # the sides that the declarer's best group touches, 1 to 6
    tricks: tuple[Trick, ...]
    next_trick: int | None  # None: all are told
    talon_next: bool  # all tricks are told, and the talon is not
    settled: bool  # it is told in full what is played, and by whom
    asks: str  # what is told next: the auction, the bid with partners and raises, the board
    view: str = VIEW

    def becomes(self, marking: bool) -> dict[str, str]:
        """Whose the space of a card is -> whose one more touch makes it: nobody's if it is held,
        else of the side that won the newest trick, if any. `marking` a board without tricks, it
        goes from side to side."""
        if marking:
            return {"declarer": "defence", "defence": "nobody", "nobody": "declarer"}
        newest = self.tricks[-1].won_by if self.tricks else None
        return {"declarer": "nobody", "defence": "nobody", "nobody": newest or ""}

    def gives(self, n: int | None) -> str:
        """The touch that gives trick n to the other side; "": it is the newest, or none is told."""
        if not n or n >= len(self.tricks):
            return ""
        return f"give-{n}-{'defence' if self.tricks[n - 1].won_by == 'declarer' else 'declarer'}"

    def given(self, touch: str) -> int | None:
        """The trick that this touch gave to the side that has it now; None: it gave none."""
        older = enumerate(self.tricks[:-1], start=1)
        return next((n for n, one in older if touch == f"give-{n}-{one.won_by}"), None)

    @property
    def links(self) -> tuple[str, ...]:
        """The lines between the spaces of the declarer's best group (`plateau_drawing`)."""
        return links(space.cell for space in self.spaces if space.joined)

    @property
    def edge(self) -> str:
        """The line of side 1 of the board; turned by 60° it is that of side 2, and so on."""
        return edge()


def drawn(facts: Facts, rules: Rules, players: int, first: Seat) -> Drawn:
    """What is told so far; InvalidDeal for spaces that this board lacks or that are held twice."""
    bid = in_force(facts, players)
    held = held_so_far(facts, rules, players) or Held()
    told: tuple[Trick, ...] = facts.get("tricks", ())
    after = None if any(trick.talon for trick in told) else len(told) + 1
    all_told = after == tricks(players) + 1
    auction = Auction(facts.get("bids", ()), first, players)
    sides = touched_sides(best_group(held.declarer))
    return Drawn(
        auction=auction,
        bid=bid,
        spaces=tuple(_spaces(held, told, bid.objective, players)),
        further=missing(*held),
        decided=decided(held, bid.objective) if bid.objective else None,
        decided_at=_decided_at(told, bid, rules),
        touched=tuple(side for side in BOARD_SIDES if sides >> side - 1 & 1),
        tricks=told,
        next_trick=None if all_told else after,
        talon_next=all_told and players < 6,
        settled="declarer" in facts and bid.shares is not None,
        asks=_asks(facts, auction, bid),
    )


def _decided_at(told: Sequence[Trick], bid: InForce, rules: Rules) -> int | None:
    """The first trick after which the objective that is bid was decided; None: it is open."""
    objective = bid.objective
    if objective is None:
        return None
    to = rules.talon_side(bid.talon)
    boards = (in_tricks(told[:n], to, bid.players) for n in range(1, len(told) + 1))
    found = (n for n, held in enumerate(boards, start=1) if decided(held, objective) is not None)
    return next(found, None)


def _asks(facts: Facts, auction: Auction, bid: InForce) -> str:
    """What the page asks for next; a result told by hand is among the bid's fields."""
    if "declarer" not in facts:
        return "auction" if auction.declarer is None else "bid"
    by_hand = "made" in facts and not {"tricks", "board"} & facts.keys()
    return "bid" if bid.shares is None or by_hand else "board"


def _spaces(
    held: Held, told: Sequence[Trick], objective: Objective | None, players: int
) -> Iterator[Space]:
    """Every space of the board, whose it is and since when."""
    lit = winning_group(held, objective, players) if objective else frozenset()
    joined = named(best_group(held.declarer), players)
    won = {name: n for n, trick in enumerate(told, start=1) for name in trick.spaces}
    won |= {f"T{n}": n for n, trick in enumerate(told, start=1) if not trick.talon}
    for name, cell in coordinates(players).items():
        yield Space(
            name=name,
            spoken=spoken(name),
            cell=cell,
            whose=held.whose(board(players)[name]),
            won=won.get(name),
            joined=name in joined,
            lit=name in lit,
        )
