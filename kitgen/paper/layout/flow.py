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
from kitgen.paper.layout.frame import BASELINE, line_height
from kitgen.paper.marks.scene import Line, Mark, Place, Scene, Stroke, Text, rectangle
from kitgen.paper.style import GREY, SHADE, STYLE, WRITING_GREY, text_width

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

# Letter sizes in points: of the body, of headings by level, and of tables.
BODY = STYLE.guide.body
HEADINGS = dict(zip(("h1", "h2", "h3"), STYLE.guide.heading, strict=True))
TABLE = STYLE.guide.table
#: Tables of at most this many rows are not broken between pages.
MAX_WHOLE_ROWS = 12
#: The room round the text of a cell, in mm.
CELL_PAD_MM = 1.2
#: How far lists and quotations stand in from the words around them, in mm.
INDENT_MM = 6.0
#: The lines of a table.
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
    pages = [Scene(width, height)]
    y = taken
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
        needed = sum(part.height + part.gap for part in group)
        if y > 0 and y + needed > height:
            pages.append(Scene(width, height))
            y = 0.0
        if y == 0:
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
                following = node.next_sibling
                leads = following is not None and following.type in {"blockquote", "table"}
                words = _words(node.children[0], where)
                yield from _paragraph(words, BODY, indent, width, gap=gap, keep=leads)
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
                is_bold = bold or node.parent is not inline
                for number, part in enumerate(node.content.split(" ")):
                    space = space or number > 0
                    if part:
                        words.append(FlowWord(part, is_bold, glued=not space))
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
        line = lines[-1]
        long = text_width(word.text, size, bold=word.bold)
        gap = 0.0
        if line and not word.glued:
            # Neighbours of one face are drawn as one run, so their space is that of the face.
            _, before = line[-1]
            gap = text_width(" ", size, bold=before.bold and word.bold)
            if x + gap + long > width:
                line = []
                lines.append(line)
                x = gap = 0.0
        line.append((x + gap, word))
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
    lines = _lines(words, size, width - indent)
    high = line_height(size)
    for number, line in enumerate(lines):
        held = keep or (len(lines) > 1 and number in {0, len(lines) - 2})
        marks = _letters(line, indent, high * BASELINE, size)
        yield Strip(high, marks, held, 0.0 if number else gap)


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
    """Yield the items of a list behind their numbers or dashes."""
    first_number = int(node.attrs.get("start", 1) or 1)
    for number, child in enumerate(node.children, first_number):
        item = [*_blocks(child, width, indent + INDENT_MM, where)]
        first = item[0] if item else None
        if first is not None:
            sign = f"{number}." if node.type == "ordered_list" else "–"
            at = (indent + INDENT_MM - 1.8, first.height * BASELINE)
            mark = Text(at, sign, BODY, anchor="end")
            item[0] = replace(first, marks=(mark, *first.marks), gap=max(first.gap, 0.8))
        yield from item


def _quotation(node: "Node", width: float, indent: float, where: str) -> Iterator[Strip | None]:
    """Yield a quotation, which a teacher says aloud, with a bar at its side."""
    for index, strip in enumerate(_blocks(node, width, indent + INDENT_MM, where)):
        if strip is None:
            yield None
            continue
        # From the second strip on the bar runs through the gap above it.
        top = -strip.gap if index else 0.0
        bar = Line((indent + 2, top), (indent + 2, strip.height), Stroke(GREY, 0.8))
        yield replace(strip, marks=(bar, *strip.marks))


def _table(table: "Node", width: float, indent: float, where: str) -> Iterator[Strip]:
    """Yield a table as one strip per row; columns share the width by their longest words and
    lines.
    """
    rows = []
    for row in chain.from_iterable(part.children for part in table.children):
        rows.append(
            [_words(cell.children[0], where, bold=cell.type == "th") for cell in row.children]
        )
    heads = len(table.children[0].children)
    widths = _columns(rows, width)
    high = line_height(TABLE)
    for number, texts in enumerate(rows):
        cells = []
        for words, wide in zip(texts, widths, strict=True):
            cells.append(_lines(words, TABLE, wide - 2 * CELL_PAD_MM) if words else [])
        tall = max(1, *map(len, cells)) * high + 2 * CELL_PAD_MM
        ground = SHADE if number < heads else None
        marks: list[Mark] = []
        x = indent
        for lines, wide in zip(cells, widths, strict=True):
            marks.append(rectangle(x, 0, wide, tall, ground, RULE))
            for index, line in enumerate(lines):
                level = CELL_PAD_MM + high * (index + BASELINE)
                marks += _letters(line, x + CELL_PAD_MM, level, TABLE)
            x += wide
        is_whole = len(rows) <= MAX_WHOLE_ROWS
        held = number < heads or (is_whole and number < len(rows) - 1)
        yield Strip(tall, tuple(marks), held, 0.0 if number else 2.0)


def _columns(rows: Sequence[Sequence[Sequence[FlowWord]]], width: float) -> list[float]:
    """Return the widths of a table's columns: room for their longest words, the rest shared so that
    few lines break.

    Some columns, or none, get room for their longest text, and the others share the rest in
    proportion to theirs.
    """
    least = []
    want = []
    for column in zip(*rows, strict=True):
        longest_word = 0.0
        longest_text = 0.0
        for words in column:
            for word in words:
                longest_word = max(longest_word, text_width(word.text, TABLE, bold=word.bold))
            text = " ".join(word.text for word in words)
            is_bold = any(word.bold for word in words)
            longest_text = max(longest_text, text_width(text, TABLE, bold=is_bold))
        least.append(longest_word + 2 * CELL_PAD_MM + 0.5)
        want.append(max(0.0, longest_text - longest_word))
    spare = max(0.0, width - sum(least))
    ways = list[list[float]]()
    for unbroken in product((False, True), repeat=len(want)):
        rest = spare - sum(compress(want, unbroken))
        others = sum(wanted for wanted, whole in zip(want, unbroken, strict=True) if not whole)
        if rest < 0 or (others == 0 and any(unbroken)):
            continue
        share = rest / others if others > 0 else 0.0
        widths = []
        for needed, wanted, whole in zip(least, want, unbroken, strict=True):
            widths.append(needed + wanted * (1.0 if whole else share))
        ways.append(widths)

    def line_counts(widths: list[float]) -> tuple[int, int]:
        """Return how many lines the rows of a table take, and how many its cells have in all."""
        highest_cells = 0
        all_cells = 0
        for row in rows:
            counts = []
            for words, wide in zip(row, widths, strict=True):
                counts.append(len(_lines(words, TABLE, wide - 2 * CELL_PAD_MM)))
            highest_cells += max(counts)
            all_cells += sum(counts)
        return highest_cells, all_cells

    return min(ways, key=line_counts)
