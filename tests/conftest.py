"""Every test has a data folder of its own: no test sees, or spoils, anybody's games."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser import Person, chromium
from commands import BREAKTHROUGH, CONNECT_FOUR, HEX, OTHELLO
from noughts.store import Store
from web_server import Server, serving


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


@pytest.fixture(scope="session")
def page_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For all tests of the page: each person there sees only their own games."""
    games = [option for path in (CONNECT_FOUR, HEX, BREAKTHROUGH, OTHELLO) for option in ("--game", str(path))]
    with serving(tmp_path_factory.mktemp("web"), *games) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for longer: Playwright has an event loop, beside which other tests could not run theirs."""
    with chromium() as found:
        yield found


@pytest.fixture
def person(browser: Browser, page_server: Server) -> Iterator[Person]:
    with Person(browser, page_server) as found:
        yield found
