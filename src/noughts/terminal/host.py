"""The interface of the app to its screens."""

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
        """Compile this game first: the user looks at it, and may choose it."""

    def open_new_game(self) -> None:
        """Let another game be chosen."""

    def action_statistics(self) -> None:
        """Show what the user's games add up to."""

    def leave(self) -> None:
        """Leave the app."""
