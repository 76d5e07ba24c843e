"""What a host does with an instance as a whole: link, backup, restore, check, rescore, demo."""

from __future__ import annotations

import sqlite3
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import segno

from . import instance, network
from .migrations import BrokenDatabase
from .store import CannotWrite, Difference, NewerDatabase, Store, backups, migrate

SAME = "all that is saved is what the facts make"


class Cannot(Exception):
    """Why not, in one line for the person who called."""


# Errors whose text is that one line. UnicodeError: a host name that cannot be in an address.
REFUSALS = (
    Cannot,
    CannotWrite,
    BrokenDatabase,
    backups.BadCopy,
    OSError,
    sqlite3.Error,
    UnicodeError,
)


def run(name: str, options: Namespace) -> int:
    """Runs an operation by its name, and returns the exit status; a refusal is printed."""
    try:
        return OPERATIONS[name](options)
    except NewerDatabase:
        of = getattr(options, "file", None) or options.instance
        reason = f"{of} was written by a newer release: install that one"
    except BrokenPipeError:
        raise  # whoever read what is printed has seen enough
    except FileExistsError as error:
        reason = f"{error.filename or error} is there already"
    except REFUSALS as error:
        reason = str(error)
    print(f"companion: {reason}", file=sys.stderr)
    return 1


def link(options: Namespace) -> int:
    """The host's link, as text and as a QR code: whoever has it may do everything."""
    database = _database(options)
    served = instance.served_at(options.instance)
    if not served:  # else the one that serves has brought the database up to date
        migrate(database, before=lambda: _back_up_first(options))
    with closing(Store(database)) as store:
        # Not served, it is where it would be by these options.
        address = host_link(store, served or network.address(options.host, options.port))
    print(address)
    segno.make(address, micro=False).terminal(compact=True)
    return 0


def host_link(store: Store, address: str) -> str:
    """The address that makes a phone the host's."""
    return f"{address}join#{store.link('organise').text}"


def backup(options: Namespace) -> int:
    """A copy of the database, made while phones write."""
    database = _database(options)
    to = options.file
    if to is None:
        folder = options.instance / "backups"
        folder.mkdir(mode=0o700, exist_ok=True)
        to = folder / f"by-hand-{_now():{backups.AT}}.db"
    if not to.parent.is_dir():
        raise Cannot(f"there is no folder {to.parent}")
    backups.back_up(database, to)
    print(f"copied to {to}")
    return 0


def restore(options: Namespace) -> int:
    """Puts a copy in the place of the database. What was there is set aside, and only on request.
    The copy is checked before the folder is made: what is no copy leaves nothing behind."""
    _refuse_no_copy(options.file)
    different = _looked_at(options.file)
    instance.make_folder(options.instance)
    with _alone(options.instance):
        database = options.instance / "companion.db"
        if _holds_anything(database) and not options.replace:
            raise Cannot(f"{database} is there: with --replace it is set aside")
        aside = backups.restore(options.file, options.instance, _now())
        if aside:
            print(f"what was there lies in {aside}")
        print(f"restored from {options.file}: {_said(different)}")
    return 0


def check(options: Namespace) -> int:
    """Checks integrity, references, and whether the stored scores are what the facts make."""
    if options.file:
        _refuse_no_copy(options.file)
    database = options.file or _database(options)
    different = _looked_at(database)
    for one in different:
        print(line(one))
    print(f"pages and references are sound; {_said(different)}")
    return 1 if different else 0


def rescore(options: Namespace) -> int:
    """Shows where the count of today differs from what is saved. On request the new numbers are
    saved, after a copy was made."""
    if not options.write:
        return check(Namespace(file=None, **vars(options)))
    with _alone(options.instance):
        _back_up_first(options)
        migrate(_database(options))
        different = _differences(_database(options), write=True)
    for one in different:
        print(line(one))
    left = _refused(different)
    if not different:
        print(SAME)
    if put_right := len(different) - left:
        print(f"{put_right} put right")
    if left:
        print(_said_refused(left))
    return 1 if left else 0


def _back_up_first(options: Namespace) -> None:
    """Copies the database before anything in it is changed."""
    backup(Namespace(file=None, **vars(options)))


def demo(options: Namespace) -> int:
    """An evening, or a whole season, that was never played: to try the app, and to measure it."""
    from . import demo

    instance.make_folder(options.instance)
    with _alone(options.instance):
        database = options.instance / "companion.db"
        if _holds_anything(database) and _was_used(database):
            raise Cannot(f"{database} has tables already: a demo is for an instance of its own")
        demo.make(database, season=options.season)
    print(f"made in {database}; to open it: companion serve --instance {options.instance}")
    return 0


def _was_used(database: Path) -> bool:
    """Whether anybody has opened a table or an evening there. It is a copy that is looked at and
    brought up to date."""
    with backups.looked_at(database) as copy:
        backups.migrated(copy)
        with closing(Store(copy)) as store:
            return store.changed_at() is not None


def _looked_at(database: Path) -> Sequence[Difference]:
    """Where the count of today differs from what is saved, found in a copy of the database. Raises
    BadCopy for a database that is not sound, Cannot for one that cannot be counted."""
    with backups.looked_at(database) as copy:
        backups.migrated(copy)
        return _differences(copy)


def _differences(database: Path, write: bool = False) -> Sequence[Difference]:
    """Where the count of today differs from what is saved. Raises Cannot for what this program
    cannot make sense of: a game that it does not know, say."""
    with closing(Store(database)) as store:
        try:
            store.secret()
            return store.rescore(write=write)
        except (LookupError, TypeError, ValueError) as error:
            kind = type(error).__name__
            raise Cannot(f"what is kept there cannot be counted ({kind}: {error})") from error


def _said(different: Sequence[Difference]) -> str:
    left, said = _refused(different), []
    if otherwise := len(different) - left:
        said.append(f"{otherwise} saved otherwise than counted now (companion rescore --write)")
    if left:
        said.append(_said_refused(left))
    return "; ".join(said) or SAME


def _refused(different: Sequence[Difference]) -> int:
    return sum(1 for one in different if one.refused)


def _said_refused(tables: int) -> str:
    return f"{tables} that cannot be counted by today's rules, left as saved"


def line(one: Difference) -> str:
    """A difference between what is saved and what is counted now, in words."""
    if one.refused:
        return f"table {one.table}, {one.what}: {one.refused}"
    return f"table {one.table}, {one.what}: saved {one.saved}, counted {one.counted}"


def _database(options: Namespace) -> Path:
    found: Path = options.instance / "companion.db"
    if not found.exists():
        raise Cannot(f"there is no {found}")
    return found


def _refuse_no_copy(file: Path) -> None:
    """Cannot for what is no copy. An empty file, which SQLite would take for an empty database, is
    a copy that was cut off."""
    if not file.exists():
        raise Cannot(f"there is no {file}")
    if file.is_dir():
        raise Cannot(f"{file} is a folder: name a file")
    if not _holds_anything(file):
        raise Cannot(f"{file} is empty")


def _holds_anything(database: Path) -> bool:
    """Whether anything would be lost with this file, even if it cannot be read as a database."""
    return database.exists() and database.stat().st_size > 0


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Holds the folder, so that nobody serves it meanwhile; Cannot where somebody does already."""
    try:
        lock = instance.lock(folder)
    except instance.InUse:
        raise Cannot(f"a companion serves {folder}: stop it first") from None
    with lock:
        yield


def _now() -> datetime:
    return datetime.now(UTC)


OPERATIONS: dict[str, Callable[[Namespace], int]] = {
    "link": link,
    "backup": backup,
    "restore": restore,
    "check": check,
    "rescore": rescore,
    "demo": demo,
}
