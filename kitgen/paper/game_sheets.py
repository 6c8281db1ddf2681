"""Pictures of games for several sheets: a turn, the beads, what each outcome does; words on
curves and banks.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from kitgen.claims.claims import facts_of, say
from kitgen.claims.facts import Facts
from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot, view_at
from kitgen.kit.rule import TAKES_LAST, Change
from kitgen.model import ARROWS, only_mirror
from kitgen.paper.card.board import draw_box, draw_position
from kitgen.paper.card.moves import CrowdedError, badge_extent, draw_badge, draw_way, marking_of
from kitgen.paper.job import Band, Bank, Job, Past
from kitgen.paper.layout.frame import Column, line_height, text_height
from kitgen.paper.machine_pictures import draw_bag, draw_number, draw_piece, draw_tray, greet
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    WHITE,
    Disc,
    Line,
    Polygon,
    Scene,
    Stroke,
    rectangle,
    rounded,
)
from kitgen.paper.spoken_game import has_draws, machine_side
from kitgen.paper.style import (
    GREY,
    HEADING,
    LABEL,
    PALE,
    SHADE,
    SMALL,
    SPACE,
    STYLE,
    WRITING_GREY,
    fitted,
    text_width,
)
from kitgen.papers import Point
from kitgen.reading.templates import capitalised
from kitgen.reading.texts import CARDS, PROGRAM, STRIKE, Texts
from kitgen.record.rows import Turn

#: The room for the words above a frame, in mm.
FRAME_WORDS_MM = 5.0
#: The padding inside a frame, and the gap between two frames, in mm.
FRAME_PAD_MM = 1.6
FRAME_GAP_MM = 5.0
#: The largest letter of a bead, in points.
MAX_BEAD_LETTER_PT = 30.0


def draw_turn(job: Job, turn: Turn, width: float, height: float) -> Scene:
    """Return a turn as four frames in a row, each with words above: the position, the box, the
    bead, the move.
    """
    kit = job.kit
    texts = job.texts
    scene = Scene(width, height)
    wide = (width - 3 * FRAME_GAP_MM) / 4
    high = height - FRAME_WORDS_MM
    room = (wide - 2 * FRAME_PAD_MM, high - 2 * FRAME_PAD_MM)
    try:
        box = draw_box(kit, turn.box, *room)
    except CrowdedError:  # a small frame; the box itself shows the moves
        box = draw_position(kit, turn.box.position, *room)
    move = replace(turn.slot, moves=(turn.move,))
    letter = turn.slot.colour.letter
    frames = (
        (texts("turn.position"), draw_position(kit, turn.met, *room)),
        (_box_as_it_lies(job, turn), box),
        (texts("turn.bead", letter=letter), _bead(turn, *room)),
        (texts("turn.move", letter=letter), draw_position(kit, turn.met, *room, (move,))),
    )
    top = FRAME_WORDS_MM
    for number, (words, picture) in enumerate(frames):
        x = number * (wide + FRAME_GAP_MM)
        scene.add(fitted((x + wide / 2, top - 1.6), words, SMALL, wide, "middle", bold=True))
        scene.add(rectangle(x, top, wide, high, None, Stroke(PALE, 0.3)))
        scene.place(picture, x + (wide - picture.width) / 2, top + (high - picture.height) / 2)
        if number:
            middle = x - FRAME_GAP_MM / 2
            y = top + high / 2
            arrow = ((middle - 1.2, y - 1.6), (middle + 1.2, y), (middle - 1.2, y + 1.6))
            scene.add(Polygon(arrow, GREY))
    return scene


def _box_as_it_lies(job: Job, turn: Turn) -> str:
    """Return the name of a turn's box, and whether it was turned or mirrored on the table, which
    children overlook.
    """
    key = "plain"
    view = view_at(job.kit, turn.met)
    if view is not None and view.sign[:1] in ARROWS[1:]:
        key = "both" if view.mirrored else "turned"
    elif view is not None and view.mirrored:
        key = "mirrored"
    return job.texts(f"turn.lies.{key}", id=turn.box.id)


def _bead(turn: Turn, width: float, height: float) -> Scene:
    """Return the badge of a turn's bead, large in a room in mm."""
    left, top, right, bottom = badge_extent(turn.slot.colour.symbol, 1.0)
    filling = min(width / (right - left), height / (bottom - top))
    size = min(MAX_BEAD_LETTER_PT, 0.7 * filling)
    scene = Scene((right - left) * size, (bottom - top) * size)
    scene.add(*draw_badge(turn.slot.colour, (-left * size, -top * size), size))
    return scene


#: The width of a badge with the space round it, and the space after a name, in mm for each point of
#: the letters.
BADGE_MM_A_POINT = 0.72
AFTER_NAME_MM_A_POINT = 0.42


def draw_strip(kit: Kit, column: Column, size: float, before: str = "") -> None:
    """Draw the strip at the end of a column, in letters of a size, on as many lines as it needs.

    If ``before`` is the column's last line, the strip stands behind it where there is room for it.
    """
    badge = BADGE_MM_A_POINT * size
    after = AFTER_NAME_MM_A_POINT * size
    widths = [badge + text_width(colour.name, size) + after for colour in kit.palette]
    if before:
        begin = text_width(before, size) + 2 * AFTER_NAME_MM_A_POINT * size
        if begin + sum(widths) <= column.width:
            y = column.y - 1.125 * line_height(size)
            behind = Column(column.scene, column.x + begin, y, column.width - begin)
            draw_strip(kit, behind, size)
            return
    x = column.x
    high = 1.25 * line_height(size)
    for colour, width in zip(kit.palette, widths, strict=True):
        if x > column.x and x + width > column.x + column.width:
            x = column.x
            column.gap(high)
        middle = column.y + high / 2
        column.scene.add(*draw_badge(colour, (x + 0.32 * size, middle), 0.9 * size))
        column.scene.add(fitted((x + badge, middle), colour.name, size, level=True))
        x += width
    column.gap(high)


def learning_rows(
    kit: Kit, texts: Texts, facts: Facts | None = None
) -> Iterator[tuple[str, list[str]]]:
    r"""Yield the name of each outcome and the sentences on what it does to the beads; the last row
    is the empty box.

    ``facts`` are those of a print, in which the machine may play one side only.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.reading.templates import Templates
    >>> for outcome, changes in learning_rows(build_kit("her"), Texts("en", Templates())):
    ...     print(f"{outcome}:", *changes[0].split(". "), sep="\n  ")
    The machine wins:
      All beads go back into their boxes
      Nothing changes.
    The machine loses:
      The bead of its last move goes into the bag, not back into its box.
    The box is empty:
      The machine gives up: it loses this game
      The move before counts as its last one.
    """
    rule = kit.rule
    for outcome, change in (("win", rule.win), ("draw", rule.draw), ("loss", rule.loss)):
        if outcome != "draw" or has_draws(kit):
            sentences = change_sentences(change, rule.ceiling, texts)
            yield texts(f"operator.outcome.{outcome}"), sentences
    empty = [texts(f"operator.empty.{rule.empty}")]
    no_more = say(texts, "finished_operator", facts or Facts(kit))
    if no_more:
        empty.append(no_more)
    yield texts("operator.empty.title"), empty


def change_sentences(change: Change, ceiling: int | None, texts: Texts) -> list[str]:
    """Return what a change does to the bead of each move, in sentences."""
    if change.nothing:
        return [texts("operator.change.nothing")]
    sentences = []
    others = "rest" if len(change.by_move) > 1 else "all"
    keys = {0: others, 1: "last", 2: "second"}
    for place, amount in change.by_move:  # a number of beads, or a word for what happens
        if isinstance(amount, int) and amount:
            sign = "plus" if amount > 0 else "minus"
            effect = texts(f"operator.change.{sign}", count=abs(amount))
        else:
            effect = texts(f"operator.change.{amount or 'back'}", ceiling=ceiling)
        which = texts(f"operator.which.{keys.get(place, 'nth')}", place=place)
        sentences.append(capitalised(f"{which} {effect}"))
    return sentences


def rule_notes(kit: Kit, texts: Texts) -> Iterator[str]:
    """Yield the limits of the rule that a change can reach."""
    changes = kit.rule.changes
    if kit.rule.floor and any(change.lowers for change in changes):
        yield texts("operator.floor", count=kit.rule.floor)
    if not kit.rule.only_takes and texts.made_of not in (CARDS, STRIKE):
        yield texts("operator.used_up")
    if kit.rule.ceiling is not None and any(change.raises for change in changes):
        yield texts("operator.ceiling", count=kit.rule.ceiling)


def check_takes_last(kit: Kit, part: str, instead: str) -> None:
    """Refuse a kit whose machine does more than take the bead of a lost game's last move, one of
    several alike.
    """
    rule = kit.rule
    takes_last = rule.loss == TAKES_LAST and rule.win.nothing and rule.draw.nothing
    if rule.learns != "beads" or not takes_last or rule.when_empty.refills or rule.when_empty.draws:
        raise UsageError(
            f"the rule of {kit.name} does more than take the bead of a lost game's last move; "
            f"the part {part} has no room for others, so print {instead}"
        )
    if kit.always:
        raise UsageError(
            f"{kit.name} is an express kit; the part {part} takes all boxes, so leave out --express"
        )


def sides_played(job: Job) -> tuple[int, ...]:
    """Return the sides that the machine plays: those of its kit, or the one that the lesson of
    the print gives it.
    """
    if len(job.kit.players) != 2 or not job.options.lesson_name:
        return job.kit.players
    from kitgen.paper.lesson_file import lesson_of, machine_begins  # noqa: PLC0415 - few prints are for a lesson

    return (0,) if machine_begins(job, lesson_of(job)) else (1,)


def who_begins(job: Job) -> str:
    """Return which side the machine plays and who begins, as the lesson of the print says."""
    sides = sides_played(job)
    if sides == job.kit.players:
        return machine_side(job)
    return job.texts("lesson.begins.machine" if sides == (0,) else "lesson.begins.human")


def facts_in(job: Job) -> Facts:
    """Return the facts of a print's kit, for the side that the lesson of the print gives the
    machine, if it does.
    """
    sides = sides_played(job)
    if sides == job.kit.players:
        return Facts(job.kit)
    return Facts(job.kit, figures={"side": sides[0]})


def amounts_of(kit: Kit) -> dict[str, int]:
    """Return for each colour how many things its moves take; empty where that is not one number for
    each.

    >>> from kitgen.kit.build import build_kit
    >>> amounts_of(build_kit("nim:8")), amounts_of(build_kit("her"))
    ({'red': 1, 'blue': 2, 'yellow': 3}, {})
    """
    amount = marking_of(kit.game.diagram).amount
    amounts = dict[str, int]()
    for box in kit.boxes:
        for slot in box.slots:
            number = amount(slot.moves[0])
            if number is None or amounts.setdefault(slot.colour.key, number) != number:
                return {}
    return amounts


def find_picture(kit: Kit, texts: Texts) -> str:
    """Return how the picture of the board on the table is found on a sheet that shows all of
    them; where their names are the numbers of what is left, by counting.
    """
    if kit.choices.rows_by == "none":
        return texts("one-sheet.find_counted")
    if only_mirror(kit.game):
        return texts("one-sheet.find_mirror")
    if len(kit.game.symmetries) > 1:
        return texts("one-sheet.find_turned")
    return texts("one-sheet.find")


def draw_table(column: Column, job: Job, texts: Texts, size: float) -> None:
    """Draw what each outcome does to the beads."""
    scene = column.scene
    pad = 2.0
    first = 0.27 * column.width
    for outcome, sentences in learning_rows(job.kit, texts, facts_in(job)):
        top = column.y
        inner = Column(scene, column.x + first + pad, top + 1.4, column.width - first - 2 * pad)
        for sentence in sentences:
            inner.paragraph(sentence, size)
        name = Column(Scene(1, 1), column.x + pad, top + 1.4, first - 2 * pad)
        name.paragraph(outcome, size, bold=True)
        bottom = max(inner.y, name.y) + 1.4
        scene.add(rectangle(column.x, top, first, bottom - top, SHADE))
        scene.add(*name.scene.marks)
        scene.add(rectangle(column.x, top, column.width, bottom - top, None, Stroke(BLACK, 0.25)))
        scene.add(Line((column.x + first, top), (column.x + first, bottom), Stroke(PALE, 0.2)))
        column.y = bottom


#: The bands of simulated machines: the first is light grey, the second lies between dashed lines.
BAND_GREY = STYLE.greys.tint
BAND_EDGE = Stroke(WRITING_GREY, 0.3, (1.6, 1.1))


def legend(kit: Kit, texts: Texts, bands: Sequence[Band]) -> list[str]:
    """Return the meaning of each band that is drawn, and of those whose machines lose."""
    drawn = [band for band in bands if not band.lost]
    sentences = []
    for claim, band in zip(("band_grey", "band_dashed"), drawn, strict=False):
        opponent = texts(f"curve.band.{band.opponent}")
        sentences.append(say(texts, claim, facts_of(kit, opponent=opponent)))
    for band in bands:
        opponent = texts(f"curve.band.{band.opponent}")
        lost_all = band.lost and band.opponent == "perfect" and _is_always_lost(kit)
        facts = facts_of(kit, opponent=opponent, lost_all=lost_all, lost=band.lost and not lost_all)
        sentences.append(say(texts, "lost_all", facts))
        sentences.append(say(texts, "lost", facts))
    return [sentence for sentence in sentences if sentence]


def _is_always_lost(kit: Kit) -> bool:
    """Return whether a machine loses each game against best play, whatever its beads; where
    positions recur, a game need not come to its end.
    """
    return kit.game.repetition is None and Facts(kit).value == -1


def bank_words(job: Job, bank: Bank) -> str:
    """Return for how many machines the bank is enough."""
    opponent = job.texts(f"curve.band.{bank.opponent}")
    known = facts_of(job.kit, games=bank.games, opponent=opponent, of_hundred=bank.of_hundred)
    return say(job.texts, "bank", known)


def draw_bands(
    bands: Sequence[Band], at: Callable[[int, int], Point]
) -> tuple[list[Polygon], list[Polygon]]:
    """Return the first band in grey and the edges of the second; ``at`` gives the point of a score
    after a game.

    Bands of machines that lose all games are not drawn: the line of such a machine is there.
    """

    def points(scores: Sequence[int]) -> tuple[Point, ...]:
        return tuple(at(game, score) for game, score in enumerate((0, *scores)))

    drawn = [band for band in bands if not band.lost]
    grey = []
    for band in drawn[:1]:
        grey.append(Polygon((*points(band.high), *reversed(points(band.low))), BAND_GREY))
    edges = []
    for band in drawn[1:2]:
        edges.append(Polygon(points(band.high), None, BAND_EDGE, closed=False))
        edges.append(Polygon(points(band.low), None, BAND_EDGE, closed=False))
    return grey, edges


def forecast_facts(kit: Kit, texts: Texts, past: Past) -> tuple[Facts, Facts]:
    """Return what claims say of the games until the machine never loses again, and of its next
    games.
    """
    opponent = texts(f"curve.band.{past.opponent}")
    unbeaten = past.walked and past.line is None
    games = None if past.to_go is None else max(1, round(past.to_go))
    end = facts_of(kit, to_go=past.to_go, unbeaten=unbeaten, games=games, opponent=opponent)
    soon = facts_of(
        kit, opponent=opponent, score=signed_score(past.next_score), error=round(past.next_error, 1)
    )
    return end, soon


def signed_score(score: float) -> str:
    """Return a score, rounded, with its sign.

    >>> signed_score(-2.3), signed_score(0.2), signed_score(7)
    ('−2', '0', '+7')
    """
    rounded_score = round(score)
    if not rounded_score:
        return "0"
    return f"{rounded_score:+d}".replace("-", "−")


def shown(job: Job) -> tuple[Box, Slot]:
    """Return the box of a sheet's pictures, of three or four moves if possible, and its slot that
    loses a bead.

    Whoever plays may see the very game: the move is one after which the other side can win at once,
    if there is any.
    """

    def teaches(choice: tuple[Box, Slot]) -> tuple[bool, ...]:
        box, slot = choice
        count = len(box.slots)
        loses = slot.value < 0
        # A loss in 2 plies is one to the very next move.
        loses_at_once = loses and slot.plies == 2
        return count > 1, loses, loses_at_once, 3 <= count <= 4, box.turn > 1

    return max(((box, slot) for box in job.kit.boxes for slot in box.slots), key=teaches)


#: The height of the picture of a game's start beside letters of a size, in mm for each point.
START_MM_A_POINT = 2.0
#: Its greatest width, as a multiple of its height.
START_SHAPE = 3.0
#: The least width of the words beside it, in mm.
MIN_START_WORDS_MM = 26.0


def starts_empty(kit: Kit) -> bool:
    """Return whether a game starts on an empty board."""
    return not any(kit.game.start().cells)


def draw_start(job: Job, column: Column, size: float) -> None:
    """Draw how a game starts, seen as the table is, with words in letters of a size beside or
    below the picture.
    """
    high = START_MM_A_POINT * size
    wide = min(column.width, START_SHAPE * high)
    board = draw_position(job.kit, job.kit.game.start(), wide, high)
    sentence = job.texts(f"board.start.{'empty' if starts_empty(job.kit) else 'shown'}")
    column.gap(SPACE.near)
    column.scene.place(board, column.x, column.y)
    words_x = column.x + board.width + 4
    beside = Column(column.scene, words_x, column.y, column.width - board.width - 4)
    if beside.width < MIN_START_WORDS_MM:
        column.gap(board.height + SPACE.near)
        column.paragraph(sentence, size)
        return
    beside.gap(max(0.0, (board.height - text_height(sentence, size, beside.width)) / 2))
    beside.paragraph(sentence, size)
    column.y = max(beside.y, column.y + board.height)


#: The least height of the three pictures of how a machine works, in mm.
MIN_IDEA_MM = 34.0


def draw_idea(
    job: Job, column: Column, *, with_boxes: bool = True, with_pictures: bool = True
) -> None:
    """Draw how the machine works, in three pictures with a sentence each; where a program keeps
    it, in two; or in the sentences alone.

    Without boxes its pictures show a board and the bag: on a sheet whose own boxes are the machine,
    no other drawing looks like one of them.
    """
    pictures: list[Scene | None] = []
    if with_pictures:
        pictures += _idea_pictures(job, with_boxes=with_boxes)
    frames = []
    for (head, sentence), picture in zip_longest(_idea_words(job), pictures):
        frames.append((head, sentence, picture))
    _draw_frames(column, STYLE.readers[job.reader or "maker"].accent, frames)


def _idea_pictures(job: Job, *, with_boxes: bool) -> list[Scene]:
    """Return the pictures of how the machine works, one for each of ``_idea_words``."""
    kit = job.kit
    texts = job.texts
    start = draw_position(kit, kit.game.start(), 25, 20)
    if texts.made_of == PROGRAM:
        robot = Scene(27, 22)
        greet(robot, kit, 22, 22, 20)
        return [start, robot]
    if not with_boxes:
        return [start, draw_bag(kit, 20), _picture_of_learning(job)]
    box = max(kit.boxes, key=lambda box: (2 <= len(box.slots) <= 4, len(box.slots), -box.row))
    closed = draw_piece(kit, texts, box, 27)
    tray = draw_tray(kit, texts, box, 22 if texts.made_of == CARDS else 27)
    return [closed, tray, _picture_of_learning(job)]


def _picture_of_learning(job: Job) -> Scene:
    """Return the machine beside what changes when it learns: a bead and the bag, or the fields of
    a card.
    """
    kit = job.kit
    scene = Scene(27, 22)
    greet(scene, kit, 12, 22, 15)
    if job.texts.made_of == CARDS:
        for number in range(3):
            scene.add(rectangle(14, 4 + 6.4 * number, 5, 5, WHITE, Stroke(DARK, 0.3)))
            scene.add(*draw_badge(kit.palette[0], (23.5, 6.5 + 6.4 * number), LABEL))
        # The lowest field is struck out.
        scene.add(Line((14, 21.8), (19, 16.8), Stroke(DARK, 0.5)))
        scene.add(Line((14, 16.8), (19, 21.8), Stroke(DARK, 0.5)))
        return scene
    bag = draw_bag(kit, 14)
    scene.place(bag, 27 - bag.width, 8)
    machine = (12.5, 6.0)
    above_bag = (19.0, 6.0)
    if kit.rule.loss.takes:
        scene.add(draw_way(machine, above_bag))
    else:
        scene.add(draw_way(above_bag, machine))
    scene.add(Disc((15.0, 2.2), 1.6, kit.palette[0].fill, Stroke(DARK, 0.2)))
    return scene


def _idea_words(job: Job) -> list[tuple[str, str]]:
    """Return how the machine works: titles with a sentence each."""
    texts = job.texts
    facts = Facts(job.kit)
    build = (texts("cover.picture.build"), texts("cover.picture.build_words"))
    play = (texts("cover.picture.play"), say(texts, "picks", facts))
    learn = (say(texts, "idea", facts), say(texts, "changes", facts))
    if texts.made_of == PROGRAM:
        return [play, learn]
    return [build, play, learn]


def _draw_frames(
    column: Column, accent: str, frames: Sequence[tuple[str, str, Scene | None]]
) -> None:
    """Draw numbered frames beside each other, each with its title, a sentence and a picture, if
    it has one.
    """
    scene = column.scene
    wide = (column.width - (len(frames) - 1) * 4) / len(frames)
    is_pictured = any(picture is not None for _, _, picture in frames)
    left = 31.0 if is_pictured else 3.0
    words = wide - left - 1.5
    high = 11 + max(text_height(sentence, SMALL, words) for _, sentence, _ in frames)
    if is_pictured:
        high = max(MIN_IDEA_MM, high)
    for number, (head, sentence, picture) in enumerate(frames):
        x = column.x + number * (wide + 4)
        scene.add(rounded(x, column.y, wide, high, 3, WHITE, Stroke(accent, 0.6)))
        draw_number(scene, number + 1, (x + 5, column.y + 5), 7, accent)
        title = Column(scene, x + 10, column.y + 1.8, wide - 11)
        title.line(head, HEADING, bold=True)
        Column(scene, x + left, title.y + 0.6, words).paragraph(sentence, SMALL)
        if picture is not None:
            left_edge = x + 2 + (27 - picture.width) / 2
            scene.place(picture, left_edge, column.y + 9 + (high - 10 - picture.height) / 2)
    column.gap(high)


def change_words(texts: Texts, change: int) -> str:
    """Return what happens to the bead of a turn, after which its box has ``change`` more beads
    of its colour.
    """
    if not change:
        return texts("turn.back")
    key = "turn.more" if change > 0 else "turn.fewer"
    return texts(key, count=abs(change))
