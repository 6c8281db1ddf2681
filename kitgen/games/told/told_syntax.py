"""Lines of a told game's file that are no TOML: which one, and the line to write instead."""

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import NamedTuple
from unicodedata import combining, normalize

#: Quotation marks that word processors write.
CURLY = str.maketrans(dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚′", "'"))
#: A key with letters that TOML takes in quotation marks only. No key of the language has any: it
#: means another.
ACCENTED_KEY = re.compile(r"^(\s*)([\w-]*[^\W\dA-Za-z_][\w-]*)(?=\s*=)", re.MULTILINE)
#: So many lines before the one where reading stops are repaired, too.
LINES_BEFORE_THE_STOP = 2
#: A word without quotation marks, where TOML wants them.
_BARE = r"(?:[A-Za-zÀ-ÿ]|\d+[A-Za-z×*])(?:[\w -]*[\w-])?"


class Mistake(NamedTuple):
    """A mistake: the number of its line, from 1, and what is wrong with the line to write
    instead.
    """

    line: int
    says: str


def syntax_mistake(text: str, message: str) -> Mistake | None:
    """Return the mistake in the first line that cannot be read, by what the reader of TOML says of
    it; None if no repair of a line is known that lets it read on.
    """
    lines = text.splitlines()
    place = re.search(r"at line (\d+)", message)
    number = int(place[1]) if place else len(lines)
    twice = _set_twice(lines, number, message)
    if twice is not None:
        return twice
    # The slip may be in a line before the one where reading stops: an open bracket.
    last = min(number, len(lines))
    first = max(number - LINES_BEFORE_THE_STOP, 1)
    for at in range(last, first - 1, -1):
        for repaired in _repairs(lines[at - 1]):
            if repaired != lines[at - 1] and _reads_further(lines, at, repaired, number):
                return Mistake(at, f"this line cannot be read; write {repaired.strip()}")
    return None


def _set_twice(lines: list[str], number: int, message: str) -> Mistake | None:
    """Return the mistake of a key that an earlier line sets as well."""
    if not re.search("Cannot (overwrite|declare|mutate)", message) or number > len(lines):
        return None
    key = _key_of(lines[number - 1])
    first = 0
    if not key.startswith("["):  # a key may be set once in each table
        heads = [at for at in range(number - 1) if lines[at].lstrip().startswith("[")]
        first = heads[-1] + 1 if heads else 0
    for earlier in range(first, number - 1):
        if _key_of(lines[earlier]) == key:
            return Mistake(number, f"{key} stands in line {earlier + 1} already; keep one of them")
    return None


def _key_of(line: str) -> str:
    """Return the key that a line sets, or the head of a table, as it is written."""
    text = line.strip()
    if text.startswith("["):
        return text.partition("]")[0] + "]"
    return text.partition("=")[0].strip()


def _repairs(line: str) -> Iterator[str]:
    """Yield a line with one thing changed after the other, each kept for the next."""
    line = line.translate(CURLY)
    yield line
    for written, instead in _SUBSTITUTIONS:
        line = written.sub(instead, line)
        yield line
    if "[" in line:
        line = _TEXTS_WITHOUT_COMMA.sub('", "', line)
        yield line
    yield _closed(line)


def _in_plain_letters(head: re.Match[str]) -> str:
    """Return the head of a table without accents: with them TOML wants quotation marks."""
    parted = normalize("NFKD", head[0].replace("ß", "ss"))
    return "".join(letter for letter in parted if not combining(letter))


def _with_hyphens(match: re.Match[str]) -> str:
    return f"[side.{'-'.join(match[1].lower().split())}]"


def _as_head(match: re.Match[str]) -> str:
    return f"[{match[2]}.{match[3]}]" if match[3] else f"[{match[2]}]"


def _closed(line: str) -> str:
    """Return a line with the quotation mark and the bracket that it opens and does not close."""
    if line.count('"') % 2:
        end = len(line.rstrip("] \t"))
        line = f'{line[:end]}"{line[end:]}'
    missing = line.count("[") - line.count("]")
    return line + "]" * max(missing, 0)


#: What people write in a line, and what stands for it in TOML, in the order in which it is tried:
#: heads of tables first, then keys, then values.
_SUBSTITUTIONS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    # [côté.renard], a head with accents
    (re.compile(r"^\s*\[[\w. -]+\]\s*$"), _in_plain_letters),
    # side fox:, {end} or (board), a head without square brackets
    (
        re.compile(r"^(\s*)[({]?\s*(side|end|board|common)\s*[. ]?\s*(\w*)\s*[)}:]\s*$"),
        _as_head,
    ),
    # [side fox] or [side.fox without its end
    (re.compile(r"^\s*\[\s*(\w+)[ .]+(\w+)\s*\]?\s*$"), r"[\1.\2]"),
    # [ end ] or [end without its end
    (re.compile(r"^\s*\[\s*(\w+)\s*\]?\s*$"), r"[\1]"),
    # [side.Three Hens], a name of several words
    (re.compile(r"^\s*\[\s*side\.(\w+(?: +\w+)+)\s*\]\s*$"), _with_hyphens),
    # // a comment
    (re.compile(r"(?<=[\s\]\"])//"), "#"),
    # goal: "far", goal := "far", goal == "far", goal -> "far", goal is "far"
    (re.compile(r"^(\s*[\w-]+)\s*(?:==|:=?|->|\bis\b)\s*"), r"\1 = "),
    # goal "far", without a sign
    (re.compile(r"^(\s*[\w-]+) +(?=[\"'\[\d])"), r"\1 = "),
    # a semicolon between the texts of a list
    (re.compile(";"), ","),
    # a colon in { } instead of the sign
    (re.compile(r"([{,]\s*\w+)\s*:"), r"\1 ="),
    # yes and no
    (re.compile(r"(?<==)\s*(?:True|Yes|yes)\s*$"), " true"),
    (re.compile(r"(?<==)\s*(?:False|No|no)\s*$"), " false"),
    # a list in round brackets
    (re.compile(r"(?<==)(\s*)\(([^)]*)\)\s*$"), r"\1[\2]"),
    # goal = far, without quotation marks, and the same in a list
    (re.compile(rf"(?<==)\s*({_BARE})\s*$"), r' "\1"'),
    (re.compile(rf"(?<=[\[,])(\s*)({_BARE})\s*(?=[,\]]|$)"), r'\1"\2"'),
)
#: ["left" "right"]
_TEXTS_WITHOUT_COMMA = re.compile(r'"\s+"(?=[^,\]])')


def _reads_further(lines: list[str], at: int, repaired: str, number: int) -> bool:
    changed = [*lines[: at - 1], repaired, *lines[at:]]
    try:
        tomllib.loads("\n".join(changed))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        return place is not None and int(place[1]) > number
    except (RecursionError, ValueError):
        return False
    return True
