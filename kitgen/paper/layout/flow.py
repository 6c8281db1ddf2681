"""Longer texts in Markdown, laid out on pages: the guides that come with a kit.

Supported are headings, paragraphs with **bold** words, lists, tables, quotations (what a teacher
says) and ``---`` as a page break; comments, ``<!-- … -->``, are not printed. Anything else is an
error, so that nothing vanishes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress, pairwise, product
from typing import TYPE_CHECKING

import msgspec

from kitgen.errors import TemplateError
from kitgen.paper.layout.frame import line_height
from kitgen.paper.marks.scene import Line, Mark, Place, Scene, Stroke, Text, rectangle
from kitgen.paper.style import GREY, SHADE, STYLE, WRITING_GREY, text_width

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

#: Letter sizes in points: of the body, of headings by level, and of tables.
BODY, TABLE = STYLE.guide.body, STYLE.guide.table
HEADINGS = dict(zip(("h1", "h2", "h3"), STYLE.guide.heading, strict=True))
#: Tables of at most this many rows are not broken between pages; round the text of a cell are so
#: many mm.
WHOLE_TABLE, PAD = 12, 1.2
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
    """A slice of a page, with a gap above unless at the top, in mm; ``keep`` holds the next one
    on the same page.
    """

    height: float
    marks: tuple[Mark, ...]
    keep: bool = False
    gap: float = 0.0


def flow_pages(
    markdown: str, width: float, height: float, where: str, *, taken: float = 0.0
) -> list[Scene]:
    r"""Return a Markdown text as scenes of at most the given size, in mm; ``where`` is the file's
    name, for errors.

    ``taken`` is the height at the top of the first page that stays free for something else.

    >>> [len(page.marks) for page in flow_pages("# Hello\n\nworld", 100, 50, "example")]
    [2]
    """
    from markdown_it import MarkdownIt  # noqa: PLC0415 - only the guide needs it
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415

    root = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(markdown))
    pages, y = [Scene(width, height)], taken
    group: list[Strip] = []  # strips to keep on one page
    for strip, following in pairwise([*_blocks(root, width, 0.0, where), None]):
        if strip is None:
            if pages[-1].marks:
                pages.append(Scene(width, height))
                y = 0.0
            continue
        group.append(strip)
        if strip.keep and following is not None:
            continue
        needed = sum(part.height + part.gap for part in group) - group[0].gap * (y == 0)
        if y > 0 and y + needed > height:
            pages.append(Scene(width, height))
            y = 0.0
            needed -= group[0].gap
        if needed > height:
            raise TemplateError(
                f"{where}: a piece of text {needed:.0f} mm high does not fit a page of "
                f"{height:.0f} mm"
            )
        for part in group:
            y += part.gap if y > 0 else 0.0
            pages[-1].add(*(mark.placed(Place(0, y)) for mark in part.marks))
            y += part.height
        group = []
    return pages if pages[-1].marks else pages[:-1]


def _blocks(parent: "Node", width: float, indent: float, where: str) -> Iterator[Strip | None]:
    """Yield the blocks of a text as strips; None is a page break."""
    for node in parent.children:
        match node.type:
            case "heading":
                size = HEADINGS.get(node.tag)
                if size is None:
                    raise TemplateError(
                        f"{where}: headings have at most three levels, not {node.markup!r}"
                    )
                words = _words(node.children[0], where, bold=True)
                yield from _paragraph(words, size, indent, width, gap=size * 0.35, keep=True)
            case "paragraph":
                gap = 0.6 if node.hidden else 1.8
                # "Say at the start:" stays on the page of the quotation, and the words before a
                # table on the table's.
                leads = node.next_sibling is not None and node.next_sibling.type in {
                    "blockquote",
                    "table",
                }
                yield from _paragraph(
                    _words(node.children[0], where), BODY, indent, width, gap=gap, keep=leads
                )
            case "bullet_list" | "ordered_list":
                yield from _list(node, width, indent, where)
            case "blockquote":
                yield from _quotation(node, width, indent, where)
            case "table":
                yield from _table(node, width - indent, indent, where)
            case "hr":
                yield None
            case "html_block" if COMMENT.fullmatch(node.content):
                pass
            case _:
                raise TemplateError(
                    f"{where}: Markdown of this kind is not drawn: {node.type} near "
                    f"{node.content!r}"
                )


def _words(inline: "Node", where: str, *, bold: bool = False) -> list[FlowWord]:
    """Return the words of a line of text, all of them bold or only those marked so."""
    words: list[FlowWord] = []
    space = True
    for node in inline.walk(include_self=False):
        match node.type:
            case "strong":
                pass
            case "softbreak" | "hardbreak":
                space = True
            case "text":
                strong = bold or node.parent is not inline
                for number, part in enumerate(node.content.split(" ")):
                    space = space or number > 0
                    if part:
                        words.append(FlowWord(part, strong, glued=not space))
                        space = False
            case _:
                raise TemplateError(
                    f"{where}: Markdown of this kind is not drawn: {node.type} near "
                    f"{inline.content!r}"
                )
    return words


def _lines(
    words: Sequence[FlowWord], size: float, width: float
) -> list[list[tuple[float, FlowWord]]]:
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
    words: Sequence[FlowWord],
    size: float,
    indent: float,
    width: float,
    *,
    gap: float,
    keep: bool = False,
) -> Iterator[Strip]:
    """Yield a paragraph as one strip per line; its first two lines, and its last two, stay
    together.
    """
    lines, high = _lines(words, size, width - indent), line_height(size)
    for number, line in enumerate(lines):
        held = keep or (len(lines) > 1 and number in {0, len(lines) - 2})
        yield Strip(high, _letters(line, indent, high * 0.78, size), held, 0.0 if number else gap)


def _letters(
    line: Sequence[tuple[float, FlowWord]], x: float, y: float, size: float
) -> tuple[Text, ...]:
    """Return a line as marks; neighbouring words of one face are one, so that the PDF can be
    searched.
    """
    marks: list[Text] = []
    for place, word in line:
        if marks and marks[-1].bold == word.bold:
            gap = "" if word.glued else " "
            marks[-1] = msgspec.structs.replace(marks[-1], text=marks[-1].text + gap + word.text)
        else:
            marks.append(Text((x + place, y), word.text, size, bold=word.bold))
    return tuple(marks)


def _list(node: "Node", width: float, indent: float, where: str) -> Iterator[Strip | None]:
    for number, child in enumerate(node.children, int(node.attrs.get("start", 1) or 1)):
        item = [*_blocks(child, width, indent + INDENT, where)]
        if item and (first := item[0]) is not None:
            sign = f"{number}." if node.type == "ordered_list" else "–"
            mark = Text((indent + INDENT - 1.8, first.height * 0.78), sign, BODY, anchor="end")
            item[0] = replace(first, marks=(mark, *first.marks), gap=max(first.gap, 0.8))
        yield from item


def _quotation(node: "Node", width: float, indent: float, where: str) -> Iterator[Strip | None]:
    """Yield a quotation, which a teacher says aloud, with a bar at its side."""
    for index, strip in enumerate(_blocks(node, width, indent + INDENT, where)):
        if strip is None:
            yield None
        else:
            bar = Line(
                (indent + 2, -strip.gap * (index > 0)),
                (indent + 2, strip.height),
                Stroke(GREY, 0.8),
            )
            yield replace(strip, marks=(bar, *strip.marks))


def _table(table: "Node", width: float, indent: float, where: str) -> Iterator[Strip]:
    """Yield a table as one strip per row; columns share the width by their longest words and
    lines.
    """
    nodes = chain.from_iterable(part.children for part in table.children)
    rows = [
        [_words(cell.children[0], where, bold=cell.type == "th") for cell in row.children]
        for row in nodes
    ]
    heads = len(table.children[0].children)
    widths, high = _columns(rows, width), line_height(TABLE)
    for number, row in enumerate(rows):
        cells = [
            _lines(words, TABLE, wide - 2 * PAD) if words else []
            for words, wide in zip(row, widths, strict=True)
        ]
        tall = max(1, *map(len, cells)) * high + 2 * PAD
        marks: list[Mark] = []
        x = indent
        for lines, wide in zip(cells, widths, strict=True):
            marks.append(rectangle(x, 0, wide, tall, SHADE if number < heads else None, RULE))
            for index, line in enumerate(lines):
                marks += _letters(line, x + PAD, PAD + high * (index + 0.78), TABLE)
            x += wide
        held = number < heads or (len(rows) <= WHOLE_TABLE and number < len(rows) - 1)
        yield Strip(tall, tuple(marks), held, 0.0 if number else 2.0)


def _columns(rows: Sequence[Sequence[Sequence[FlowWord]]], width: float) -> list[float]:
    """Return the widths of a table's columns: room for their longest words, the rest shared so that
    few lines break.

    Some columns, or none, get room for their longest text, and the others share the rest in
    proportion to theirs.
    """
    least, want = [], []
    for column in zip(*rows, strict=True):
        long = max(
            (text_width(word.text, TABLE, bold=word.bold) for words in column for word in words),
            default=0.0,
        )
        texts = (
            (" ".join(word.text for word in words), any(word.bold for word in words))
            for words in column
        )
        whole = max(text_width(text, TABLE, bold=bold) for text, bold in texts)
        least.append(long + 2 * PAD + 0.5)
        want.append(max(0.0, whole - long))
    spare = max(0.0, width - sum(least))
    ways = list[list[float]]()
    for unbroken in product((False, True), repeat=len(want)):
        rest = spare - sum(compress(want, unbroken))
        others = sum(wanted for wanted, whole in zip(want, unbroken, strict=True) if not whole)
        if rest < 0 or (others == 0 and any(unbroken)):
            continue
        share = rest / others if others > 0 else 0.0
        shares = [1.0 if whole else share for whole in unbroken]
        ways.append(
            [
                needed + wanted * part
                for needed, wanted, part in zip(least, want, shares, strict=True)
            ]
        )

    def line_counts(widths: list[float]) -> tuple[int, int]:
        """Return how many lines the rows of a table take, and how many its cells have in all."""
        rooms = [wide - 2 * PAD for wide in widths]
        counts = [
            [len(_lines(words, TABLE, room)) for words, room in zip(row, rooms, strict=True)]
            for row in rows
        ]
        return sum(map(max, counts)), sum(map(sum, counts))

    return min(ways, key=line_counts)
