"""Release the version that src/noughts/__init__.py names: `python3 scripts/release.py`.

Every gate must be open, the cheap ones first: a version that is one, on main, with nothing uncommitted; no such tag
yet; a dated section of CHANGELOG.md with nothing left under Unreleased; the same version and date in CITATION.cff; the
search's signature; and `.ci/run`. Then sdist and wheel are built into dist/, with the section as release notes beside
them, and the commit is tagged. Nothing leaves this machine: the last lines say what to push. `--check` ends after the
gates.
"""

import argparse
import datetime
import re
import subprocess
import sys

from environment import BIN, PYTHON, ROOT

_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)((a|b|rc)[1-9]\d*)?")


class Refused(Exception):  # noqa: N818
    """A gate is shut; the text says which, and what would open it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="go through the gates, and make nothing")
    given = parser.parse_args()
    version = released_version()
    check_tree()
    check_tag(version)
    date, notes = changelog_section(version)
    check_citation(version, date)
    check_signature()
    print(f"{version}: .ci/run, which takes a while", flush=True)
    if _code(str(ROOT / ".ci" / "run")):
        raise Refused(".ci/run fails: see above")
    check_tree()  # a run that changes files has released something else
    if given.check:
        print(f"{version}: every gate is open")
        return
    publish(version, notes)


def released_version() -> str:
    source = (ROOT / "src" / "noughts" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]*)"$', source, re.MULTILINE)
    version = found[1] if found else ""
    if not _VERSION.fullmatch(version):
        raise Refused(f"src/noughts/__init__.py: __version__ is {version!r}; it must be like 1.2.3 or 1.2.3rc1")
    return version


def check_tree() -> None:
    branch = _output("git", "branch", "--show-current").strip()
    if branch != "main":
        raise Refused(f"the branch is {branch or 'none'}: releases are made on main")
    if changed := _output("git", "status", "--porcelain").rstrip():
        raise Refused(f"the tree has changes that are not committed:\n{changed}")


def check_tag(version: str) -> None:
    if _output("git", "tag", "--list", f"v{version}").strip():
        raise Refused(f"the tag v{version} exists: a version is released once")


def changelog_section(version: str) -> tuple[str, str]:
    """The date and the text of a version's section of the changelog."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = dict(
        re.findall(r"^## \[?([^\]\n]+?)\]?(?: - [^\n]*)?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    )
    heading = re.search(rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", text, re.MULTILINE)
    if heading is None:
        raise Refused(f"CHANGELOG.md has no section '## [{version}] - YYYY-MM-DD'")
    try:
        date = datetime.date.fromisoformat(heading[1])
    except ValueError:
        raise Refused(f"CHANGELOG.md: {heading[1]} is no date") from None
    if date > datetime.date.today():
        raise Refused(f"CHANGELOG.md: {date} is yet to come")
    if not (notes := sections.get(version, "").strip()):
        raise Refused(f"CHANGELOG.md says nothing about {version}")
    if sections.get("Unreleased", "").strip():
        raise Refused(f"CHANGELOG.md has lines under Unreleased: they belong to {version}, or are not on main yet")
    return heading[1], notes


def check_citation(version: str, date: str) -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for key, wanted in (("version", version), ("date-released", date)):
        found = re.search(rf"^{key}: *['\"]?([^'\"\n]*)['\"]?$", text, re.MULTILINE)
        if found is None or found[1] != wanted:
            raise Refused(f"CITATION.cff: {key} is {found[1] if found else 'not there'}; it must be {wanted}")


def check_signature() -> None:
    if not (BIN / "noughts").exists():
        raise Refused("there is no .venv with Noughts in it: python3 scripts/test.py makes it")
    wanted = (ROOT / ".ci" / "bench_signature").read_text(encoding="utf-8").strip()
    found = _output(str(BIN / "noughts"), "bench").strip().rpartition("\n")[2].partition(" ")[0]
    if found != wanted:
        raise Refused(f"noughts bench searches {found} nodes; .ci/bench_signature says {wanted}")


def publish(version: str, notes: str) -> None:
    folder = ROOT / "dist" / version
    folder.mkdir(parents=True, exist_ok=True)
    if _code(str(PYTHON), "-m", "build", "--outdir", str(folder), str(ROOT)):
        raise Refused("the package cannot be built: see above")
    file = folder / "release-notes.md"
    file.write_text(f"# Noughts {version}\n\n{notes}\n", encoding="utf-8")
    if _code("git", "tag", "--annotate", "--cleanup=verbatim", f"v{version}", "--file", str(file)):
        raise Refused("the tag cannot be made: see above")
    print(f"{version} is tagged, its files are in {folder}. To publish:\n  git push origin main v{version}")
    print(f"  python3 -m twine upload {folder}/noughts-{version}*")


def _output(*command: str) -> str:
    done = subprocess.run(command, check=False, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise Refused(f"`{' '.join(command)}` fails with exit code {done.returncode}")
    return done.stdout


def _code(*command: str) -> int:
    return subprocess.call(command, cwd=ROOT)


if __name__ == "__main__":
    try:
        main()
    except Refused as reason:
        sys.exit(f"no release: {reason}")
    except KeyboardInterrupt:
        sys.exit(130)
