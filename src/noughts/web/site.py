"""A static site: games as a page that needs no server, out of the page's own files.

index.html          fetched anew whenever there is a network; all other names carry a hash of their contents
page-HASH/          the page's files, as the server serves them
games/              a description for each game, code and weights
site.json           the games of the site, as the server's catalogue lists them
noughts-board.js    <noughts-board>, for pages elsewhere
worker.js           the service worker: what was loaded once is there without a network
"""

import hashlib
import html
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from noughts.board import Game
from noughts.browser.files import made_files
from noughts.errors import NoughtsError
from noughts.web.catalogue import catalogue_of
from noughts.web.pages import STATIC

_TEMPLATES = Path(__file__).parent / "site_files"
_MARK = "noughts-site.txt"  # a folder that has it may be written over
_SAID = "A site made by `noughts page`. Whatever lies in this folder is replaced when it is made anew.\n"
_LICENCES = "LICENSES.txt"


def write_site(games: Mapping[str, Game], folder: Path) -> Iterator[str]:
    """Write a site of games by their names there; each name as its files are made.

    Nothing is changed until all of it is there.
    """
    _check(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as place:
        made = Path(place) / "site"
        (made / "games").mkdir(parents=True)
        engines = {}
        for name, game in games.items():
            files = made_files(game)
            for file, content in files.contents.items():
                (made / "games" / file).write_bytes(content)
            engines[name] = engines[game.name] = f"games/{files.description}"
            yield name
        _write_page(made, games, engines)
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)


def _check(folder: Path) -> None:
    """Refuse a folder that holds anything but a site."""
    if folder.exists() and not folder.is_dir():
        raise NoughtsError(f"{folder} is a file; --out names a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise NoughtsError(f"{folder} holds other files; --out names a new folder, or one that `noughts page` wrote")


def _write_page(made: Path, games: Mapping[str, Game], engines: dict[str, str]) -> None:
    version = _page_version()
    page = f"page-{version}"
    shutil.copytree(STATIC, made / page, ignore=shutil.ignore_patterns("*.d.ts", "package.json"))
    answer = catalogue_of(games).model_dump(mode="json")
    (made / "site.json").write_text(json.dumps({**answer, "engines": engines}, ensure_ascii=False), encoding="utf-8")
    title = next(iter(games.values())).title if len(games) == 1 else "Noughts"
    for template in sorted(_TEMPLATES.iterdir()):
        text = template.read_text(encoding="utf-8").replace("{page}", page).replace("{title}", html.escape(title))
        (made / template.name).write_text(text, encoding="utf-8")
    licences = [Path(__file__).parent / "static/vendor/README.md"]
    (made / _LICENCES).write_text("\n".join(path.read_text(encoding="utf-8") for path in licences), encoding="utf-8")
    (made / _MARK).write_text(_SAID, encoding="utf-8")
    files = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
    listed = [name for name in files if name not in (_MARK, "worker.js")]
    digest = hashlib.sha256(b"".join((made / name).read_bytes() for name in listed)).hexdigest()[:12]
    worker = (made / "worker.js").read_text(encoding="utf-8")
    worker = worker.replace('"{files}"', json.dumps(listed)).replace("{version}", digest)
    (made / "worker.js").write_text(worker, encoding="utf-8")


def _page_version() -> str:
    paths = sorted(path for path in STATIC.rglob("*") if path.is_file())
    parts = (path.relative_to(STATIC).as_posix().encode() + path.read_bytes() for path in paths)
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]
