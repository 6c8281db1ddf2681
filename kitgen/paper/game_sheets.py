"""Pictures of games for several sheets: a turn, the beads, what each outcome does; words on
curves and banks.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

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

#: Room for the words above a frame, padding inside it, and the gap between two frames, in mm; the
#: largest letter of a bead, in points.
WORDS, PAD, BETWEEN, LETTER = 5.0, 1.6, 5.0, 30.0


def draw_turn(job: Job, turn: Turn, width: float, height: float) -> Scene:
    """Return a turn as four frames in a row, each with words above: the position, the box, the
    bead, the move.
    """
    kit, texts = job.kit, job.texts
    scene = Scene(width, height)
    wide, high = (width - 3 * BETWEEN) / 4, height - WORDS
    room = (wide - 2 * PAD, high - 2 * PAD)
    move = replace(turn.slot, moves=(turn.move,))
    try:
        box = draw_box(kit, turn.box, *room)
    except CrowdedError:  # a small frame; the box itself shows the moves
        box = draw_position(kit, turn.box.position, *room)
    met, made = (draw_position(kit, turn.met, *room, slots) for slots in ((), (move,)))
    pictures = {"position": met, "box": box, "bead": _bead(turn, *room), "move": made}
    for number, (key, picture) in enumerate(pictures.items()):
        x = number * (wide + BETWEEN)
        words = (
            _box_as_it_lies(job, turn)
            if key == "box"
            else texts(f"turn.{key}", letter=turn.slot.colour.letter)
        )
        scene.add(fitted((x + wide / 2, WORDS - 1.6), words, SMALL, wide, "middle", bold=True))
        scene.add(rectangle(x, WORDS, wide, high, None, Stroke(PALE, 0.3)))
        scene.place(picture, x + (wide - picture.width) / 2, WORDS + (high - picture.height) / 2)
        if number:
            tip, y = x - BETWEEN / 2, WORDS + high / 2
            scene.add(Polygon(((tip - 1.2, y - 1.6), (tip + 1.2, y), (tip - 1.2, y + 1.6)), GREY))
    return scene


def _box_as_it_lies(job: Job, turn: Turn) -> str:
    """Return the name of a turn's box, and whether it was turned or mirrored on the table, which
    children overlook.
    """
    key, view = "plain", view_at(job.kit, turn.met)
    if view is not None and view.sign[:1] in ARROWS[1:]:
        key = "both" if view.mirrored else "turned"
    elif view is not None and view.mirrored:
        key = "mirrored"
    return job.texts(f"turn.lies.{key}", id=turn.box.id)


def _bead(turn: Turn, width: float, height: float) -> Scene:
    west, top, right, bottom = badge_extent(turn.slot.colour.symbol, 1.0)
    size = min(LETTER, 0.7 * min(width / (right - west), height / (bottom - top)))
    scene = Scene((right - west) * size, (bottom - top) * size)
    scene.add(*draw_badge(turn.slot.colour, (-west * size, -top * size), size))
    return scene


#: The width of a badge with the space round it, and the space after a name, in mm for each point of
#: the letters.
BADGE_WIDTH, AFTER = 0.72, 0.42


def draw_strip(kit: Kit, column: Column, size: float, before: str = "") -> None:
    """Draw the strip at the end of a column, in letters of a size, on as many lines as it needs.

    If ``before`` is the column's last line, the strip stands behind it where there is room for it.
    """
    long = sum(
        BADGE_WIDTH * size + text_width(colour.name, size) + AFTER * size for colour in kit.palette
    )
    begin = text_width(before, size) + 2 * AFTER * size if before else column.width
    if begin + long <= column.width:
        behind = Column(
            column.scene,
            column.x + begin,
            column.y - 1.125 * line_height(size),
            column.width - begin,
        )
        draw_strip(kit, behind, size)
        return
    x, high = column.x, 1.25 * line_height(size)
    for colour in kit.palette:
        width = BADGE_WIDTH * size + text_width(colour.name, size) + AFTER * size
        if x > column.x and x + width > column.x + column.width:
            x = column.x
            column.gap(high)
        middle = column.y + high / 2
        column.scene.add(*draw_badge(colour, (x + 0.32 * size, middle), 0.9 * size))
        column.scene.add(fitted((x + BADGE_WIDTH * size, middle), colour.name, size, level=True))
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
            yield (
                texts(f"operator.outcome.{outcome}"),
                change_sentences(change, rule.ceiling, texts),
            )
    empty = [texts(f"operator.empty.{rule.empty}")]
    if no_more := say(texts, "finished_operator", facts or Facts(kit)):
        empty.append(no_more)
    yield texts("operator.empty.title"), empty


def change_sentences(change: Change, ceiling: int | None, texts: Texts) -> list[str]:
    """Return what a change does to the bead of each move, in sentences."""
    if change.nothing:
        return [texts("operator.change.nothing")]
    sentences = []
    for place, what in change.by_move:
        if isinstance(what, int) and what:
            effect = texts(f"operator.change.{'plus' if what > 0 else 'minus'}", count=abs(what))
        else:
            effect = texts(f"operator.change.{what or 'back'}", ceiling=ceiling)
        key = {0: "rest" if len(change.by_move) > 1 else "all", 1: "last", 2: "second"}.get(
            place, "nth"
        )
        sentences.append(capitalised(f"{texts(f'operator.which.{key}', place=place)} {effect}"))
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
    them.
    """
    if only_mirror(kit.game):
        return texts("one-sheet.find_mirror")
    if len(kit.game.symmetries) > 1:
        return texts("one-sheet.find_turned")
    return texts("one-sheet.find")


def draw_table(column: Column, job: Job, texts: Texts, size: float) -> None:
    """Draw what each outcome does to the beads."""
    scene, pad = column.scene, 2.0
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
BAND_GREY, BAND_EDGE = STYLE.greys.tint, Stroke(WRITING_GREY, 0.3, (1.6, 1.1))


def legend(kit: Kit, texts: Texts, bands: Sequence[Band]) -> list[str]:
    """Return the meaning of each band that is drawn, and of those whose machines lose."""
    drawn = [band for band in bands if not band.lost]
    looks = zip(("band_grey", "band_dashed"), drawn, strict=False)
    words = []
    for claim, band in looks:
        words.append(
            say(texts, claim, facts_of(kit, opponent=texts(f"curve.band.{band.opponent}")))
        )
    for band in bands:
        opponent = texts(f"curve.band.{band.opponent}")
        words.append(say(texts, "lost", facts_of(kit, opponent=opponent, lost=band.lost)))
    return [sentence for sentence in words if sentence]


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
    edges = [
        [
            tuple(at(game, score) for game, score in enumerate((0, *scores)))
            for scores in (band.high, band.low)
        ]
        for band in [band for band in bands if not band.lost][:2]
    ]
    grey = [Polygon((*high, *reversed(low)), BAND_GREY) for high, low in edges[:1]]
    return grey, [
        Polygon(edge, None, BAND_EDGE, closed=False) for pair in edges[1:] for edge in pair
    ]


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
    return f"{round(score):+d}".replace("-", "−") if round(score) else "0"


def shown(job: Job) -> tuple[Box, Slot]:
    """Return the box of a sheet's pictures, of three or four moves if possible, and its slot that
    loses a bead.

    Whoever plays may see the very game: the move is one after which the other side can win at once,
    if there is any.
    """

    def teaches(choice: tuple[Box, Slot]) -> tuple[bool, ...]:
        box, slot = choice
        count, loses = len(box.slots), slot.value < 0
        # A loss in 2 plies is one to the very next move.
        return count > 1, loses, loses and slot.plies == 2, 3 <= count <= 4, box.turn > 1

    return max(((box, slot) for box in job.kit.boxes for slot in box.slots), key=teaches)


#: The height of the picture of a game's start beside letters of a size, in mm for each point; its
#: greatest width, as a multiple of its height; the least width of the words beside it, in mm.
START_MM_A_POINT = 2.0
START_SHAPE = 3.0
MIN_START_WORDS_MM = 26.0


def starts_empty(kit: Kit) -> bool:
    """Return whether a game starts on an empty board."""
    return not any(kit.game.start().cells)


def draw_start(job: Job, column: Column, size: float) -> None:
    """Draw how a game starts, seen as the table is, with words in letters of a size beside or
    below the picture.
    """
    high = START_MM_A_POINT * size
    board = draw_position(
        job.kit, job.kit.game.start(), min(column.width, START_SHAPE * high), high
    )
    sentence = job.texts(f"board.start.{'empty' if starts_empty(job.kit) else 'shown'}")
    column.gap(SPACE.near)
    column.scene.place(board, column.x, column.y)
    beside = Column(
        column.scene, column.x + board.width + 4, column.y, column.width - board.width - 4
    )
    if beside.width < MIN_START_WORDS_MM:
        column.gap(board.height + SPACE.near)
        column.paragraph(sentence, size)
        return
    beside.gap(max(0.0, (board.height - text_height(sentence, size, beside.width)) / 2))
    beside.paragraph(sentence, size)
    column.y = max(beside.y, column.y + board.height)


#: The least height of the three pictures of how a machine works, in mm.
STRIP = 34.0


def draw_idea(
    job: Job, column: Column, *, with_boxes: bool = True, with_pictures: bool = True
) -> None:
    """Draw how the machine works, in three pictures with a sentence each; where a program keeps
    it, in two; or in the sentences alone.

    Without boxes its pictures show a board and the bag: on a sheet whose own boxes are the machine,
    no other drawing looks like one of them.
    """
    kit, texts = job.kit, job.texts
    accent = STYLE.readers[job.reader or "maker"].accent
    if not with_pictures:
        _draw_frames(column, accent, [(head, words, None) for head, words in _idea_words(job)])
        return
    if texts.made_of == PROGRAM:
        board = draw_position(kit, kit.game.start(), 25, 20)
        robot = Scene(27, 22)
        greet(robot, kit, 22, 22, 20)
        _draw_frames(
            column,
            accent,
            [
                (*both, picture)
                for both, picture in zip(_idea_words(job), (board, robot), strict=True)
            ],
        )
        return
    box = max(kit.boxes, key=lambda box: (2 <= len(box.slots) <= 4, len(box.slots), -box.row))
    learned = Scene(27, 22)
    greet(learned, kit, 12, 22, 15)
    if texts.made_of != CARDS:
        bag = draw_bag(kit, 14)
        learned.place(bag, 27 - bag.width, 8)
        ends = (12.5, 6.0), (19.0, 6.0)
        learned.add(draw_way(*(ends if kit.rule.loss.takes else reversed(ends))))
        learned.add(Disc((15.0, 2.2), 1.6, kit.palette[0].fill, Stroke(DARK, 0.2)))
    else:  # fields of a card, one of them struck out
        for number in range(3):
            learned.add(rectangle(14, 4 + 6.4 * number, 5, 5, WHITE, Stroke(DARK, 0.3)))
            learned.add(*draw_badge(kit.palette[0], (23.5, 6.5 + 6.4 * number), LABEL))
        learned.add(
            Line((14, 21.8), (19, 16.8), Stroke(DARK, 0.5)),
            Line((14, 16.8), (19, 21.8), Stroke(DARK, 0.5)),
        )
    if with_boxes:
        closed = draw_piece(kit, texts, box, 27)
        tray = draw_tray(kit, texts, box, 22 if texts.made_of == CARDS else 27)
    else:
        closed = draw_position(kit, kit.game.start(), 25, 20)
        tray = draw_bag(kit, 20)
    pictures = (closed, tray, learned)
    _draw_frames(
        column,
        accent,
        [(*words, picture) for words, picture in zip(_idea_words(job), pictures, strict=True)],
    )


def _idea_words(job: Job) -> list[tuple[str, str]]:
    """Return how the machine works: titles with a sentence each."""
    texts, facts = job.texts, Facts(job.kit)
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
        high = max(STRIP, high)
    for number, (head, sentence, picture) in enumerate(frames):
        x = column.x + number * (wide + 4)
        scene.add(rounded(x, column.y, wide, high, 3, WHITE, Stroke(accent, 0.6)))
        draw_number(scene, number + 1, (x + 5, column.y + 5), 7, accent)
        title = Column(scene, x + 10, column.y + 1.8, wide - 11)
        title.line(head, HEADING, bold=True)
        Column(scene, x + left, title.y + 0.6, words).paragraph(sentence, SMALL)
        if picture is not None:
            scene.place(
                picture,
                x + 2 + (27 - picture.width) / 2,
                column.y + 9 + (high - 10 - picture.height) / 2,
            )
    column.gap(high)


def change_words(texts: Texts, change: int) -> str:
    """Return what happens to the bead of a turn, after which its box has ``change`` more beads
    of its colour.
    """
    if not change:
        return texts("turn.back")
    return texts(f"turn.{'more' if change > 0 else 'fewer'}", count=abs(change))
