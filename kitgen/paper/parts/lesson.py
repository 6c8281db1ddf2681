"""The plan of a lesson: what is printed for whom, and what is done when; and a card for a strong
opponent.

What a lesson is comes from its file (``lesson_file``), and sentences on machines from ``claims``,
which knows what has been decided.
"""

from collections.abc import Iterator, Sequence

from kitgen.claims.claims import say
from kitgen.claims.facts import Facts
from kitgen.errors import TemplateError, UsageError, quoted, suggested
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.kit.job_json import JobPart
from kitgen.model import Game, Position
from kitgen.paper.game_sheets import bank_words, sides_played, who_begins
from kitgen.paper.job import Job, bead_totals, count_in_words
from kitgen.paper.layout.frame import (
    BASELINE,
    Column,
    content_area,
    line_height,
    new_page,
    room_below,
)
from kitgen.paper.lesson_file import LessonFile, lesson_of, machine_begins
from kitgen.paper.making import care_of, how_to_keep, is_made, shared_minutes, work_for
from kitgen.paper.marks.scene import Scene, Stroke, Text, rounded
from kitgen.paper.spoken_game import game_rules
from kitgen.paper.style import BODY, GREY, PALE, SMALL, SPACE, STYLE, fit, text_width
from kitgen.reading.templates import title_in
from kitgen.reading.texts import CARDS, span
from kitgen.reading.user_file import LESSON_PREFIX

#: The sheets of lessons that tell the rules of the game; without one the plan tells them.
SHEETS_WITH_RULES = ("operator", "one-sheet")
#: The indents of a row in mm: of who gets which sheets, and of a step.
WHO_MM = 34.0
STEP_MM = 20.0
#: How far the items of a list stand to the right of their marks, in mm.
ITEM_MM = 5.0
#: The height of a card, its padding, and the gap between two, in mm.
CARD_HEIGHT_MM = 52.0
CARD_PAD_MM = 5.0
CARD_GAP_MM = 6.0
#: The radius of a card's corners, and the line round it, in mm.
CARD_CORNER_MM = 3.0
CARD_LINE_MM = 0.3
#: The largest letters for the numbers on a card, in points.
NUMBER_PT = 40.0
#: How far below the top of their line these numbers stand, as a share of its height.
NUMBER_BASELINE = 0.8
#: The cards on a sheet: one for each of two opponents who sit at the machine in turn.
CARDS_ON_A_SHEET = 2


def is_named(job: Job) -> bool:
    """Return whether a print run is for a lesson."""
    return bool(job.options.lesson_name)


def sheets(job: Job) -> list[Scene]:
    """Return the plan: one page; TemplateError if the lesson has too many words for it."""
    texts = job.texts
    file = lesson_of(job)
    title = title_in(texts.language, file.title, job.options.lesson_name)
    scene, column = new_page(job, texts("lesson.heading", title=title))
    column.paragraph(_in_language(job, file.about), BODY, gap=SPACE.paragraph)
    column.items(_facts(job, file), SMALL, ITEM_MM, mark="•")
    if not any(texts.has_sheet(name) for name in SHEETS_WITH_RULES):
        column.heading(texts("operator.game"))
        column.items(game_rules(job), SMALL, ITEM_MM, mark="•")
    if job.contents:
        column.heading(texts("lesson.printed"))
        for who, sheets_for in _printed(job, file):
            _row(column, who, sheets_for, WHO_MM)
    column.heading(texts("lesson.course"))
    for time, words in _steps(job, file):
        _row(column, time, words, STEP_MM)
    outlook = [*_outlook(job, file)]
    if outlook:
        column.heading(texts("lesson.outlook"))
        for sentence in outlook:
            column.paragraph(sentence, SMALL, gap=SPACE.item)
    column.gap(SPACE.near)
    column.paragraph(_source(job, file), SMALL, fill=GREY)
    _check_length(job, column)
    return [scene]


def _check_length(job: Job, column: Column) -> None:
    """Refuse a plan that reaches below its page."""
    room = room_below(job, column)
    if room >= 0:
        return
    path = job.templates.path("lessons", job.options.lesson_name)
    raise TemplateError(
        f"{quoted(path)}: the plan is {-room:.0f} mm too long for its page; shorten 'course'"
    )


def _source(job: Job, file: LessonFile) -> str:
    """Return where a lesson comes from, and how it differs from that."""
    source = job.texts("lesson.source", source=file.source)
    if not file.differs:
        return source
    return f"{source}. {_in_language(job, file.differs)}"


def _in_language(job: Job, words: dict[str, str]) -> str:
    return title_in(job.texts.language, words, "")


def _row(column: Column, left: str, right: str, indent: float) -> None:
    """Write a row: bold words at the left, a paragraph beside them."""
    baseline = column.y + BASELINE * line_height(SMALL)
    size = fit(left, SMALL, indent - 2, bold=True)
    column.scene.add(Text((column.x, baseline), left, size, bold=True))
    column.paragraph(right, SMALL, indent=indent, gap=SPACE.item)


def _facts(job: Job, file: LessonFile) -> Iterator[str]:
    """Yield what a teacher has to know before choosing a lesson."""
    texts = job.texts
    yield texts("lesson.frame", minutes=file.minutes, age=file.age, people=span(*file.group))
    yield who_begins(job)
    needs = [texts(f"lesson.need.{need}") for need in file.needs]
    if needs:
        yield texts("lesson.needs", list=", ".join(needs))
    if texts.made_of != CARDS and "beads" in file.needs:
        yield _beads(job)
        if job.bank is not None:
            yield bank_words(job, job.bank)
    if "sweets" in file.needs:
        yield _list_of_beads(job, "lesson.sweets")
    yield from care_of(file.needs, texts)
    minutes = 0
    if is_made(job):
        minutes = shared_minutes(work_for(job).tasks)
    if minutes:
        key = "lesson.making_before" if file.minutes_before else "lesson.making"
        yield texts(key, minutes=minutes)
    yield how_to_keep(job)


def _beads(job: Job) -> str:
    """Return how many beads a group needs of each colour: in the boxes, and to add where the
    rule adds beads.
    """
    if job.bank is None:
        return _list_of_beads(job, "lesson.beads")
    totals = bead_totals(job.kit, job.bank)
    counts = [count_in_words(job.texts, row.colour, row.total) for row in totals]
    total = sum(row.total for row in totals)
    return job.texts("lesson.bank", total=total, games=job.bank.games, list=", ".join(counts))


def _list_of_beads(job: Job, key: str) -> str:
    """Return how many beads, or sweets in their place, the machine has at first of each colour."""
    totals = bead_totals(job.kit)
    counts = [count_in_words(job.texts, row.colour, row.needed) for row in totals]
    return job.texts(key, count=job.kit.beads, list=", ".join(counts))


def _printed(job: Job, file: LessonFile) -> Iterator[tuple[str, str]]:
    """Yield who gets which sheets of this print; what is for nobody else is for the teacher."""
    parts = [part for part, _ in job.contents]
    receivers = {"teacher": file.teacher, "groups": file.groups, "children": file.children}
    given = set[str]().union(*receivers.values())
    for key, names in receivers.items():
        listed = [part for part in parts if part.name in names]
        if key == "teacher":
            listed += [part for part in parts if part.name not in given]
        if not listed:
            continue
        who = key
        one_machine_for_all = file.shared and not job.options.groups
        if key == "groups" and one_machine_for_all:
            who = "shared"
        yield job.texts(f"lesson.gets.{who}"), _list_of(job, key, listed)


def _list_of(job: Job, receiver: str, parts: Sequence[JobPart]) -> str:
    """Return the sheets for somebody with their pages; the list for a class has those of each
    group.
    """
    texts = job.texts
    if receiver == "groups" and job.options.groups:
        return texts.joined(part.title for part in parts)
    listed = []
    for part in parts:
        pages = span(part.first, part.last)
        listed.append(texts("lesson.sheet", title=part.title, pages=pages))
    return texts.joined(listed)


def _steps(job: Job, file: LessonFile) -> Iterator[tuple[str, str]]:
    """Yield the steps, each with its time from the beginning; those before it with how long they
    take.
    """
    begin = 0
    for step in file.course:
        words = _in_language(job, step.words)
        if step.before:
            yield job.texts("lesson.before", minutes=step.minutes), words
        else:
            end = begin + step.minutes
            yield job.texts("lesson.time", span=span(begin, end)), words
            begin = end


#: What is said of what becomes of the machine, in this order.
OUTLOOK = (
    "begins",
    "perfect",
    "other_side",
    "until_losses",
    "until_games",
    "until_within",
    "until_half",
    "until_lost_by_then",
    "until_no_mean",
    "until_lost_first",
)


def _outlook(job: Job, file: LessonFile) -> Iterator[str]:
    """Yield what becomes of the machine: only what has been decided for its kit and rule."""
    facts = Facts(job.kit, figures={"side": _side(job, file)})
    names = [*OUTLOOK]
    if (facts.until or facts.within) and can_leave(job):
        names.append("until_strong")
    if not facts.until:
        names += ["best", "best_seen"]
    for name in names:
        sentence = say(job.texts, name, facts)
        if sentence:
            yield sentence


def _side(job: Job, file: LessonFile) -> int:
    """Return the side of the machine in a lesson: 0 begins."""
    return 0 if machine_begins(job, file) else 1


# The card for a strong opponent.


def can_leave(job: Job) -> bool:
    """Return whether numbers say how to play against the machine: a position is a number of
    things that lie there.
    """
    return job.kit.choices.rows_by == "none" and bool(numbers_to_leave(job))


def numbers_to_leave(job: Job) -> list[int]:
    """Return the numbers of things from which the machine loses against best play, the largest
    first.
    """
    game = job.kit.game
    lying = game.diagram.lying
    numbers = set[int]()
    for box in job.kit.boxes:
        if all(slot.value < 0 for slot in box.slots):
            numbers.add(lying(box.position))
        # A number that the machine wins by leaving wins for whoever leaves it: also 0, which has no
        # box, where the last thing wins.
        for slot in box.slots:
            if slot.value > 0:
                after = game.play(box.position, slot.moves[0]).position
                numbers.add(lying(after))
    numbers.discard(lying(game.start()))
    most = _most_to_leave(job)
    return sorted((number for number in numbers if number <= most), reverse=True)


def _most_to_leave(job: Job) -> int:
    """Return the most things that the opponent's first move can leave.

    A machine that always begins has moved before it. One that may play either side has not, if the
    opponent begins, and then the most are left.
    """
    game = job.kit.game
    before = [game.start()]
    always_begins = sides_played(job) == (0,)
    if always_begins:
        before = _after_a_move(game, before)
    return max(map(game.diagram.lying, _after_a_move(game, before)), default=0)


def _after_a_move(game: Game, positions: Sequence[Position]) -> list[Position]:
    after = []
    for position in positions:
        after += [game.play(position, move).position for move in game.legal_moves(position)]
    return after


def strong(job: Job) -> list[Scene]:
    """Return cards that make an opponent strong, to cut out."""
    scene, column = new_page(job, job.texts("strong.title"))
    how = f"{job.texts('strong.how')} {_teaches(job)}".rstrip()
    column.paragraph(how, SMALL, gap=SPACE.paragraph)
    x, _, width, _ = content_area(job.page)
    wide = (width - (CARDS_ON_A_SHEET - 1) * CARD_GAP_MM) / CARDS_ON_A_SHEET
    for card in range(CARDS_ON_A_SHEET):
        _draw_card(job, Column(scene, x + card * (wide + CARD_GAP_MM), column.y, wide))
    return [scene]


def _draw_card(job: Job, place: Column) -> None:
    """Draw a card with the numbers to leave."""
    texts = job.texts
    scene = place.scene
    ground = STYLE.colours.table
    edge = Stroke(PALE, CARD_LINE_MM)
    scene.add(rounded(place.x, place.y, place.width, CARD_HEIGHT_MM, CARD_CORNER_MM, ground, edge))
    to_leave = numbers_to_leave(job)
    numbers = " · ".join(str(number) for number in to_leave)
    width = place.width - 2 * CARD_PAD_MM
    inner = Column(scene, place.x + CARD_PAD_MM, place.y + CARD_PAD_MM, width)
    inner.paragraph(texts("strong.leave", count=len(to_leave)), BODY, gap=SPACE.near)
    size = fit(numbers, NUMBER_PT, width, bold=True)
    start = inner.x + (width - text_width(numbers, size, bold=True)) / 2
    baseline = inner.y + NUMBER_BASELINE * line_height(size)
    scene.add(Text((start, baseline), numbers, size, bold=True))
    inner.gap(line_height(size) + SPACE.near)
    inner.paragraph(texts("strong.otherwise"), BODY)


def _teaches(job: Job) -> str:
    """Return what the card does for the machine: of a machine of both sides only where a lesson
    says who begins.
    """
    if job.options.lesson_name:
        side = _side(job, lesson_of(job))
    elif len(job.kit.players) == 1:
        side = job.kit.players[0]
    else:
        return ""
    return say(job.texts, "strong_card", Facts(job.kit, figures={"side": side}))


def check_lesson(job: Job) -> None:
    """Refuse a print run whose kit is not that of the lesson that it names."""
    name = job.options.lesson_name
    lesson = lesson_of(job)
    lesson_kit = plan_kit(lesson.kit, Wish(**lesson.choices), job.templates)
    wanted = _kit_in(lesson_kit.command)
    printed = _kit_in(job.kit.command)
    # A kit may be typed in capitals, and its command keeps them.
    if wanted.lower() != printed.lower():
        printing = suggested("kitgen", "print", f"{LESSON_PREFIX}{name}")
        raise UsageError(
            f"lesson {quoted(name)} is for kit {wanted}, not for {printed}; {printing} prints it"
        )


def _kit_in(command: str) -> str:
    """Return the kit in a command such as ``kitgen print her``."""
    return command.split()[2]
