"""Set everything up and play in the browser: `python3 scripts/start.py`. Arguments go to the `noughts` command.

`python3 scripts/start.py --wheels FOLDER` installs from a folder, without a network.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from environment import prepare

if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--wheels", metavar="FOLDER", type=Path)
    options, arguments = parser.parse_known_args()
    python = prepare(wheels=options.wheels)
    try:
        sys.exit(subprocess.call([str(python), "-m", "noughts", *(arguments or ["serve"])]))
    except KeyboardInterrupt:
        sys.exit(130)
