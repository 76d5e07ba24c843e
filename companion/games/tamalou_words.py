"""How Tamalou is said: a deal in one line, each player's share, the totals. No arithmetic."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from .base import Line, Seat, Share, Told, Untold, Words, sentence
from .kinds import NO_LIMIT
from .message import Message, Player, Points
from .tamalou_deal import Deal

Hands = Mapping[Seat, int]
PAGES = Words(
    leads=Message("starts"),
    asks=Message("Who called, and what does each still hold?"),
    missing={"caller": Message("Who called?")},
    none_yet=Message(
        "None yet. Touch the bell of the player who called and type what each still holds: "
        "the form says what it gives before it is saved."
    ),
    other_roles={
        "caller": Message("who called"),
        "kamikaze": Message("kamikaze"),
        "player": Message("the others"),
    },
    parts={
        "caller": (Message("called once"), Message("called {n} times")),
        "kamikaze": (Message("one kamikaze"), Message("{n} kamikazes")),
    },
    facts={
        "caller": Message("who called"),
        "hands": Message("Hand"),
        "kamikaze": Message("kamikaze"),
        "limit": Message("Limit"),
        f"limit.{NO_LIMIT}": Message("No limit"),
    },
)
MAY_BE_KAMIKAZE = Message("may be a kamikaze")


def told(one: Told) -> Message:
    """The deal in one line."""
    deal, score = one.deal, one.score
    if deal.kamikaze:
        return kamikaze(deal.kamikaze, score.points)
    if deal.caller is None:
        return Message("Nobody called")
    came = result(score.outcome, deal.caller, deal.hands, one.rules.fail_penalty)
    return called(deal.caller, deal.hands, came)


def called(caller: Seat, hands: Hands, result: Message) -> Message:
    """Who called with what, and what came of it."""
    n = Points(hands[caller])
    return Message("{player} called with {n}: {result}", player=Player(caller), n=n, result=result)


def result(outcome: str, caller: Seat, hands: Hands, penalty: int) -> Message:
    """What came of a call."""
    if outcome == "failed":
        return Message("failed, +{n}", n=Points(penalty)) if penalty else Message("failed")
    return _beaten(caller, hands) if outcome == "beaten" else Message("nobody as low")


def _beaten(caller: Seat, hands: Hands) -> Message:
    """Who holds less than the caller, and who as much."""
    own = hands[caller]
    lower = _players(seat for seat, hand in hands.items() if hand < own)
    equal = _players(seat for seat, hand in hands.items() if hand == own and seat != caller)
    if not equal:
        return Message("beaten by {lower}", lower=lower)
    if not lower:
        return Message("matched by {equal}", equal=equal)
    return Message("beaten by {lower}; matched by {equal}", lower=lower, equal=equal)


def _players(seats: Iterable[Seat]) -> tuple[Player, ...]:
    return tuple(map(Player, sorted(seats)))


def kamikaze(holders: Collection[Seat], points: Sequence[int]) -> Message:
    """Who held two queens and two kings, and what the others get; one other is named."""
    players, others = _players(holders), [s for s in range(len(points)) if s not in holders]
    if not others:
        return Message("{players}: kamikaze", players=players)
    n = Points(points[others[0]])
    if len(others) == 1:
        other = Player(others[0])
        return Message("{players}: kamikaze, {n} for {other}", players=players, n=n, other=other)
    return Message("{players}: kamikaze, {n} for the others", players=players, n=n)


def shares(deal: Deal, outcome: str, points: Sequence[int]) -> Iterator[Share]:
    """What each seat gets, and why."""
    for seat, n in enumerate(points):
        why = _why(Seat(seat), deal, outcome, n)
        yield Share(seat, n, Message("{player}: {why}", player=Player(seat), why=why), why)


def _why(seat: Seat, deal: Deal, outcome: str, points: int) -> Message:
    if outcome == "kamikaze":
        return _why_kamikaze(seat, deal)
    if seat == deal.caller:
        return _why_caller(seat, deal.hands, outcome, points)
    hand = Points(deal.hands[seat])
    if deal.caller is not None and hand.n <= deal.hands[deal.caller]:
        own = Points(deal.hands[deal.caller])
        return Message("{hand} in hand, no more than {n}", hand=hand, n=own)
    if hand.n == points:
        return Message("{hand} in hand", hand=hand)
    if hand.n < 0:
        return Message("{hand} in hand, not below 0", hand=hand)
    return Message("{hand} in hand, the lowest", hand=hand)


def _why_kamikaze(seat: Seat, deal: Deal) -> Message:
    if seat in deal.kamikaze:
        return Message("called, kamikaze") if seat == deal.caller else Message("kamikaze")
    players = _players(deal.kamikaze)
    if seat == deal.caller:
        return Message("called, kamikaze of {players}", players=players)
    return Message("kamikaze of {players}", players=players)


def _why_caller(seat: Seat, hands: Hands, outcome: str, points: int) -> Message:
    hand = Points(hands[seat])
    if outcome == "called":
        return Message("called with {n}, nobody as low", n=hand)
    if outcome == "beaten":
        beaten = _beaten(seat, hands)
        return Message("{beaten}; keeps {n}", beaten=beaten, n=hand) if hand.n == points else beaten
    if hand.n == points:
        return Message("called with {n}, failed", n=hand)
    return Message("failed: {hand} + {n}", hand=hand, n=Points(points - hand.n))


def beyond(seat: Seat, hand: int, cards: int, totals: range) -> Message:
    """A hand that so many cards cannot make."""
    return Message(
        "{player} has {hand} in hand: {n} cards make {low} to {high}",
        player=Player(seat),
        hand=Points(hand),
        n=cards,
        low=Points(totals[0]),
        high=Points(totals[-1]),
    )


def no_kamikaze(seat: Seat, hand: int, kamikazes: Sequence[int]) -> Message:
    """A holder's hand that two queens and two kings cannot make."""
    return Message(
        "{player} has {hand} in hand: two queens and two kings make {totals}",
        player=Player(seat),
        hand=Points(hand),
        totals=tuple(map(Points, kamikazes)),
    )


def hands_so_far(hands: Hands, players: int) -> Iterator[Line]:
    """While nobody has said who called: that, and whose hands are missing."""
    if hands:
        yield Line(Message("Who called?"), 0)
        yield from _missing(hands, players)


def kamikaze_so_far(
    holders: Collection[Seat], points: Sequence[int], caller: Seat | Untold
) -> Iterator[Line]:
    """A kamikaze needs no hands; but somebody must have called."""
    yield sentence(kamikaze(holders, points))
    if isinstance(caller, Untold):
        yield Line(Message("Who called?"), 0)


def call_so_far(
    caller: Seat | None, hands: Hands, outcome: str, penalty: int, players: int
) -> Iterator[Line]:
    """Who called, what is known of it already, whose hands are missing."""
    if caller is None:
        yield sentence(Message("Nobody called"))
    elif caller not in hands:
        yield sentence(Message("{player} called", player=Player(caller)))
    elif outcome == "called" and len(hands) < players:
        yield sentence(_nobody_yet(caller, hands))
    else:
        yield sentence(called(caller, hands, result(outcome, caller, hands, penalty)))
    yield from _missing(hands, players)


def _nobody_yet(caller: Seat, hands: Hands) -> Message:
    if len(hands) == 1:
        return Message("{player} called with {n}", player=Player(caller), n=Points(hands[caller]))
    return called(caller, hands, Message("nobody as low yet"))


def _missing(hands: Hands, players: int) -> Iterator[Line]:
    missing = _players(seat for seat in map(Seat, range(players)) if seat not in hands)
    if not hands:
        yield Line(Message("No hands yet."), 0)
    elif missing:
        yield Line(Message("{players} still empty.", players=missing), 0)


def raised(limit: int) -> Line:
    """A limit that a deal has raised; 0: dropped."""
    if not limit:
        return Line(Message("no limit from this deal on"), limit)
    return Line(Message("the limit is {n} from this deal on", n=limit), limit)


def fall(seats: Iterable[int], limit: int, value: int) -> Line:
    """Whose totals were exactly the limit, and where they stand now."""
    values = {"player": _players(map(Seat, seats)), "n": limit, "m": Points(value)}
    return Line(Message("{player}: exactly {n} becomes {m}", **values), value)


def end(totals: Sequence[int], limit: int, ended: bool, planned: int) -> Line:
    """What ends the game: totals at the limit, a fall from exactly it, the planned number.

    The value is the highest total. `planned`: 0 if not all planned deals are told.
    """
    why = tuple(_ends(totals, limit, ended, planned))
    return Line(Message("{why}: the game is over", why=why), max(totals))


# Why one is ahead of another with the same total, by how the table decides that.
TIES = {
    "last_round": Message("With the same total, the lower score in the last deal is ahead."),
    "most_calls": Message("With the same total, whoever called more often is ahead."),
}


def _ends(totals: Sequence[int], limit: int, ended: bool, planned: int) -> Iterator[Message]:
    if ended:
        past = [seat for seat, total in enumerate(totals) if total >= limit]
        for seat in past:
            yield Message("{player} has {n}", player=Player(seat), n=totals[seat])
        if not past:
            yield Message("exactly {n}", n=limit)
    if planned:
        yield Message("deal {n} of {n}", n=planned)
