"""Set everything up and start Noughts: `python3 scripts/start.py`. Arguments go to the `noughts` command."""

import subprocess
import sys

from environment import prepare

if __name__ == "__main__":
    python = prepare()
    try:
        sys.exit(subprocess.call([str(python), "-m", "noughts", *(sys.argv[1:] or ["games"])]))
    except KeyboardInterrupt:
        sys.exit(130)
