"""What the pages of a game say in its own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .message import Message


@dataclass(frozen=True, kw_only=True)
class Words:
    """The words of a game; those that it leaves out hold for every game."""

    leads: Message = Message("leads")  # who speaks first
    asks: Message = Message("What happened?")  # a form that tells nothing yet
    missing: Mapping[str, Message] = field(default_factory=dict)  # a field that is not told yet
    keeps: Message = Message("Save so far")  # the button that keeps a deal half told
    kept: Message = Message("Begun")  # the sheet, while one is
    none_yet: Message = Message("None yet.")  # a sheet without deals
    roles: Mapping[str, Message] = field(default_factory=dict)  # in which order shares are told
    other_roles: Mapping[str, Message] = field(default_factory=dict)  # that no share tells
    kinds: Mapping[str, Message] = field(default_factory=dict)  # contracts or objectives
    parts: Mapping[str, Sequence[Message]] = field(default_factory=dict)  # at the end: once, more
    facts: Mapping[str, Message] = field(default_factory=dict)  # `called`, and a value `called.KH`
