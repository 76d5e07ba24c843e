"""`make faults`: bounded, on this machine alone, ends by itself; prints its figures."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from . import power
from .killed import evening

KILLS, DEALS, LONGEST = 100, 20_000, 300  # at least, but for no more seconds than these
CUTS, TOLD = 1000, 900  # moments of a cut, deals told until then


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


def main() -> int:
    """Whether nothing was lost."""
    held = [killed(), without_power()]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
