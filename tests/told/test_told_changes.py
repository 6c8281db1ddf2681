"""All that is said when a told game, its words and its board are held against another file: the
same with one thing changed.
"""

import pytest
from test_told_speech import ONE_WAY, RACE, kit_of

from kitgen.errors import TooLargeError
from kitgen.games import make_game
from kitgen.games.told.told_file import game_at
from kitgen.verification.told_rules import told_faults
from kitgen.verification.told_speech import board_check, words_check

#: What is changed of a file that has it, in the first of its places.
CHANGES = (
    ('"step":["forward"]', '"step":["back"]'),
    ('"step":["forward"]', '"step":["side","forward"]'),
    ('"step":["forward"]', '"slide":["forward-left"]'),
    ('"step":["forward-diagonal"]', '"slide":["back-diagonal"]'),
    ('"step":["links"]', '"slide":["links"]'),
    ('"step":["links"]', '"step":["links"],"take":["links"]'),
    ('"step":["links"]', '"step":["all"]'),
    ('"take":["forward-diagonal"]', '"take":["diagonal"]'),
    ('"take":["forward-diagonal"]', '"jump":["any"],"over":"own","chain":true,"jump-takes":true'),
    ('"over":"other"', '"over":"any"'),
    ('"jump-takes":true', '"jump-takes":false'),
    ('"jump-takes":true', '"chain":true'),
    ('"goal":"far"', '"goal":["b2"]'),
    ('"goal":"far"', '"goal":"far","faces":"right"'),
    ('"goal":"far"', '"goal":[]'),
    ('"beside":"other"', '"beside":"own"'),
    ('"points":["9"]', '"points":["1","9"]'),
    ('"hand":"any"', '"hand":2'),
    ('"hand":3', '"hand":"any"'),
    ('"hand":3', '"hand":4'),
    ('"hand":3', '"hand":3,"on":["b2","a1"]'),
    ('"hand":3', '"hand":3,"not-first":["b2"]'),
    ('"hand":3', '"hand":3,"only-beside":"other"'),
    ('"not-beside":"any"', '"not-first":["5"]'),
    ('"not-beside":"any"', '"only-beside":"any"'),
    ('"lines":3', '"lines":2'),
    ('"lines":3', '"lines":[["a1","b2"],["c3","c2","c1"]]'),
    ('"orthogonal",', ""),
    ('"side":{', '"first":"black","side":{'),
    ('"side":{', '"falls":true,"side":{'),
    ('"side":{', '"leaves":"block","side":{'),
    ('"side":{', '"end":{"stuck":"wins"},"side":{'),
    ('"side":{', '"end":{"stuck":"draws"},"side":{'),
    ('"side":{', '"end":{"taken":"wins","reach":"loses","line":"loses"},"side":{'),
    ('"side":{', '"end":{"taken":"loses","endless":"white"},"side":{'),
    ('"side":{', '"links":["any"],"side":{'),
    ('"side":{', '"links":["orthogonal","a1>b2"],"side":{'),
    ("bbb", "b.b"),
    ("bbb", "b#b"),
    ("wwwwbbbb.", "wwwbbbbw."),
    ("1>3", "1-3"),
    ("5>4", "4>5"),
    ("2=[", "6=["),
)
GAMES = ("hexapawn", "tapatan", "mu-torere", "draughts-4x4", "dawson-9", "notakto")


def said(check, *args):
    try:
        return check(*args)
    except (KeyError, ValueError, IndexError, TooLargeError) as error:
        return [f"{type(error).__name__}"]


def reached_and_faults(game, text):
    count, faults = told_faults(game, text, 300)
    return [f"{count} positions", *faults]


def faults_of(check):
    return [f"{check.name}: {check.expected}, {check.found}", *check.faults]


def changes_of(game):
    for old, new in CHANGES:
        text = game.spec.replace(old, new, 1)
        if text != game.spec:
            yield f"{old} {new}", text


def report(game):
    lines = [f"{game.spec}", *said(reached_and_faults, game, game.spec.removeprefix("told:"))]
    for name, spec in changes_of(game):
        kit = kit_of(game, spec=spec)
        lines.append(name)
        found = said(reached_and_faults, game, spec.removeprefix("told:"))
        found += said(lambda kit: faults_of(words_check(kit)), kit)
        found += said(lambda kit: faults_of(board_check(kit)), kit)
        lines += [f"  {line}" for line in found]
    return "\n".join(lines)


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_said_of_another_file(golden, name):
    golden(f"verify/told-{name}", report(make_game(f"told:{name}")))


@pytest.mark.parametrize(("name", "text"), [("one-way", ONE_WAY), ("race", RACE)])
def test_all_that_is_said_of_another_file_of_somebody(golden, tmp_path, name, text):
    path = tmp_path / f"{name}.toml"
    path.write_text(text)
    golden(f"verify/told-{name}", report(game_at(path)))
