"""`python -m noughts`."""

from noughts.cli import main

if __name__ == "__main__":
    main()
