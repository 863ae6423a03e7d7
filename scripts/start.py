"""Set everything up and play in the browser: `python3 scripts/start.py`. Arguments go to the `noughts` command."""

import subprocess
import sys

from environment import prepare

if __name__ == "__main__":
    python = prepare()
    try:
        sys.exit(subprocess.call([str(python), "-m", "noughts", *(sys.argv[1:] or ["serve"])]))
    except KeyboardInterrupt:
        sys.exit(130)
