"""Make the WebAssembly modules of the built-in games anew: `python3 scripts/build_modules.py [--check]`.

With --check nothing is written: it fails if a module differs from the one that is kept, where Numba and llvmlite are of
the versions that made that one, or if sources have changed since.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from environment import ROOT, prepare


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    python = prepare("test")
    if Path(sys.prefix) != python.parent.parent:
        import subprocess

        sys.exit(subprocess.call([python, __file__, *sys.argv[1:]], cwd=ROOT))
    from noughts.browser.builtin import FOLDER, versions, write_modules

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) if options.check else FOLDER
        for name in write_modules(folder):
            print(f"{name}: {(folder / f'{name}.wasm').stat().st_size} bytes", flush=True)
        if not options.check:
            return
        made, kept = (json.loads((one / "modules.json").read_text()) for one in (folder, FOLDER))
        is_same_compiler = kept.get("versions") == versions()
        for name in sorted((made.keys() | kept.keys()) - {"versions"}):
            was, now = kept.get(name, {}), made.get(name, {})
            if was.get("sources") != now.get("sources") or (is_same_compiler and was != now):
                sys.exit(f"the module {name} is out of date: python3 scripts/build_modules.py makes it anew")


if __name__ == "__main__":
    main()
