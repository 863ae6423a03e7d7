"""Check the types of the page's code, and that they are the API's: `python3 scripts/check_page.py`.

Needs Node.js; npm fetches TypeScript.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from environment import prepare

ROOT = Path(__file__).resolve().parent.parent
TYPESCRIPT = "typescript@5.9.3"
OPTIONS = (
    "--checkJs --allowJs --noEmit --strict --target es2022 --module esnext --moduleResolution bundler --pretty false"
)


def main() -> None:
    if not shutil.which("npx"):
        sys.exit("checking the page's types needs Node.js: install nodejs and npm with your system's package manager")
    if subprocess.call([prepare("test"), ROOT / "scripts/page_types.py", "--check"]):
        sys.exit(1)
    folders = (ROOT / "src/noughts/web/static", ROOT / "src/noughts/lab/viewer")
    sources = sorted(str(path.relative_to(ROOT)) for folder in folders for path in folder.glob("*.js"))
    command = ["npx", "--yes", "--package", TYPESCRIPT, "tsc", *OPTIONS.split(), *sources]
    sys.exit(subprocess.call(command, cwd=ROOT))


if __name__ == "__main__":
    main()
