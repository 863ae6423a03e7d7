"""Every test has a data folder of its own: no test sees, or spoils, anybody's games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.store import Store


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("NOUGHTS_DATA", str(folder))
    monkeypatch.delenv("NOUGHTS_DATABASE_URL", raising=False)
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    yield store
    store.close()
