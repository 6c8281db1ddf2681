"""At the table of ``kitgen play``: machines that keep no beads, but a number for each position
that they have met.
"""

import pytest
from jobs import LANGUAGES, TEXTS, kit_of
from sampling import few

from kitgen.errors import UsageError
from kitgen.machine.learning import schedule_of
from kitgen.machine.match import Adviser, PolicyPlayer, parse_policy
from kitgen.machine.paper_machine import PositionLearner, SplitMix, Table, play_game
from kitgen.play.console import Console
from kitgen.play.host import by_kernel, sit_down


def sit(kit="menace", language="en", folder=None, **choices):
    host = sit_down(kit_of(kit), seed=7, folder=folder, rule="tris", **choices)
    return Console(host, TEXTS[language])


def test_training_is_what_simulate_plays():
    """The same games by the learner itself, without a table: number for number."""
    console = sit()
    side = console.host.side
    sitting = console.host.sitting
    machine = console.host.sitting.machine(side)
    console.answer(f"player {sitting.game.sides[1 - side].name} random")
    alone = PositionLearner(machine.kit.game, schedule_of(machine.kit.rule))
    chance = PolicyPlayer(parse_policy("random"), Adviser(machine.kit.oracle))
    rng = SplitMix(7)
    sitting.rng = SplitMix(7)
    outcomes = [
        play_game(alone.game, (alone, chance) if side == 0 else (chance, alone), rng).outcome
        for _ in range(60)
    ]
    assert not by_kernel(sitting, 1_000_000)  # it would learn by beads
    console.answer("train 60 yes")
    assert sitting.outcomes == outcomes
    assert machine.numbers == alone.numbers
    assert {one.counts[0] for one in machine.exhibits()} > {1, -1}
    assert sum(met.times for met in machine.met.values()) >= 3 * 60
    assert len(machine.results) == 60


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_a_game_by_hand_changes_the_numbers_of_both_sides(language, golden):
    """X wins a3, b3, c3 by hand, and the machine, which cannot know better, makes the first
    moves there are.
    """
    host = sit_down("tictactoe", seed=7, rule="tris")
    console = Console(host, TEXTS[language])
    lines = [
        line
        for text in ("a1", "b1", "c1", "moves", "box", "gallery", "box 2", "stats")
        for line in console.answer(text)
    ]
    golden(f"play/positions-{language}", "\n".join([*console.greeting()[:4], *lines]))
    first, second = (host.sitting.machine(side) for side in (0, 1))
    assert (first.results, second.results) == ([1], [-1])
    assert list(first.numbers.values()) == [1, 1, 1]
    assert list(second.numbers.values()) == [-1, -1]
    game = host.sitting.game
    for machine in (first, second):
        for met in machine.met.values():
            position = game.start()
            for move in met.way:
                position = game.play(position, move).position
            assert position == met.position
            assert len(met.way) == 2 * met.turn - 1 + machine.side
    assert console.answer("box 99") == [TEXTS[language]("play.no_box", said="'99'")]


def test_the_choice_is_told_with_what_was_compared():
    host = sit_down("tictactoe", seed=7, rule="tris")
    console = Console(host, TEXTS["en"])
    sitting = host.sitting
    for text in ("a1", "b1", "c1"):
        console.answer(text)
    # It lost with a3 first, so that all others are now better, and the first of them is made.
    assert "O compares: a3 -1  [b3 0]  c3 0  a2 0  b2 0  c2 0  b1 0  c1 0" in console.answer("a1")
    ply = sitting.plies[1]
    assert (ply.opened.numbers, ply.slot) == ((-1, 0, 0, 0, 0, 0, 0, 0), 1)
    assert sitting.plies[0].slot == 6  # by hand: what the machine of that side would have compared
    assert sitting.plies[0].opened.numbers[6] == 1


def test_nothing_is_learned_while_learning_is_off_or_a_policy_plays():
    console = sit()
    host = console.host
    names = [side.name for side in host.sitting.game.sides]
    console.answer(f"learn {names[host.side]} off")
    console.answer(f"player {names[1 - host.side]} random")
    console.answer("watch 3 yes")
    assert not any(machine.numbers or machine.results for machine in host.sitting.machines)
    console.answer(f"learn {names[host.side]} on")
    console.answer("watch 3 yes")
    assert [len(machine.results) for machine in host.sitting.machines].count(3) == 1
    assert not host.sitting.machine(1 - host.side).numbers


def can_lose_by_trying(machine, game, position):
    """Return whether the machine ever loses: by asking it for its move wherever it is to move."""
    outcome = Table(game, position).ended()
    if outcome is not None:
        return outcome == (-1 if machine.side == 0 else 1)
    legal = game.legal_moves(position)
    if position.to_move == machine.side:
        legal = [machine.move(Table(game, position), SplitMix(1))]
    return any(
        can_lose_by_trying(machine, game, game.play(position, move).position) for move in legal
    )


def test_a_machine_that_cannot_lose_is_said_so():
    console = sit("her")
    host = console.host
    machine = host.sitting.machine(1)
    console.answer("player white random")
    answers = set()
    for _ in range(80):
        console.answer("watch 1 yes")
        perfect = host.sitting.machine(1).figures().perfect
        assert perfect is not can_lose_by_trying(machine, machine.game, machine.game.start())
        machine.forget()
        answers.add(perfect)
        if perfect:
            break
    assert answers == {True, False}
    assert f"can never lose again since game {len(machine.results)}" in console.answer("stats")[1]


def test_the_gallery_filters_positions():
    console = sit()
    host = console.host
    console.answer(f"player {host.sitting.game.sides[1 - host.side].name} random")
    console.answer("train 40 yes")
    machine = host.sitting.machine(host.side)
    whole = list(machine.exhibits())
    for word, holds in {
        "positive": lambda one: one.counts[0] > 0,
        "negative": lambda one: one.counts[0] < 0,
        "losing": lambda one: machine.kit.oracle.worth(one.position).score == 1,
        "2": lambda one: one.turn == 2,
    }.items():
        found = [one for one in whole if holds(one)]
        assert 0 < len(found) < len(whole)
        *lines, count = console.answer(f"gallery {word}")
        assert [line.split()[0] for line in lines] == [one.name for one in found]
        assert count == f"{len(found)} of {len(whole)} positions met"
    assert "no side 'emptied'" in console.answer("gallery emptied")[0]


def test_it_is_not_kept_and_that_is_said_once(tmp_path):
    console = sit(folder=tmp_path, name="ada")
    text = TEXTS["en"]("play.cannot_keep")
    assert console.greeting().count(text) == 1
    console.answer("train 5 yes")
    console.host.close()
    assert not list(tmp_path.iterdir())
    assert console.farewell == "Goodbye."
    assert text not in console.answer("new machine")
    # By a rule with beads the machines are kept, and back.
    assert "kept as “ada”" in console.answer("rule gardner yes")[0]
    console.answer("train 5 yes")
    assert [path.name for path in tmp_path.glob("ada*")]
    assert console.answer("rule tris yes")[:2] == ["New machines learn by tris.", text]
    console.host.close()


def test_who_needs_beads_to_know_is_refused():
    console = sit("her")
    with pytest.raises(UsageError, match="needs to know the beads"):
        console.host.sitting.seat(0, "adversary")
