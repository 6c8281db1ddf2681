"""Style, script and icon, as they come with kitgen. The style is the companion page's, and what the site adds."""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files

from kitgen.web.script import source

#: A box with a pawn on it, as the site's icon.
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="9" width="14" height="6" rx="1" '
    'fill="#0072b2"/><g fill="#d55e00"><path d="M5 9l1.5-4h3L11 9z"/><circle cx="8" cy="3.5" r="2.5"/></g></svg>'
)


@cache
def style() -> str:
    """Return the style: the companion page's, whose dark colours here follow the system."""
    companion, own = source("page.css"), _own("serve.css")
    dark = re.search(r"^\.dark \{([^}]*)\}", companion, re.MULTILINE)
    if dark is None:
        raise AssertionError("the companion page has dark colours")
    return f"{companion}\n@media (prefers-color-scheme: dark) {{ :root {{{dark[1]}}} }}\n{own}"


@cache
def script() -> str:
    """Return the script that shows a kit while it is chosen."""
    return _own("serve.js")


def tag_of(text: str) -> str:
    """Return what tells a browser whether it has a text already."""
    return f'"{sha256(text.encode()).hexdigest()[:16]}"'


def _own(name: str) -> str:
    return files("kitgen.serve").joinpath("page", name).read_text(encoding="utf-8")
