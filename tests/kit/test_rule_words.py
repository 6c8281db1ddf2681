"""What the words of a learning rule mean, one by one, and which rules are refused."""

import re

import pytest

from kitgen.errors import UsageError
from kitgen.kit.rule import (
    WHEN_EMPTY,
    Change,
    Rule,
    check_rule,
    given_rule,
    in_languages,
    rule_faults,
)

#: The questions about a change that have yes for an answer.
QUESTIONS = ("takes", "adds", "lowers", "raises", "for_all", "by_numbers", "nothing")


def asked(change):
    return {question for question in QUESTIONS if getattr(change, question)}


@pytest.mark.parametrize(
    ("change", "yes"),
    [
        (Change(), {"by_numbers", "nothing"}),
        (Change(every=1), {"adds", "raises", "for_all", "by_numbers"}),
        (Change(every=-1), {"takes", "lowers", "for_all", "by_numbers"}),
        (Change(from_end=(1,)), {"adds", "raises", "by_numbers"}),
        (Change(from_end=(-1,)), {"takes", "lowers", "by_numbers"}),
        (Change(from_end=(0, 0)), {"by_numbers", "nothing"}),
        (Change(from_end=(0, -2)), {"takes", "lowers", "by_numbers"}),
        (
            Change(every=1, from_end=(-1,)),
            {"takes", "adds", "lowers", "raises", "for_all", "by_numbers"},
        ),
        (Change(last="remove"), {"takes"}),
        (Change(last="only"), {"takes", "adds"}),
        (Change(every=1, last="remove"), {"takes", "adds", "raises", "for_all"}),
    ],
)
def test_what_a_change_does(change, yes):
    assert asked(change) == yes


@pytest.mark.parametrize(
    ("change", "by_move"),
    [
        (Change(), ((0, 0),)),
        (Change(every=3), ((0, 3),)),
        (Change(every=-1, from_end=(5, 4)), ((1, 5), (2, 4), (0, -1))),
        (Change(every=2, last="remove"), ((1, "remove"), (0, 2))),
        (Change(last="only"), ((1, "only"), (0, 0))),
    ],
)
def test_a_change_move_by_move_counts_from_the_end(change, by_move):
    assert change.by_move == by_move


#: At an empty box: the outcome, whether the move before is blamed, refilled, the last bead kept.
AT_AN_EMPTY_BOX = {
    "resign-blame": (-1, True, False, False),
    "resign": (-1, False, False, False),
    "draw": (0, True, False, False),
    "refill": (None, True, True, False),
    "keep-last": (None, True, False, True),
}


@pytest.mark.parametrize("word", AT_AN_EMPTY_BOX)
def test_each_word_for_an_empty_box(word):
    assert {*WHEN_EMPTY} == {*AT_AN_EMPTY_BOX}
    outcome, blames, refills, keeps = AT_AN_EMPTY_BOX[word]
    meant = WHEN_EMPTY[word]
    assert (meant.outcome, meant.blames_last) == (outcome, blames)
    assert (meant.refills, meant.keeps_last) == (refills, keeps)
    assert (meant.resigns, meant.draws) == (outcome == -1, outcome == 0)


def rule(**keys):
    usual = {"source": "a source", "title": {"en": "a title"}, "loss": Change(every=-1)}
    return Rule(**(usual | keys))


def test_the_last_figure_of_the_start_repeats():
    assert [rule(start=(4, 3, 1)).beads(turn) for turn in (1, 2, 3, 4, 9)] == [4, 3, 1, 1, 1]
    assert rule().beads(7) == 1


def test_changes_stand_by_outcome():
    """An outcome is an index of them: 0 a draw, 1 a win, -1 a loss."""
    own = rule(win=Change(every=3), draw=Change(every=1), loss=Change(every=-1))
    assert [own.changes[outcome].every for outcome in (1, 0, -1)] == [3, 1, -1]


@pytest.mark.parametrize(
    ("keys", "needs_draws", "adds", "only_takes"),
    [
        ({}, False, False, True),
        ({"win": Change(every=1)}, False, True, False),
        ({"draw": Change(every=1)}, False, True, False),
        ({"empty": "draw"}, True, False, True),
        ({"empty": "refill"}, False, False, False),
        ({"loss": Change(), "draw": Change(every=-1)}, True, False, True),
        ({"loss": Change(), "win": Change(every=1)}, False, True, False),
        ({"loss": Change(), "win": Change(every=1), "draw": Change(every=1)}, False, True, False),
        ({"loss": Change(last="only"), "ceiling": 9}, False, True, False),
    ],
)
def test_what_a_rule_does_in_all(keys, needs_draws, adds, only_takes):
    own = rule(**keys)
    assert (own.needs_draws, own.adds, own.only_takes) == (needs_draws, adds, only_takes)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"title": {"it": "un titolo"}}, "table 'title' needs at least the key 'en'"),
        ({"loss": Change()}, "no outcome changes anything"),
        ({"start": (1, 0)}, "key 'start' needs figures of 1 or more, not [1, 0]"),
        ({"start": (5,), "ceiling": 4}, "'ceiling' is 4, below the starting beads or the floor"),
        ({"start": (1, 5), "ceiling": 4}, "key 'ceiling' is 4, below the starting beads"),
        ({"floor": 2, "start": (2, 1)}, "key 'floor' is 2, above the starting beads"),
        (
            {"loss": Change(last="remove", from_end=(-1,))},
            "in 'loss', 'last' and 'from_end' both speak of the last move",
        ),
        (
            {"win": Change(last="only")},
            "in 'win', 'last = \"only\"' fills a slot to the ceiling, but there is no 'ceiling'",
        ),
        (
            {"draw": Change(last="only"), "ceiling": 9, "empty": "keep-last"},
            "in 'draw', 'last = \"only\"' empties slots, which 'keep-last' forbids",
        ),
        ({"learns": "positions", "floor": 1}, "starts from 0, without floor or ceiling"),
        ({"learns": "positions", "ceiling": 9}, "starts from 0, without floor or ceiling"),
        ({"learns": "positions", "start": (2,)}, "starts from 0, without floor or ceiling"),
        ({"learns": "positions", "win": Change(last="only")}, "may say 'every' only"),
        ({"learns": "positions", "win": Change(from_end=(1,))}, "may say 'every' only"),
    ],
)
def test_rules_that_contradict_themselves_are_refused(keys, said):
    assert said in rule_faults(rule(**keys))[0]
    with pytest.raises(UsageError, match=f"^the given rule: .*{re.escape(said)}"):
        given_rule(rule(**keys))


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"start": (4, 3, 2, 1), "ceiling": 4},
        {"floor": 1},
        {"floor": 2, "start": (3, 2)},
        {"ceiling": 9, "win": Change(last="only")},
        {"learns": "positions"},
        {"learns": "positions", "start": (0,)},
    ],
)
def test_rules_at_the_ends_of_what_is_allowed_are_taken(keys):
    assert rule_faults(rule(**keys)) == []


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            {"empty": "draw"},
            (
                "rule 'mine' ends a game at an empty box in a draw, but nim:5 has no draws; "
                "choose a rule in which the machine resigns"
            ),
        ),
        (
            {"loss": Change(), "draw": Change(every=1)},
            "rule 'mine' learns from draws only, but nim:5 has no draws; choose another rule",
        ),
    ],
)
def test_a_rule_that_needs_draws_is_refused_where_there_are_none(keys, said):
    with pytest.raises(UsageError, match=f"^{re.escape(said)}$"):
        check_rule("mine", rule(**keys), "nim:5", draws=False)
    check_rule("mine", rule(**keys), "nim:5", draws=True)
    check_rule("mine", rule(), "nim:5", draws=False)


def test_a_kit_holds_the_titles_of_the_first_version_and_of_its_language():
    """A title in another language would change the hash of every kit."""
    titles = {"en": "a", "it": "b", "es": "c", "fr": "d", "de": "e"}
    own = Rule("a source", titles, loss=Change(every=-1))
    assert [*in_languages(own, "en").title] == ["en", "it"]
    assert [*in_languages(own, "fr").title] == ["en", "it", "fr"]
    assert in_languages(own, "fr").loss == own.loss
