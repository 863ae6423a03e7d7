"""Set everything up and play in the browser: `python3 scripts/start.py`. Arguments go to the `noughts` command; options
alone, such as `--port 9000`, to `noughts serve`.

`python3 scripts/start.py --extra plots` installs what an extra of Noughts needs, such as matplotlib for plots.
`python3 scripts/start.py --wheels FOLDER` installs from a folder, without a network.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from environment import prepare

_OF_NOUGHTS = ("--help", "-h", "--version")  # options that are not those of a command


def command(arguments: list[str]) -> list[str]:
    """The arguments of `noughts`: without a command they are those of `serve`."""
    has_command = bool(arguments) and (not arguments[0].startswith("-") or arguments[0] in _OF_NOUGHTS)
    return arguments if has_command else ["serve", *arguments]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--wheels", metavar="FOLDER", type=Path)
    parser.add_argument("--extra", metavar="NAME", default="")
    options, arguments = parser.parse_known_args()
    python = prepare(options.extra, wheels=options.wheels)
    if options.extra and not arguments:
        sys.exit(print(f"Noughts is set up with its extra {options.extra}"))
    try:
        sys.exit(subprocess.call([str(python), "-m", "noughts", *command(arguments)]))
    except KeyboardInterrupt:
        sys.exit(130)
