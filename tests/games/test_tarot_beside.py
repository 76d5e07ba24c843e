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


@pytest.mark.parametrize(
    ("posted", "contract", "players", "text"),
    [
        ({"card": ["KH"], "others": ["49"]}, "garde", 4, "50 cards are 11 tricks and the chien"),
        (DEFENCE | {"others": ["44"]}, "garde", 4, "44 cards are 11 tricks"),
        ({"others": ["40"]}, "garde_contre", 4, "40 cards are 10 tricks"),
        ({"others": ["33"]}, "prise", 5, "33 cards are 6 tricks and the chien"),
        (DEFENCE | {"others": ["36"]}, "garde_contre", 3, "36 cards are 10 tricks and the chien"),
        ({"others": ["41"]}, "garde", 4, "41 cards: no whole tricks yet"),
        ({"card": ["KH"]}, "garde", 4, "1 cards: no whole tricks yet"),
    ],
)
def test_counted_cards_should_be_whole_tricks(posted, contract, players, text):
    assert beside(posted, {"contract": contract}, players)["counted"] == text
