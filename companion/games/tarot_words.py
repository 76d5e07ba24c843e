"""How French Tarot is said: a deal in one line, the steps of its count. Points are half points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .base import ROLES, SIDES, WHOSE, Facts, Passed, Side, Told, Void, Words
from .cards import RANKS, SUITS
from .message import Message, Player, Plural, Points
from .tarot_deal import Deal

WORDS: dict[str, Message] = {
    "prise": Message("prise"),
    "garde": Message("garde"),
    "garde_sans": Message("garde sans"),
    "garde_contre": Message("garde contre"),
    "single": Message("single poignée"),
    "double": Message("double poignée"),
    "triple": Message("triple poignée"),
}
KINDS = {kind: WORDS[kind] for kind in ("prise", "garde", "garde_sans", "garde_contre")}
OUDLERS = (
    Message("no oudlers"),
    Message("one oudler"),
    Message("two oudlers"),
    Message("three oudlers"),
)
FACTS = {
    "declarer": Message("declarer"),
    "partner": Message("partner"),
    "contract": Message("Contract"),
    "oudlers": Message("Oudlers"),
    "card_points": Message("Card points"),
    "called": Message("The called card"),
    "oudlers_held": Message("Which oudlers the declarer’s side holds"),
    "petit_au_bout": Message("Petit au bout"),
    "poignees": Message("Poignée"),
    "slam_announced_by": Message("Slam announced"),
    "slam_made_by": Message("Slam made"),
    "slam_player": Message("Who announced the slam, and so leads"),
    "misere": Message("Misère"),
    "bids": Message("Bid"),
    "bids.bid.pass": Message("pass"),
    "oudlers_held.1": Message("The 1"),
    "oudlers_held.21": Message("The 21"),
    "oudlers_held.excuse": Message("The Excuse"),
    "poignees.size.single": Message("Single"),
    "poignees.size.double": Message("Double"),
    "poignees.size.triple": Message("Triple"),
}
FACTS |= {
    f"{path}.{kind}": word for path in ("contract", "bids.bid") for kind, word in KINDS.items()
}
FACTS |= {
    f"called.{rank}{suit}": Message("{rank} of {suit}", rank=RANKS[rank], suit=SUITS[suit])
    for rank in RANKS
    for suit in SUITS
}
FACTS |= {
    f"{fact}.{side}": said
    for fact in ("petit_au_bout", "slam_announced_by", "slam_made_by")
    for side, said in WHOSE.items()
}
PAGES = Words(
    asks=Message("Who took, and what?"),
    missing={
        "declarer": Message("Who took, and what?"),
        "contract": Message("Who took, and what?"),
        "oudlers": Message("How many oudlers?"),
        "card_points": Message("How many card points?"),
        "partner": Message("Who is the partner, or nobody?"),
    },
    keeps=Message("Save bid"),
    kept=Message("Bid noted"),
    none_yet=Message(
        "None yet. Touch who took and the contract, the oudlers, the points: "
        "the form says what it gives before it is saved."
    ),
    roles=ROLES,
    kinds=KINDS,
    parts={
        "declarer": (Message("took {n}, made {made}"),),
        "partner": (Message("partner {n}"),),
    },
    facts=FACTS,
)
ANNOUNCED: dict[Side, Message] = {
    "declarer": Message("slam announced"),
    "defence": Message("slam announced by the defence"),
}
SLAMS: dict[tuple[Side, bool, bool], Message] = {  # whose, announced, made
    ("declarer", True, True): Message("slam announced and made"),
    ("declarer", True, False): Message("slam announced and not made"),
    ("declarer", False, True): Message("slam made without announcing"),
    ("defence", True, True): Message("slam announced and made by the defence"),
    ("defence", True, False): Message("slam announced and not made by the defence"),
    ("defence", False, True): Message("slam made by the defence without announcing"),
}


def told(one: Told) -> Message:
    """The deal in one line."""
    deal: Deal | Passed | Void = one.deal
    if isinstance(deal, Passed):
        return Message("All passed")
    if isinstance(deal, Void):
        return Message("Void: a lone petit")
    return Plural(
        "{side}, {contract}, {n} with {oudlers}: {result}",
        "{side}, {contract}, {n} with {oudlers}: {result}",
        side=_side(deal, len(one.plays)),
        contract=WORDS[deal.contract],
        n=Points(deal.card_points),
        oudlers=OUDLERS[deal.oudlers],
        result=(_made(deal, deal.by(one.rules)), *_extras(deal)),
    )


def _side(deal: Deal, players: int) -> Message | Player:
    """Who took, and with whom; with five players also that they were alone."""
    declarer, *partner = map(Player, deal.side())
    if partner:
        return Message("{player} with {partner}", player=declarer, partner=partner[0])
    return Message("{player} alone", player=declarer) if players == 5 else declarer


def _made(deal: Deal, by: int) -> Message:
    """Made or failed, and by how much as this table counts it."""
    if not by:
        return Message("just made")
    made, failed = Message("made by {by}", by=Points(by)), Message("failed by {by}", by=Points(by))
    return made if deal.won() else failed


def _extras(deal: Deal) -> Iterator[Message]:
    if deal.petit_au_bout == "declarer":
        yield Message("petit au bout")
    if deal.petit_au_bout == "defence":
        yield Message("petit au bout to the defence")
    yield from (WORDS[poignee.size] for poignee in deal.poignees)
    yield from (slam for slam in map(partial(slam_of, deal), SIDES) if slam)
    yield from (Message("misère of {player}", player=Player(seat)) for seat in sorted(deal.misere))


def slam_of(deal: Deal, side: Side) -> Message | None:
    """What a side did about a slam, if anything."""
    return SLAMS.get((side, deal.slam_announced_by == side, deal.slam_made_by == side))


def by_line(deal: Deal, by: int) -> Message:
    """The first step: how far the points are from those needed, and a half that was rounded."""
    values = {"points": Points(deal.card_points), "needed": Points(deal.needed()), "by": Points(by)}
    short = abs(deal.card_points - deal.needed())
    if by != short:
        return _rounded_line(deal, **values, short=Points(short), half=Points(by - short))
    if deal.won():
        return Message("{points} for {needed}, made by {by}: 25 + {by}", **values)
    return Message("{points} for {needed}, failed by {by}: 25 + {by}", **values)


def _rounded_line(deal: Deal, **values: Points) -> Message:
    """`by_line` where a half goes to the side that won: `short` is without it, `by` with it."""
    if deal.won():
        return Message(
            "{points} for {needed}, made by {short}, and {half} to the side that won: 25 + {by}",
            **values,
        )
    return Message(
        "{points} for {needed}, failed by {short}, and {half} to the side that won: 25 + {by}",
        **values,
    )


def petit_line(bonus: int) -> Message:
    """Petit au bout: for the side that won the deal, or for the other."""
    if bonus > 0:
        return Message("petit au bout + {n}", n=Points(bonus))
    return Message("petit au bout of the other side − {n}", n=Points(-bonus))


def slam_step(slam: Message, unit: int, amount: int) -> Message:
    """A slam that every opponent pays: the unit before, and what is added to it or taken off."""
    values = {"slam": slam, "unit": Points(unit), "n": Points(abs(amount))}
    if amount < 0:
        return Message("{slam}: {unit} − {n}", **values)
    return Message("{slam}: {unit} + {n}", **values)


def slam_each(slam: Message, amount: int) -> Message:
    """A slam that nobody pays: such a deal does not sum to zero, and says so."""
    values = {"slam": slam, "n": Points(abs(amount))}
    if amount < 0:
        return Message("{slam}: − {n} for each of that side, to nobody", **values)
    return Message("{slam}: + {n} for each of that side, from nobody", **values)


def bid(facts: Facts) -> Message:
    """Who took what, and what was said with it."""
    return Message(
        "{player}, {contract}.", player=Player(facts["declarer"]), contract=tuple(_said(facts))
    )


def by_ten(facts: Facts, gain: int, loss: int) -> Message:
    """What making or failing the bid by ten card points brings the declarer. With so few more no
    slam is made: one that was announced is in both numbers as not made."""
    both = {"gain": _signed(gain), "loss": _signed(loss)}
    if facts.get("slam_announced_by"):
        return Message("By 10, slam not made: {gain} or {loss}", **both)
    return Message("By 10: {gain} or {loss}", **both)


def _said(facts: Facts) -> Iterator[Message]:
    """The contract; the called card, until the partner is known; a slam."""
    yield WORDS[facts["contract"]]
    if facts.get("called") and "partner" not in facts:
        yield _calls(*facts["called"])
    if facts.get("slam_announced_by"):
        yield ANNOUNCED[facts["slam_announced_by"]]


def _calls(rank: str, suit: str) -> Message:
    """The card that the declarer named."""
    of = {"suit": SUITS[suit]}
    return {
        "K": Message("calls the king of {suit}", **of),
        "Q": Message("calls the queen of {suit}", **of),
        "C": Message("calls the cavalier of {suit}", **of),
        "J": Message("calls the jack of {suit}", **of),
    }[rank]


def _signed(n: int) -> Message:
    return Message("−{n}", n=Points(-n)) if n < 0 else Message("+{n}", n=Points(n))
