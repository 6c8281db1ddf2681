"""How the file of what claims say of shipped kits is written: whole, or anew for some of them."""

import json
import sys

import msgspec
import pytest
from jobs import kit_of
from places import ROOT

from kitgen.claims.decided import DECIDED, all_decided, decided_lessons
from kitgen.errors import UsageError
from kitgen.reading.templates import Templates

sys.path.insert(0, str(ROOT / ".ci"))

import claims

TEMPLATES = Templates()
RULES = TEMPLATES.names("rules")
HER = next(each for each in all_decided().values() if each.kit == "her")
LESSON = decided_lessons()[0]


@pytest.fixture
def deciding(monkeypatch, tmp_path):
    """Decide at once, and write to another file; ladder cannot have the first of the rules."""

    def decide(kit, rule):
        if (kit, rule) == ("ladder", RULES[0]):
            raise UsageError("the two do not go together")
        return msgspec.structs.replace(HER, kit=kit, rule=rule, machine="new")

    monkeypatch.setattr(claims, "decide", decide)
    monkeypatch.setattr(
        claims,
        "decide_lesson",
        lambda name, _templates: msgspec.structs.replace(LESSON, lesson=name, machine="new"),
    )
    monkeypatch.setattr(claims, "DECIDED", tmp_path / "decided.json")
    return tmp_path / "decided.json"


def written(path):
    """Return the kits with their rules, and the lessons in a file, each with whether it is new."""
    data = json.loads(path.read_text(encoding="utf-8"))
    kits = {(each["kit"], each["rule"]): each["machine"] == "new" for each in data["decided"]}
    lessons = {each["lesson"]: each["machine"] == "new" for each in data["lesson"]}
    return kits, lessons


@pytest.mark.usefixtures("deciding")
def test_a_kit_that_cannot_have_a_rule_is_told_and_the_others_follow(capsys):
    decided = claims.decide_kits(["her", "ladder", "him"], TEMPLATES)
    found = [(each.kit, each.rule) for each in decided]
    expected = [(kit, rule) for kit in ("her", "ladder", "him") for rule in RULES]
    expected.remove(("ladder", RULES[0]))
    assert found == expected
    output = capsys.readouterr().out.splitlines()
    assert output.count(f"ladder {RULES[0]}: the two do not go together") == 1
    assert output[0] == f"her {RULES[0]}"
    assert len(output) == 3 * len(RULES)


def test_a_lesson_that_takes_too_long_is_left_out_and_the_others_follow(monkeypatch, capsys):
    monkeypatch.setattr(
        claims, "decide_lesson", lambda name, _templates: None if name == "b" else name
    )
    assert [*claims.decide_lessons(["a", "b", "c"], TEMPLATES)] == ["a", "c"]
    assert capsys.readouterr().out == "lesson a\nlesson b\nlesson c\n"


def test_without_names_everything_is_decided_anew(deciding):
    claims.main([])
    kits, lessons = written(deciding)
    assert len(kits) == len(TEMPLATES.names("editions")) * len(RULES) - 1
    assert [*lessons] == sorted(TEMPLATES.names("lessons"))
    assert all(kits.values())
    assert all(lessons.values())


@pytest.mark.parametrize(
    ("only", "new_kits", "new_lessons"),
    [
        (["her"], {"her"}, set()),
        (["her", "him"], {"her", "him"}, set()),
        ([LESSON.lesson], set(), {LESSON.lesson}),
        (["nothing-of-that-name"], set(), set()),
    ],
)
def test_with_names_only_these_are_decided_and_the_file_keeps_its_order(
    deciding, only, new_kits, new_lessons
):
    claims.main(only)
    kits, lessons = written(deciding)
    before, lessons_before = written(DECIDED)
    assert {kit for (kit, _), is_new in kits.items() if is_new} == new_kits
    assert {lesson for lesson, is_new in lessons.items() if is_new} == new_lessons
    assert [each for each in kits if each[0] not in new_kits] == [
        each for each in before if each[0] not in new_kits
    ]
    assert [*kits] == sorted(kits)
    assert [*lessons] == sorted(lessons) == [*lessons_before]


def test_the_shipped_file_is_in_order_and_has_a_line_for_each():
    kits, lessons = written(DECIDED)
    assert [*kits] == sorted(kits)
    assert [*lessons] == sorted(lessons)
    lines = DECIDED.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(kits) + len(lessons) + 4
    assert DECIDED.read_bytes() == claims.written(all_decided().values(), decided_lessons())


@pytest.mark.parametrize(
    ("kit", "wish"),
    [
        ("her", {"rule": "michie"}),
        ("nim:5", {"side": "either"}),
        ("told:mu-torere", {}),
        ("her-3x4", {}),
    ],
    ids=["a rule that adds", "both sides", "positions that recur", "too many states"],
)
def test_lost_games_are_not_worked_out_where_that_is_too_much(kit, wish):
    assert claims.exact_lost(kit_of(kit, **wish), "random") is None
