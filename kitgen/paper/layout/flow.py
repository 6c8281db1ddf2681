"""Longer texts in Markdown, laid out on pages: the guides that come with a kit.

Supported are headings, paragraphs with **bold** words, lists, tables, quotations (what a teacher says) and ``---`` as a
page break; comments, ``<!-- … -->``, are not printed. Anything else is an error, so that nothing vanishes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, pairwise, product
from typing import TYPE_CHECKING

from kitgen.errors import TemplateError
from kitgen.paper.marks.fonts import text_width
from kitgen.paper.marks.scene import POINT, Line, Mark, Place, Scene, Stroke, Text, rectangle
from kitgen.paper.style import GREY, LEADING, SHADE, STYLE, WRITING_GREY
from kitgen.papers import Point

if TYPE_CHECKING:
    from markdown_it.token import Token

#: Letter sizes in points: of the body, of headings by level, and of tables.
BODY, TABLE = STYLE.guide.body, STYLE.guide.table
HEADINGS = dict(zip(("h1", "h2", "h3"), STYLE.guide.heading, strict=True))
#: Tables of at most this many rows are not broken between pages.
WHOLE_TABLE = 12
INDENT = 6.0
RULE = Stroke(WRITING_GREY, 0.2)
#: A comment, with nothing beside it.
COMMENT = re.compile(r"\s*<!--(?:(?!-->).)*-->\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FlowWord:
    """A run of letters without a space, in one face; ``glued`` if no space stands before it."""

    text: str
    bold: bool
    glued: bool = False


@dataclass(frozen=True, slots=True)
class Strip:
    """A slice of a page that is not broken, with its height and the gap above it in mm; no gap at the top of a page.

    ``keep`` holds the next strip on the same page, as for a heading and its text.
    """

    height: float
    marks: tuple[Mark, ...]
    keep: bool = False
    gap: float = 0.0


def flow_pages(markdown: str, width: float, height: float, where: str, *, taken: float = 0.0) -> list[Scene]:
    r"""Return a Markdown text as scenes of at most the given size, in mm; ``where`` is the file's name, for errors.

    ``taken`` is the height at the top of the first page that stays free for something else.

    >>> [len(page.marks) for page in flow_pages("# Hello\n\nworld", 100, 50, "example")]
    [2]
    """
    from markdown_it import MarkdownIt  # noqa: PLC0415 - only the guide needs it

    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    return list(_paginate(_blocks(tokens, width, 0.0, where), (width, height), where, taken))


def _paginate(strips: Sequence[Strip | None], size: Point, where: str, taken: float) -> Iterator[Scene]:
    """Put strips onto pages, headings with what follows them; None is a page break."""
    width, height = size
    page, y = Scene(width, height), taken
    group: list[Strip] = []
    for strip, following in pairwise([*strips, None]):
        if strip is None:
            if page.marks:
                yield page
                page, y = Scene(width, height), 0.0
            continue
        group.append(strip)
        if strip.keep and following is not None:
            continue
        needed = sum(part.height + part.gap for part in group) - group[0].gap * (y == 0)
        if y > 0 and y + needed > height:
            yield page
            page, y = Scene(width, height), 0.0
            needed -= group[0].gap
        if needed > height:
            raise TemplateError(f"{where}: a piece of text {needed:.0f} mm high does not fit a page of {height:.0f} mm")
        for part in group:
            y += part.gap if y > 0 else 0.0
            page.add(*(mark.placed(Place(0, y)) for mark in part.marks))
            y += part.height
        group = []
    if page.marks:
        yield page


def _blocks(tokens: "Sequence[Token]", width: float, indent: float, where: str) -> list[Strip | None]:
    """Return the blocks of a text as strips; None is a page break."""
    strips: list[Strip | None] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        end = _closing(tokens, position)
        inner = tokens[position + 1 : end]
        match token.type:
            case "heading_open":
                size = HEADINGS.get(token.tag)
                if size is None:
                    raise TemplateError(f"{where}: headings have at most three levels, not {token.markup!r}")
                words = [replace(word, bold=True) for word in _words(inner[0], where)]
                strips += _paragraph(words, size, indent, width, gap=size * 0.35, keep=True)
            case "paragraph_open":
                gap = 0.6 if token.hidden else 1.8
                # "Say at the start:" stands on the page of what is said, and the words before a table on the table's
                leads = end + 1 < len(tokens) and tokens[end + 1].type in {"blockquote_open", "table_open"}
                strips += _paragraph(_words(inner[0], where), BODY, indent, width, gap=gap, keep=leads)
            case "bullet_list_open" | "ordered_list_open":
                strips += _list(token, inner, width, indent, where)
            case "blockquote_open":
                strips += _quotation(inner, width, indent, where)
            case "table_open":
                strips += _table(inner, width - indent, indent, where)
            case "hr":
                strips.append(None)
            case "html_block" if COMMENT.fullmatch(token.content):
                pass
            case _:
                raise TemplateError(f"{where}: Markdown of this kind is not drawn: {token.type} near {token.content!r}")
        position = end + 1
    return strips


def _closing(tokens: "Sequence[Token]", position: int) -> int:
    """Return the position where the block that opens at a position closes."""
    depth = 0
    for index in range(position, len(tokens)):
        depth += tokens[index].nesting
        if depth == 0:
            return index
    return len(tokens) - 1


def _words(inline: "Token", where: str) -> list[FlowWord]:
    words: list[FlowWord] = []
    bold, space = False, True
    for child in inline.children or ():
        match child.type:
            case "strong_open":
                bold = True
            case "strong_close":
                bold = False
            case "softbreak" | "hardbreak":
                space = True
            case "text":
                for number, part in enumerate(child.content.split(" ")):
                    space = space or number > 0
                    if part:
                        words.append(FlowWord(part, bold, glued=not space))
                        space = False
            case _:
                raise TemplateError(
                    f"{where}: Markdown of this kind is not drawn: {child.type} near {inline.content!r}"
                )
    return words


def _lines(words: Sequence[FlowWord], size: float, width: float) -> list[list[tuple[float, FlowWord]]]:
    """Return words as lines, each word with its place from the left in mm."""
    lines: list[list[tuple[float, FlowWord]]] = [[]]
    x = 0.0
    for word in words:
        long = text_width(word.text, size, bold=word.bold)
        # Neighbours of one face are drawn as one run, so their space is that of the face.
        wide = bool(lines[-1]) and lines[-1][-1][1].bold and word.bold
        gap = 0.0 if word.glued or not lines[-1] else text_width(" ", size, bold=wide)
        if lines[-1] and x + gap + long > width and not word.glued:
            lines.append([])
            x = gap = 0.0
        lines[-1].append((x + gap, word))
        x += gap + long
    return lines


def _paragraph(
    words: Sequence[FlowWord], size: float, indent: float, width: float, *, gap: float, keep: bool = False
) -> list[Strip]:
    """Return a paragraph as one strip per line; its first two lines, and its last two, stay together."""
    lines = _lines(words, size, width - indent)
    high = size * POINT * LEADING
    strips = []
    for number, line in enumerate(lines):
        marks = tuple(Text((indent + x, high * 0.78), text, size, bold=bold) for x, text, bold in _runs(line, size))
        held = keep or (len(lines) > 1 and number in {0, len(lines) - 2})
        strips.append(Strip(high, marks, keep=held, gap=gap if number == 0 else 0.0))
    return strips


def _runs(line: Sequence[tuple[float, FlowWord]], size: float) -> list[tuple[float, str, bool]]:
    """Join neighbouring words of one face, so that a line is few marks and searchable in the PDF."""
    runs: list[tuple[float, str, bool]] = []
    end = 0.0
    for x, word in line:
        if runs and runs[-1][2] == word.bold:
            runs[-1] = (runs[-1][0], runs[-1][1] + (" " if x > end + 1e-6 else "") + word.text, word.bold)
        else:
            runs.append((x, word.text, word.bold))
        end = x + text_width(word.text, size, bold=word.bold)
    return runs


def _list(token: "Token", inner: "Sequence[Token]", width: float, indent: float, where: str) -> list[Strip | None]:
    strips: list[Strip | None] = []
    number = int(token.attrs.get("start", 1) or 1)
    position = 0
    while position < len(inner):
        end = _closing(inner, position)
        sign = f"{number}." if token.type.startswith("ordered") else "–"
        item = _blocks(inner[position + 1 : end], width, indent + INDENT, where)
        first = item[0] if item else None
        if first is not None:
            mark = Text((indent + INDENT - 1.8, first.height * 0.78), sign, BODY, anchor="end")
            item[0] = replace(first, marks=(mark, *first.marks), gap=max(first.gap, 0.8))
        strips += item
        number += 1
        position = end + 1
    return strips


def _quotation(inner: "Sequence[Token]", width: float, indent: float, where: str) -> list[Strip | None]:
    """Return what is to be said aloud, with a bar at its side."""
    strips = _blocks(inner, width, indent + INDENT, where)
    for index, strip in enumerate(strips):
        if strip is not None:
            bar = Line((indent + 2, -strip.gap * (index > 0)), (indent + 2, strip.height), Stroke(GREY, 0.8))
            strips[index] = replace(strip, marks=(bar, *strip.marks))
    return strips


def _table(inner: "Sequence[Token]", width: float, indent: float, where: str) -> list[Strip]:
    """Return a table as one strip per row; columns share the width by their longest words and lines."""
    rows: list[list[list[FlowWord]]] = []
    heads = 0
    for token, following in zip(inner, [*inner[1:], None], strict=True):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in {"th_open", "td_open"} and following is not None:
            words = _words(following, where)
            heads += token.type == "th_open" and not rows[-1]
            bold = token.type == "th_open"
            rows[-1].append([FlowWord(word.text, word.bold or bold, word.glued) for word in words])
    size, pad = TABLE, 1.2
    widths = _columns(rows, size, width, pad)
    high = size * POINT * LEADING
    strips = []
    for number, row in enumerate(rows):
        cells = [_lines(words, size, wide - 2 * pad) if words else [] for words, wide in zip(row, widths, strict=True)]
        tall = max([1, *map(len, cells)]) * high + 2 * pad
        marks: list[Mark] = []
        x = indent
        for lines, wide in zip(cells, widths, strict=True):
            marks.append(rectangle(x, 0, wide, tall, SHADE if number < heads else None, RULE))
            for index, line in enumerate(lines):
                baseline = pad + high * (index + 0.78)
                marks += [Text((x + pad + at, baseline), text, size, bold=bold) for at, text, bold in _runs(line, size)]
            x += wide
        held = number < heads or (len(rows) <= WHOLE_TABLE and number < len(rows) - 1)
        strips.append(Strip(tall, tuple(marks), keep=held, gap=2.0 if number == 0 else 0.0))
    return strips


def _columns(rows: Sequence[Sequence[Sequence[FlowWord]]], size: float, width: float, pad: float) -> list[float]:
    """Return the widths of a table's columns: room for their longest words, the rest shared so that few lines break.

    Some columns, or none, get room for their longest text, and the others share what is left in proportion to theirs.
    """
    least, want = [], []
    for column in zip(*rows, strict=True):
        long = max((text_width(word.text, size, bold=word.bold) for words in column for word in words), default=0.0)
        whole = max(
            text_width(" ".join(word.text for word in words), size, bold=any(w.bold for w in words)) for words in column
        )
        least.append(long + 2 * pad + 0.5)
        want.append(max(0.0, whole - long))
    spare = max(0.0, width - sum(least))
    ways = list[list[float]]()
    for unbroken in product((False, True), repeat=len(want)):
        left = spare - sum(compress(want, unbroken))
        others = sum(wanted for wanted, whole in zip(want, unbroken, strict=True) if not whole)
        if left < 0 or (others == 0 and any(unbroken)):
            continue
        share = left / others if others > 0 else 0.0
        shares = [1.0 if whole else share for whole in unbroken]
        ways.append([needed + wanted * part for needed, wanted, part in zip(least, want, shares, strict=True)])
    return min(ways, key=lambda widths: _line_counts(rows, [wide - 2 * pad for wide in widths], size))


def _line_counts(rows: Sequence[Sequence[Sequence[FlowWord]]], widths: Sequence[float], size: float) -> tuple[int, int]:
    """Return how many lines the rows of a table take, and how many its cells have in all."""
    counts = [[len(_lines(words, size, wide)) for words, wide in zip(row, widths, strict=True)] for row in rows]
    return sum(map(max, counts)), sum(map(sum, counts))
