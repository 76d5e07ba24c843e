"""`make faults`: bounded, on this machine alone, ends by itself; prints its figures."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from .killed import evening

KILLS, DEALS = 50, 1000  # at least


def main() -> int:
    """Whether nothing was lost."""
    with tempfile.TemporaryDirectory() as folder:
        left = evening(Path(folder, "instance"), KILLS, 20261121, DEALS)
    print(left)
    for answer in left.wrong:
        print(f"  {answer}")
    return 0 if left.holds else 1


if __name__ == "__main__":
    sys.exit(main())
