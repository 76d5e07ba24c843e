"""What the tarot form shows beside its fields: both sides' points, what counted cards make."""

import pytest
from worked import agreed

from companion.games.tarot import GAME

DEFENCE = {"side": ["defence"]}


def beside(posted, facts, players=4):
    shown = GAME.beside(posted, facts, agreed("tarot", players))
    return {name: message.english([], 2) for name, message in shown.items()}


def test_both_sides_points_add_up_to_91():
    assert beside({}, {"card_points": 49.5}) == {"declarer": "49.5", "defence": "41.5"}
    assert beside({}, {}) == {}


def test_beside_points_that_cannot_be_read_stands_no_sum_of_the_cards_counted():
    posted = {"card": ["KH"], "others": ["49"]}
    counted = {"counted": "Cards: 50, tricks: 11 and the chien", "K": "1 × 4.5 = 4.5"}
    assert beside(posted, {}) == {"declarer": "29", **counted}
    assert beside(posted | {"points": ["4o"]}, {}) == counted


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ("59", {"declarer": "29.5", "counted": "Cards: 59, not a whole number of tricks"}),
        ("60", {"counted": "Cards: 0, not a whole number of tricks"}),
    ],
)
def test_more_other_cards_than_there_are_make_no_sum(others, said):
    assert beside({"others": [others]}, {}) == said


@pytest.mark.parametrize(
    ("posted", "contract", "players", "text"),
    [
        ({"card": ["KH"], "others": ["49"]}, "garde", 4, "Cards: 50, tricks: 11 and the chien"),
        (DEFENCE | {"others": ["44"]}, "garde", 4, "Cards: 44, tricks: 11"),
        ({"others": ["40"]}, "garde_contre", 4, "Cards: 40, tricks: 10"),
        ({"others": ["33"]}, "prise", 5, "Cards: 33, tricks: 6 and the chien"),
        (DEFENCE | {"others": ["36"]}, "garde_contre", 3, "Cards: 36, tricks: 10 and the chien"),
        ({"others": ["41"]}, "garde", 4, "Cards: 41, not a whole number of tricks"),
        ({"card": ["KH"]}, "garde", 4, "Cards: 1, not a whole number of tricks"),
        ({"card": ["KH", "QH"]}, "garde", 4, "Cards: 2, not a whole number of tricks"),
    ],
)
def test_counted_cards_should_be_whole_tricks(posted, contract, players, text):
    assert beside(posted, {"contract": contract}, players)["counted"] == text
