"""What a table agrees before the first deal: checked, with every option; who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Any

from ..games import GAMES, game_of
from ..games.base import Agreed, Told
from ..games.facts import agreed_rules, digest, options, tell
from ..games.message import InvalidDeal, Message, refuse
from ..games.names import checked_name, checked_names, fold
from . import rows
from .connections import Writing
from .history import Chair
from .people import bearer, bearer_or_new
from .replaying import seat_keys
from .values import Opening, Substitute, Table, Telling, clean

ABOUT = ("title", "date", "evening", "position", "table", "note")
# The sheets that are played in a position, but at other places.
ELSEWHERE = """WHERE t.evening_id = :evening_id AND t.position = :position AND t.place != :place
  AND t.closed_at IS NULL AND t.deleted_at IS NULL AND NOT t.over ORDER BY t.place"""


def agreed_columns(opening: Opening, deals: Sequence[Telling] = ()) -> dict[str, Any]:
    """The columns of what is agreed, every option written out; InvalidDeal for what cannot be."""
    game, names = game_of(opening.game), checked_names(opening.names)
    seats, players = len(names), opening.at_once or len(names)
    if not 0 <= opening.dealer < seats:
        raise refuse("this player is not at the table", at="dealer")
    start = tuple(opening.start) or (0,) * seats
    if len(start) != seats:
        raise refuse("there should be {n} of them", at="start", n=seats)
    agreed = Agreed(game, agreed_rules(game, opening.rules), seats, players, start)
    game.agree(agreed)
    try:
        game.tally(_first(agreed, opening.dealer, deals), agreed)
    except InvalidDeal as error:
        raise error.told_as(names) from None
    every = options(agreed.rules)
    return {"options": every, "at_once": players, "dealer": opening.dealer, "start": list(start)}


def _first(agreed: Agreed, dealer: int, deals: Sequence[Telling]) -> list[Told]:
    """The first deal of a sheet, told: it may raise the limit above totals that are carried
    over."""
    with suppress(InvalidDeal):  # said later, with its place
        keys = seat_keys(agreed.seats)
        return [tell(agreed, one.facts, dealer, keys) for one in deals[:1] if not one.half]
    return []


def about_told(told: Mapping[str, str]) -> dict[str, str]:
    """The texts of a table as they are kept; InvalidDeal for a key that there is not."""
    for key in told:
        if key not in ABOUT:
            raise refuse("nothing here has that name", at=key)
    return {key: text for key in ABOUT if (text := clean(told.get(key, "")))}


def seated(writing: Writing, names: Sequence[str]) -> list[Chair]:
    """Who sits down by these names; InvalidDeal for one person twice."""
    people = persons(writing, names)
    return [Chair(seat, 0, *one) for seat, one in enumerate(zip(people, names, strict=True))]


def persons(writing: Writing, names: Sequence[str]) -> list[int]:
    """The persons of these names; InvalidDeal for two that were merged into one."""
    people = [bearer_or_new(writing.db, name) for name in names]
    _refuse_merged(zip(people, names, strict=True))
    return people


def refuse_two_seats(sitting: Sequence[Chair]) -> None:
    """InvalidDeal for a sheet with two names of one person at one time, by substitutes."""
    for since in {one.after_deal for one in sitting}:
        came = sorted(sitting, key=attrgetter("after_deal"))
        there = {one.seat: (one.player, one.name) for one in came if one.after_deal <= since}
        _refuse_merged(there.values())


def _refuse_merged(told: Iterable[tuple[int, str]]) -> None:
    found: dict[int, str] = {}
    for one, name in told:
        if one in found:
            raise refuse(
                "{name} and {other} are one person here, who would be there twice;"
                " the host can separate them",
                at="players",
                name=name,
                other=found[one],
            )
        found[one] = name


def check_seen(seen: Sequence[str] | None, now: Sequence[str]) -> None:
    """InvalidDeal where others sit by now than the page showed; None: it does not say whom."""
    if seen is not None and tuple(seen) != tuple(now):
        raise refuse("the seats were changed meanwhile: this is how they are now", at="players")


def refuse_ruled_anew(drawn: str | None, now: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """InvalidDeal where `new` options change those agreed `now`, and the form was drawn from others
    still: `drawn` is their digest, None: the form does not say."""
    if {**now, **new} != now and drawn not in (None, digest(now)):
        raise refuse("these rules were changed meanwhile: agree once more", at="seen")


def refuse_elsewhere(
    writing: Writing,
    evening_id: int | None,
    position: int | None,
    place: int | None,
    names: Sequence[str],
) -> None:
    """InvalidDeal where one of these plays at another place of the same position just now."""
    people = {bearer(writing.db, clean(name)) for name in names}
    where = {"evening_id": evening_id, "position": position, "place": place}
    play = dict.fromkeys(
        (one.name, table.place)
        for table in rows.tables(writing.db, ELSEWHERE, **where)
        for one in (seat.people[-1] for seat in table.seats)
        if one.person in people
    )
    if play:
        said = tuple(Message("{name} at table {n}", name=name, n=n) for name, n in play)
        raise refuse("playing already: {people}", at="elsewhere", people=said)


def substituted(
    writing: Writing, sitting: Sequence[Chair], one: Substitute, deals: int
) -> list[Chair]:
    """Who sits where once a substitute of a sheet of so many deals has come; InvalidDeal for a
    place that it does not have."""
    if not 1 <= one.place <= deals + 1:
        raise refuse("not between {low} and {high}", at="deal", low=1, high=deals + 1)
    name = checked_name(one.name, "by")
    return took_seat(sitting, Chair(one.seat, one.place - 1, bearer_or_new(writing.db, name), name))


def took_seat(sitting: Sequence[Chair], comes: Chair) -> list[Chair]:
    """Who sits where once somebody has taken a seat. Whoever took it after the same deal is
    replaced; somebody who comes back after the same deal was never away."""
    since = (comes.seat, comes.after_deal)
    stay = [one for one in sitting if (one.seat, one.after_deal) != since]
    before = [one for one in stay if one.seat == comes.seat]
    return stay if before and before[-1].player == comes.player else [*stay, comes]


def agreed_anew(writing: Writing, table: Table, new: Mapping[str, Any]) -> dict[str, Any]:
    """What changes in what was agreed: columns and seats; only what never scores after a deal."""
    if (table.deals or table.half) and not _never_scores(table, new):
        raise refuse("this was agreed before the first deal", at=_field(new))
    names = new.get("names", table.sitting)
    all_play = table.at_once == len(table.seats)
    at_once = None if all_play and "names" in new else table.at_once
    opening = Opening(
        game=table.game,
        names=names,
        rules=new.get("rules", table.rules),
        at_once=new.get("at_once", at_once),
        dealer=new.get("dealer", table.dealer if len(names) > table.dealer else 0),
        start=_carried(table, names),
    )
    seats = {"seats": seated(writing, checked_names(names))} if "names" in new else {}
    return {**agreed_columns(opening), **seats}


def _never_scores(table: Table, new: Mapping[str, Any]) -> bool:
    """Whether all that would change are options that the game leaves free."""
    game = GAMES[table.game]
    rules = options(agreed_rules(game, new.get("rules", table.rules)))
    changed = {key for key, value in rules.items() if value != table.rules[key]}
    return [*new] == ["rules"] and changed <= {*game.free}


def _field(new: Mapping[str, Any]) -> str:
    """The field of the sheet by its own name."""
    words = {"names": "players", "at_once": "seats"}
    return next(words.get(part, part) for part in new)


def _carried(table: Table, names: Sequence[str]) -> list[int]:
    """The totals that people began with, in the order of these names: they go with the person."""
    carried = {fold(seat.sitting): seat.start for seat in table.seats}
    return [carried.get(fold(name), 0) for name in names]
