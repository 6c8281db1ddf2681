"""The teacher's guide: lesson plans, questions with answers and the words of the field, with the
kit's own figures.

It may end with sheets for pupils: a page break, then a heading of the first level, which heads
them.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kitgen.claims.claims import facts_of, say
from kitgen.claims.facts import Facts
from kitgen.errors import UnknownNameError, UsageError
from kitgen.kit.kit import EITHER, Kit
from kitgen.machine.first_games import COUNTED, LESSON, MACHINES, SHORTER, STRETCH, Forecast
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

#: Kits of at most this many boxes are ready, and worth a lesson, in a quarter of an hour; the
#: minutes for building in a long lesson; the step in which shares are given.
FEW, BUILDING, FIVE = 12, 40, 5
#: The guide for a machine that a program keeps, in place of the usual one.
FOR_PROGRAM = "program"
#: Scales of all letters: the first that takes the fewest pages.
SCALES = (1.0, 0.97, 0.94)
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
    head, column = new_page(job, title)
    x, y, width, height = column.x, column.y, column.width, room_below(job, column)
    if idea:
        draw_idea(job, column)
    taken = column.y - y + 3 if idea else 0.0
    ways = [
        (flow_pages(text, width / scale, height / scale, where, taken=taken / scale), scale)
        for scale in SCALES
    ]
    pages, scale = min(ways, key=lambda way: len(way[0]))
    scenes = list[Scene]()
    for page in pages:
        scenes.append(new_page(job, title)[0] if scenes else head)
        scenes[-1].place(page, x, y, scale=scale)
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
    kit, texts = job.kit, job.texts
    verdicts = [{_word(slot.value) for slot in box.slots} for box in kit.boxes]
    slots = [len(box.slots) for box in kit.boxes]
    about = [
        value
        for name, value in sorted(kit.game.about.items())
        if isinstance(value, str) and name != MIRRORS
    ]
    stories = ["guide.story." + "_".join((kit.game.name, *options)) for options in (about, ())]
    story = next(filter(texts.has, stories), None)
    learns = "takes" if kit.rule.only_takes else "adds"
    change = learns if kit.rule.learns == "beads" else "numbers"
    facts = Facts(kit, forecasts)
    large = len(kit.boxes) > FEW
    minutes = _build_minutes(job)
    ending, plies = _ending(kit)
    key = f"guide.outcome.{ending}" + ("" if plies is None or ending == "draws" else "_plies")
    return {
        "title": spoken_title(job),
        "game_story": texts(story) if story else say(texts, "story", facts),
        "can_learn": say(texts, "can_learn", facts),
        "knows": say(texts, "knows", facts),
        "understands": say(texts, "understands", facts),
        "inside": say(texts, "inside", facts),
        "algorithm": say(texts, "algorithm", facts),
        "kept_in": say(texts, "kept_in", facts),
        "lies_open": say(texts, "lies_open", facts),
        "remembers": say(texts, "remembers", facts),
        "boxes": len(kit.boxes),
        "beads": kit.beads,
        "colours": len(kit.palette),
        "slots_least": min(slots),
        "slots_most": max(slots),
        "slots_range": span(min(slots), max(slots)),
        "boxes_only_good": sum(len(verdict) == 1 and verdict != {"loses"} for verdict in verdicts),
        "boxes_mixed": sum(len(verdict) > 1 for verdict in verdicts),
        "boxes_hopeless": sum(verdict == {"loses"} for verdict in verdicts),
        "outcome": texts(key, plies=plies),
        "expect": _expectation(facts, texts) if forecasts else "",
        "what_next": _what_next(texts, forecasts),
        "perfect_answer": " ".join(
            filter(None, (say(texts, "perfect", facts), say(texts, "other_side", facts)))
        ),
        "luck_answer": " ".join(
            filter(None, (say(texts, "luck", facts), say(texts, "luck_fades", facts)))
        ),
        "blame_answer": say(texts, "blame", facts),
        "winning_answer": say(texts, "winning", facts),
        "explore_answer": say(texts, "explore", facts),
        "cheat_answer": say(texts, "noticed", facts),
        "more_answer": say(texts, "slower", facts),
        "young_answer": say(texts, "young", facts),
        "train": say(texts, "train", facts),
        "ask": say(texts, "ask", facts),
        "credit_example": say(texts, "credit", facts),
        "short_lesson": ""
        if large
        else f"{texts('guide.short.lesson', boxes=len(kit.boxes), build_minutes=minutes)}\n\n",
        "build_minutes": minutes,
        "groups": _building_groups(job, minutes),
        "in_groups": _in_groups(job),
        "look_for": say(texts, "look_for", facts),
        "change_one": texts(f"guide.change_one.{change}", beads=kit.beads),
        "set_up": texts("guide.set_up"),
        "statistics": _statistics(job),
        "beside": _beside(job),
        "mirrors": mirror_rule(job),
        "care": " ".join(care_for(job)),
        "find_boxes": _find_boxes(kit, texts) if large and has_route(kit) else "",
    }


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
    return job.texts("guide.groups", count=-(-minutes // BUILDING))


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
    kit, forecasts = facts.kit, facts.forecasts
    draws = "_draws" * has_draws(kit)
    stops = _some_stop(forecasts)

    def in_guide(key: str, **values: Any) -> str:
        return texts(f"guide.expect.{key}", games=LESSON, **values)

    def name(forecast: Forecast) -> str:
        return texts(f"curve.band.{forecast.opponent}")

    def result(counts: tuple[int, int, int]) -> str:
        won, lost = _about(counts[0]), _about(counts[2])
        return in_guide(f"result{draws}", won=won, drawn=100 - won - lost, lost=lost)

    rows = [[in_guide("head", stretch=STRETCH, late=LESSON - STRETCH + 1)]]
    rows += [
        [name(forecast), result(forecast.first), result(forecast.last)] for forecast in forecasts
    ]
    if stops:
        rows[0].append(in_guide("stopped", shorter=SHORTER))
        for row, forecast in zip(rows[1:], forecasts, strict=True):
            row.append(", ".join(str(_about(share)) for share in forecast.stopped))
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|---" * (3 + stops) + "|")
    claims = ["best", "best_seen", "slow", "worse"]
    if stops:
        claims.append("stops")
    words = [say(texts, claim, facts) for claim in claims]
    head = [f"## {in_guide('title')}", "", in_guide(f"intro{draws}", machines=COUNTED), ""]
    return "\n".join([*head, *lines, "", " ".join(filter(None, words)), "", ""])


def _statistics(job: Worded) -> str:
    """Return how the figures on the children's sheets were worked out, in Markdown; those of a
    trained machine if a report on it is printed, too.
    """
    kit, texts = job.kit, job.texts
    past = job.past if isinstance(job, Job) else None
    to_go = next_games = ""
    if past is not None:
        end, soon = forecast_facts(kit, texts, past)
        to_go = say(texts, "to_go", end)
        next_games = say(texts, "next", soon)
    bands = say(texts, "band_guide", facts_of(kit, machines=MACHINES))
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
    return FIVE * round(share / FIVE)


def _ending(kit: Kit) -> tuple[str, int | None]:
    """Return how the game ends for the machine with best play from its start, and in how many
    plies.
    """
    if len(kit.players) == 2:
        return EITHER, None
    score, plies = kit.outcome
    return _word(score if kit.players == (0,) else -score), plies


def _word(score: int) -> str:  # in the keys of the texts
    return "wins" if score > 0 else "loses" if score < 0 else "draws"


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
