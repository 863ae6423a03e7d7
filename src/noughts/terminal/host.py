"""What a screen needs of the app around it."""

from typing import Any, Protocol

from noughts.engine.engine import Engine
from noughts.play.settings import Settings
from noughts.store import Store


class Host(Protocol):
    store: Store | None
    settings: Settings
    trouble: str | None  # why games are not kept at all
    pace: float  # seconds that a move takes at least where engines play each other
    engine: Engine  # for hints and analysis

    def change_settings(self, **changes: Any) -> None:
        """Change settings and keep them."""

    def look_at(self, game: str) -> None:
        """Somebody looks at this game, and may choose it: it is compiled first."""

    def open_new_game(self) -> None:
        """Let another game be chosen."""

    def leave(self) -> None:
        """Leave the app."""
