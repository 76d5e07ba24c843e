"""The totals of Tamalou (`rules/tamalou.md`, The game): exactly the limit, the end, the ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from . import base
from . import tamalou_words as words
from .base import Agreed, Line, Standing, Told, Untold, Warned
from .kinds import NO_LIMIT
from .message import refuse
from .tamalou_deal import Deal, Rules


@dataclass(frozen=True)
class _Memory:
    """What the tally remembers after a deal: in tuples one number for each seat of the table, in
    seat order; in sets seats."""

    limit: int
    totals: tuple[int, ...]
    calls: tuple[int, ...]
    last: tuple[int, ...]  # points that this deal gave
    falls: frozenset[int] = frozenset()  # whose total it brought to exactly the limit
    fell: frozenset[int] = frozenset()  # whose total any deal did
    ended: bool = False  # by the limit
    deals: int = 0

    def over(self, rules: Rules) -> bool:
        """Whether the game is over: by the limit, or because all planned deals are told."""
        return self.ended or 0 < rules.deals <= self.deals


def tally(told: Sequence[Told], agreed: Agreed, so_far: Sequence[Standing] = ()) -> list[Standing]:
    """The standings (The game): sums, the fall from exactly the limit, the end. The first one is
    before any deal, then one follows for each deal. Totals are points, one a seat of the table, in
    seat order.

    `so_far` are the first of these standings, where they are known already; it goes on from there.
    Raises InvalidDeal, with the deal, for a limit that is not raised above the one in force, and
    for a total carried over that is at the first deal's limit or above it.
    """
    rules, standings = agreed.rules, list(so_far) or [_before_any(told, agreed)]
    game: _Memory = standings[-1].memory
    for one in told[len(standings) - 1 :]:
        before = _raised(game, one.deal)
        lines = [words.raised(before.limit)] if before.limit != game.limit else []
        game = _after(before, one, agreed)
        lines += _happened(before, game, rules)
        standings.append(_standing(game, rules, tuple(lines), tuple(_late(before, rules))))
    return standings


def _standing(
    game: _Memory, rules: Rules, lines: tuple[Line, ...], warnings: tuple[Warned, ...]
) -> Standing:
    ranks = _ranks(game, rules)
    return Standing(
        totals=game.totals,
        ranks=ranks,
        over=game.over(rules),
        lines=lines,
        warnings=warnings,
        limit=game.limit,
        tie=None if ranks == base.ranks(game.totals) else words.TIES[rules.final_tie],
        spent=game.fell if _once(rules) else frozenset(),
        memory=game,
    )


def _before_any(told: Sequence[Told], agreed: Agreed) -> Standing:
    rules, zeros = agreed.rules, (0,) * agreed.seats
    game = _Memory(rules.limit, agreed.start, calls=zeros, last=zeros)
    _check_start(agreed, _raised(game, told[0].deal).limit if told else game.limit)
    return Standing(game.totals, _ranks(game, rules), limit=game.limit, memory=game)


def _check_start(agreed: Agreed, limit: int) -> None:
    for seat, total in enumerate(agreed.start):
        if 0 < limit <= total:
            raise refuse("at or above the limit of {n}", at="start", seat=seat, n=limit)


def _raised(game: _Memory, deal: Deal) -> _Memory:
    """The game as a deal finds it. A limit that the deal raises holds from this deal on, and a game
    that was over by the limit goes on."""
    if isinstance(deal.limit, Untold):
        return game
    if not game.limit:
        raise refuse("this table has no limit to raise", at="limit", deal=game.deals)
    if deal.limit <= game.limit:
        raise refuse(
            "{raised} is not above the limit of {n}",
            at="limit",
            deal=game.deals,
            raised=deal.limit,
            n=game.limit,
        )
    limit = 0 if deal.limit == NO_LIMIT else deal.limit
    return replace(game, limit=limit, ended=False)


def _after(game: _Memory, one: Told, agreed: Agreed) -> _Memory:
    """One more deal: sums, then the fall from exactly the limit, then the end."""
    rules, last = agreed.rules, one.points(agreed.seats)
    totals = [a + b for a, b in zip(game.totals, last, strict=True)]
    falls = _falls(totals, game, rules)
    totals = [rules.exact_value if seat in falls else n for seat, n in enumerate(totals)]
    ends = 0 < game.limit <= max(totals) or bool(falls) and rules.exact_limit == "end"
    caller = None if one.deal.caller is None else one.plays[one.deal.caller]
    return _Memory(
        limit=game.limit,
        totals=tuple(totals),
        calls=tuple(n + (seat == caller) for seat, n in enumerate(game.calls)),
        last=last,
        falls=falls,
        fell=game.fell | falls,
        ended=game.ended or ends,
        deals=game.deals + 1,
    )


def _falls(totals: Sequence[int], game: _Memory, rules: Rules) -> frozenset[int]:
    """Whose total is exactly the limit, and so falls."""
    if not game.limit or rules.exact_limit == "off":
        return frozenset()
    exact = frozenset(seat for seat, total in enumerate(totals) if total == game.limit)
    return exact - game.fell if _once(rules) else exact


def _once(rules: Rules) -> bool:
    """Whether a total falls only once; `once` says something only beside `continue`."""
    return bool(rules.exact_limit == "continue" and rules.exact_repeat == "once")


def _happened(before: _Memory, after: _Memory, rules: Rules) -> Iterator[Line]:
    """What a deal does to the totals, in words; the end is told by the deal that brings it."""
    if after.falls:
        yield words.fall(after.falls, after.limit, rules.exact_value)
    if after.over(rules) and not before.over(rules):
        planned = rules.deals if after.deals == rules.deals else 0
        yield words.end(after.totals, after.limit, after.ended, planned)


def _late(game: _Memory, rules: Rules) -> Iterator[Warned]:
    """Warns where the game was over as the deal found it (`_raised`): all planned deals were told,
    or the limit had ended it."""
    if game.over(rules):
        yield base.late("limit" if game.deals < rules.deals or not rules.deals else "deals")


def _ranks(game: _Memory, rules: Rules) -> tuple[int, ...]:
    """The lowest total is first; equal ones are told apart by the tie-break, in mid-game too."""
    if rules.final_tie == "last_round":
        return base.ranks(list(zip(game.totals, game.last, strict=True)))
    if rules.final_tie == "most_calls":
        return base.ranks([(n, -calls) for n, calls in zip(game.totals, game.calls, strict=True)])
    return base.ranks(game.totals)
