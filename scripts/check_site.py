"""A folder of HTML by itself: links within it lead somewhere, and no page loads anything from elsewhere."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Attributes by which a browser loads something. Links that a reader follows may lead anywhere.
_LOADED = {"src", "srcset", "poster", "data"}
_LOADING_LINKS = {
    "stylesheet",
    "icon",
    "preload",
    "modulepreload",
    "preconnect",
    "dns-prefetch",
    "prefetch",
    "manifest",
}
_STYLE = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s]+)""")
_SCRIPT = re.compile(r"""(?:import\(?|from|fetch\()\s*["'`]((?:https?:)?//[^"'`]+)""")


@dataclass
class _Page(HTMLParser):
    """What one page loads, where its links lead and what can be linked to on it."""

    loaded: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._inside = tag
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.loaded += [given[name] for name in _LOADED if name in given]
        self.loaded += _STYLE.findall(given.get("style", ""))
        if tag in ("link", "use", "image"):
            is_loaded = tag != "link" or _LOADING_LINKS & set(given.get("rel", "").split())
            target = given.get("href", given.get("xlink:href", ""))
            (self.loaded if is_loaded else self.links).append(target)
        elif "href" in given:
            self.links.append(given["href"])

    def handle_data(self, data: str) -> None:
        if self._inside == "style":
            self.loaded += _STYLE.findall(data)
        elif self._inside == "script":
            self.loaded += _SCRIPT.findall(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


def problems(site: Path) -> list[str]:
    """Everything that is wrong, one sentence each."""
    pages = {path.resolve(): _read(path) for path in sorted(site.rglob("*.html"))}
    if not pages:
        return [f"{site} has no page"]
    found = [
        f"{path.relative_to(site.resolve())}: {text}" for path, page in pages.items() for text in _of(path, page, pages)
    ]
    for pattern, loading in (("*.css", _STYLE), ("*.js", _SCRIPT)):
        for path in sorted(site.rglob(pattern)):
            outside = loading.findall(path.read_text(encoding="utf-8"))
            found += [f"{path.relative_to(site)}: loads {address} from elsewhere" for address in outside]
    return found


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _of(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for address in page.loaded:
        if _is_elsewhere(address):
            yield f"loads {address} from elsewhere"
        elif not address.startswith(("data:", "#")) and not _target(path, address).is_file():
            yield f"loads {address}, which is not there"
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = _target(path, parts.path) if parts.path else path
        fragment = unquote(parts.fragment)
        if not target.exists():
            yield f"links to {link}, which is not there"
        elif fragment and target in pages and fragment not in pages[target].anchors:
            yield f"links to {link}: that page has no such place"


def _is_elsewhere(address: str) -> bool:
    parts = urlsplit(address.strip())
    return parts.scheme in ("http", "https", "ws", "wss") or bool(parts.netloc)


def _target(path: Path, address: str) -> Path:
    return (path.parent / unquote(urlsplit(address).path)).resolve()


if __name__ == "__main__":
    sys.exit("\n".join(problems(Path(sys.argv[1]))) or 0)
