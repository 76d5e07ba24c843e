"""The store by itself, without the site."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store, migrate


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which there is nothing yet."""
    path = tmp_path_factory.mktemp("store") / "companion.db"
    migrate(path)
    return path


@pytest.fixture
def store(instance: Path, migrated: Path) -> Iterator[Store]:
    """The store of a fresh instance."""
    instance.mkdir(mode=0o700)
    store = Store(shutil.copy(migrated, instance))
    yield store
    store.close()
