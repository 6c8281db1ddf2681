"""Learning rules as data: what happens to the beads after a game (docs/rules.md explains the
files).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kitgen.errors import TemplateError, UsageError
from kitgen.kit.file_table import FileTable, as_in_1_0
from kitgen.reading.schema import Beads, TextLine, Words, to_schema
from kitgen.reading.templates import Templates, read_toml


@dataclass(frozen=True, slots=True)
class WhenEmpty:
    """What a machine does when it must pick a bead from an empty box: the meaning of a rule's key
    ``empty``.

    Attributes:
        outcome: the result of the game for the machine (0 is a draw, -1 a loss); None when the game
            continues.
        blames_last: whether the last move that it made counts as the last of the game, or the one
            it could not make, so that the rule's change of the last move does not apply.
        refills: whether it puts the starting beads back into the box.
        keeps_last: whether the last bead of a box is never taken, so no box is ever empty.
    """

    outcome: Literal[-1, 0] | None
    blames_last: bool = True
    refills: bool = False
    keeps_last: bool = False

    @property
    def draws(self) -> bool:
        """True when it ends the game in a draw."""
        return self.outcome == 0

    @property
    def resigns(self) -> bool:
        """True when it resigns."""
        return self.outcome == -1


#: What a machine can do at an empty box, by the word in a rule's file.
WHEN_EMPTY = {
    "resign-blame": WhenEmpty(-1),
    "resign": WhenEmpty(-1, blames_last=False),
    "draw": WhenEmpty(0),
    "refill": WhenEmpty(None, refills=True),
    "keep-last": WhenEmpty(None, keeps_last=True),
}


#: Beads that a game adds or takes away.
Added = Annotated[int, Meta(ge=-9999, le=9999)]


class Change(FileTable, frozen=True):
    """What one outcome of a game does to the beads that the machine played in it.

    Attributes:
        every: beads added to the slot of every move played; a negative number takes beads away.
        from_end: the same by move counted from the end, the last move first; replaces ``every`` for
            these moves.
        last: what happens to the slot of the last move instead: ``remove`` takes it out of the box
            for good, ``only`` takes all other slots out of the box and fills this one to the
            ceiling.
    """

    every: Added = as_in_1_0(0)
    from_end: Annotated[tuple[Added, ...], Meta(max_length=1000)] = as_in_1_0(())
    last: Literal["remove", "only"] | None = as_in_1_0(None)

    @property
    def by_numbers(self) -> bool:
        """Whether it adds or takes numbers of beads, and never a whole slot."""
        return self.last is None

    @property
    def by_move(self) -> tuple[tuple[int, int | str], ...]:
        """What it does to each move: its place from the end, or 0 for all others; and beads
        added, or ``last``.
        """
        named = list(enumerate(self.from_end, 1)) if self.last is None else [(1, self.last)]
        return (*named, (0, self.every))

    @property
    def for_all(self) -> bool:
        """True when it changes the slots of all moves, however many."""
        return self.every != 0

    @property
    def raises(self) -> bool:
        """True when it adds beads to slots."""
        return max((self.every, *self.from_end)) > 0

    @property
    def lowers(self) -> bool:
        """True when it takes a number of beads from slots."""
        return min((self.every, *self.from_end)) < 0

    @property
    def takes(self) -> bool:
        """True when it can take a bead away."""
        return self.last is not None or self.lowers

    @property
    def adds(self) -> bool:
        """True when a slot may get more beads than it had."""
        return self.last == "only" or self.raises

    @property
    def nothing(self) -> bool:
        """True when it changes nothing."""
        return self.last is None and not any((self.every, *self.from_end))


#: The change by which most machines learn: it takes away one bead of the last move.
TAKES_LAST = Change(from_end=(-1,))


class Rule(FileTable, frozen=True):
    """A learning rule, read from ``templates/rules/``.

    Attributes:
        source: where the rule was published.
        title: its name by language.
        start: beads in each slot at the start, by the machine's turn; the last figure repeats.
        empty: what a machine does at an empty box; ``when_empty`` says what each word means.
        floor: the fewest beads that a change may leave in a slot that is still in its box.
        ceiling: the most beads that a change may leave in a slot that is still in its box.
        win: what a game that the machine wins does to the beads.
        draw: what a game that nobody wins does to the beads.
        loss: what a game that the machine loses does to the beads.
        learns: ``beads``, or ``positions``: a machine without boxes, which keeps a number for each
            position after its own move, at first 0, adds ``every`` to those of a game, and always
            makes the first move of the highest number.
    """

    source: TextLine
    title: Words
    start: Annotated[tuple[Beads, ...], Meta(min_length=1, max_length=1000)] = as_in_1_0((1,))
    empty: Literal["resign-blame", "resign", "draw", "refill", "keep-last"] = as_in_1_0(
        "resign-blame"
    )
    floor: Beads = as_in_1_0(0)
    ceiling: Beads | None = as_in_1_0(None)
    win: Change = as_in_1_0(Change())
    draw: Change = as_in_1_0(Change())
    loss: Change = as_in_1_0(Change())
    learns: Literal["beads", "positions"] = as_in_1_0("beads")

    def beads(self, turn: int) -> int:
        """Return the beads in each slot at the start, in a box of the machine's given turn (1 is
        the first).
        """
        return self.start[min(turn, len(self.start)) - 1]

    @property
    def changes(self) -> tuple[Change, Change, Change]:
        """The changes after a draw, a win and a loss, as outcomes 0, 1 and -1 are indices of
        them.
        """
        return self.draw, self.win, self.loss

    @property
    def when_empty(self) -> WhenEmpty:
        """What the machine does at an empty box.

        >>> Rule("a source", {"en": "a title"}, empty="draw").when_empty.draws
        True
        """
        return WHEN_EMPTY[self.empty]

    @property
    def needs_draws(self) -> bool:
        """True when the rule makes sense only in a game that can end in a draw."""
        return self.when_empty.draws or (
            self.win.nothing and self.loss.nothing and not self.draw.nothing
        )

    @property
    def adds(self) -> bool:
        """True when a box may get more beads than it had at the start."""
        return any(change.adds for change in self.changes)

    @property
    def blames_single_moves(self) -> bool:
        """True when a change depends on how far a move is from the end of its game."""
        return any(change.last is not None or change.from_end for change in self.changes)

    @property
    def only_takes(self) -> bool:
        """True when no bead is ever put into a box."""
        return not self.when_empty.refills and not self.adds


def read_rule(name: str, templates: Templates) -> Rule:
    """Return a learning rule by name, or from a user's own file, named by a path that ends with
    ``.toml``.

    >>> read_rule("gardner", Templates()).loss.from_end
    (-1,)
    """
    if name.endswith(".toml"):
        rule = read_toml(Path(name), Rule)
    else:
        rule = templates.read("rules", name, Rule)
    for fault in rule_faults(rule):
        raise TemplateError(f"rule {name!r}: {fault}")
    return rule


def given_rule(data: Mapping[str, object] | Rule) -> Rule:
    """Return a learning rule that is given as data, with the keys of a file of rules.

    ``source`` and ``title`` may be left out.

    >>> given_rule({"loss": {"from_end": [-1]}, "win": {"every": 1}}).win.every
    1
    >>> given_rule({"loss": {"every": "one"}})  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    kitgen.errors.UsageError: the given rule: loss.every is 'one';
    it must be a whole number from -9,999 to 9,999
    """
    if isinstance(data, Rule):
        rule = data
    else:
        whole = {"source": "given", "title": {"en": "given"}, **data}
        rule = to_schema(whole, Rule, "the given rule", UsageError)
    for fault in rule_faults(rule):
        raise UsageError(f"the given rule: {fault}")
    return rule


def rule_faults(rule: Rule) -> list[str]:
    """Return the faults of a rule whose keys and types are right, most important first."""
    faults = []
    if "en" not in rule.title:
        faults.append("table 'title' needs at least the key 'en'")
    if rule.learns == "positions":
        if rule.start not in ((1,), (0,)) or rule.floor or rule.ceiling is not None:
            faults.append(
                "a rule that learns positions starts from 0, without floor or ceiling; leave "
                "these keys out"
            )
        if any(change.from_end or change.last for change in rule.changes):
            faults.append(
                "a rule that learns positions may say 'every' only; 'from_end' and "
                "'last' need beads"
            )
    elif min(rule.start) < 1:
        faults.append(f"key 'start' needs figures of 1 or more, not {list(rule.start)}")
    if rule.ceiling is not None and rule.ceiling < max((*rule.start, rule.floor)):
        faults.append(f"key 'ceiling' is {rule.ceiling}, below the starting beads or the floor")
    if rule.learns == "beads" and rule.floor > min(rule.start):
        faults.append(f"key 'floor' is {rule.floor}, above the starting beads")
    for outcome, change in (("win", rule.win), ("draw", rule.draw), ("loss", rule.loss)):
        if change.last is not None and change.from_end:
            faults.append(
                f"in '{outcome}', 'last' and 'from_end' both speak of the last move; leave one out"
            )
        if change.last == "only" and rule.ceiling is None:
            faults.append(
                f"in '{outcome}', 'last = \"only\"' fills a slot to the ceiling, but there "
                "is no 'ceiling'"
            )
        if change.last == "only" and rule.when_empty.keeps_last:
            faults.append(
                f"in '{outcome}', 'last = \"only\"' empties slots, which {rule.empty!r} forbids"
            )
    if all(change.nothing for change in rule.changes):
        faults.append("no outcome changes anything, so that the machine could never learn")
    return faults


def in_languages(rule: Rule, language: str) -> Rule:
    """Return a rule as a kit holds it: without titles in other languages than those of the first
    version and its own.

    Otherwise each new language would change the hash of every kit, which is on printed sheets.
    """
    title = {name: text for name, text in rule.title.items() if name in ("en", "it", language)}
    return msgspec.structs.replace(rule, title=title)


def check_rule(name: str, rule: Rule, spec: str, *, draws: bool) -> None:
    """Refuse a rule that makes draws, or learns only from them, in a game without draws."""
    if not rule.needs_draws or draws:
        return
    what = "learns from draws only"
    advice = "choose another rule"
    if rule.when_empty.draws:
        what = "ends a game at an empty box in a draw"
        advice = "choose a rule in which the machine resigns"
    raise UsageError(f"rule {name!r} {what}, but {spec} has no draws; {advice}")
