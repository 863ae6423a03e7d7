"""Check the page's code: its types, that they are the API's, and a linter's rules: `python3 scripts/check_page.py`.

Needs Node.js; npm fetches TypeScript and Biome.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from environment import prepare

ROOT = Path(__file__).resolve().parent.parent
TYPESCRIPT = "typescript@5.9.3"
BIOME = "@biomejs/biome@2.3.8"
OPTIONS = (
    "--checkJs --allowJs --noEmit --strict --target es2022 --module esnext --moduleResolution bundler --pretty false"
)
RULES = "--config-path=scripts/biome.json --error-on-warnings --max-diagnostics=200"
FOLDERS = ("src/noughts/web/static", "src/noughts/lab/viewer")
TESTS = "tests/page"


def main() -> None:
    if not shutil.which("npx"):
        sys.exit("checking the page's code needs Node.js: install nodejs and npm with your system's package manager")
    if subprocess.call([prepare("test"), ROOT / "scripts/page_types.py", "--check"]):
        sys.exit(1)
    found = (path.relative_to(ROOT) for folder in FOLDERS for path in (ROOT / folder).rglob("*.js"))
    sources = sorted(str(path) for path in found if "vendor" not in path.parts)
    _run(TYPESCRIPT, "tsc", *OPTIONS.split(), *sources)
    _run(BIOME, "biome", "lint", *RULES.split(), *FOLDERS, TESTS)


def _run(package: str, *command: str) -> None:
    if subprocess.call(["npx", "--yes", "--package", package, *command], cwd=ROOT):
        sys.exit(1)


if __name__ == "__main__":
    main()
