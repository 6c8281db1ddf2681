"""The teacher's guide: lesson plans, questions with answers and the words of the field, with the
kit's own figures.

It may end with sheets for pupils: a page break, then a heading of the first level, which heads
them.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kitgen.claims.claims import facts_of, say
from kitgen.claims.facts import Facts
from kitgen.errors import UnknownNameError, UsageError
from kitgen.kit.kit import EITHER, Kit
from kitgen.machine.first_games import LESSON, MACHINES, SHORTER, SHOWN, STRETCH, Forecast
from kitgen.model import MIRRORS
from kitgen.paper.declared import GuideSettings
from kitgen.paper.finder_index import has_route
from kitgen.paper.game_sheets import draw_idea, forecast_facts
from kitgen.paper.job import Job
from kitgen.paper.layout.flow import flow_pages
from kitgen.paper.layout.frame import new_page, room_below
from kitgen.paper.making import care_for, shared_minutes, work_for, work_of
from kitgen.paper.marks.scene import Scene
from kitgen.paper.next_boxes import names_each_next
from kitgen.paper.spoken_game import Worded, has_draws, mirror_rule, spoken_title
from kitgen.reading.texts import BOXES, PROGRAM, Texts, guide_names, span

#: Kits of at most this many boxes are ready, and worth a lesson, in a quarter of an hour.
MAX_BOXES_FOR_A_SHORT_LESSON = 12
#: The minutes for building in a long lesson.
BUILDING_MINUTES = 40
#: The step in which shares of a hundred are given.
SHARE_STEP = 5
#: The guide for a machine that a program keeps, in place of the usual one.
FOR_PROGRAM = "program"
#: Scales of all letters: the first that takes the fewest pages.
SCALES = (1.0, 0.97, 0.94)
#: The gap below the idea of the machine.
BELOW_IDEA_MM = 3
#: A question, in bold or in quotation marks, whose answer is not decided for a kit.
UNANSWERED = re.compile(r"^- (\*\*[^*\n]+\*\*|[\"“«„][^\"“”»\n]+[\"“”»]) *\n", re.MULTILINE)
#: Where sheets for pupils begin, and their heading.
PUPILS = re.compile(r"^---\s+# (.+)\n", re.MULTILINE)


def sheets(job: Job) -> list[Scene]:
    """Return the teacher's guide for a kit, from ``templates/guides/LANGUAGE/NAME.md``."""
    name = job.options.guide_name
    if job.texts.made_of == PROGRAM and name == GuideSettings.guide_name:
        name = FOR_PROGRAM
    text, where = job.texts.guide(name, **figures(job, job.forecasts))
    lessons, *for_pupils = PUPILS.split(UNANSWERED.sub("", text))
    pages = _flowed(job, job.texts("guide.title"), lessons, where, idea=True)
    for heading, words in zip(for_pupils[::2], for_pupils[1::2], strict=True):
        pages += _flowed(replace(job, reader="pupil"), heading, words, where)
    return pages


def _flowed(job: Job, title: str, text: str, where: str, *, idea: bool = False) -> list[Scene]:
    """Return a text on pages with a title, the first with the idea of the machine in pictures if
    wanted.
    """
    first, column = new_page(job, title)
    x = column.x
    y = column.y
    height = room_below(job, column)
    taken = 0.0
    if idea:
        draw_idea(job, column)
        taken = column.y - y + BELOW_IDEA_MM
    ways = []
    for scale in SCALES:
        width = column.width / scale
        pages = flow_pages(text, width, height / scale, where, taken=taken / scale)
        ways.append((pages, scale))
    pages, scale = min(ways, key=lambda way: len(way[0]))
    scenes = [first]
    for _ in pages[1:]:
        scene, _ = new_page(job, title)
        scenes.append(scene)
    for scene, page in zip(scenes, pages, strict=True):
        scene.place(page, x, y, scale=scale)
    return scenes


def figures(job: Worded, forecasts: Sequence[Forecast] = ()) -> dict[str, int | str]:
    """Return the figures with which the places in braces of a guide are filled in, with forecasts
    for its machines.

    Keys:
        title: the kit's title.
        game_story: how the game is played, in a few sentences.
        can_learn: whether the class sees that a machine can get better, in a sentence.
        knows: what a new machine knows, in a sentence.
        understands: whether it understands the game, in a sentence.
        inside: that no program is inside, in a sentence; empty where a program keeps its numbers.
        algorithm: that its rule is an algorithm, and who carries it out, in sentences.
        kept_in: where it keeps what it has learned, in a sentence.
        lies_open: what it has learned, as the class sees it, in a sentence.
        remembers: whether it remembers games, in a sentence.
        boxes: how many boxes the kit has.
        beads: how many beads all boxes hold at the start.
        colours: how many colours of beads there are.
        slots_least: how many different moves the emptiest box has.
        slots_most: how many the fullest box has.
        slots_range: both, such as 2–4; one number where they are the same.
        boxes_only_good: how many boxes have nothing to learn, since every move in them is as good
            as the best.
        boxes_mixed: how many boxes have good and bad moves.
        boxes_hopeless: how many boxes have only moves that lose against good play.
        outcome: how the game ends with best play, in a sentence.
        expect: what machines of the kit do in their first games, with its heading; empty where it
            was not simulated.
        what_next: that the following page says so; empty where it does not.
        perfect_answer: what the machine can come to at best, in a sentence.
        explore_answer: why beads are picked without looking, and an experiment with it.
        cheat_answer: whether a cheating operator is noticed, in a sentence.
        more_answer: what more beads do, in a sentence.
        young_answer: how to speak to young children of what the rule does.
        train: which opponents the long lesson trains with, in a sentence.
        ask: what can be asked of these trainings.
        luck_answer: whether the learning rule rewards, in a sentence.
        blame_answer: which moves a loss is blamed on, in a sentence.
        winning_answer: whether it learns from wins, in a sentence.
        credit_example: what is done to the beads after a loss, as an example.
        short_lesson: a lesson for a kit of few boxes, with its heading; empty for others.
        set_up: how the machine is set up, in a sentence.
        beside: which sheets lie beside the boxes, in a sentence.
        mirrors: that no board is mirrored, in a sentence; empty for a game with mirrors.
        care: safety and care, in sentences.
        find_boxes: what helps to find boxes, in a sentence; empty for a kit of few.
        build_minutes: about how long four people cut, glue and fill.
        groups: how many groups of four build it in the time of a lesson, or that each of a class
            does.
        in_groups: how the long lesson goes with the groups of a class, in a paragraph; empty
            without groups.
        look_for: what to look for in the boxes after some games.
        change_one: what might be changed in the rule, to see what comes of it.
        statistics: how the figures of curve and report were worked out, with a heading.
    """
    facts = Facts(job.kit, forecasts)
    return {
        **_game_figures(job, facts),
        **_machine_figures(job.kit),
        **_said_figures(job.texts, facts),
        **_lesson_figures(job, facts),
    }


#: The keys of a guide that are filled with sentences, by the claims that decide them, in order.
SAID = {
    "can_learn": ("can_learn",),
    "knows": ("knows",),
    "understands": ("understands",),
    "inside": ("inside",),
    "algorithm": ("algorithm",),
    "kept_in": ("kept_in",),
    "lies_open": ("lies_open",),
    "remembers": ("remembers",),
    "perfect_answer": ("perfect", "other_side"),
    "luck_answer": ("luck", "luck_fades"),
    "blame_answer": ("blame",),
    "winning_answer": ("winning",),
    "explore_answer": ("explore",),
    "cheat_answer": ("noticed",),
    "more_answer": ("slower",),
    "young_answer": ("young",),
    "train": ("train",),
    "ask": ("ask",),
    "credit_example": ("credit",),
    "look_for": ("look_for",),
}


def _said_figures(texts: Texts, facts: Facts) -> dict[str, str]:
    """Return the sentences of claims that hold for a kit."""
    figures = {}
    for key, claims in SAID.items():
        sentences = [say(texts, claim, facts) for claim in claims]
        figures[key] = " ".join(filter(None, sentences))
    return figures


def _game_figures(job: Worded, facts: Facts) -> dict[str, str]:
    """Return what a guide says of the game: its name, how it is played and how it ends."""
    texts = job.texts
    ending, plies = _ending(job.kit)
    outcome = f"guide.outcome.{ending}"
    if plies is not None and ending != "draws":
        outcome += "_plies"
    return {
        "title": spoken_title(job),
        "game_story": _game_story(job.kit, texts) or say(texts, "story", facts),
        "outcome": texts(outcome, plies=plies),
        "mirrors": mirror_rule(job),
    }


def _game_story(kit: Kit, texts: Texts) -> str:
    """Return how a game is played if the texts tell it: with its options, or for all of them."""
    options = []
    for name, value in sorted(kit.game.about.items()):
        if isinstance(value, str) and name != MIRRORS:
            options.append(value)
    with_options = "guide.story." + "_".join((kit.game.name, *options))
    for key in (with_options, f"guide.story.{kit.game.name}"):
        if texts.has(key):
            return texts(key)
    return ""


def _machine_figures(kit: Kit) -> dict[str, int | str]:
    """Return the numbers of boxes, beads and moves of a machine."""
    slots = [len(box.slots) for box in kit.boxes]
    fewest = min(slots)
    most = max(slots)
    only_good = mixed = hopeless = 0
    for box in kit.boxes:
        endings = {_word(slot.value) for slot in box.slots}
        if len(endings) > 1:
            mixed += 1
        elif endings == {"loses"}:
            hopeless += 1
        else:
            only_good += 1
    return {
        "boxes": len(kit.boxes),
        "beads": kit.beads,
        "colours": len(kit.palette),
        "slots_least": fewest,
        "slots_most": most,
        "slots_range": span(fewest, most),
        "boxes_only_good": only_good,
        "boxes_mixed": mixed,
        "boxes_hopeless": hopeless,
    }


def _lesson_figures(job: Worded, facts: Facts) -> dict[str, int | str]:
    """Return what a guide says of the lesson: making the machine, its games, and what is lying
    beside.
    """
    kit = job.kit
    texts = job.texts
    forecasts = facts.forecasts
    has_few_boxes = len(kit.boxes) <= MAX_BOXES_FOR_A_SHORT_LESSON
    minutes = _build_minutes(job)
    short_lesson = find_boxes = expect = ""
    if has_few_boxes:
        words = texts("guide.short.lesson", boxes=len(kit.boxes), build_minutes=minutes)
        short_lesson = f"{words}\n\n"
    elif has_route(kit):
        find_boxes = _find_boxes(kit, texts)
    if forecasts:
        expect = _expectation(facts, texts)
    return {
        "expect": expect,
        "what_next": _what_next(texts, forecasts),
        "short_lesson": short_lesson,
        "build_minutes": minutes,
        "groups": _building_groups(job, minutes),
        "in_groups": _in_groups(job),
        "change_one": texts(f"guide.change_one.{_kind_of_change(kit)}", beads=kit.beads),
        "set_up": texts("guide.set_up"),
        "statistics": _statistics(job),
        "beside": _beside(job),
        "care": " ".join(care_for(job)),
        "find_boxes": find_boxes,
    }


def _kind_of_change(kit: Kit) -> str:
    """Return what a rule changes, as the end of a key of the texts."""
    if kit.rule.learns != "beads":
        return "numbers"
    return "takes" if kit.rule.only_takes else "adds"


def _find_boxes(kit: Kit, texts: Texts) -> str:
    """Return what spares looking up boxes, and how much of it."""
    key = "guide.find_boxes" if names_each_next(kit) else "guide.find_boxes_or_look"
    return texts.sentence(key, f"{key}_apart")


def _groups_of(job: Worded) -> int:
    """Return the number of groups of the class for which a print is; 0 if it is for one machine."""
    return job.options.groups if isinstance(job, Job) else 0


def _building_groups(job: Worded, minutes: int) -> str:
    """Return who builds, as the end of a sentence."""
    groups = _groups_of(job)
    if groups:
        return job.texts("guide.groups_each", groups=groups)
    return job.texts("guide.groups", count=math.ceil(minutes / BUILDING_MINUTES))


def _in_groups(job: Worded) -> str:
    """Return how the lesson goes with several groups, as a paragraph of its own."""
    groups = _groups_of(job)
    if not groups:
        return ""
    return f"{job.texts('guide.in_groups', groups=groups)}\n\n"


def _build_minutes(job: Worded) -> int:
    """Return about how many minutes four people need for the machine, as it is made from this
    print or usually.

    Nothing is made where the machine is a sheet; but the guide speaks of boxes there, too.
    """
    texts = job.texts
    if isinstance(job, Job):
        work = work_for(job)
    else:
        work = work_of(job.kit, texts.made_of, texts.templates)
    machine = work.machine or work_of(job.kit, BOXES, texts.templates).machine
    return shared_minutes(machine)


def _beside(job: Worded) -> str:
    """Return which sheets lie beside the boxes: the finder, if the print has one."""
    if job.kit.choices.rows_by == "none":
        return job.texts("guide.beside.none")
    return job.texts.sentence("guide.beside.finder") or job.texts("guide.beside.none")


def _expectation(facts: Facts, texts: Texts) -> str:
    """Return what to expect, in Markdown: a table of opponents, and what its figures mean for a
    class.
    """
    forecasts = facts.forecasts
    draws = "_draws" if has_draws(facts.kit) else ""
    stops = _some_stop(forecasts)

    def in_guide(key: str, **values: Any) -> str:
        return texts(f"guide.expect.{key}", games=LESSON, **values)

    def result(counts: tuple[int, int, int]) -> str:
        won = _about(counts[0])
        lost = _about(counts[2])
        shares = {"won": won}
        if draws:
            shares["drawn"] = 100 - won - lost
        shares["lost"] = lost
        words = [texts(f"guide.expect.{key}", count=share) for key, share in shares.items()]
        return ", ".join(words)

    # The text of the head holds three columns.
    head = [in_guide("head", stretch=STRETCH, late=LESSON - STRETCH + 1)]
    claims = ["best", "best_seen", "slow", "worse"]
    columns = 3
    if stops:
        head.append(in_guide("stopped", shorter=SHORTER))
        claims.append("stops")
        columns = 4
    table = [_table_row(head), "|---" * columns + "|"]
    for forecast in forecasts:
        opponent = texts(f"curve.band.{forecast.opponent}")
        cells = [opponent, result(forecast.first), result(forecast.last)]
        if stops:
            cells.append(", ".join(str(_about(share)) for share in forecast.stopped))
        table.append(_table_row(cells))
    sentences = [say(texts, claim, facts) for claim in claims]
    lines = [
        f"## {in_guide('title')}",
        "",
        in_guide(f"intro{draws}", machines=SHOWN),
        "",
        *table,
        "",
        " ".join(filter(None, sentences)),
        "",
        "",
    ]
    return "\n".join(lines)


def _table_row(cells: Sequence[str]) -> str:
    """Return a row of a table in Markdown."""
    return "| " + " | ".join(cells) + " |"


def _statistics(job: Worded) -> str:
    """Return how the figures on the children's sheets were worked out, in Markdown; those of a
    trained machine if a report on it is printed, too.
    """
    texts = job.texts
    to_go = next_games = ""
    if isinstance(job, Job) and job.past is not None:
        end, soon = forecast_facts(job.kit, texts, job.past)
        to_go = say(texts, "to_go", end)
        next_games = say(texts, "next", soon)
    bands = say(texts, "band_guide", facts_of(job.kit, machines=MACHINES))
    lines = [
        texts("guide.statistics.bands", bands=bands),
        texts("guide.statistics.place", machines=MACHINES, to_go=to_go),
        texts("guide.statistics.ahead", machines=MACHINES, next=next_games),
    ]
    items = [f"- {line.strip()}" for line in lines]
    return "\n".join([f"## {texts('guide.statistics.title')}", "", *items, "", ""])


def _what_next(texts: Texts, forecasts: Sequence[Forecast]) -> str:
    """Return what the page after the lesson says; empty where machines were not simulated."""
    if not forecasts:
        return ""
    if _some_stop(forecasts):
        return texts("guide.expect.where_stops")
    return texts("guide.expect.where")


def _some_stop(forecasts: Sequence[Forecast]) -> bool:
    """Return whether machines were seen that can learn no more."""
    return any(_about(forecast.stopped[-1]) for forecast in forecasts)


def _about(share: int) -> int:
    """Return a share of 100, rounded to fives: another hundred machines would differ by as much."""
    return SHARE_STEP * round(share / SHARE_STEP)


def _ending(kit: Kit) -> tuple[str, int | None]:
    """Return how the game ends for the machine with best play from its start, and in how many
    plies.
    """
    if len(kit.players) == 2:
        return EITHER, None
    score, plies = kit.outcome  # for the side that begins
    if kit.players != (0,):
        score = -score
    return _word(score), plies


def _word(score: int) -> str:
    """Return the word for an ending in the keys of the texts."""
    if score > 0:
        return "wins"
    if score < 0:
        return "loses"
    return "draws"


def check_guide(job: Job) -> None:
    """Refuse a guide that the language does not have."""
    known = guide_names(job.templates, job.texts.language)
    if job.options.guide_name not in known:
        raise UnknownNameError("guide", job.options.guide_name, known)
    if job.options.guide_name == FOR_PROGRAM and job.texts.made_of != PROGRAM:
        raise UsageError(
            f"guide {FOR_PROGRAM!r} is for a rule that keeps numbers in a program; the machine of "
            f"{job.kit.name} has beads"
        )
