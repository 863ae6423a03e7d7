"""Parts of the documentation that need no build: the check of a site, pages for every game, what the package ships."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import commands
import noughts
from commands import ROOT
from noughts.registry import families

sys.path.insert(0, str(ROOT / "scripts"))
import check_site

DOCS = ROOT / "docs"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site in which nothing is wrong."""
    (tmp_path / "style.css").write_text("body { background: url(paper.png) }")
    (tmp_path / "code.js").write_text('import "./more.js"; // see https://example.org')
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.html").write_text('<h1 id="top">B</h1> <a href="../index.html#here">back</a>')
    (tmp_path / "index.html").write_text(
        '<link rel="stylesheet" href="style.css"><script src="code.js"></script><p id="here">'
        '<a href="a/b.html#top">B</a> <a href="https://example.org/">elsewhere</a> <a href="#here">here</a>'
        '<img src="data:image/png;base64,AAAA"><svg xmlns="http://www.w3.org/2000/svg"></svg>'
    )
    return tmp_path


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return commands.noughts(*map(str, arguments), COLUMNS="200")


def test_a_good_site(site: Path) -> None:
    assert check_site.problems(site) == []


@pytest.mark.parametrize(
    ("html", "problem"),
    [
        ('<a href="a/c.html">', "index.html: links to a/c.html, which is not there"),
        ('<a href="a/b.html#end">', "index.html: links to a/b.html#end: that page has no such place"),
        ('<a href="#end">', "index.html: links to #end: that page has no such place"),
        ('<img src="lost.png">', "index.html: loads lost.png, which is not there"),
        ('<img src="https://example.org/p.png">', "index.html: loads https://example.org/p.png from elsewhere"),
        ('<script src="//cdn.example.org/x.js">', "index.html: loads //cdn.example.org/x.js from elsewhere"),
        (
            '<link rel="preconnect" href="https://fonts.example">',
            "index.html: loads https://fonts.example from elsewhere",
        ),
        (
            "<style>@import 'https://example.org/f.css'</style>",
            "index.html: loads https://example.org/f.css from elsewhere",
        ),
        ('<p style="background:url(http://e.org/p)">', "index.html: loads http://e.org/p from elsewhere"),
        ('<script>import("https://e.org/m.js")</script>', "index.html: loads https://e.org/m.js from elsewhere"),
    ],
)
def test_problems_of_pages(site: Path, html: str, problem: str) -> None:
    page = site / "index.html"
    page.write_text(page.read_text() + html)
    assert check_site.problems(site) == [problem]


def test_problems_of_styles_and_scripts(site: Path) -> None:
    (site / "style.css").write_text('@font-face { src: url("https://fonts.example/f.woff2") }')
    (site / "code.js").write_text('fetch("//example.org/x")')
    assert check_site.problems(site) == [
        "style.css: loads https://fonts.example/f.woff2 from elsewhere",
        "code.js: loads //example.org/x from elsewhere",
    ]


def test_every_game_has_a_page_of_rules() -> None:
    told = {
        name
        for page in (DOCS / "rules").glob("*.md")
        for names in re.findall(r"\{game-rules\} (.*)", page.read_text(encoding="utf-8"))
        for name in names.split()
    }
    for family in families():
        assert told & set(family.names), f"docs/rules/ has no page for {family.__name__}"
    games = [path for path in (ROOT / "examples").glob("*.py") if "(Game):" in path.read_text(encoding="utf-8")]
    assert {f"examples/{path.name}" for path in games} <= told


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {noughts.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_lessons_have_exercises() -> None:
    lessons = [path for path in (DOCS / "lessons").glob("*.md") if path.name != "index.md"]
    assert len(lessons) >= 7
    for path in lessons:
        text = path.read_text(encoding="utf-8")
        assert "\n## Exercises\n\n1. " in text
        assert "```{code-cell}" in text
        assert f"{{nb-download}}`{path.stem}.ipynb`" in text


@pytest.mark.parametrize("page", ["play", "solve"])
def test_examples_in_guides(page: str) -> None:
    found = doctest.testfile(str(DOCS / f"{page}.md"), module_relative=False, encoding="utf-8")
    assert found.attempted > 2
    assert found.failed == 0


def test_the_bot_of_the_guide_plays(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "write-a-bot.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "mybot.py").write_text(code)
    played = noughts.match(str(tmp_path / "mybot.py"), "random", "tictactoe", games=4, seed=1)
    assert played.score.wins > played.score.losses
    assert played.report.as_json()["forfeits"] == [[], []]


def test_examples_are_listed_and_written(tmp_path: Path) -> None:
    assert "breakthrough.py" in run("examples").stdout
    out = tmp_path / "mine"
    assert f" files written to {out}" in run("examples", "--out", out).stdout
    assert {path.name for path in out.iterdir()} == {path.name for path in (ROOT / "examples").glob("*.py")}
    assert (out / "hex.py").read_bytes() == (ROOT / "examples" / "hex.py").read_bytes()
    (out / "hex.py").write_text("mine")
    again = run("examples", "--out", out)
    assert (again.returncode, again.stderr) == (
        2,
        f"noughts: {out} has other files of these names: hex.py; name another folder\n",
    )
    assert (out / "hex.py").read_text() == "mine"


def test_documentation_is_listed_and_printed() -> None:
    listed = run("docs").stdout
    assert "The arena: matches and tournaments" in listed
    assert "lessons/own-game" in listed
    assert str(DOCS) in listed
    assert run("docs", "solve").stdout == (DOCS / "solve.md").read_text(encoding="utf-8")
    for page in ("nosuch", "../README", "/etc/passwd", "conf"):
        refused = run("docs", page)
        assert refused.returncode == 2
        assert refused.stderr == f"noughts: the documentation has no page '{page}'; `noughts docs` lists them\n"
