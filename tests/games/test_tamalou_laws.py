"""Tamalou: what holds for every game that can be told (`rules/tamalou.md`)."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st
from tamalou_games import games, quickly

from companion import sheets
from companion.games.facts import tell_half, to_facts


def told(found):
    return [row.told for row in found.rows]


def known(found, key):
    return getattr(found.agreed.rules, key)


@quickly
@given(games())
def test_nobody_but_the_caller_is_ever_above_the_own_hand_without_a_kamikaze(given):
    found = sheets.read(given)
    for one in told(found):
        if not one.deal.kamikaze:
            for seat, points in enumerate(one.score.points):
                hand, called = one.deal.hands[seat], seat == one.deal.caller
                penalty = known(found, "fail_penalty") if called else 0
                assert points <= max(hand, 0) + penalty
                assert points in (0, hand, hand + penalty)
                assert points >= 0 or known(found, "negatives") == "allow"


@quickly
@given(games())
def test_a_kamikaze_costs_all_but_its_holders_the_same(given):
    found = sheets.read(given)
    for one in told(found):
        if one.deal.kamikaze:
            for seat, points in enumerate(one.score.points):
                holds = seat in one.deal.kamikaze
                assert points == (0 if holds else known(found, "kamikaze_points"))


def named_to_fall(standing):
    """The seats of whom it is said that their total becomes another one."""
    said = [one.message for one in standing.lines if "becomes" in one.message.text]
    return [player.seat for message in said for player in message.values["player"]]


@quickly
@given(games())
def test_no_total_is_ever_exactly_the_limit_unless_the_rule_is_off_or_used_up(given):
    found = sheets.read(given)
    off = known(found, "exact_limit") == "off"
    once = known(found, "exact_limit") == "continue" and known(found, "exact_repeat") == "once"
    fell = set()
    for before, after in pairwise(found.standings):
        fallen = set(named_to_fall(after))
        for seat, total in enumerate(after.totals):
            if after.limit and total == after.limit:
                assert off or (once and seat in fell)
                assert after.over
        assert all(after.totals[seat] == known(found, "exact_value") for seat in fallen)
        assert not (off and fallen)
        assert not (once and fallen & fell)
        assert before.limit <= after.limit
        fell |= fallen


@quickly
@given(games())
def test_a_total_is_the_sum_of_the_points_but_where_it_fell(given):
    found = sheets.read(given)
    for before, after, one in zip(found.standings, found.standings[1:], told(found), strict=False):
        points = one.points(len(found.names))
        summed = tuple(a + b for a, b in zip(before.totals, points, strict=True))
        falls = len(named_to_fall(after))
        assert sum(a != b for a, b in zip(summed, after.totals, strict=True)) == falls
        for a, b in zip(summed, after.totals, strict=True):
            assert a == b or a == after.limit


@quickly
@given(games())
def test_the_game_is_over_at_the_limit_or_after_the_planned_deals_until_the_limit_is_raised(given):
    found = sheets.read(given)
    planned = known(found, "deals")
    for place, (before, after) in enumerate(pairwise(found.standings), 1):
        said = sum("is over" in line.message.text for line in after.lines)
        raised = after.limit != before.limit
        reached = 0 < after.limit <= max(after.totals)
        ends = known(found, "exact_limit") == "end"
        fell = ends and any("becomes" in line.message.text for line in after.lines)
        past = 0 < planned <= place
        assert after.over == (reached or fell or past or (before.over and not raised))
        late = 0 < planned < place or (before.over and not raised)
        assert bool(after.warnings) == late
        assert said == (after.over and not late)


@quickly
@given(games())
def test_a_rank_is_one_more_than_how_many_are_better_and_the_lowest_total_is_first(given):
    for one in sheets.read(given).standings:
        for mine, rank in zip(one.totals, one.ranks, strict=True):
            assert rank == 1 + sum(other < rank for other in one.ranks)
            for total, place in zip(one.totals, one.ranks, strict=True):
                assert not (total < mine and place >= rank)
        assert min(one.totals) == one.totals[one.ranks.index(1)]
        assert bool(one.winners) == one.over


@quickly
@given(games())
def test_equal_totals_share_a_place_unless_the_table_breaks_ties(given):
    found = sheets.read(given)
    calls = [0] * len(found.names)
    for one, standing in zip(told(found), found.standings[1:], strict=True):
        last = one.points(len(found.names))
        if one.deal.caller is not None:
            calls[one.plays[one.deal.caller]] += 1
        better = {"shared": [0] * len(calls), "last_round": last, "most_calls": [-n for n in calls]}
        key = better[known(found, "final_tie")]
        for a, b in combinations(range(len(calls)), 2):
            if standing.totals[a] == standing.totals[b]:
                ordered = (key[a] > key[b]) - (key[a] < key[b])
                ranked = standing.ranks[a] - standing.ranks[b]
                assert (ranked > 0) - (ranked < 0) == ordered


@quickly
@given(games())
def test_every_standing_is_that_of_the_deals_so_far(given):
    whole = sheets.read(given)
    for n in range(len(given["deals"])):
        part = sheets.read(given | {"deals": given["deals"][:n]})
        assert part.standings == whole.standings[: n + 1]


@quickly
@given(games())
def test_the_standings_go_on_from_any_deal_as_from_the_start(given):
    found = sheets.read(given)
    for known in range(1, len(found.standings)):
        goes_on = found.agreed.game.tally(told(found), found.agreed, found.standings[:known])
        assert goes_on == list(found.standings)


@quickly
@given(games())
def test_a_sheet_written_and_read_again_is_the_same(given):
    first = sheets.read(given)
    written = sheets.written(first)
    said = sheets.tallied(first)
    again = sheets.read(written | {"computed": {key: said[key] for key in ("deals", "totals")}})
    assert sheets.tallied(again) == said
    assert sheets.written(again) == written


@quickly
@given(games(), st.randoms())
def test_whoever_sits_where_the_same_deals_give_each_name_the_same(given, chance):
    """All seats are equal, where nobody sits out: only who deals is different."""
    if given["seats"] < len(given["players"]):
        return
    moved = given | {"players": chance.sample(given["players"], len(given["players"]))}
    one, other = (sheets.tallied(sheets.read(told)) for told in (given, moved))
    for key in ("totals", "over"):
        assert one[key] == other[key]
    assert sorted(one["winners"]) == sorted(other["winners"])
    for a, b in zip(one["deals"], other["deals"], strict=True):
        assert (a["scores"], a["outcome"], a["totals"]) == (b["scores"], b["outcome"], b["totals"])


@quickly
@given(games(), st.randoms())
def test_what_is_sure_of_a_half_told_deal_is_what_it_gives_when_it_is_told(given, chance):
    found = sheets.read(given)
    for row in found.rows:
        if not row.told.deal.kamikaze:
            whole = to_facts(row.told.deal, found.plays(row.told))
            some = {key: whole[key] for key in whole if chance.random() < 0.8}
            if "hands" in some:
                some["hands"] = {n: v for n, v in some["hands"].items() if chance.random() < 0.6}
            for line in tell_half(found.agreed, some, row.dealer, found.names):
                if line.seat is not None:
                    assert line.value == row.told.score.points[line.seat]


@quickly
@given(st.data())
def test_whatever_is_half_told_is_said_and_refuses_nothing(data):
    found = sheets.read(data.draw(games()))
    names = found.plays(found.rows[0].told)
    facts = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "caller": st.sampled_from([None, *names]),
                "hands": st.dictionaries(st.sampled_from(names), st.integers(-100_000, 100_000)),
                "kamikaze": st.lists(st.sampled_from(names), unique=True),
                "limit": st.integers(0, 100_000),
            },
        )
    )
    said = tell_half(found.agreed, facts, found.rows[0].dealer, found.names)
    sure = [line.seat for line in said if line.seat is not None]
    assert sorted(set(sure)) == sorted(sure)
    assert all(line.message.english(names) for line in said)
