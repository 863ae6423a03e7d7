"""`python -m noughts`, and the command `noughts`."""

import os
import sys


def main() -> None:
    """Run the command; Ctrl-C while its modules are still being imported ends it as it does later."""
    try:
        from noughts.cli import main as run

        run()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr, flush=True)
        os._exit(130)


if __name__ == "__main__":
    main()
