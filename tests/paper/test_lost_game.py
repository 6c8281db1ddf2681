"""The operator card's example is a game that the rules allow, and what it says of the beads is
what the rule does.
"""

import re

import pytest
from counting import at_least_one
from jobs import EDITIONS, LANGUAGES, TEMPLATES, TEXTS, make_job
from printed_words import texts_on, words_on
from sampling import few

from kitgen.errors import UsageError
from kitgen.machine.paper_machine import PaperMachine, Shelf, Table
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import load_part, panel
from kitgen.press.print_run import make_document
from kitgen.record import rows
from kitgen.record.rows import GameRow, PickedBead, follow, sample_games

RULES = tuple(rule for rule in TEMPLATES.names("rules") if rule != "tris")


def printed_example(job):
    """Return what the card prints of its example: the cells of the log, and the words under each
    box.
    """
    *_, sheet = load_part("operator").sheets(job)
    words = texts_on(sheet)
    begin = job.texts.raw("turn.example").partition("{")[0]
    line = next((mark.text for mark in words if mark.text.startswith(begin)), None)
    if line is None:
        return None
    beads = re.findall(r"\b([A-Z]*[0-9]+ \w)\b", line)
    (then,) = [mark.at[1] for mark in words if mark.text == job.texts("turn.then")]
    below = [mark for mark in words if then < mark.at[1] < then + 30]
    low = max(mark.at[1] for mark in below)
    captions = [
        mark.text for mark in sorted(below, key=lambda mark: mark.at[0]) if mark.at[1] == low
    ]
    return beads, captions


def said(texts, change):
    if change == 0:
        return texts("turn.back")
    return texts("turn.more" if change > 0 else "turn.fewer", count=abs(change))


@pytest.mark.parametrize(
    ("name", "rule", "language"), few(EDITIONS, [None, *RULES], LANGUAGES, one_in=28)
)
def test_the_printed_example_can_be_played_and_learned_from(name, rule, language):
    try:
        job = make_job(name, language=language, **({} if rule is None else {"rule": rule}))
    except UsageError:
        pytest.skip("a rule for draws in a game without")
    kit = job.kit
    printed = printed_example(job)
    assert printed is not None
    beads, captions = printed
    row = GameRow(1, tuple(PickedBead(*bead.split()) for bead in beads), -1)
    story = follow(kit, row)  # refuses what the rules do not allow
    table = Table(kit.game, kit.game.start())
    if kit.game.repetition is not None:
        table.met[table.position] += 1
    for turn in at_least_one(story.turns):
        assert turn.since is not None
        for move in turn.since:
            assert move in kit.game.legal_moves(table.position)
            table.play(move)
        assert table.position == turn.met
        table.play(turn.move)
    if story.end is not None:
        for move in story.end:
            table.play(move)
        assert table.ended() == (-1 if story.turns[0].met.to_move == 0 else 1), (
            "lost by the machine"
        )
    machine = PaperMachine(Shelf(kit))
    ids = [box.id for box in kit.boxes]
    machine.picked = [
        (ids.index(turn.box.id), turn.box.slots.index(turn.slot))
        for turn in at_least_one(story.turns)
    ]
    picked = list(machine.picked)
    updates = {(one.box, one.slot): one.after - one.before for one in machine.finish(-1)}
    assert captions == [said(TEXTS[language], updates.get(pick, 0)) for pick in picked]


def test_what_goes_depends_on_the_rule():
    gardner, michie = (printed_example(make_job(name))[1] for name in ("her", "menace"))
    assert gardner == ["back into its box", "1 goes into the bag"]
    assert set(michie) == {"1 goes into the bag"}
    for name, least in (("her", 2), ("menace", 3)):
        assert len(printed_example(make_job(name))[0]) >= least


def test_a_kit_for_sensible_opponents_shows_one():
    job = make_job("her", expect="sensible")
    example = job.lost_game
    kit = job.kit
    for turn in at_least_one(example.story.turns):
        wins = [
            m
            for m in kit.game.legal_moves(turn.met)
            if kit.game.result(kit.game.play(turn.met, m).position) == -1
        ]
        assert not wins or turn.move in kit.game.legal_moves(turn.met)
    assert follow(kit, example.row) == example.story


@pytest.mark.parametrize("name", ["her", "menace"])
def test_the_card_says_which_of_two_twins_to_play_where_the_route_follows_it(name):
    for parts in (("route", "operator"), ("operator",)):
        *_, sheet = load_part("operator").sheets(make_job(name, parts=parts))
        words = words_on(sheet)
        assert "grey" in words
        assert ("With the Route make the coloured one" in words) is ("route" in parts)


@pytest.mark.parametrize("part", ["operator", "worksheet"])
def test_a_print_of_a_part_alone_brings_its_example(part):
    job = make_job("her", parts=(part,))
    assert job.lost_game is not None
    printed = make_document(job.kit, parts=[part]).sheets
    drawn = run_parts(job, (part,)).sheets
    assert [len(sheet.scene.marks) for sheet in printed] == [
        len(sheet.scene.marks) for sheet in drawn
    ]


def test_a_rule_without_beads_has_no_example():
    *_, sheet = load_part("operator").sheets(make_job("menace", rule="tris"))
    assert not any(
        "Suppose the machine" in mark.text for mark in sheet.scene.marks if isinstance(mark, Text)
    )


@pytest.mark.parametrize(
    "name", ["her", "him", "gardner24", "her-4x3", "her-3x4", "menace", "menace-second"]
)
def test_the_bead_that_leaves_on_the_panel_is_of_a_move_that_loses_at_once(name):
    job = make_job(name)
    box, slot = panel.shown(job)
    after = job.kit.game.play(box.position, slot.moves[0]).position
    assert len(box.slots) > 1
    ends = [job.kit.game.play(after, move).position for move in job.kit.game.legal_moves(after)]
    assert -1 in [job.kit.game.result(end) for end in ends]


@pytest.mark.parametrize(
    ("name", "box", "words"),
    [("her-3x4", "B10", "box B10, mirrored"), ("menace-second", "B13", "box B13, turned"),
     ("misere", "C16", "box C16, turned and mirrored")],
)  # fmt: skip
def test_an_example_says_how_its_box_lies(name, box, words):
    job = make_job(name)
    *_, sheet = load_part("operator").sheets(job)
    assert words in [
        mark.text for mark in sheet.scene.marks if isinstance(mark, Text) and box in mark.text
    ]


def test_an_example_with_a_choice_in_its_last_box_is_preferred(monkeypatch):
    kit = make_job("her").kit
    lost = [
        game
        for game in sample_games(kit, 30, 20)
        if game.outcome < 0 and game.updates and len(game.picks) == 3
    ]
    forced, free = (
        next(game for game in lost if (len(kit.boxes[game.picks[-1][0]].slots) > 1) == choice)
        for choice in (False, True)
    )
    monkeypatch.setattr(rows, "sample_games", lambda *_, **_k: iter([forced, free]))
    example = rows.lost_game(kit)
    assert [pick.box for pick in example.row.picks] == [kit.boxes[box].id for box, _ in free.picks]
