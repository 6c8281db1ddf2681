"""A kit made again from its own choices, and compared whole: whatever is printed, played or checked stands in it.

Other checks ask the rules of the game whether a kit is right. This one asks whether it is the kit that it says it is: a
learning rule that rewards losses is a rule, too, and two colours exchanged are colours.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec

from kitgen.check.report import Check, counted, found_faults, left_out
from kitgen.errors import KitgenError, UnknownNameError, quoted
from kitgen.extras import MissingExtraError
from kitgen.kit.build import build
from kitgen.kit.editions import KitPlan, plan_again
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import kit_data
from kitgen.session.past import gone_on, taken_over
from kitgen.templates import Templates
from kitgen.theory.oracle import Oracle

NAME = "the kit is the one that its choices make"
#: The longest that is shown of one value, and of a rule of somebody's own, in letters.
LONGEST, OF_A_RULE = 60, 300
#: What tells the members of a list apart, where something does.
_KEYS = ("id", "key")


def made_again(kit: Kit, *, small: bool = True) -> Check:
    """Return whether a kit is the one that kitgen makes of its choices, in all that it holds.

    Its rule, its palette and its edition are kitgen's own where kitgen has some of that name; those that are
    somebody's own are taken from the kit, and shown.

    Args:
        kit: the kit.
        small: whether its game is small enough to be walked again.
    """
    if not small:
        return left_out(NAME, f"{kit.game_spec} has too many positions to walk them all")
    if kit.earlier:
        return left_out(NAME, "it was made by an earlier version; print it again")
    templates = Templates()
    rules, palettes = templates.names("rules"), templates.names("palettes")
    own = []
    rule = palette = None
    if kit.choices.rule not in rules:
        rule = kit.rule
        shown = msgspec.json.encode({**msgspec.to_builtins(rule), "title": None, "source": None}).decode()
        own.append(f"a learning rule of somebody's own, {kit.choices.rule!r}: {shown[:OF_A_RULE]}")
    if kit.choices.palette not in palettes or kit.choices.language not in templates.languages():
        palette = kit.palette
        colours = ", ".join(f"{c.letter} {c.name} {c.symbol} {c.fill}" for c in palette)
        own.append(f"a palette of somebody's own, {kit.choices.palette!r}: {colours}")
    try:
        plan, edition = _plan(kit, templates)
        other = build(plan, templates, oracle=Oracle(kit.game), rule=rule, palette=palette)
        if kit.given is not None:
            other = taken_over(other, kit.given)
        if kit.trained:
            other = replace(gone_on(other, kit.played), command=kit.command)
    except MissingExtraError as error:
        return left_out(NAME, str(error))
    except KitgenError as error:
        return found_faults(NAME, "a kit", "none", [f"no kit can be made of its choices: {error}"])
    if kit.given is not None:
        own.append(f"its beads given by {quoted(kit.given.source)}, which nobody can check")
    if kit.played:
        own.append(f"its beads those of a session after game {kit.played[-1].game}")
    if not edition:
        own.append("an edition of somebody's own")
    faults = list(_differences("", kit_data(kit), kit_data(other)))
    expected = f"{counted(len(other.boxes), 'box')}, rule and palette as chosen"
    return found_faults(NAME, expected, counted(len(faults), "difference"),
                        faults, warning="; ".join(own))  # fmt: skip


def _plan(kit: Kit, templates: Templates) -> tuple[KitPlan, bool]:
    """Return the plan that a kit's choices make, and whether its edition is kitgen's own.

    Which edition or game it is says the command that made it, and of a session's kit its name; an edition that is
    unknown here keeps its name and title.
    """
    try:
        if kit.trained:
            word = kit.name if kit.name in templates.names("editions") else kit.game_spec
        else:
            word = shlex.split(kit.command)[2]
        plan = plan_again(word, kit.choices, templates)
    except (UnknownNameError, ValueError, IndexError):
        return KitPlan(kit.name, kit.title, kit.game, kit.choices, kit.command), False
    if kit.trained and plan.name != kit.name:  # an edition of somebody's own
        return KitPlan(kit.name, kit.title, kit.game, kit.choices, kit.command), False
    if plan.game.spec != kit.game.spec:
        plan = replace(plan, game=kit.game)  # and the comparison says so
    return plan, True


def _differences(where: str, found: object, made: object) -> Iterator[str]:
    """Yield what differs between plain data and the same made again, each in words."""
    if isinstance(found, Mapping) and isinstance(made, Mapping):
        for key in dict.fromkeys([*made, *found]):
            if key != "hash" or where:
                yield from _differences(f"{where}, {key}" if where else str(key), found.get(key), made.get(key))
    elif _is_list(found) and _is_list(made):
        first, second = _by_name(found), _by_name(made)
        for name in dict.fromkeys([*second, *first]):
            yield from _differences(f"{where} {name}", first.get(name), second.get(name))
    elif found != made:
        yield f"{where}: {_short(found)} instead of {_short(made)}"


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _by_name(values: object) -> dict[str, object]:
    """Return the members of a list by their names, or by their numbers where they have none."""
    assert isinstance(values, Sequence)  # noqa: S101 - it has just been asked
    named: dict[str, object] = {}
    for number, value in enumerate(values, 1):
        key = next((key for key in _KEYS if isinstance(value, Mapping) and key in value), None)
        name = str(number) if key is None or not isinstance(value, Mapping) else str(value[key])
        named[name if name not in named else f"{name} ({number})"] = value
    return named


def _short(value: object) -> str:
    """Return a value in few words."""
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
