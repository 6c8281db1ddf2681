"""Follows the box finder word by word: pictures under headings and on bars, or its key (see
``finding_by_help.py``).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from finding_by_help import (
    ID,
    MARGIN,
    Effort,
    Met,
    NotFoundError,
    board_rows,
    check_sign,
    has_tab,
    opened,
)

from kitgen.kit.kit import Box, Kit
from kitgen.model import Position
from kitgen.paper.card.board import machine_below
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import DARK, Path, Polygon, Text
from kitgen.paper.parts import PARTS
from kitgen.paper.parts.finder import KeyLine, lay_out_key, runs


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the finder and the ids under it.

    Attributes:
        page: on which it stands, from 0.
        words: the heading.
        ids: of the boxes under it, in order.
        kinds: the pieces in the heading: how many, and whether they are dark.
    """

    page: int
    words: str
    ids: list[str] = field(default_factory=list)
    kinds: list[tuple[int, bool]] = field(default_factory=list)


def read_sections(sheets: Sequence[Sheet]) -> list[Section]:
    """Return the finder's sections, as they are printed; one that goes on after a page begins
    again there.
    """
    sections: list[Section] = []
    for page, sheet in enumerate(sheets):
        for mark, following in pairwise(sheet.scene.marks):
            if (
                isinstance(mark, Text)
                and mark.bold
                and mark.text.isdigit()
                and isinstance(following, Path)
                and mark.at[1] > MARGIN
            ):
                sections[-1].kinds.append((int(mark.text), following.fill == DARK))
            elif (
                isinstance(mark, Text)
                and mark.bold
                and not ID.fullmatch(mark.text)
                and " · " in mark.text
            ):
                sections.append(Section(page, mark.text))
            elif isinstance(mark, Text) and mark.bold and ID.fullmatch(mark.text):
                sections[-1].ids.append(mark.text)
    return sections


def bar_begins(sheet: Sheet) -> Iterator[str]:
    """Yield the ids with a black stroke before them."""
    strokes = [
        mark.points
        for mark in sheet.scene.marks
        if isinstance(mark, Polygon) and len(mark.points) == 4 and mark.fill == DARK
    ]
    for mark in sheet.scene.marks:
        if isinstance(mark, Text) and mark.bold and ID.fullmatch(mark.text):
            for stroke in strokes:
                left, top = map(min, zip(*stroke, strict=True))
                right, bottom = map(max, zip(*stroke, strict=True))
                if right < mark.at[0] < left + 4 and top < mark.at[1] < bottom:
                    yield mark.text


def remembered(find: Callable[[Met], Effort]) -> Callable[[Met], Effort]:
    """Return a way of finding that looks for a position in a turn only once."""
    known: dict[tuple[Position, int], Effort] = {}

    def look_up(met: Met) -> Effort:
        effort = known.get((met.position, met.turn))
        if effort is None:
            effort = known[met.position, met.turn] = find(met)
        return effort

    return look_up


class Pictures:
    """The finder with a picture of each box: look up the turn, the number of pieces, and compare
    the pictures.
    """

    def __init__(
        self, job: Job, shown: Callable[[Kit, Box], Sequence[object]], sheets: Sequence[Sheet]
    ) -> None:
        self.kit, self.sheets, self.tabs = job.kit, sheets, all(map(has_tab, sheets))
        self.shown = {box.id: 1 + len(shown(job.kit, box)) for box in job.kit.boxes}
        self.boxes = job.kit.by_id
        self.sections = read_sections(sheets)
        self.turnable = max(self.shown.values()) == 1 and len(self.kit.symmetries.all) > 1
        self._of_row: defaultdict[int, list[Section]] = defaultdict(list)
        for section in self.sections:
            self._of_row[self.boxes[section.ids[0]].row].append(section)
        self.begins = {box_id for sheet in sheets for box_id in bar_begins(sheet)}

    def find(self, met: Met) -> Effort:
        """Return what finding a box takes: under the turn's letter, then under earlier ones, the
        latest first.
        """
        located = self.kit.locate(met.position)
        assert located is not None, "only positions with a box are looked up"
        by = self.kit.choices.rows_by
        count = self.kit.game.diagram.lying(met.position)
        lying = Counter(
            self.kit.game.diagram.pieces.get(content, "") for content in met.position.cells
        )
        if by == "none":
            return Effort(1)  # the box has the number of what lies on the board
        looks = 0
        turns = 0
        pages = 0
        page = -1
        # Where the letter tells the turn, earlier ones are gone through too; else what lies there
        # tells the letter.
        for row in range(met.turn, 0, -1) if by == "turn" else [located[0].row]:
            here = self._of_row[row]
            mine = [
                section
                for section in here
                if self._lying(section) == count and self._of_kinds(section, lying)
            ]
            if (
                not mine or not self.tabs
            ):  # all headings of the turn are read; with tabs, those of the page, from its top
                looks += len({(section.words, *section.kinds) for section in here})
            if not mine:
                continue
            if mine[0].page != page:
                way = opened(self.sheets, mine[0].page)
                pages += way.pages
                if self.tabs:
                    looks += way.looks + self._headings_to(mine[0])
            pages += mine[-1].page - mine[0].page
            page = mine[-1].page
            compared, turned, found = self._compare(mine, located[0], met.position)
            looks, turns = looks + compared, turns + turned
            if found:
                return Effort(looks, turns, pages, wrong=by == "turn" and row != met.turn)
        raise NotFoundError(f"{self.kit.game.text(met.position)}: {located[0].id}")

    def _headings_to(self, wanted: Section) -> int:
        """Return how many headings are read from the top of a page to one of them."""
        here = [section for section in self.sections if section.page == wanted.page]
        return next(number for number, section in enumerate(here, 1) if section is wanted)

    def _lying(self, section: Section) -> int:
        """Return how much lies on the boards of a section, as its heading says."""
        return self.kit.game.diagram.lying(self.boxes[section.ids[0]].position)

    def _of_kinds(self, section: Section, lying: Counter[str]) -> bool:
        """Return whether the pieces in a heading, where there are any, are those that lie on the
        board.
        """
        return not section.kinds or sorted(section.kinds) == sorted(
            (count, kind.endswith("dark")) for kind, count in lying.items() if kind
        )

    def _compare(
        self, sections: Sequence[Section], box: Box, position: Position
    ) -> tuple[int, int, bool]:
        """Return how many pictures are compared, how often the sheet is turned, and whether the
        box is found.
        """
        ids = [box_id for section in sections for box_id in section.ids]
        if self.begins:
            return self._along_bars(ids, box, position)
        pictures = sum(self.shown[box_id] for box_id in ids)
        # All pictures are compared, the sheet is turned, all are compared again, and so on, at last
        # before a mirror.
        ways = (
            [s.position(box.position).cells for s in self.kit.symmetries.all]
            if self.turnable
            else [None]
        )
        if box.id not in ids:
            return len(ways) * pictures, len(ways) - 1, False
        turns = ways.index(position.cells) if self.turnable else 0
        image = (
            not self.turnable and position.cells != box.position.cells
        )  # the picture on the right
        before = sum(self.shown[box_id] for box_id in ids[: ids.index(box.id)])
        return turns * pictures + before + 1 + image, turns, True

    def _along_bars(
        self, ids: Sequence[str], box: Box, position: Position
    ) -> tuple[int, int, bool]:
        """Return the same where there are bars: the rows at each stroke, then the pictures along
        the bar.
        """
        lower = machine_below(self.kit)
        looks = 0
        alike = True

        def compared_row(way: Position) -> tuple[int, ...]:
            return board_rows(self.kit.game.diagram, way, turned=lower)[-1 if lower else 0]

        for box_id in ids:
            pictures = [
                way.position(self.boxes[box_id].position) for way in self.kit.symmetries.all
            ]
            ways = pictures[: self.shown[box_id]]
            if box_id in self.begins:
                alike = compared_row(position) in map(compared_row, ways)
            if not alike and box_id not in self.begins:
                continue  # on to the next stroke
            for way in ways:
                looks += 1
                if alike and way.cells == position.cells:
                    return looks, 0, True
        assert box.id not in ids, "the bars lead past it"
        return looks, 0, False


# --- the key
# --------------------------------------------------------------------------------------------------


class Key:
    """The finder of boards with many symmetries: the upper row, the second row, the others; then
    the box.
    """

    def __init__(self, job: Job) -> None:
        self.kit = job.kit
        (_, self.pages), self.sheets = lay_out_key(job), PARTS["finder"].sheets(job)

    def find(self, met: Met) -> Effort:
        """Return what finding a box takes; its letter is never wrong where no position comes
        back later.
        """
        top, *others = board_rows(
            self.kit.game.diagram, met.position, turned=machine_below(self.kit)
        )
        wanted = (met.turn if self.kit.choices.rows_by == "turn" else 0, top)
        pieces = []
        for page, columns in enumerate(self.pages):
            for column, blocks in enumerate(columns):
                pieces += [(page, column, block, y) for block, y in blocks]
        mine = [piece for piece in pieces if (piece[2].turn, piece[2].row) == wanted]
        if not mine:
            raise NotFoundError(self.kit.game.text(met.position))
        page, column, _, first = mine[0]
        way = opened(self.sheets, page)
        pages = way.pages
        before = sum(1 for piece in pieces if piece[:2] == (page, column) and piece[3] < first)
        looks = (
            way.looks + column + 1 + before
        )  # tabs or headings of pages, those of columns, and down this one
        for number, (here, _, block, _) in enumerate(mine):
            pages += here - mine[number - 1][0] if number else 0
            compared, line = _look_down(block.lines, others[0])
            looks += compared
            if line is None:
                continue
            for entry in line.entries:
                looks += 1
                if list(entry.rows) == others[1:]:
                    check_sign(self.kit, entry.view.name, met.position)
                    return Effort(looks, 0, pages)
        raise NotFoundError(self.kit.game.text(met.position))


def _look_down(lines: Sequence[KeyLine], row: tuple[int, ...]) -> tuple[int, KeyLine | None]:
    """Return how many lines are looked at, and the one with a row: the first of each run, then
    those of its own.
    """
    looks = 0
    for run in runs(lines):
        looks += 1
        if run[0].row[:1] != row[:1]:
            continue
        for number, line in enumerate(run):
            if line.row == row:
                return looks + number, line
        return looks + len(run) - 1, None
    return looks, None
