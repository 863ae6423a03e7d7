"""The documentation's site: every page of docs/ and the READMEs, by Sphinx with MyST and furo.

`python3 scripts/build_docs.py` builds and checks it. Sources are read from the repository's root, so that a link
between files means the same here and where somebody looks at the repository.
"""

import os
import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "_sphinx"))

# Signatures and rules are read from plain Python, without compiling; the lessons' own processes compile as usual.
os.environ["NOUGHTS_UNCOMPILED"] = "1"
import noughts.kernel.mode  # noqa: E402

del os.environ["NOUGHTS_UNCOMPILED"]

project = "Noughts"
author = "The Noughts authors"
copyright = "2026, The Noughts authors"
version = release = noughts.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "docstrings", "game_rules", "other_pages"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/*.md", "docs/**/*.md", "*/README.md", "benchmarks/SEARCH.md"]
exclude_patterns = [".*", "**/.*", "build", "dist", "src", "tests", "**/node_modules"]
source_suffix = {".md": "myst-nb"}

nitpicky = True
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "fieldlist"]
suppress_warnings = ["misc.highlighting_failure"]  # listings have … in them, and languages of our own

nb_execution_mode = "force"
nb_execution_timeout = 300
nb_execution_in_temp = True
nb_execution_show_tb = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # they would come from elsewhere
nb_merge_streams = True

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
add_module_names = False
# What others define has its own documentation, which is not read here: a build needs no network.
nitpick_ignore_regex = [
    ("py:.*", r"(?!noughts).+"),
    ("py:.*", r"noughts(\.\w+){3,}"),  # a type in an annotation that no package offers
]

html_theme = "furo"
html_title = "Noughts"
html_baseurl = ""
html_static_path = ["_static"]
html_css_files = ["noughts.css"]
html_extra_path = ["_root"]  # the address without a page leads to the first one
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1d4ed8", "color-brand-content": "#1d4ed8"},
    "dark_css_variables": {"color-brand-primary": "#93b4ff", "color-brand-content": "#93b4ff"},
    "footer_icons": [],
}
