"""Engines that visitors' pages run themselves: which games have one, and its files.

Those of the built-in games come with the package, those of games in files are made in the background, once the server
runs. No wish of a visitor has one made: what is not there yet, the server thinks about.
"""

import base64
import functools
import logging
import threading
from collections.abc import Callable, Sequence

from noughts.board import Game, Position
from noughts.browser.builtin import kept_module
from noughts.browser.engine_module import EngineModule
from noughts.browser.export import export
from noughts.browser.files import GameFiles, files_of
from noughts.errors import NoughtsError
from noughts.web import answers
from noughts.web.pages import File, file_of

log = logging.getLogger("noughts.web")

_KEPT = 30  # games whose files are held in memory: visitors may name boards of any size


class Engines:
    def __init__(self, game: Callable[[str], Game]) -> None:
        self._game = game
        self._made: dict[str, EngineModule] = {}  # of games in files, by the tag of their rules
        self._files = functools.lru_cache(maxsize=_KEPT)(self._find_files)

    def make_ahead(self, games: Sequence[Game]) -> None:
        """Make the modules of games in files, in the background."""

        def make() -> None:
            for game in games:
                try:
                    self._made[game.rules.tag] = export(game)
                except NoughtsError as error:
                    log.info("only the server thinks", extra={"game": game.name, "why": str(error)})

        if games:
            threading.Thread(target=make, daemon=True).start()

    def _module(self, game: Game) -> EngineModule | None:
        return self._made.get(game.rules.tag) or kept_module(game)

    def has(self, game: Game) -> bool:
        """Whether pages can think about a game."""
        return self._module(game) is not None

    def answer(self, position: Position, name: str) -> answers.PageEngine | None:
        """The engine of a game that a visitor knows by that name, for a page; None where only the server thinks."""
        if not self.has(position.game):
            return None
        first = position.root().states[:1].tobytes()
        start = None if first == position.game.start().states[:1].tobytes() else base64.b64encode(first).decode()
        return answers.PageEngine(description=f"/engine/{name}/game.json", start=start)

    def _find_files(self, name: str) -> GameFiles | None:
        game = self._game(name)
        module = self._module(game)
        return None if module is None else files_of(game, module)

    def _files_now(self, name: str) -> GameFiles | None:
        """The files of a game; that there are none is not remembered: they may be made later."""
        return self._files(name) if self.has(self._game(name)) else None

    def description(self, name: str) -> File | None:
        """The description of a game, which names its other files; None if the game has none."""
        found = self._files_now(name)
        return None if found is None else file_of("game.json", found.contents[found.description])

    def file(self, name: str, file: str) -> File | None:
        """Code or weights of a game; None if there is no such file, or no longer."""
        found = self._files_now(name)
        content = None if found is None else found.contents.get(file)
        return None if content is None else File(content, None, "application/octet-stream", f'"{file}"')
