"""Games of Tamalou for Hypothesis: low hands of few values, so that totals are often exactly the
limit; raised limits, kamikazes, a player who may sit out."""

from hypothesis import settings
from hypothesis import strategies as st
from worked import NAMES, sheet
from worked import quickly as usual

quickly = settings(usual, max_examples=100)
hands = st.sampled_from([-2, 0, 3, 5, 9, 10, 20, 30])
options = st.fixed_dictionaries(
    {"limit": st.sampled_from([0, 40, 60, 100])},
    optional={
        "call_threshold": st.sampled_from([0, 5, 7]),
        "fail_penalty": st.sampled_from([0, 5, 10]),
        "beaten_caller": st.sampled_from(["keeps_total", "zero"]),
        "kamikaze": st.booleans(),
        "kamikaze_points": st.sampled_from([20, 50]),
        "exact_limit": st.sampled_from(["end", "continue", "off"]),
        "exact_value": st.sampled_from([20, 30]),
        "exact_repeat": st.sampled_from(["unlimited", "once"]),
        "deals": st.integers(0, 6),
        "no_call": st.sampled_from(["totals", "lowest_zero"]),
        "final_tie": st.sampled_from(["shared", "last_round", "most_calls"]),
        "negatives": st.sampled_from(["clamp", "allow"]),
        "card_values": st.sampled_from(["tamalou", "cabo", "kabou", {"K": 20, "joker": -1}]),
        "jokers": st.integers(0, 2),
    },
)


@st.composite
def games(draw):
    """A sheet with two to six names, one of whom may sit out, and up to eight deals."""
    rules, n = draw(options), draw(st.integers(2, 6))
    names, sits_out = NAMES[:n], n > 2 and draw(st.booleans())
    limit, deals = rules["limit"], []
    for place in range(draw(st.integers(1, 8))):
        plays = [name for i, name in enumerate(names) if not sits_out or i != place % n]
        deal = draw(dealt(plays, rules))
        if limit and draw(st.integers(0, 7)) == 0:
            limit += draw(st.sampled_from([10, 50]))
            limit += 10 * (limit == 50)  # it would fall to itself: test_tamalou_words.py has that
            deal["limit"] = limit
        deals.append(deal)
    start = draw(st.dictionaries(st.sampled_from(names), st.integers(0, 39)))
    seats = n - 1 if sits_out else n
    return sheet("tamalou", n, *deals, rules=rules, start=start, seats=seats)


@st.composite
def dealt(draw, plays, rules):
    """A deal of these players: called or not, with a kamikaze where the table plays it."""
    caller = draw(st.sampled_from([None, *plays]))
    deal = {"caller": caller, "hands": {name: draw(hands) for name in plays}}
    if caller and rules.get("kamikaze", True) and draw(st.integers(0, 4)) == 0:
        deal["kamikaze"] = draw(st.lists(st.sampled_from(plays), max_size=2, unique=True))
        deal["hands"] = {n: deal["hands"][n] for n in plays if draw(st.booleans())}
        if not deal["kamikaze"]:
            deal["hands"] = dict.fromkeys(plays, 7)
    return deal
