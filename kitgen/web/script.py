"""The page's modules as one script: in the order in which they need each other, without what ties files together.

No bundler: a module imports names from other files of the page, and a name at the top of a file stands in no other at
its top.
"""

import posixpath
import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r"^import \{([^}]*)\} from \"(\.{1,2}/[a-z/-]+\.js)\";\n", re.MULTILINE)
_NAMED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) ([A-Za-z_$][\w$]*)", re.MULTILINE)
#: Comments that stand alone on their lines: JSDoc, and lines of words. They stay in the repository.
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


@cache
def source(name: str) -> str:
    """Return a file of the page as it stands in ``kitgen/web/page``."""
    return files("kitgen.web").joinpath("page", name).read_text(encoding="utf-8")


def script(*roots: str) -> str:
    """Return some modules, and all that they import, as one script without imports.

    Raises:
        ValueError: two modules use the same name at their top, or need each other in a circle.

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
    """Add a module after those that it imports."""
    if module in above:
        raise ValueError(f"modules of the page need each other in a circle: {', '.join((*above, module))}")
    if module not in order:
        for _, needed in _IMPORT.findall(source(module)):
            _add(posixpath.normpath(posixpath.join(posixpath.dirname(module), needed)), order, (*above, module))
        order.append(module)


def _stripped(text: str) -> str:
    """Return a module without imports, exports and comments."""
    text = _COMMENT.sub("", _IMPORT.sub("", text))
    return re.sub(r"\n{2,}", "\n", re.sub(r"^export ", "", text, flags=re.MULTILINE)).strip() + "\n"
