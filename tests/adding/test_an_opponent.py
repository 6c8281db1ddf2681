"""An opponent that was added is led to all that it needs (docs/adding-an-opponent.md)."""

import inspect

import pytest
from gaps import gap, named, needs_text, page, rows, section

from kitgen.machine import match
from kitgen.machine.match import OPPONENTS
from kitgen.paper.declared import PART_OPTIONS
from kitgen.web.page_data import OFFERED
from kitgen.web.tasks import SITE_OPPONENTS

RULES = "docs/rules.md"
COMMANDS = "docs/commands.md"
#: The functions of opponents in their file, by name: those that take what an opponent sees.
FUNCTIONS = {
    name: function
    for name, function in inspect.getmembers(match, inspect.isfunction)
    if function.__module__ == match.__name__
    and list(inspect.signature(function).parameters) == ["seen"]
}
#: The words of the option that names the opponent of a bank.
BANK = next(option for option in PART_OPTIONS if "opponent" in option.key)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_chooses_moves_is_entered(name):
    if FUNCTIONS[name] not in {opponent.choices for opponent in OPPONENTS.values()}:
        gap("kitgen/machine/match.py", f'add to OPPONENTS: "NAME": Opponent("a few words", {name})')


@pytest.mark.parametrize("name", OPPONENTS)
def test_the_page_of_rules_tells_how_an_opponent_plays(name):
    if name not in {
        words[0] for row in rows(section(RULES, "## Opponents")) if (words := named(row[0]))
    }:
        gap(RULES, f"add to the table of opponents: | `{name}` | {OPPONENTS[name].help} |")


@pytest.mark.parametrize("name", OPPONENTS)
def test_the_page_of_commands_names_an_opponent(name):
    (row,) = [
        row
        for row in rows(page(COMMANDS))
        if {"random", "perfect", "adversary"} <= set(named(row[-1]))
    ]
    if name not in named(row[-1]):
        gap(COMMANDS, f"add `{name}` to the row of {row[0]} under `kitgen simulate`")


@pytest.mark.parametrize(
    "name", [row[0] for row in rows(section(RULES, "## Opponents")) if ":" not in row[0]]
)
def test_the_table_of_opponents_names_none_that_is_gone(name):
    for word in named(name):
        if word not in (*OPPONENTS, "machine"):
            gap(RULES, f"take out `{word}`, which is not in OPPONENTS")


@pytest.mark.parametrize("name", dict.fromkeys([*BANK.words, *OFFERED, *SITE_OPPONENTS]))
def test_sheets_and_pages_offer_only_opponents_and_have_words_for_them(name):
    if name == "machine":  # a second machine
        return
    if name not in OPPONENTS:
        gap("kitgen/machine/match.py", f"OPPONENTS has no {name!r}, which a sheet or a page offers")
    needs_text(f"curve.band.{name}", "the opponent, on sheets")
