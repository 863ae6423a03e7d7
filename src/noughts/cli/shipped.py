"""`noughts examples` and `noughts docs`: game files to start from, and the documentation, as they were installed."""

from pathlib import Path
from typing import Annotated

import typer

import noughts
from noughts.cli.tables import print_table
from noughts.errors import NoughtsError


def examples(
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write them into this folder.")] = None,
) -> None:
    """List the examples: games, and more, in one Python file each, to play and to start from."""
    files = sorted(_shipped("examples").glob("*.py"))
    if out is None:
        print_table(((file.name, _first_line(file)) for file in files), folding=(1,))
        print(f"\nThey lie in {files[0].parent}; `noughts examples --out FOLDER` writes them into a folder of yours.")
        return
    from noughts.cli.bot_folders import make_folder
    from noughts.cli.options import write_file

    yours = [file.name for file in files if _is_another(out / file.name, file)]
    if yours:
        raise NoughtsError(f"{out} has other files of these names: {', '.join(yours)}; name another folder")
    make_folder(out)
    for file in files:
        write_file(out / file.name, file.read_bytes())
    print(f"{len(files)} files written to {out}; for example: noughts play {out / 'connect_four.py'}")


def docs(
    page: Annotated[str | None, typer.Argument(metavar="[PAGE]", help="Print this page, as Markdown.")] = None,
) -> None:
    """Say where the documentation is and list its pages, or print one."""
    folder = _shipped("docs")
    pages = {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in (*sorted(folder.glob("*.md")), *sorted(folder.glob("*/*.md")))
        if path.name != "index.md"
    }
    if page is not None:
        if page not in pages:
            raise NoughtsError(f"the documentation has no page {page!r}; `noughts docs` lists them")
        print(pages[page].read_text(encoding="utf-8"), end="")
        return
    told = ((name, path) for name, path in pages.items() if not name.startswith(("reference/", "rules/")))
    print_table(((name, _title(path)) for name, path in told), folding=(1,))
    print(f"\nThey lie in {folder}; `noughts docs PAGE` prints one, `noughts games GAME` the rules of a game.")


def _shipped(name: str) -> Path:
    """A folder that an installed package holds; in a clone of the repository it lies at the root."""
    package = Path(noughts.__file__).parent
    for folder in (package / name, package.parents[1] / name):
        if folder.is_dir():
            return folder
    raise NoughtsError(f"this installation came without its {name}; the source distribution has them")


def _is_another(file: Path, shipped: Path) -> bool:
    return file.exists() and (not file.is_file() or file.read_bytes() != shipped.read_bytes())


def _first_line(file: Path) -> str:
    return file.read_text(encoding="utf-8").partition("\n")[0].strip('"')


def _title(page: Path) -> str:
    lines = page.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ") for line in lines if line.startswith("# ")), page.stem)


def add_to(app: typer.Typer) -> None:
    app.command()(examples)
    app.command()(docs)
