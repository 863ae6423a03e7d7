"""Take the pictures of the page that stand in docs/: `.venv/bin/python scripts/screenshots.py`, once tests have run."""

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import Person, chromium  # noqa: E402
from web_server import serving  # noqa: E402

DOCS = ROOT / "docs"
PERSON = {"kind": "human"}
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
PICTURES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "browser.png": ("ultimate", 28, DESK),
    "browser-dark.png": ("15x15x5", 8, {**DESK, "color_scheme": "dark"}),
    "browser-phone.png": ("xtreme", 24, PHONE),
}


def moves_of(game: str, plies: int) -> list[str]:
    """A game between engines as far as that."""
    import noughts

    engine = noughts.Engine(level="hard", seed=4)
    position = noughts.game(game).start()
    while len(position.move_stack) < plies and not position.is_game_over():
        position.push(engine.play(position).move)
    return [move.text for move in position.move_stack]


def main() -> None:
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, chromium() as browser:
        for name, (game, plies, context) in PICTURES.items():
            with Person(browser, server, **context) as person:
                person.begin(game, second=PERSON, moves=moves_of(game, plies))
                person.page.locator('[data-action="analyse"]').click()
                person.page.wait_for_timeout(20_000)  # long enough for a first compile, and for some depth
                person.page.evaluate("scrollTo(0, 0)")
                person.page.screenshot(path=DOCS / name)
                print(DOCS / name)


if __name__ == "__main__":
    main()
