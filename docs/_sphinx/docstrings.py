"""Docstrings, which are written as Markdown has it, as reStructuredText for autodoc."""

import ast
import re
import sys
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.nodes import make_refnode

import noughts

_CODE = re.compile(r"(`+)(.+?)\1")
_EMPHASIS = r"(?<![\w*])\*\w[^*]*\*(?![\w*])"
_SPECIAL = re.compile(rf"({_EMPHASIS})|([*|\\]|(?<=\w)_(?!\w))")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", _read_comments)
    app.connect("autodoc-process-docstring", _as_restructured_text)
    app.connect("autodoc-skip-member", _is_told_elsewhere)
    app.connect("missing-reference", _by_public_name)
    return {"parallel_read_safe": True}


def _is_told_elsewhere(app: Sphinx, what: str, name: str, _of: Any, _skip: bool, _options: Any) -> bool | None:
    """Whether `noughts` itself offers this member of a package: it is described there alone."""
    is_here = app.env.docname == "docs/reference/noughts"
    return True if what == "module" and name in noughts.__all__ and not is_here else None


def _as_restructured_text(_app: Sphinx, _what: str, _name: str, _of: Any, _options: Any, lines: list[str]) -> None:
    """Code between backquotes becomes a literal, and what reStructuredText would read as markup stays as it is."""
    result: list[str] = []
    is_example = False
    for line in _joined_code(lines):
        is_example = line.lstrip().startswith(">>>") or (is_example and bool(line.strip()))
        result.append(line if is_example else _escaped(line))
    lines[:] = result


def _read_comments(_app: Sphinx) -> None:
    """Let the comment behind a field be its description, as autodoc takes those that begin with `#:`."""
    for name in noughts.__all__:
        getattr(noughts, name)  # which imports its module
    for module in [name for name in sys.modules if name.startswith("noughts.")]:
        analyzer = ModuleAnalyzer.for_module(module)
        analyzer.analyze()
        lines = analyzer.code.splitlines()
        for kind in (node for node in ast.walk(ast.parse(analyzer.code)) if isinstance(node, ast.ClassDef)):
            for field in kind.body:
                comment = lines[(field.end_lineno or 0) - 1][field.end_col_offset or 0 :].strip()
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and comment.startswith("# "):
                    words = [f"{comment[2:3].upper()}{comment[3:].rstrip('.')}.", ""]
                    analyzer.attr_docs.setdefault((kind.name, field.target.id), words)


def _joined_code(lines: list[str]) -> list[str]:
    """Lines in which no code between backquotes is broken in two."""
    joined: list[str] = []
    for line in lines:
        if joined and joined[-1].count("`") % 2 and not joined[-1].lstrip().startswith((">>>", "...")):
            joined[-1] += " " + line.lstrip()
        else:
            joined.append(line)
    return joined


def _escaped(line: str) -> str:
    result, at = "", 0
    for code in _CODE.finditer(line):
        result += _SPECIAL.sub(_kept, line[at : code.start()]) + f"``{code[2]}``"
        after = line[code.end() : code.end() + 1]
        result += "\\ " if after.isalnum() else ""  # `Option`s
        at = code.end()
    return result + _SPECIAL.sub(_kept, line[at:])


def _kept(found: re.Match[str]) -> str:
    return found[1] or f"\\{found[2]}"


def _by_public_name(
    _app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.TextElement
) -> nodes.Element | None:
    """An annotation names the module in which a class stands, the reference the package that offers it."""
    target = str(node.get("reftarget", ""))
    if node.get("refdomain") != "py" or not target:
        return None
    domain = env.domains.python_domain
    found = [name for name in domain.objects if name.rpartition(".")[2] == target.rpartition(".")[2]]
    of_ours = [name for name in found if target.startswith("noughts") or "." not in target]
    if not of_ours:
        return None
    name = min(of_ours, key=len)
    place = domain.objects[name]
    return make_refnode(env._app.builder, node["refdoc"], place.docname, place.node_id, shown, name)
