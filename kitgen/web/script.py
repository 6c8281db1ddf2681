"""The page's modules as one script, in the order of their imports, without a bundler.

A module may import only from other files of the page, and no two modules may define the same name
at their top level.
"""

import posixpath
import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r"^import \{([^}]*)\} from \"(\.{1,2}/[a-z_/-]+\.js)\";\n", re.MULTILINE)
_NAMED = re.compile(
    r"^(?:export )?(?:async )?(?:function|class|const|let) ([A-Za-z_$][\w$]*)", re.MULTILINE
)
#: What is looked at sign by sign: line ends with the blanks and the comment after them; JSDoc; text
#: that keeps its blanks (strings, templates, regular expressions after a sign that no value ends
#: with); divisions, which after a bracket are none if a later slash could end a regular expression
#: (``if (…) / a / …``); the only parameter of an arrow function, which needs no brackets; the sign
#: that ends the last statement of a block, unless that statement may be nothing else (it may after
#: a bracket: ``for (…);``); what else may begin text or a comment, so that nobody knows here what
#: it is; blanks beside a sign that needs none.
_TOKEN = re.compile(
    r"""(?P<line>(?:\A|\n)\s*(?://[^\n]*)?)
    | (?P<jsdoc>[ ]*/\*\*(?:(?!\*/).)*\*/[ ]*)
    | (?P<kept>"(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | (?P<template>`(?:\\.|[^`\\])*`)
      | (?:(?<=[(,=:\[!&|?{;])|(?<==>))[ ]?
        /(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]* )
    | (?P<division>(?:(?<=[\w$\]])|(?<=\))(?![^\n]*/[^\n]*/))[ ]/[ ](?=[-\w$(]))
    | (?:(?<=[(,=:?&|\[{;>])|(?<=[(,=:?&|\[{;>][ ]))\((?P<only>[A-Za-z_$][\w$]*)\)(?=[ ]=>)
    | (?P<last>(?<=[\w$\]"'`])(?<!\belse)(?<!\bdo);(?=\s*\}))
    | (?P<unclear>[/`"'])
    | (?<![-+\w$])[ ]+ | [ ]+(?![-+\w$ ])""",
    re.VERBOSE | re.DOTALL,
)
#: A template on one line, in whose code there are no braces, no further templates and no regular
#: expressions: its end is certain.
_PLAIN_TEMPLATE = re.compile(
    r"""`(?:\\.
    | \$\{(?:[^{}`"'/\\\n] | "[^"`\\\n]*" | '[^'`\\\n]*' | (?<=[\w$)\]])[ ]/[ ](?=[\w$(]))*\}
    | (?!\$\{)[^`\\\n])*`""",
    re.VERBOSE,
)
#: Imports and exports of other forms, words before a slash that is then no division, names of HTML,
#: a full stop that would become part of a number, and line ends that nobody sees.
_OTHER = re.compile(
    r"""(?:^|[;}])[ ]*import\b | ^[ ]*export\b(?![ ](?:async|function|class|const|let)\b)
    | \b(?:await|case|delete|do|else|in|instanceof|of|return|throw|typeof|void|yield)[ ]*/(?!\*)
    | <[ ]*!-- | </script | (?<![\w$.])[\d_]+[ ]+\. | [\r\u2028\u2029]""",
    re.MULTILINE | re.IGNORECASE | re.VERBOSE,
)
#: What means something else in a script with other modules: a beginning that could go on with the
#: statement before, and addresses counted from the module's own; ``import(${`` is text.
_ALONE = re.compile(r"\A[(\[/`+-]|\bimport *(?:\.|\((?!\$\{))")
#: What would be changed in text that is kept: the end of a line in it, and ``const``.
_CHANGED = re.compile(r"\n|\bconst[ {\[]")
#: Line ends after a sign that ends no statement, or that ends one by itself; and those before the
#: end of a block.
_OPEN = re.compile(r"([{(\[,;:=?&|])\n|\n(?=\})")


@cache
def source(name: str) -> str:
    """Return a file of ``kitgen/web/page``."""
    return files("kitgen.web").joinpath("page", name).read_text(encoding="utf-8")


def script(*roots: str) -> str:
    """Return modules, and all that they import, as one script without imports.

    >>> "import" in script("core/rng.js"), script("core/learning.js").startswith("let REFILL=2;")
    (False, True)
    """
    order: list[str] = []
    for root in roots:
        _add(root, order, ())
    names = [name for module in order for name in _NAMED.findall(source(module))]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"modules of the page use the same names: {', '.join(twice)}")
    return "\n".join(_with_short_words(_part(module)) for module in order)


def _part(module: str) -> str:
    code = stripped(source(module))
    alone = _ALONE.search(code)
    if alone:
        raise _uncertain(code, alone)
    return code


def _with_short_words(code: str) -> str:
    """Return code with ``let`` for ``const``: types have been checked, browsers need not know."""
    return re.sub(r"(?<![\w.])const(?=[ {\[])", "let", code)


def _add(module: str, order: list[str], above: tuple[str, ...]) -> None:
    """Add a module to the order after all that it imports; ``above`` are those that need it."""
    if module in above:
        circle = ", ".join((*above, module))
        raise ValueError(f"modules of the page need each other in a circle: {circle}")
    if module in order:
        return
    folder = posixpath.dirname(module)
    for _, needed in _IMPORT.findall(source(module)):
        path = posixpath.normpath(posixpath.join(folder, needed))
        _add(path, order, (*above, module))
    order.append(module)


def stripped(text: str) -> str:
    r"""Return a module without comments, blanks, imports and exports.

    Raises:
        ValueError: for code that this might change.

    >>> stripped("const half = (one * two) / 2;")
    'const half=(one*two)/2;'
    >>> stripped("if (word) {\n  half = 1;\n}\nfor (const one of two);")
    'if(word){half=1}\nfor(const one of two);'
    >>> stripped("call(async (one) => one, (two) => two);")
    'call(async(one)=>one,two=>two);'
    >>> stripped("if (word) /a  b/.test(word);")
    Traceback (most recent call last):
    ValueError: blanks cannot be left out of this code with certainty: if (word) /a  b/.test(word);
    """
    code = _IMPORT.sub(_plain_import, text)
    other = _OTHER.search(code)
    if other:
        raise _uncertain(code, other)
    code = _TOKEN.sub(_without_blanks, code)
    code = re.sub(r"\n+", "\n", code).strip() + "\n"
    code = re.sub(r"^export ", "", code, flags=re.MULTILINE)
    return _OPEN.sub(r"\1", code)


#: A value of an attribute in a style that needs no quotation marks.
_QUOTED_WORD = re.compile(r'="([A-Za-z][\w-]*)"\]')
#: What stands between an element and its child, or a text, which stays as it is.
_CHILD = re.compile(r"""(?P<text>"[^"]*"|'[^']*')|\s*>\s*""")


def squeezed(style: str) -> str:
    r"""Return a style sheet without comments, and without blanks and quotation marks where none are
    needed.

    >>> squeezed("/* Boxes. */\n.card {\n  margin: 0 2px;\n}\n")
    '.card{margin:0 2px}'
    >>> squeezed('[data-mode="watch"] > p { content: " > "; }')
    '[data-mode=watch]>p{content:" > "}'
    """
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    bare = re.sub(r":\s+", ":", bare)
    bare = _QUOTED_WORD.sub(r"=\1]", bare)
    bare = _CHILD.sub(_in_style, bare)
    return re.sub(r"\s*([{};,])\s*", r"\1", bare).replace(";}", "}").strip()


def _in_style(part: re.Match[str]) -> str:
    return part["text"] or ">"


def _plain_import(statement: re.Match[str]) -> str:
    if " as " in statement[1]:
        raise _uncertain(statement.string, statement)
    return ""


def _without_blanks(token: re.Match[str]) -> str:
    if token["template"] and not _PLAIN_TEMPLATE.fullmatch(token["template"]):
        raise _uncertain(token.string, token)
    match token.lastgroup:
        case "line":
            return "\n"
        case "jsdoc":
            return _without_comment(token)
        case "kept":
            if _CHANGED.search(token["kept"]):
                raise _uncertain(token.string, token)
            return token["kept"]
        case "only":
            return token["only"]
        case "division":
            return "/"
        case "unclear":
            raise _uncertain(token.string, token)
    return ""


def _without_comment(comment: re.Match[str]) -> str:
    """Return the end of a line for a comment of several lines, which JavaScript takes for one."""
    if "\n" in comment[0]:
        return "\n"
    before = comment.string[: comment.start()][-1:]
    after = comment.string[comment.end() :][:1]
    if re.fullmatch(r"[-+\w$]{2}", before + after):  # two words or signs that would become one
        raise _uncertain(comment.string, comment)
    return ""


def _uncertain(text: str, place: re.Match[str]) -> ValueError:
    """Return the error that names the line of a place in a text."""
    start = text.rfind("\n", 0, place.start()) + 1
    line = text[start:].partition("\n")[0].strip()
    return ValueError(f"blanks cannot be left out of this code with certainty: {line}")
