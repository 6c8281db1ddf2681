"""Are the options of a print run any good: can each be what was said, and does a part that is printed read it?

An option that nothing reads would be ignored without a word, and with it whatever is wrong with it.
"""

from collections.abc import Callable, Mapping, Sequence

from kitgen.errors import UnknownNameError, UsageError, quoted
from kitgen.paper.job import Job
from kitgen.paper.layout.two_sides import back_offset
from kitgen.paper.options import PART_OPTIONS, PartOptions, bead_width, parse_shift
from kitgen.paper.parts import PARTS
from kitgen.paper.texts import guide_names

#: What the files for a laser cutter read, as a part does.
LASER_READS = ("box",)


def check_options(job: Job, names: Sequence[str]) -> None:
    """Refuse an option that cannot be what it is, one that no printed part reads, and one that is not said but needed.

    Args:
        job: the print run.
        names: the parts that are printed.

    Raises:
        UsageError: there is such an option.
        RecordError: a game that is named cannot be read, or cannot have been played.
        TemplateError: a file that one names is wrong.
    """
    usual = PartOptions()
    said = [one for one in PART_OPTIONS if getattr(job.options, one.key) != getattr(usual, one.key)]
    for one in PART_OPTIONS:
        for name in names:
            if one.key in PARTS[name].needs and one not in said:
                raise UsageError(f"part {name} needs {one.offer.option} {one.offer.metavar}")
    for one in said:
        if one.key in _CHECKS:
            _CHECKS[one.key](job)
    for one in said:
        readers = [part.name for part in PARTS.values() if one.key in part.reads]
        read = set(readers) & set(names) or (job.options.laser and one.key in LASER_READS)
        if readers and not read:
            raise UsageError(
                f"{one.offer.option} changes nothing that is printed here; it needs --parts {' or '.join(readers)}"
            )


def _check_carton(job: Job) -> None:
    """Refuse a box that cannot be folded."""
    from kitgen.paper.fold.packing import read_carton  # noqa: PLC0415 - few prints ask for boxes

    read_carton(job.options, job.templates)


def _check_braille(job: Job) -> None:
    """Refuse a standard of Braille that is not there."""
    from kitgen.paper.marks.braille import read_braille  # noqa: PLC0415 - few prints ask for dots

    read_braille(job.options.braille, job.texts.language, job.templates)


def _check_laser(job: Job) -> None:
    """Refuse a map of colours that is not there."""
    from kitgen.paper.laser.material import read_laser  # noqa: PLC0415 - few prints ask for cutters

    read_laser(job.options.laser, job.templates)


def _check_guide(job: Job) -> None:
    """Refuse a guide that is not there in the language of the kit."""
    known = guide_names(job.templates, job.texts.language)
    if job.options.guide not in known:
        raise UnknownNameError("guide", job.options.guide, known)


def _check_show(job: Job) -> None:
    """Refuse boxes that the kit has not."""
    from kitgen.paper.parts.demo import chosen  # noqa: PLC0415 - few prints ask for labels for the class

    chosen(job.kit, job.options.show)


def _check_start(job: Job) -> None:
    """Refuse a first label that no sheet has."""
    if job.options.start_at < 1:
        raise UsageError(f"--start-at {job.options.start_at}: labels are counted from 1")


def _check_story(job: Job) -> None:
    """Refuse a game that cannot be read, or that this machine cannot have played."""
    from kitgen.paper.parts.story import read_story  # noqa: PLC0415 - few prints tell a game

    read_story(job)


def _check_bead(job: Job) -> None:
    """Refuse a bead of no such width, and one for the wells of a poster alone where numbers stand in fields."""
    bead_width(job.options)
    readers = {part.name for part in PARTS.values() if "bead" in part.reads}
    if readers & set(job.parts) == {"poster"} and not job.kit.rule.only_takes:
        rule = quoted(job.kit.choices.rule)
        raise UsageError(f"--bead: rule {rule} adds beads, so that the poster has fields for numbers; leave it out")


def _check_bank(job: Job) -> None:
    """Refuse a bank for a rule that adds no beads, and an opponent for whom the kit has no boxes."""
    options, rule = job.options, job.kit.choices.rule
    if job.bank is None:
        raise UsageError(f"--bank is for rules that add beads, and rule {quoted(rule)} adds none; leave it out")
    if job.bank.opponent != options.bank_opponent != PartOptions().bank_opponent:
        raise UsageError(
            f"--bank-opponent {options.bank_opponent}: this kit is for opponents that take every win at once; "
            "leave it out"
        )


#: What tells whether an option can be what it is, by its key; for others their type says it all.
_CHECKS: Mapping[str, Callable[[Job], object]] = {
    "box": _check_carton,
    "paper": _check_carton,
    "clearance": _check_carton,
    "bead": _check_bead,
    "bank": _check_bank,
    "bank_opponent": _check_bank,
    "braille": _check_braille,
    "laser": _check_laser,
    "guide": _check_guide,
    "show": _check_show,
    "start_at": _check_start,
    "nudge": lambda job: parse_shift(job.options.nudge, "--nudge"),
    "back_offset": back_offset,
    "story": _check_story,
}
