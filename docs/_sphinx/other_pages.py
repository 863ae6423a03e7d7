"""The directive `other-pages`: a toctree of the pages of docs/ that no other toctree of the same page names.

A new page is on the site without an edit of the list.
"""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.directives.other import TocTree


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("other-pages", OtherPages)
    return {"parallel_read_safe": True}


class OtherPages(TocTree):
    """Content is a toctree's; all other pages of the same folder follow."""

    def run(self) -> list[nodes.Node]:
        here = self.env.docname
        folder = f"{Path(here).parent.as_posix()}/"
        beside = {name for name in self.env.found_docs if name.rpartition("/")[0] + "/" == folder and name != here}
        source = self.env.doc2path(here).read_text(encoding="utf-8")
        named = {folder + line.strip() for line in re.findall(r"^[\w/-]+$", source, re.MULTILINE)}
        for name in sorted(beside - named):
            self.content.append(name.removeprefix(folder), here, 0)
        return super().run()
