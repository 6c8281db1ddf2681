"""Learning rules as data: what happens to the beads after a game."""

from typing import Literal

import msgspec

from kitgen.errors import TemplateError
from kitgen.templates import Templates


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one outcome of a game does to the beads that the machine played in it.

    Attributes:
        every: beads added to the slot of every move played; negative takes away.
        from_end: the same by move counted from the end, the last move first; stands instead of ``every``
            for as many moves as it names.
        last: what happens to the slot of the last move instead: ``remove`` takes it out of the box for good,
            ``only`` takes all other slots out of the box and fills this one to the ceiling.
    """

    every: int = 0
    from_end: tuple[int, ...] = ()
    last: Literal["remove", "only"] | None = None


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A learning rule, read from ``templates/rules/``.

    Attributes:
        source: where the rule was published.
        title: its name by language.
        start: beads in each slot at the start, by the machine's turn; the last figure repeats.
        empty: what a machine does at an empty box: ``resign-blame`` (a loss, and the move before it was the
            last one), ``resign`` (a loss without a last move), ``draw``, ``refill`` (puts the starting
            beads back) or ``keep-last`` (the last bead of a box is never taken).
        floor, ceiling: the fewest and the most beads that a change may leave in a slot.
        win, draw, loss: what each outcome, seen from the machine, does to the beads.
    """

    source: str
    title: dict[str, str]
    start: tuple[int, ...] = (1,)
    empty: Literal["resign-blame", "resign", "draw", "refill", "keep-last"] = "resign-blame"
    floor: int = 0
    ceiling: int | None = None
    win: Change = Change()
    draw: Change = Change()
    loss: Change = Change()

    def beads(self, turn: int) -> int:
        """Return the beads in each slot at the start, in a box of the machine's given turn (1 is the first)."""
        return self.start[min(turn, len(self.start)) - 1]


def read_rule(name: str, templates: Templates) -> Rule:
    """Return a learning rule by name.

    Raises:
        UnknownNameError: there is no such rule.
        TemplateError: its file is wrong.
    """
    rule = templates.read("rules", name, Rule)
    if not rule.start or min(rule.start) < 1:
        raise TemplateError(f"rule {name!r}: key 'start' needs at least one figure, each 1 or more")
    if rule.ceiling is not None and rule.ceiling < max(rule.start):
        raise TemplateError(f"rule {name!r}: key 'ceiling' is below the starting beads")
    return rule
