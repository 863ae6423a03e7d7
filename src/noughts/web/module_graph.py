"""The page's modules by what they import: a browser that is told all of them at once need not find them one by one."""

import json
import posixpath
import re
from collections.abc import Mapping

# At the beginning of a line: types are imported in comments, and modules for later by `import(…)` inside of code.
_IMPORT = re.compile(r'^(?:import|export)\s(?:[^"\';]*\sfrom\s+)?"(\.{1,2}/[^"]+)"', re.MULTILINE)
_LATER = re.compile(r'^ *(\w+): \(\) => import\("\./([^"]+)"\)', re.MULTILINE)  # a page and its module, in app.js
_PLACE = '<script id="later-modules" type="application/json">'


def imported(entry: str, contents: Mapping[str, bytes]) -> list[str]:
    """The modules that an entry cannot run without, itself first and each once.

    >>> imported("a/x.js", {"a/x.js": b'import { y } from "../y.js";\\nimport "./z.js";', "y.js": b"", "a/z.js": b""})
    ['a/x.js', 'y.js', 'a/z.js']
    """
    found = [entry]
    for name in found:  # it grows
        for path in _IMPORT.findall(contents[name].decode()):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if module not in found:
                found.append(module)
    return found


def with_preloads(index: str, entry: str, contents: Mapping[str, bytes]) -> str:
    """The page whose script is the entry, with links to all its modules, and what those pages need that come later."""
    script = f'<script type="module" src="/static/{entry}">'
    at_once = imported(entry, contents)
    links = [f'<link rel="modulepreload" href="/static/{name}" />' for name in at_once]
    later = {
        page: [f"/static/{name}" for name in imported(module, contents) if name not in at_once]
        for page, module in _LATER.findall(contents["app.js"].decode())
    }
    index = index.replace(_PLACE, _PLACE + json.dumps(later, separators=(",", ":")))
    return index.replace(script, "\n    ".join([*links, script]))
