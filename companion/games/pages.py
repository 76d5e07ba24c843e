"""What the pages of a game say in its own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .message import Message


@dataclass(frozen=True, kw_only=True)
class Words:
    """The words of a game; those that it leaves out hold for every game."""

    leads: Message = Message("leads")  # beside whoever speaks first
    asks: Message = Message("What happened?")  # over a form in which nothing is told yet
    missing: Mapping[str, Message] = field(default_factory=dict)  # fact -> asks for it
    keeps: Message = Message("Save so far")  # on the button that keeps a deal half told
    kept: Message = Message("Begun")  # on the sheet, while a deal is half told
    none_yet: Message = Message("None yet.")  # on a sheet without deals
    roles: Mapping[str, Message] = field(default_factory=dict)  # in the order of the shares
    other_roles: Mapping[str, Message] = field(default_factory=dict)  # that no share tells
    kinds: Mapping[str, Message] = field(default_factory=dict)  # contracts or objectives
    parts: Mapping[str, Sequence[Message]] = field(default_factory=dict)  # done once, more often
    facts: Mapping[str, Message] = field(default_factory=dict)  # `called`, and a value `called.KH`
