"""Tamalou: replaying after an edit equals playing it so from the start (`rules/tamalou.md`)."""

from collections import Counter
from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from laws import saved_points
from tamalou_games import dealt, games
from worked import as_stored, quickly

from companion import sheets
from companion.games.message import InvalidDeal
from companion.store import Opening, replay

# All examples share one database: each opens tables of its own.
slowly = settings(quickly, suppress_health_check=list(HealthCheck), max_examples=60)
ME = {"key": None, "phone": "a phone"}


def opened(store, sheet):
    """A table of these players under these rules, at which nothing is told yet."""
    start = [sheet["start"].get(name, 0) for name in sheet["players"]]
    rules, seats = sheet["rules"], sheet["seats"]
    return store.open_table(
        Opening("tamalou", sheet["players"], rules, seats, start=start), **ME
    ).id


def there(store, table):
    """The deals that stand, in play order."""
    return [deal for deal in store.deals(table) if deal.state == "told"]


def tell(store, table, facts, dealer=None, before=None):
    number = store.table(table).next_number
    store.save_deal(table, number, facts, revision=0, dealer=dealer, before=before, **ME)


@st.composite
def edits(draw, sheet):
    """What is done to a deal, which one, and a deal that may be told there."""
    seats = [str(seat) for seat in range(len(sheet["players"]))]
    how = draw(st.sampled_from(["correct", "correct", "insert", "delete", "undo"]))
    at, dealer = draw(st.integers(0, 8)), draw(st.sampled_from(seats))
    plays = seats if sheet["seats"] == len(seats) else [one for one in seats if one != dealer]
    deal = draw(dealt(plays, sheet["rules"]))
    if sheet["rules"]["limit"] and draw(st.integers(0, 3)) == 0:
        deal["limit"] = sheet["rules"]["limit"] + draw(st.sampled_from([5, 50]))
    return how, at, int(dealer), deal


def edit(store, table, how, at, dealer, facts):
    """Makes one edit. InvalidDeal where a limit is then not raised, or a start is past it."""
    deals = there(store, table)
    if not deals:
        return
    deal = deals[at % len(deals)]
    if how == "correct":
        told = {"revision": deal.revision, "dealer": dealer, **ME}
        store.save_deal(table, deal.number, facts, **told)
    elif how == "insert":
        tell(store, table, facts, dealer, deal.number)
    elif how == "delete":
        store.delete_deal(table, deal.number, revision=deal.revision, **ME)
    elif last := store.can_undo(table):
        store.undo(table, change=last.id, **ME)


def outcome(store, table):
    """Points, standings and what is saved of them."""
    played = replay(store.table(table), store.deals(table))
    points = [saved_points(store, table)[deal.number] for deal in there(store, table)]
    kept = store.table(table)
    return played.standings, points, kept.totals, kept.over


@slowly
@given(st.data())
def test_a_game_that_was_edited_is_a_game_played_so_from_the_start(store, data):
    sheet = data.draw(games())
    table = opened(store, sheet)
    for facts in as_stored(sheet)[1]:
        tell(store, table, facts)
    for _ in range(data.draw(st.integers(1, 4))):
        with suppress(InvalidDeal):
            edit(store, table, *data.draw(edits(sheet)))
    again = opened(store, sheet)
    for deal in there(store, table):
        tell(store, again, deal.facts, deal.dealer)
    assert outcome(store, table) == outcome(store, again)


def met(sheet):
    """What comes up in a game that moves its totals or its end."""
    found = sheets.read(sheet)
    words = [line.message.text for one in found.standings for line in one.lines]
    told = [row.told.deal for row in found.rows]
    return {
        "falls": any("becomes" in text for text in words),
        "ends": any("is over" in text for text in words),
        "late": any(one.late for one in found.standings),
        "raised": any("from this deal on" in text for text in words),
        "kamikaze": any(deal.kamikaze for deal in told),
    }


def test_the_search_meets_all_that_moves_a_game():
    """What the law above is about comes up in its games, and not once in a hundred."""
    found = Counter()

    @settings(slowly, max_examples=100)
    @given(games())
    def look(sheet):
        found.update(word for word, holds in met(sheet).items() if holds)

    look()
    assert min(found[word] for word in ("falls", "ends", "late", "raised", "kamikaze")) >= 5
