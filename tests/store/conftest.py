"""The store by itself, without the site."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store, migrate


@pytest.fixture
def store(instance: Path) -> Iterator[Store]:
    """The store of a fresh instance."""
    migrate(instance / "companion.db")
    store = Store(instance / "companion.db")
    yield store
    store.close()
