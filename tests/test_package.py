"""What `import noughts` offers."""

import noughts
from commands import run_python


def test_what_the_package_offers_is_listed_before_it_is_used() -> None:
    """By `dir`, and so by `help` and by completion; it is imported at its first use."""
    script = "import noughts, pydoc; print(*dir(noughts)); print(pydoc.plain(pydoc.render_doc(noughts)))"
    listed, documented = run_python("-c", script).stdout.split("\n", 1)
    assert set(noughts.__all__) <= set(listed.split())
    assert all(name in documented for name in ("class Engine", "class Position", "analyse_many(", "solve("))
    assert "Iterator[Result] | Iterator[list[Result]]" in documented
