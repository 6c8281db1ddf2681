"""Makes a kit again from its own choices and compares the whole: everything that is printed, played
or checked.

Other checks compare a kit with the rules of its game. This one finds out whether it is the kit that
it claims to be: a learning rule that rewards losses is a rule, too. The proof about the learning
rule is here, too, as both need the code that builds kits and solves games.
"""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeGuard

import msgspec

from kitgen.errors import KitgenError, TooLargeError, UnknownNameError, many, quoted
from kitgen.games import make_game
from kitgen.games.told import TOLD
from kitgen.games.told.told_language import parsed, without_words
from kitgen.journal.beads import gone_on, taken_over
from kitgen.kit.build import build
from kitgen.kit.choices import Choices
from kitgen.kit.editions import TOLD_FILE, KitPlan, plan_again
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import kit_data
from kitgen.kit.palette import Colour, has_palette, read_palette
from kitgen.kit.rule import Rule
from kitgen.machine.learning import as_new, schedule_of
from kitgen.machine.safety import losing_beads_only
from kitgen.reading.templates import Templates
from kitgen.verification.report import Check, does_not_apply, found_faults, not_decided

NAME = "the kit is the one that its choices make"
#: The most letters shown of one value.
MAX_LETTERS_OF_A_VALUE = 60
#: The most letters shown of the user's own rule.
MAX_LETTERS_OF_A_RULE = 300
#: What is said of words for colours that are the user's.
OWN_COLOURS = "names and letters of colours from a custom colours.toml"


def colour_file(language: str) -> str:
    """Return the path inside a folder of templates of the words for colours in a language."""
    return f"texts/{language}/colours.toml"


def made_again(
    kit: Kit,
    *,
    small: bool = True,
    own_files: Mapping[str, str] | None = None,
    own_words: str | None = None,
) -> Check:
    """Check that a kit is the one that kitgen makes of its choices, if its game is ``small``
    enough.

    Rule, palette and edition are kitgen's own if kitgen has one of that name; others are taken from
    the kit and shown. Among ``own_files``, the templates of a user that a print was made with, may
    be other names of colours. Without these files, other names are not decided unless they are
    those of ``own_words``, a user's ``colours.toml``.
    """
    if not small:
        return not_decided(NAME, f"{kit.game.called} has too many positions to walk them all")
    templates = Templates()
    choices = kit.choices
    own = []  # what is the user's, in words
    rule = palette = None
    if choices.rule not in templates.names("rules"):
        rule = kit.rule
        own.append(_say_rule(kit))
    is_known_language = choices.language in templates.languages()
    if not is_known_language or not has_palette(choices.palette, templates):
        palette = kit.palette
        own.append(_say_palette(kit))
    words = colour_file(kit.choices.language)
    try:
        if palette is None and own_files and words in own_files:
            palette = _palette_with(words, own_files[words], kit.choices)
            own.append(OWN_COLOURS)
        plan, is_our_edition = _plan(kit, templates)
        word = plan.command.removeprefix("kitgen print ").partition(" ")[0]
        if _is_shipped_in_other_words(word, kit):
            own.append(f"{word} in other words than this version has")
        remade = _made(plan, kit, templates, rule, palette)
        renamed: dict[str, Colour] = {}
        if palette is None and own_files is None:
            renamed = _renamed(kit, remade)
        if renamed:
            whole = read_palette(kit.choices.palette, kit.choices.language, templates)
            palette = tuple(renamed.get(colour.key, colour) for colour in whole)
            alike = _made(plan, kit, templates, rule, palette)
            if not any(_differences("", kit_data(kit), kit_data(alike))):
                if not _named_by(own_words, kit):
                    return not_decided(NAME, *_unknown_names(renamed, remade))
                own.append(OWN_COLOURS)
                remade = alike
    except KitgenError as error:
        return found_faults(NAME, "a kit", "none", [f"no kit can be made of its choices: {error}"])
    own += _say_beads_and_edition(kit, is_our_edition=is_our_edition)
    faults = list(_differences("", kit_data(kit), kit_data(remade)))
    expected = f"{many(len(remade.boxes), 'box')}, rule and palette as chosen"
    actual = many(len(faults), "difference")
    return found_faults(NAME, expected, actual, faults, warning="; ".join(own))


def _say_beads_and_edition(kit: Kit, *, is_our_edition: bool) -> Iterator[str]:
    """Yield what else of a kit is not kitgen's own."""
    if kit.given is not None:
        yield f"its beads given by {quoted(kit.given.source)}, which cannot be checked"
    if kit.played:
        yield f"its beads those of a journal after game {kit.played[-1].game}"
    if not is_our_edition:
        yield f"a custom edition, {quoted(kit.name)}, with a title of its own, {quoted(kit.title)}"


def _say_rule(kit: Kit) -> str:
    rule = msgspec.to_builtins(kit.rule)
    shown = msgspec.json.encode({**rule, "title": None, "source": None}).decode()
    return f"a custom learning rule, {kit.choices.rule!r}: {shown[:MAX_LETTERS_OF_A_RULE]}"


def _say_palette(kit: Kit) -> str:
    colours = [
        f"{colour.letter} {colour.name} {colour.symbol} {colour.fill}" for colour in kit.palette
    ]
    return f"a custom palette, {kit.choices.palette!r}: {', '.join(colours)}"


def _made(
    plan: KitPlan,
    kit: Kit,
    templates: Templates,
    rule: Rule | None,
    palette: Sequence[Colour] | None,
) -> Kit:
    """Return the kit of a plan, with the beads that the given kit shares out, has taken over or
    learned.
    """
    made = build(plan, templates, oracle=kit.oracle, rule=rule, palette=palette)
    if kit.choices.beads:
        made = _shared_alike(made, kit)
    if kit.given is not None:
        made = taken_over(made, kit.given)
    if kit.trained:
        made = replace(gone_on(made, kit.played), command=kit.command)
    return made


def _renamed(kit: Kit, made: Kit) -> dict[str, Colour]:
    """Return the colours of a kit, by key, that differ only in names or letters; none if it
    calls one like another.
    """
    usual = {colour.key: colour for colour in made.palette}
    renamed = {}
    for colour in kit.palette:
        own = usual.get(colour.key)
        if own is None or _with_words_of(colour, own) != own:
            return {}
        if colour != own:
            renamed[colour.key] = colour
    for key, colour in renamed.items():
        others = [own for own in made.palette if own.key != key]
        if any(colour.name == own.name or colour.letter == own.letter for own in others):
            return {}
    return renamed


def _with_words_of(colour: Colour, words: Colour) -> Colour:
    """Return a colour with the name and letter of another."""
    return msgspec.structs.replace(colour, name=words.name, letter=words.letter)


def _named_by(words: str | None, kit: Kit) -> bool:
    """Return whether a user's words for colours, the content of a file, are those of a kit."""
    if words is None:
        return False
    try:
        palette = _palette_with(colour_file(kit.choices.language), words, kit.choices)
    except KitgenError:  # such a file has named no colours
        return False
    named = {colour.key: colour for colour in palette}
    return all(_with_words_of(colour, named[colour.key]) == colour for colour in kit.palette)


def _unknown_names(renamed: Mapping[str, Colour], made: Kit) -> Iterator[str]:
    for colour in made.palette:
        own = renamed.get(colour.key)
        if own is not None:
            names = f"{quoted(own.name)} with the letter {own.letter}"
            yield (
                f"kitgen calls the colour {colour.key} {quoted(colour.name)}, with "
                f"{colour.letter}; this kit {names}"
            )
    yield "these may be names in its maker's templates; name their folder with --templates"


def _palette_with(path: str, words: str, choices: Choices) -> tuple[Colour, ...]:
    """Return a palette of kitgen with a user's own words for its colours, the content of a file
    at this path.
    """
    with TemporaryDirectory(prefix="kitgen-") as folder:
        file = Path(folder, path)
        file.parent.mkdir(parents=True)
        file.write_text(words, encoding="utf-8")
        return read_palette(choices.palette, choices.language, Templates(Path(folder)))


def _shared_alike(made: Kit, kit: Kit) -> Kit:
    """Return a kit with the colours of another, if these fit the beads: other ways to share them
    are as right.
    """
    palette = {colour.key: colour for colour in made.palette}
    needed = Counter[str]()
    for box in kit.boxes:
        needed.update({slot.colour.key: slot.beads for slot in box.slots})
        known_colours = {slot.colour.key for slot in box.slots} & palette.keys()
        if len(known_colours) < len(box.slots):
            return made
    sizes = [len(box.slots) for box in made.boxes]
    own_sizes = [len(box.slots) for box in kit.boxes]
    if sizes != own_sizes or needed - Counter(dict(kit.choices.beads)):
        return made
    boxes = []
    for box, shared in zip(made.boxes, kit.boxes, strict=True):
        slots = []
        for slot, own in zip(box.slots, shared.slots, strict=True):
            slots.append(replace(slot, colour=palette[own.colour.key]))
        boxes.append(replace(box, slots=tuple(slots)))
    return replace(made, boxes=tuple(boxes))


def _plan(kit: Kit, templates: Templates) -> tuple[KitPlan, bool]:
    """Return the plan that a kit's choices make, and whether its edition is kitgen's own.

    The edition or game is named in the command that made the kit, or in a journal's kit itself; an
    edition that is unknown here keeps its name and title. A told game is the one in the kit,
    whatever file the command names.
    """
    unknown = KitPlan(kit.name, kit.title, kit.game, kit.choices, kit.command)
    edition = kit.name if kit.name in templates.names("editions") else kit.game_spec
    try:
        word = edition if kit.trained else shlex.split(kit.command)[2]
        if _is_told_word(word, templates):
            plan = _plan_told(word, kit, templates)
        else:
            plan = plan_again(word, kit.choices, templates, kit.command, spec=kit.game_spec)
    except (UnknownNameError, ValueError, IndexError):
        if not _is_named_by_its_command(kit):
            # The comparison reports another command.
            unknown = replace(unknown, command=f"kitgen print {kit.name}")
        return unknown, False
    if kit.trained and plan.name != kit.name:  # a custom edition
        return unknown, False
    if plan.game.spec != kit.game.spec:
        plan = replace(plan, game=kit.game)  # which the comparison reports
    return plan, True


def _is_named_by_its_command(kit: Kit) -> bool:
    """Return whether a custom kit has in its command its game, or its name, perhaps with words
    for its choices.
    """
    try:
        word = shlex.split(kit.command)[2]
    except (ValueError, IndexError):
        return kit.trained
    return kit.trained or word in (kit.name, kit.game_spec) or kit.name.startswith(f"{word}-")


def _is_told_word(word: str, templates: Templates) -> bool:
    """Return whether a kit is named by a game that is told, or by the file of one."""
    return word not in templates.names("editions") and (
        word.startswith(TOLD) or word.endswith(TOLD_FILE)
    )


def _plan_told(word: str, kit: Kit, templates: Templates) -> KitPlan:
    """Return the plan of a told game: name, title and command are what the game and the choices
    make them.

    No file is read that a kit names: the game is the one in the kit.
    """
    if not kit.game_spec.startswith(TOLD):  # the command names a file, and the game needs none
        return plan_again(kit.game_spec, kit.choices, templates, kit.command)
    plan = plan_again(word, kit.choices, templates, kit.command, told=kit.game)
    if _is_shipped_in_other_words(word, kit):
        _, _, choices = plan.command.partition(TOLD_FILE)
        plan = replace(plan, command=f"kitgen print {word}{choices}")
    return plan


def _is_shipped_in_other_words(word: str, kit: Kit) -> bool:
    """Return whether a word names a game that comes with kitgen, and the kit has its name and rules
    in other words.

    Another version has told it in fewer languages, or in other sentences.
    """
    if not (word.startswith(TOLD) and kit.game_spec.startswith(TOLD)):
        return False
    name = word.removeprefix(TOLD)
    if name not in Templates().names("games"):
        return False
    shipped = make_game(f"{TOLD}{name}").spec.removeprefix(TOLD)
    own = kit.game_spec.removeprefix(TOLD)
    return shipped != own and without_words(parsed(shipped)) == without_words(parsed(own))


def _differences(where: str, own: object, made: object) -> Iterator[str]:
    """Yield how a kit's data differ from those of the kit that was ``made``, but for its hash."""
    if own == made:
        return
    joint = ", "
    if _is_list(own) and _is_list(made):
        own = _by_name(own)
        made = _by_name(made)
        joint = " "
    if not (isinstance(own, Mapping) and isinstance(made, Mapping)):
        yield f"{where}: {_short(own)} instead of {_short(made)}"
        return
    for key in dict.fromkeys([*made, *own]):
        if key == "hash" and not where:
            continue
        path = f"{where}{joint}{key}" if where else str(key)
        yield from _differences(path, own.get(key), made.get(key))


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _by_name(values: Sequence[object]) -> dict[str, object]:
    """Return the members of a list by their names, with its number one that has the name of
    another.
    """
    named: dict[str, object] = {}
    for number, value in enumerate(values, 1):
        name = _name_of(value) or str(number)
        if name in named:
            name = f"{name} ({number})"
        named[name] = value
    return named


def _name_of(value: object) -> str | None:
    if isinstance(value, Mapping):
        for key in ("id", "key"):
            if key in value:
                return str(value[key])
    return None


def _short(value: object) -> str:
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    if len(text) <= MAX_LETTERS_OF_A_VALUE:
        return text
    return f"{text[:MAX_LETTERS_OF_A_VALUE]}…"


SAFE = "learning never removes a winning bead"


def safe(kit: Kit, *, sound: bool) -> Check:
    """Check that the learning rule can never take the last winning or drawing bead of a kit
    without other faults.
    """
    if not sound:
        return does_not_apply(SAFE, "the kit has faults; mend them first")
    try:
        safety = losing_beads_only(as_new(kit) if kit.trained else kit)
    except TooLargeError as error:
        return not_decided(SAFE, str(error))
    if safety.proved:
        return found_faults(SAFE, "none can ever go", "none", [], safety.how)
    if not schedule_of(kit.rule).blames_last_only:
        return does_not_apply(
            SAFE, f"the rule {kit.choices.rule} does not promise it: {safety.how}"
        )
    if kit.game.scoring:
        return does_not_apply(
            SAFE, f"who is behind in points may lose by a good move: {safety.how}"
        )
    if safety.counterexample is None:
        return not_decided(SAFE, safety.how)
    faults = [f"{safety.how}: {' '.join(safety.counterexample)}"]
    return found_faults(SAFE, "none can ever go", "one can", faults, safety.how)
