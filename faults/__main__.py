"""`make faults`: bounded, on this machine alone, ends by itself; prints its figures."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from . import power
from .copied import copied
from .killed import evening

KILLS, DEALS, LONGEST = 100, 20_000, 300  # at least, but for no more seconds than these
CUTS, TOLD = 1000, 900  # moments of a cut, deals told until then

TABLES = 2500  # of forty deals each, in the database that is copied


def killed() -> bool:
    """Whether nothing was lost though the server was killed."""
    with tempfile.TemporaryDirectory() as folder:
        left = evening(Path(folder, "instance"), KILLS, 20261121, DEALS, LONGEST)
    print(left)
    for answer in left.wrong:
        print(f"  {answer}")
    return left.holds


def without_power() -> bool:
    """Whether nothing was lost though the power was cut; with fewer syncs it has to be."""
    ours, normal = (power.cut(TOLD, CUTS, 20261121, how) for how in (power.AS_IT_IS, "NORMAL"))
    print(ours, normal, sep="\n")
    return ours.holds and normal.lost > 0


def while_copied() -> bool:
    """Whether copies made while deals are saved are whole."""
    with tempfile.TemporaryDirectory() as folder:
        found = copied(Path(folder), TABLES)
    print(found)
    return found.holds


def main() -> int:
    """Whether nothing was lost."""
    held = [killed(), without_power(), while_copied()]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
