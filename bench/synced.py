"""How often a save waits for the disk, counted by strace. Run as a program, it is what strace
watches: it saves a number of deals.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.store import Opening, Store, migrate

from .served import GARDE

SAVES = 200
WAITS = re.compile(r"^[\d. ]+\s(\d+)\s.*\bf(?:data)?sync$", re.MULTILINE)


def waits_a_save() -> float | None:
    """How many fsync and fdatasync calls a save makes, without those that open the file; None
    without strace."""
    if not shutil.which("strace"):
        return None
    return (_waits(SAVES) - _waits(0)) / SAVES


def _waits(saves: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        trace = ("strace", "-f", "-c", "-e", "trace=fsync,fdatasync", "-o", f"{folder}/trace")
        told = (sys.executable, "-m", "bench.synced", f"{folder}/companion.db", str(saves))
        subprocess.run([*trace, *told], check=True)
        return sum(map(int, WAITS.findall(Path(folder, "trace").read_text())))


def main(path: str, saves: str) -> None:
    """Saves this many deals in a new database, one by one."""
    migrate(path)
    store = Store(path)
    table = store.open_table(Opening("tarot", ["Ana", "Bo", "Chi", "Dana"]), key=None, phone="")
    for number in range(1, int(saves) + 1):
        key = f"form-{number:015}"
        store.save_deal(table.id, number, GARDE, revision=0, key=key, phone="")


if __name__ == "__main__":
    main(*sys.argv[1:])
