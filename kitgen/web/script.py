"""The page's modules as one script, in the order of their imports, without a bundler.

A module may import only from other files of the page, and no two modules may define the same name at their top level.
"""

import posixpath
import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r"^import \{([^}]*)\} from \"(\.{1,2}/[a-z/-]+\.js)\";\n", re.MULTILINE)
_NAMED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) ([A-Za-z_$][\w$]*)", re.MULTILINE)
#: Comments on lines of their own, which the script leaves out.
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


@cache
def source(name: str) -> str:
    """Return a file of ``kitgen/web/page``."""
    return files("kitgen.web").joinpath("page", name).read_text(encoding="utf-8")


def script(*roots: str) -> str:
    """Return modules, and all that they import, as one script without imports.

    >>> "import" in script("core/rng.js"), script("core/learning.js").startswith("const REFILL = 2;")
    (False, True)
    """
    order: list[str] = []
    for root in roots:
        _add(root, order, ())
    names = [name for module in order for name in _NAMED.findall(source(module))]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"modules of the page use the same names: {', '.join(twice)}")
    return "\n".join(_stripped(source(module)) for module in order)


def _add(module: str, order: list[str], above: tuple[str, ...]) -> None:
    if module in above:
        raise ValueError(f"modules of the page need each other in a circle: {', '.join((*above, module))}")
    if module not in order:
        for _, needed in _IMPORT.findall(source(module)):
            _add(posixpath.normpath(posixpath.join(posixpath.dirname(module), needed)), order, (*above, module))
        order.append(module)


def _stripped(text: str) -> str:
    text = _COMMENT.sub("", _IMPORT.sub("", text))
    return re.sub(r"\n{2,}", "\n", re.sub(r"^export ", "", text, flags=re.MULTILINE)).strip() + "\n"
