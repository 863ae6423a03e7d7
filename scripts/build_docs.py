"""Build the documentation's site into build/site, lessons run, and check it: `python3 scripts/build_docs.py`.

Any warning is an error; so is a link within the site that leads nowhere, and anything that a page would load from
elsewhere.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import check_site
from environment import ROOT, prepare

SITE = ROOT / "build" / "site"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=SITE, help="the folder that is written (build/site)")
    parser.add_argument("--without-lessons", action="store_true", help="do not run the lessons: for a quick look")
    given = parser.parse_args()
    python = prepare("docs")
    scratch = ROOT / "build" / "site-scratch"
    for folder in (given.out, scratch):
        shutil.rmtree(folder, ignore_errors=True)
    command = [str(python), "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--builder", "html"]
    command += ["--conf-dir", str(ROOT / "docs"), "--doctree-dir", str(scratch)]
    if given.without_lessons:
        command += ["--define", "nb_execution_mode=off"]
    # Lessons play matches, which are kept and would not be played again.
    with tempfile.TemporaryDirectory() as data:
        code = subprocess.call(
            [*command, str(ROOT), str(given.out)], cwd=ROOT, env={**os.environ, "NOUGHTS_DATA": data}
        )
    if code:
        sys.exit(code)
    if problems := check_site.problems(given.out):
        sys.exit("\n".join(problems))
    print(f"{len(list(given.out.rglob('*.html')))} pages: {given.out / 'index.html'}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
