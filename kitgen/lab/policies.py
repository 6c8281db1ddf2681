"""A machine's policy as an array, from its beads, and back: a learner's policy as beads to print.

A policy gives the chance of each action in each state (R. S. Sutton and A. G. Barto, Reinforcement
Learning, 2nd ed., 2018, section 3.5); a machine picks a bead, so its chances are shares of beads.
"""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import UsageError, command_line
from kitgen.journal.beads import given_now, taken_over
from kitgen.kit.kit import POLICY, Kit, KitGiven
from kitgen.kit.kit_json import KIT_FILE, with_hash
from kitgen.lab.tally import Tally
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import load_kit

#: The most beads of a box that ``with_policy`` fills.
MAX_BEADS = 10_000
#: How far the chances of a box may be from 1 in all: float32 rounds so.
NEARLY_ONE = 1e-3


def policy(machine: KitGiven | Tally, *, templates: Templates | None = None) -> NDArray[np.float64]:
    """Return the chance of each action in each state: float64[boxes, most slots], 0 where a box has
    no such slot.

    Rows are in the order of ``kit.states``, columns in that of ``kit.actions``. An empty box has
    zeros.

    Args:
        machine: a kit, also a trained one, by name or path, or the result of ``simulate``: then it
            is the mean of all machines' beads at the end.
        templates: where editions are read from; kitgen's own when None.

    Raises:
        UsageError: the kit is unknown, or its rule keeps no beads.

    >>> policy("her")[0].round(3).tolist()
    [0.333, 0.333, 0.333, 0.0]
    """
    if isinstance(machine, Tally):
        rows = machine.beads
        if machine.experiment.match.kit.rule.learns != "beads":
            raise UsageError(
                f"rule {machine.experiment.match.rule_text!r} keeps no beads, so there is no policy"
            )
    else:
        kit = load_kit(machine, templates=templates)
        rows = [[slot.beads for slot in box.slots] for box in kit.boxes]
    chances = np.zeros((len(rows), max(map(len, rows))))
    for number, beads in enumerate(rows):
        if any(beads):
            chances[number, : len(beads)] = np.array(beads) / sum(beads)
    return chances


def with_policy(
    kit: KitGiven, policy: Any, *, beads: int = 20, templates: Templates | None = None
) -> Kit:
    """Return a kit whose boxes hold beads as a policy says, to print, play or simulate.

    Chances are rounded to whole beads, the largest remainders first, so that each box holds
    ``beads`` of them.

    Args:
        policy: as ``policy`` returns it: an array or lists, a row for each box.
        beads: how many beads each box holds, from 1 to 10,000.

    Raises:
        UsageError: the policy has another shape, or a row of it is no chances.

    >>> kit = with_policy("ladder", policy("ladder"), beads=10)
    >>> [slot.beads for slot in kit.boxes[0].slots]
    [4, 3, 3]
    """
    plain = load_kit(kit, templates=templates)
    if not 1 <= beads <= MAX_BEADS:
        raise UsageError(f"with_policy: beads is {beads}; it must be from 1 to {MAX_BEADS:,}")
    counts = []
    for row, box in zip(_rows(plain, policy), plain.boxes, strict=True):
        counts.append(_rounded(row[: len(box.slots)], beads))
    filled = taken_over(plain, given_now(plain, counts, POLICY))
    # No choices make this kit again, only its file.
    return with_hash(replace(filled, command=command_line("kitgen", "print", KIT_FILE)))


def _rows(kit: Kit, policy: Any) -> NDArray[np.float64]:
    """Return a policy as an array, or refuse it."""
    try:
        rows = np.asarray(policy, np.float64)
    except (TypeError, ValueError):
        rows = np.zeros(0)
    most = max(len(box.slots) for box in kit.boxes)
    wanted = (len(kit.boxes), most)
    if rows.shape != wanted:
        raise UsageError(
            f"with_policy: policy must be {wanted[0]} rows of {wanted[1]} numbers, one "
            "row for each box"
        )
    for row, box in zip(rows, kit.boxes, strict=True):
        slots = len(box.slots)
        if not _are_chances(row, slots):
            raise UsageError(
                f"with_policy: the row of box {box.id} must be {slots} chances that sum to 1, "
                "and zeros behind them"
            )
    return rows


def _are_chances(row: NDArray[np.float64], slots: int) -> bool:
    """Return whether a row has chances for so many slots, and zeros behind them."""
    if not np.isfinite(row).all() or (row < 0).any() or row[slots:].any():
        return False
    return bool(abs(row[:slots].sum() - 1) <= NEARLY_ONE)


def _rounded(chances: NDArray[np.float64], beads: int) -> list[int]:
    """Return so many beads in the proportion of the chances."""
    wanted = chances / chances.sum() * beads
    counts = np.floor(wanted).astype(int)
    largest_first = np.argsort(counts - wanted, kind="stable")
    counts[largest_first[: beads - counts.sum()]] += 1
    return [int(count) for count in counts]
