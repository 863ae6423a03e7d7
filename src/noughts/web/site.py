"""A static site: games as a page that needs no server, out of the page's own files.

index.html           fetched anew whenever there is a network; most other names carry a hash of their contents
page-HASH/           the page's files, as the server serves them
games/               a description for each game, its rules in words, code and weights
site.json            the games of the site, as the server's catalogue lists them
noughts-board.js     <noughts-board>, for pages elsewhere
service-worker.js    keeps the site for times without a network
"""

import base64
import hashlib
import html
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from noughts.board import Game
from noughts.browser.files import content_hash, described_with_files, made_files, module_of, packed_json
from noughts.errors import NoughtsError
from noughts.play import sized
from noughts.puzzles.collection import has_puzzles, puzzles_of
from noughts.puzzles.puzzle import THEMES
from noughts.registry import game as named_game
from noughts.web.catalogue import catalogue_of, example, guide_answer
from noughts.web.module_graph import with_preloads
from noughts.web.pages import STATIC, contents_of

LEAST_SIDE, MOST_SIDE = 3, 19
_MARK = "noughts-site.txt"  # a folder that has it may be written over
_SAID = "A site made by `noughts page`. Whatever lies in this folder is replaced when it is made anew.\n"
# What a server says in headers, and what makes the site an app.
_HEAD = """\
<meta
      http-equiv="content-security-policy"
      content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'"
    />
    <link rel="manifest" href="manifest.webmanifest" />
    """
_WORKER = "service-worker.js"
_MANIFEST: dict[str, Any] = {
    "start_url": "./",
    "display": "standalone",
    "background_color": "#ffffff",
    "theme_color": "#1f5fbf",
}


def write_site(games: Mapping[str, Game], folder: Path, families: Sequence[str] = ()) -> Iterator[str]:
    """Write a site of games by their names there; each name as its files are made. Of families that are named by
    sizes, such as ROWSxCOLSxK, it has all boards from LEAST_SIDE to MOST_SIDE.

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
        for name in families:
            engines[name] = _write_boards(made, name)
            yield name
        entries = dict(games) | {name: example(name) for name in families}
        _write_page(made, entries, engines)
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)


def _write_boards(made: Path, family: str) -> str:
    """Write the descriptions of all boards of a family, a file for each number of rows; returns what precedes that."""
    contents = {}
    for rows in range(LEAST_SIDE, MOST_SIDE + 1):
        boards = {}
        for columns in range(LEAST_SIDE, MOST_SIDE + 1):
            for k in range(LEAST_SIDE, max(rows, columns) + 1):
                game = named_game(sized(family, [rows, columns, k]))
                boards[game.name], others = described_with_files(game, module_of(game))
                for file, content in others.items():
                    contents[file] = content
        contents[f"{rows}.bin"] = packed_json(boards)
    version = content_hash(b"".join(contents[name] for name in sorted(contents)))
    folder = made / "games" / f"boards-{version}"
    folder.mkdir()
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return f"games/{folder.name}/"


def _check(folder: Path) -> None:
    """Refuse a folder that holds anything but a site."""
    if folder.exists() and not folder.is_dir():
        raise NoughtsError(f"{folder} is a file; --out names a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise NoughtsError(f"{folder} holds other files; --out names a new folder, or one that `noughts page` wrote")


def _write_page(made: Path, games: Mapping[str, Game], engines: dict[str, str]) -> None:
    """Write all but the games: the page's own files below a name of their version, and those that are known by name."""
    page = f"page-{_version(STATIC)}"
    ignored = shutil.ignore_patterns("*.d.ts", "package.json", "index.html", "served.js", "noughts-board.js", _WORKER)
    shutil.copytree(STATIC, made / page, ignore=ignored)
    answer = catalogue_of(games, MOST_SIDE).model_dump(mode="json")
    guides = {name: _write_guide(made, name, game) for name, game in games.items()}
    puzzles = {name: _write_puzzles(made, game) for name, game in games.items() if has_puzzles(game)}
    site = {**answer, "engines": engines, "guides": guides, "puzzles": puzzles, "sides": [LEAST_SIDE, MOST_SIDE]}
    (made / "site.json").write_text(json.dumps(site, ensure_ascii=False), encoding="utf-8")
    title = next(iter(games.values())).title if len(games) == 1 else "Noughts"
    index = (
        (STATIC / "index.html")
        .read_text(encoding="utf-8")
        .replace("served.js", "site.js")
        .replace("/api/catalogue", "site.json")
    )
    index = with_preloads(index, "site.js", contents_of(STATIC))
    index = index.replace('"/static/', f'"{page}/').replace("<title>Noughts", f"{_HEAD}<title>{html.escape(title)}")
    (made / "index.html").write_text(index, encoding="utf-8")
    manifest = _MANIFEST | {"name": title, "short_name": title}
    manifest["icons"] = [{"src": f"{page}/favicon.svg", "sizes": "any", "type": "image/svg+xml"}]
    (made / "manifest.webmanifest").write_text(json.dumps(manifest, ensure_ascii=False), encoding="utf-8")
    shutil.copy(STATIC / "noughts-board.js", made)
    licences = "\n\n".join(path.read_text(encoding="utf-8") for path in _licences())
    (made / "LICENSES.txt").write_text(licences, encoding="utf-8")
    (made / _MARK).write_text(_SAID, encoding="utf-8")
    files = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
    worker = (STATIC / _WORKER).read_text(encoding="utf-8")
    kept = [name for name in files if name != _MARK and not name.startswith("games/boards-")]  # others when wanted
    worker = worker.replace('"FILES"', json.dumps(kept))
    (made / _WORKER).write_text(worker.replace("VERSION", _version(made)), encoding="utf-8")


def _write_guide(made: Path, name: str, game: Game) -> str:
    """Write the rules of a game in people's words; returns where they are."""
    content = guide_answer(name, game).model_dump_json().encode()
    path = f"games/guide-{content_hash(content)}.json"
    (made / path).write_bytes(content)
    return path


def _write_puzzles(made: Path, game: Game) -> str:
    """Write the puzzles of a game, each with the state that it begins from; returns where they are."""
    entries = []
    for puzzle in puzzles_of(game):
        state = base64.b64encode(game.position(puzzle.position).states[:1].tobytes()).decode()
        words = {"words": puzzle.words, "idea": THEMES[puzzle.theme]}
        entries.append({**puzzle.as_dict(), "also": puzzle.also, "slower": puzzle.slower, "state": state, **words})
    content = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode()
    path = f"games/puzzles-{content_hash(content)}.json"
    (made / path).write_bytes(content)
    return path


def _licences() -> list[Path]:
    """Our own licence, where the package has it beside its metadata, and those of the page's libraries."""
    found = [path.locate() for path in distribution("noughts").files or () if path.name == "LICENSE"]
    return [*(Path(str(path)) for path in found if Path(str(path)).exists()), STATIC / "vendor/README.md"]


def _version(folder: Path) -> str:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    parts = (path.relative_to(folder).as_posix().encode() + path.read_bytes() for path in paths)
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]
