"""The court cards of a tarot deck, as they are called."""

from __future__ import annotations

from .message import Message

RANKS = {
    "K": Message("king"),
    "Q": Message("queen"),
    "C": Message("cavalier"),
    "J": Message("jack"),
}
SUITS = {
    "H": Message("hearts"),
    "D": Message("diamonds"),
    "C": Message("clubs"),
    "S": Message("spades"),
}
