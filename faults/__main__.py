"""`make faults`: prints its figures, and ends by itself. It uses only this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from . import power
from .copied import copied
from .killed import evening

KILLS, DEALS = 100, 20_000  # at least so many
LONGEST = 300  # seconds, after which fewer are enough
LEAST_KILLS, LEAST_DEALS = 50, 1000  # what a slow machine must reach: fewer say nothing
EXAMPLES = 250  # of each of two games
CUTS, TOLD = 1000, 900  # moments at which the power is cut, deals told in all

TABLES = 2500  # of forty deals each, in the database that is copied


def killed() -> bool:
    """Whether nothing was lost though the server was killed."""
    with tempfile.TemporaryDirectory() as folder:
        left = evening(Path(folder, "instance"), KILLS, 20261121, DEALS, LONGEST)
    print(left)
    for answer in left.wrong:
        print(f"  {answer}")
    if enough := left.kills >= LEAST_KILLS and left.acknowledged >= LEAST_DEALS:
        return left.holds
    print(f"too few to say: at least {LEAST_KILLS} kills and {LEAST_DEALS} deals: MISSED")
    return enough


def without_power() -> bool:
    """Whether nothing was lost though the power was cut; and whether something was with fewer
    syncs, since else the cuts would prove nothing."""
    ours, normal = (power.cut(TOLD, CUTS, 20261121, how) for how in (power.AS_IT_IS, "NORMAL"))
    print(ours, normal, sep="\n")
    return ours.holds and normal.lost > 0


def while_copied() -> bool:
    """Whether copies made while deals are saved are whole."""
    with tempfile.TemporaryDirectory() as folder:
        found = copied(Path(folder), TABLES)
    print(found)
    return found.holds


def in_any_order() -> bool:
    """Whether the store agrees with a simple model, whatever is done in whatever order."""
    test = ["tests/store/test_any_order.py", "-q", "-p", "no:cacheprovider"]
    examples = os.environ | {"COMPANION_EXAMPLES": str(EXAMPLES)}
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "pytest", *test], env=examples, timeout=LONGEST * 2
        )
    except subprocess.TimeoutExpired:
        print(f"in any order: {EXAMPLES} examples took too long: MISSED")
        return False
    print(f"in any order: 2 games, {EXAMPLES} examples of 30 steps each")
    return ended.returncode == 0


def main() -> int:
    """Whether nothing was lost."""
    held = [killed(), without_power(), while_copied(), in_any_order()]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
