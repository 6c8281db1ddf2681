"""The page's modules as one script, in the order of their imports, without a bundler.

A module may import only from other files of the page, and no two modules may define the same name at their top level.
"""

import posixpath
import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r"^import \{([^}]*)\} from \"(\.{1,2}/[a-z/-]+\.js)\";\n", re.MULTILINE)
_NAMED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) ([A-Za-z_$][\w$]*)", re.MULTILINE)
#: Comments, which the script leaves out: lines that begin with two slashes, and JSDoc.
_COMMENT = re.compile(r"^[ \t]*//[^\n]*\n|/\*\*(?:(?!\*/).)*\*/[ \t]*", re.MULTILINE | re.DOTALL)
#: Text that keeps its spaces (strings, templates without others inside, regular expressions), or spaces beside a sign
#: that needs none.
_TOKEN = re.compile(
    r"""(?P<kept>"(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*`
    | (?<=[(,=:\[!&|?{};])[ ]?/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/[a-z]* )
    | (?<![-+\w$])[ ]+ | [ ]+(?![-+\w$ ])""",
    re.VERBOSE,
)
#: Line ends after a sign that ends no statement, or that ends one by itself.
_OPEN = re.compile(r"([{(\[,;:=?&|])\n")


@cache
def source(name: str) -> str:
    """Return a file of ``kitgen/web/page``."""
    return files("kitgen.web").joinpath("page", name).read_text(encoding="utf-8")


def script(*roots: str) -> str:
    """Return modules, and all that they import, as one script without imports.

    >>> "import" in script("core/rng.js"), script("core/learning.js").startswith("const REFILL=2;")
    (False, True)
    """
    order: list[str] = []
    for root in roots:
        _add(root, order, ())
    names = [name for module in order for name in _NAMED.findall(source(module))]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"modules of the page use the same names: {', '.join(twice)}")
    return "\n".join(stripped(source(module)) for module in order)


def _add(module: str, order: list[str], above: tuple[str, ...]) -> None:
    if module in above:
        raise ValueError(f"modules of the page need each other in a circle: {', '.join((*above, module))}")
    if module not in order:
        for _, needed in _IMPORT.findall(source(module)):
            _add(posixpath.normpath(posixpath.join(posixpath.dirname(module), needed)), order, (*above, module))
        order.append(module)


def stripped(text: str) -> str:
    """Return a module without comments, blanks, imports and exports."""
    text = re.sub(r"^export ", "", _COMMENT.sub("", _IMPORT.sub("", text)), flags=re.MULTILINE)
    short = _TOKEN.sub(lambda token: token["kept"] or "", re.sub(r"\n\s*", "\n", text)).strip() + "\n"
    return _OPEN.sub(r"\1", short)
