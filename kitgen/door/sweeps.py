"""Sweeps: every combination of kits, rules, opponents, beads and seeds, made ready to be done one by one."""

from typing import TYPE_CHECKING

from kitgen.door.trials import machine, opponent, with_beads
from kitgen.experiment.experiment import Experiment, check_experiment
from kitgen.experiment.sweep import Sweep, Task, choices, make_task
from kitgen.kit.rule import read_rule
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match
from kitgen.templates import Templates

if TYPE_CHECKING:
    from kitgen.kit.kit import Kit


def tasks_of(plan: Sweep, *, templates: Templates | None = None) -> dict[str, Task]:
    """Return all tasks of a plan by their keys; what cannot be run is refused before anything is.

    Args:
        plan: what is to be tried, as ``kitgen.experiment.sweep.read_plan`` reads it.
        templates: where editions and rules are read from; those that come with kitgen when None.

    Raises:
        KitgenError: a kit, a rule or an opponent is unknown, or they do not fit each other.

    >>> plan = Sweep(("her",), rules=("gardner", "michie"), seeds=(1, 2, 3), games=5, machines=2)
    >>> len(tasks_of(plan))
    6
    """
    templates = templates or Templates()
    made: dict[str, tuple[Kit, int]] = {}
    tasks = {}
    for choice in choices(plan):
        if choice.kit not in made:
            made[choice.kit] = machine(choice.kit, templates=templates)
        kit, side = made[choice.kit]
        if choice.rule is not None:
            kit = with_rule(kit, read_rule(choice.rule, templates), choice.rule)
        if choice.beads is not None:
            kit = with_beads(kit, choice.beads)
        other = opponent(choice.opponent, kit, side, templates=templates)
        experiment = Experiment(Match(kit, other, side), plan.games, plan.machines, choice.seed)
        check_experiment(experiment)
        task = make_task(experiment)
        tasks[task.key] = task
    return tasks
