"""The chart of the running totals: every line inside its box, every name beside its end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worked import NAMES, quickly

from companion.web.charts import chart

BOX = {"left": 44.0, "right": 238.0, "top": 10.0, "bottom": 228.0}


def points(line):
    """The points of a line, from its path."""
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", line.path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_a_line_a_seat_from_the_left_to_the_right():
    drawn = chart(["Ana", "Bo"], [[0, 0], [198, -66], [132, -132]], [1, 2])
    assert [tick.value for tick in drawn.values] == [-150, -100, -50, 0, 50, 100, 150, 200]
    assert [tick.value for tick in drawn.places] == [0, 1, 2]
    ana, bo = drawn.lines
    assert [x for x, _ in points(ana)] == [44.0, 141.0, 238.0]
    assert (ana.name, ana.leads, bo.leads) == ("Ana", True, False)
    zero = next(tick.at for tick in drawn.values if tick.value == 0)
    assert points(ana)[0] == points(bo)[0] == (44.0, zero)
    assert points(ana)[1][1] < zero < points(bo)[1][1]


@pytest.mark.parametrize(
    ("totals", "ticks"),
    [
        ([[0, 0]], [0, 1]),
        ([[0, 0], [3, -3]], [-3, -2, -1, 0, 1, 2, 3]),
        ([[0, 0], [25.5, -51]], [-60, -40, -20, 0, 20, 40]),
        ([[0, 0], [9, 0]], [0, 2, 4, 6, 8, 10]),
        ([[0, 0], [-1674, 558]], [-2000, -1500, -1000, -500, 0, 500, 1000]),
        ([[100, 90]], [0, 20, 40, 60, 80, 100]),
    ],
)
def test_ticks_are_numbers_that_people_count_by(totals, ticks):
    values = [tick.value for tick in chart(["Ana", "Bo"], totals, [1, 2]).values]
    assert values == ticks


@pytest.mark.parametrize(
    ("deals", "places"),
    [
        (0, [0]),
        (6, [0, 1, 2, 3, 4, 5, 6]),
        (7, [0, 2, 4, 6]),
        (40, [0, 10, 20, 30, 40]),
        (1000, [0, 200, 400, 600, 800, 1000]),
    ],
)
def test_not_every_deal_has_its_number(deals, places):
    drawn = chart(["Ana", "Bo"], [[n, -n] for n in range(deals + 1)], [1, 2])
    assert [tick.value for tick in drawn.places] == places


totals = st.lists(st.integers(-20_000, 20_000), min_size=8, max_size=8)


@quickly
@given(st.lists(totals, min_size=1, max_size=12), st.integers(2, 8))
def test_lines_stay_in_the_box_and_names_apart(running, seats):
    halves = [[n / 2 for n in row[:seats]] for row in running]
    drawn = chart(NAMES[:seats], halves, [1] * seats)
    assert len(drawn.values) <= 9
    assert drawn.values[0].value <= min(0, *map(min, halves)) <= max(0, *map(max, halves))
    assert drawn.values[-1].value >= max(0, *map(max, halves))
    for line in drawn.lines:
        assert all(BOX["left"] <= x <= BOX["right"] for x, _ in points(line))
        assert all(BOX["top"] <= y <= BOX["bottom"] for _, y in points(line))
        assert points(line)[-1][1] == pytest.approx(line.end, abs=0.06)
    labels = sorted(line.label for line in drawn.lines)
    assert all(b - a >= 16.8 for a, b in zip(labels, labels[1:], strict=False))
    assert BOX["top"] - 0.2 <= labels[0] and labels[-1] <= BOX["bottom"] + 0.2


@quickly
@given(st.lists(totals, min_size=1, max_size=12))
def test_names_stand_in_the_order_of_their_totals(running):
    drawn = chart(NAMES, running, [1] * 8)
    by_total = sorted(drawn.lines, key=lambda line: line.end)
    by_name = sorted(drawn.lines, key=lambda line: line.label)
    assert [line.end for line in by_name] == [line.end for line in by_total]


@pytest.mark.parametrize("path", ["/tables/1/deals", "/tables/1/watch"])
def test_the_chart_stands_beside_the_deals_with_a_line_a_player(client, three_deals, path):
    page = client.get(path).text
    assert page.count('class="run"') == 4
    assert re.findall(r'<text x="258"[^>]*>(\w+)</text>', page) == ["Bo", "Dana", "Ana", "Chi"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana-Lucía", "Ana-Lucía"),
        ("Maximiliane-Charlotte", "Maximiliane…"),
        ("MAMADOU BOUBACAR", "MAMADOU…"),
        ("WWWWWWWWWWWW", "WWWWWW…"),
        ("mmmmmm", "mmmmmm"),
        ("iiiiiiiiiiiiiiiiiii", "iiiiiiiiiiiiiiiiiii"),
        ("Zoé Élise Île", "Zoé Élise Île"),
        ("Zoé Élise Île Anna", "Zoé Élise Île…"),
        ("Œdipe (B.)", "Œdipe (B.)"),
        ("山田太郎左衛", "山田太郎左衛"),
        ("山田太郎左衛門兵衛", "山田太郎左衛門…"),
        ("ＷＷＷＷＷＷＷＷＷＷ", "ＷＷＷＷＷＷＷ…"),
        ("Александр", "Алекс…"),
        ("ⅧⅧⅧⅧ", "ⅧⅧⅧ…"),
        ("🃏🃏🃏🃏🃏🃏🃏🃏", "🃏🃏🃏🃏🃏…"),
    ],
)
def test_a_name_is_cut_to_the_room_beside_the_chart(name, shown):
    drawn = chart([name, "Ana"], [(0, 0), (1, 2)], (2, 1))
    assert [line.name for line in drawn.lines] == [shown, "Ana"]
