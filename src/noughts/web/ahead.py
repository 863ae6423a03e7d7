"""Code that the server has compiled before it is wanted, by processes of their own.

Pages think themselves about games whose engine is served: of these the server needs the rules and the look, a fraction
of a second each, and plain Python serves until they are there. They are compiled gently, by one process, some seconds
after the first page was sent: its visitor's first move needs the cores. Engines are compiled for games in files, and
for those that the server is asked to think about, once it is asked.
"""

import os
import threading

from noughts.engine.compile_ahead import CompileAhead
from noughts.web.catalogue import Catalogue
from noughts.web.one_core import on_every_core

_PAUSE = 5.0  # seconds from the first page until rules are compiled


class Ahead:
    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._lock = threading.Lock()
        self._timer = threading.Timer(_PAUSE, self._compile_rules)
        self._timer.daemon = True
        self._rules = CompileAhead([])
        with on_every_core():
            self._engines = CompileAhead(list(catalogue.files.values()))
        self._is_begun = self._is_closed = False
        catalogue.on_chosen = self._rules_first
        catalogue.on_asked = self._engine_first

    def page_sent(self) -> None:
        """Begin to count until rules are compiled."""
        with self._lock:
            if not (self._is_begun or self._is_closed):
                self._is_begun = True
                self._timer.start()

    def _compile_rules(self) -> None:
        served = self._catalogue.served_by_popularity()
        with self._lock, on_every_core():
            if not self._is_closed:
                self._rules = CompileAhead(served, 1, rules_alone=True)

    def _rules_first(self, name: str) -> None:
        with self._lock:
            self._rules.first(name)

    def _engine_first(self, name: str) -> None:
        """Compile a game's engine with all cores but the one whose worker is asked to think, and compiles too."""
        with self._lock, on_every_core():
            if self._engines.is_running:
                self._engines.first(name)
            elif not self._is_closed:
                self._engines = CompileAhead([name], max(1, (os.cpu_count() or 1) - 1))

    def close(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._is_closed = True
            self._rules.close()
            self._engines.close()
