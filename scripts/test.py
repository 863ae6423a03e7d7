"""Set everything up and run the tests: `python3 scripts/test.py`. Arguments go to pytest."""

import subprocess
import sys

import system_packages
from environment import ROOT, prepare

if __name__ == "__main__":
    python = prepare("test")
    system_packages.require()
    try:
        sys.exit(subprocess.call([str(python), "-m", "pytest", "-n", "auto", *sys.argv[1:]], cwd=ROOT))
    except KeyboardInterrupt:
        sys.exit(130)
