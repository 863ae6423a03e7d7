"""What the tests need of the system besides Python: a browser, a database server, a web server and Node.js.

Standard library only.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The Debian package, and where to look for what it brings.
PACKAGES = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "nginx": ("nginx", "/usr/sbin/nginx"),
    "npm": ("npx",),
    "openssl": ("openssl",),
    "postgresql": ("initdb", *map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb"))),
}


def require() -> None:
    """Install what is missing, or say what to install."""
    missing = [package for package, programs in PACKAGES.items() if not any(map(shutil.which, programs))]
    if not missing:
        return
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    if os.name == "posix" and os.geteuid() != 0:
        command.insert(0, "sudo")
    if not shutil.which("apt-get") or not shutil.which(command[0]):
        sys.exit(f"the tests need {' and '.join(missing)}: install them with your system's package manager")
    print(f"Installing {' and '.join(missing)} for the tests", flush=True)
    update = [*command[: command.index("apt-get") + 1], "update", "--quiet"]
    for step in (update, command):
        if subprocess.call(step, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}) != 0:
            sys.exit(f"`{' '.join(step)}` failed; the tests need {' and '.join(missing)}: install them yourself")
