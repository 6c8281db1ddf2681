"""What a learning rule can do, and was added, is led to all that it needs.

The page is docs/adding-a-rule.md#what-the-keys-cannot-say. An outcome of a game, a key of its
change, a word of a key: each is found in the types.
"""

import inspect
import re
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import get_args, get_type_hints

import msgspec
import pytest
from gaps import ENGLISH, gap, named, needs_text, page, refusal, rows, section
from jobs import TEMPLATES, kit_of
from places import ROOT
from rules_by_the_docs import by_the_book

from kitgen.authoring.language_checks import written_texts
from kitgen.authoring.template_files import meanings
from kitgen.kit.rule import WHEN_EMPTY, Change, Rule
from kitgen.machine.learning import LAST_MOVES, learn, schedule_of
from kitgen.paper.game_sheets import change_sentences, learning_rows

RULES = "docs/rules.md"
HINTS = {kind: get_type_hints(kind) for kind in (Rule, Change)}
#: The outcomes of a game, each with a change of the beads.
OUTCOMES = [key for key, kind in HINTS[Rule].items() if kind is Change]
#: The keys of a rule and of a change.
KEYS = {
    **{("Rule", key): Rule for key in Rule.__struct_fields__},
    **{("Change", key): Change for key in Change.__struct_fields__},
}
#: What a machine can do at an empty box, and to the slot of the last move.
EMPTY = list(get_args(HINTS[Rule]["empty"]))


def words_of(kind: type, key: str) -> list[str]:
    """Return the words of a key, if it has words."""
    (info,) = [field for field in msgspec.inspect.type_info(kind).fields if field.name == key]
    words: list[str] = []
    for one in getattr(info.type, "types", (info.type,)):
        if isinstance(one, msgspec.inspect.LiteralType):
            words += one.values
    return words


def all_words() -> dict[str, tuple[type, str, str]]:
    """Return each word of each key by its name in the cases: with its kind and its key."""
    words = {}
    for (_, key), kind in KEYS.items():
        for word in words_of(kind, key):
            words[f"{kind.__name__}.{key}={word}"] = (kind, key, word)
    return words


WORDS = all_words()
LAST = words_of(Change, "last")


#: Values of a key that has no words, by the type of its default: more and less than that.
BY_KIND: dict[type, tuple[object, ...]] = {
    bool: (True,),
    int: (2, -2),
    float: (0.5, -0.5),
    tuple: ((2,), (-2,)),
}


def values_of(key: str) -> list[object]:
    """Return values of a key of a change that are not its default; none if its type is not known
    here.
    """
    words = words_of(Change, key)
    if words:
        return list(words)
    default = getattr(Change(), key)
    return list(BY_KIND.get(type(default), ()))


def is_taught(value: object) -> bool:
    """Return whether schedules know a value; a word that they do not know is told of once."""
    return not isinstance(value, str) or value in LAST_MOVES


#: Each key of a change with each of its values, and those that schedules know.
VALUES = []
TAUGHT = []
for changed_key in Change.__struct_fields__:
    for changed_to in values_of(changed_key):
        case = pytest.param(changed_key, changed_to, id=f"{changed_key}={changed_to}")
        VALUES.append(case)
        if is_taught(changed_to):
            TAUGHT.append(case)
#: Two boxes, and a bead picked from each.
BOXES = [[4, 4], [4, 4]]
PICKED = [(0, 0), (1, 0)]


def place_of(kind: type, key: str) -> str:
    """Return the file in which a key is declared."""
    declaring = next(
        base for base in reversed(kind.__mro__) if key in getattr(base, "__annotations__", {})
    )
    return str(inspect.getsourcefile(declaring)).removeprefix(f"{ROOT}/")


def rule_with(**keys: object) -> Rule:
    """Return a rule under which games can be drawn."""
    return Rule("a source", {"en": "a title"}, **({"empty": "draw", "ceiling": 9} | keys))


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_a_key_of_a_rule_says_what_it_means(name, key):
    """`kitgen new rule` shows this."""
    kind = KEYS[name, key]
    if key not in dict(meanings(kind)):
        gap(
            "kitgen/kit/rule.py",
            f"add to the attributes in the docstring of {name} what {key} means",
        )


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_the_page_of_rules_tells_of_a_key(name, key):
    told = page(RULES)
    if not re.search(rf"^(\[{key}\]|{key} = )|`\[{key}\]`|`{key}\b", told, re.MULTILINE):
        gap(RULES, f"tell of the key {key} of a {name.lower()}")


def default_of(field):
    """The default of a field, also of one that is always written."""
    if field.default is msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


@pytest.mark.parametrize("words", WORDS)
def test_the_page_of_rules_tells_of_a_word(words):
    kind, key, word = WORDS[words]
    if key == "empty":
        told = {name for row in rows(section(RULES, "# Learning rules")) for name in named(row[0])}
        if word not in told:
            gap(RULES, f"add to the table of `empty`: | `{word}` | … |")
        return
    (field,) = [field for field in msgspec.structs.fields(kind) if field.name == key]
    if word != default_of(field) and f'`{key} = "{word}"`' not in page(RULES):
        gap(RULES, f'tell of `{key} = "{word}"`')


@pytest.mark.parametrize("word", dict.fromkeys([*EMPTY, *WHEN_EMPTY]))
def test_what_a_machine_does_at_an_empty_box_is_known(word):
    if word not in WHEN_EMPTY:
        gap("kitgen/kit/rule.py", f'add to WHEN_EMPTY: "{word}": WhenEmpty(…)')
    if word not in EMPTY:
        gap(place_of(Rule, "empty"), f'add "{word}" to the words of `empty`')
    for other, meaning in WHEN_EMPTY.items():
        if other != word and meaning == WHEN_EMPTY[word]:
            gap(
                "kitgen/kit/rule.py",
                f"WHEN_EMPTY: {word!r} means the same as {other!r}; WhenEmpty needs an attribute",
            )


@pytest.mark.parametrize("word", EMPTY)
def test_sheets_say_what_a_machine_does_at_an_empty_box(word):
    needs_text(f"operator.empty.{word}", "what to do at an empty box")


#: Words for an empty box whose sentence is true of a card, and of a picture whose moves are struck
#: out, as it is.
SAID_OF_ALL = ("resign-blame", "draw")


@pytest.mark.parametrize("machine", ["cards", "strike"])
@pytest.mark.parametrize("word", EMPTY)
def test_sheets_without_boxes_say_what_a_machine_does_where_nothing_is_left(word, machine):
    """Their sentence may speak of no box and no bead."""
    what = {
        "cards": "for a machine of cards, which has no boxes or beads",
        "strike": "where moves are struck out",
    }
    key = f"operator.empty.{word}"
    if word not in SAID_OF_ALL:
        key = f"operator.{machine}.empty.{word}"
        needs_text(key, f"the same {what[machine]}")
    text = str(written_texts("en", TEMPLATES).get(key, ""))
    if re.search(r"\b(box(es)?|beads?)\b", text):
        gap(
            "templates/texts/en/operator.toml",
            f"{key.removeprefix('operator.')} speaks of boxes or beads: {text}",
        )


@pytest.mark.parametrize("word", EMPTY)
def test_the_sheet_of_pictures_says_what_a_machine_does_where_no_number_is_left(word):
    needs_text(f"zero.all_zero.{word}", "what to do where every number is 0")


@pytest.mark.parametrize("word", EMPTY)
def test_the_reference_knows_what_a_machine_does_at_an_empty_box(word):
    for resigned in (False, True):
        rule = rule_with(empty=word, loss=Change(from_end=(-1,)))
        try:
            expected = by_the_book(rule, BOXES, PICKED, -1, resigned=resigned)
        except NotImplementedError:
            expected = None
        if expected is None:
            says = (
                f"say what empty = {word!r} does to the beads, or add it to PLAIN_AT_AN_EMPTY_BOX"
            )
            gap("tests/rules_by_the_docs.py", says)
        beads = [row.copy() for row in BOXES]
        for update in learn(schedule_of(rule), BOXES, PICKED, -1, resigned=resigned):
            beads[update.box][update.slot] = update.after
        if beads != expected:
            both = f"{expected} here, {beads} by learn in kitgen/machine/learning.py"
            gap(
                "tests/rules_by_the_docs.py",
                f"a lost game under empty = {word!r} makes of {BOXES} {both}",
            )


@pytest.mark.parametrize("word", EMPTY)
def test_a_schedule_knows_what_a_machine_does_at_an_empty_box(word):
    for other in EMPTY[: EMPTY.index(word)]:
        known = {word, other} <= WHEN_EMPTY.keys()
        if known and schedule_of(rule_with(empty=word)) == schedule_of(rule_with(empty=other)):
            gap(
                "kitgen/machine/learning.py",
                f"schedule_of makes of empty = {word!r} the same as of {other!r}",
            )


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_outcome_changes_beads_and_sheets_say_so(outcome):
    rule = rule_with(**{outcome: Change(every=2)})
    usual = rule_with()
    if not rule.adds:
        gap("kitgen/kit/rule.py", f"Rule.changes leaves out the outcome {outcome!r}")
    if schedule_of(rule) == schedule_of(usual):
        gap("kitgen/machine/learning.py", f"schedule_of leaves out the outcome {outcome!r}")
    needs_text(f"operator.outcome.{outcome}", "the outcome, on the operator card")
    needs_text(f"panel.if.{outcome}", "the outcome, on the panel")
    lines = [
        list(learning_rows(replace(kit_of("her"), rule=one), ENGLISH)) for one in (rule, usual)
    ]
    if lines[0] == lines[1]:
        gap("kitgen/paper/game_sheets.py", f"learning_rows leaves out the outcome {outcome!r}")


def learned(change: Change) -> list[list[int]]:
    """Return the beads after a lost game, as schedules have it."""
    beads = [row.copy() for row in BOXES]
    for update in learn(schedule_of(rule_with(loss=change)), BOXES, PICKED, -1):
        beads[update.box][update.slot] = update.after
    return beads


def told(change: Change) -> list[list[int]]:
    """Return the same as the reference has it; as before for a word that it does not know."""
    try:
        return by_the_book(rule_with(loss=change), BOXES, PICKED, -1, resigned=False)
    except NotImplementedError:
        return BOXES


@pytest.mark.parametrize("key", Change.__struct_fields__)
def test_a_key_of_a_change_has_values_to_try(key):
    if not values_of(key):
        gap(
            "tests/adding/test_a_rules_outcome.py",
            f"BY_KIND has no value for the key {key} of a change",
        )


@pytest.mark.parametrize(("key", "value"), VALUES)
def test_a_change_with_the_key_is_not_nothing(key, value):
    if Change(**{key: value}).nothing:
        gap(
            "kitgen/kit/rule.py", f"Change.nothing is true of {key} = {value!r}: heed the key there"
        )


@pytest.mark.parametrize(("key", "value"), TAUGHT)
def test_a_change_says_whether_it_adds_and_takes_beads(key, value):
    change = Change(**{key: value})
    if not change.adds and not change.takes:
        gap(
            "kitgen/kit/rule.py",
            f"Change.adds and Change.takes are false of {key} = {value!r}: heed the key there",
        )
    for after in (learned(change), told(change)):
        pairs = [*zip(chain(*BOXES), chain(*after), strict=True)]
        if any(now > before for before, now in pairs) and not change.adds:
            gap(
                "kitgen/kit/rule.py", f"Change.adds is false of {key} = {value!r}, which adds beads"
            )
        if any(now < before for before, now in pairs) and not change.takes:
            gap(
                "kitgen/kit/rule.py",
                f"Change.takes is false of {key} = {value!r}, which takes beads",
            )


@pytest.mark.parametrize("word", LAST)
def test_a_schedule_knows_what_is_done_to_the_last_move(word):
    if word not in LAST_MOVES:
        gap("kitgen/machine/learning.py", f'add to LAST_MOVES what teach does: "{word}": …')


@pytest.mark.parametrize(("key", "value"), TAUGHT)
def test_a_schedule_heeds_the_key(key, value):
    if schedule_of(rule_with(loss=Change(**{key: value}))) == schedule_of(rule_with()):
        gap("kitgen/machine/learning.py", f"schedule_of makes nothing of {key} = {value!r}")


@pytest.mark.parametrize(("key", "value"), TAUGHT)
def test_a_game_changes_beads_by_the_key(key, value):
    """Amounts alone change nothing: ``reach`` says for how many moves they hold."""
    if learned(Change(**{key: value})) == BOXES:
        gap(
            "kitgen/machine/learning.py",
            f"no bead changes by {key} = {value!r}: heed the key in _reach and teach",
        )


@pytest.mark.parametrize(("key", "value"), TAUGHT)
def test_the_reference_and_schedules_change_the_same_beads(key, value):
    change = Change(**{key: value})
    if told(change) == BOXES and value not in LAST:  # of its words the test below tells
        gap(
            "tests/rules_by_the_docs.py",
            f"no bead changes by {key} = {value!r}: say what the key does to the beads of a box",
        )
    if told(change) != BOXES and told(change) != learned(change):
        both = f"{told(change)} here, {learned(change)} by learn in kitgen/machine/learning.py"
        gap("tests/rules_by_the_docs.py", f"{key} = {value!r} makes of {BOXES} {both}")


@pytest.mark.parametrize(("key", "value"), VALUES)
def test_sheets_say_what_the_key_does(key, value):
    """Beside a change of all moves, so that what is said is said of this key."""
    usual = Change(every=1)
    change = msgspec.structs.replace(usual, **{key: value})
    if fault := refusal(partial(change_sentences, change, 9, ENGLISH)):
        gap("templates", f"{fault}: what {key} = {value!r} does, on the operator card")
    if change_sentences(change, 9, ENGLISH) == change_sentences(usual, 9, ENGLISH):
        gap(
            "kitgen/paper/game_sheets.py",
            f"change_sentences says nothing of {key} = {value!r}: heed it in by_move",
        )


@pytest.mark.parametrize("word", LAST)
def test_the_reference_knows_what_is_done_to_the_last_move(word):
    try:
        by_the_book(rule_with(loss=Change(last=word)), [[4, 4]], [(0, 0)], -1, resigned=False)
        known = True
    except NotImplementedError:
        known = False
    if not known:
        gap("tests/rules_by_the_docs.py", f"say what last = {word!r} does to the beads of a box")


@pytest.mark.parametrize("word", LAST)
def test_cards_and_the_page_know_what_is_done_to_the_last_move(word):
    needs_text(f"operator.change.{word}", "what happens to the bead of the last move")
    needs_text(f"operator.cards.change.{word}", "the same for a machine of cards")
    script = "kitgen/web/page/core/learning.js"
    if word not in LAST_MOVES:
        return
    number = LAST_MOVES[word]
    if not re.search(rf"^const \w+ = {number};", page(script), re.MULTILINE):
        gap(script, f"let learn do what `last` {number} does ({word!r}), and add a constant for it")
