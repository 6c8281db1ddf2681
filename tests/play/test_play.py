"""The table of ``kitgen play``: who plays, what is learned, what is kept."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_answers import run
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of
from journal_games import begun
from places import ROOT

from kitgen.cli.commands import play as play_command
from kitgen.errors import KitgenError, UsageError
from kitgen.installing import extras
from kitgen.installing.extras import MissingExtraError
from kitgen.journal.beads import RunningBeads
from kitgen.journal.journal import Journal
from kitgen.journal.understand import understood
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.rule import Change, Rule
from kitgen.lab.experiment import run_on_paper
from kitgen.machine.learning import starting_beads, with_rule
from kitgen.machine.paper_machine import Table
from kitgen.play.console import Console
from kitgen.play.host import sit_down, train_by_kernel
from kitgen.play.learners import Atlas, SideMachine
from kitgen.play.saves import Saves
from kitgen.play.speech import curve
from kitgen.record.rows import GameRow, Passages, PickedBead

#: The beads of a new machine of Black, and of one of White.
BLACK_BEADS = 45
WHITE_BEADS = 37


@pytest.fixture
def table(tmp_path, seated):
    """Return a function that sits somebody down, and returns the console of that table; it keeps
    its machines in a folder of the test.
    """

    def sit(kit="her", language="en", keep=True, name=None, **choices):
        # Kits that many tests use are made only once.
        made = kit_of(kit) if kit in ("her", "ladder", "menace", "awari-mini") else kit
        folder = tmp_path / "machines" if keep else None
        return Console(
            seated(sit_down(made, seed=7, folder=folder, name=name, **choices)), TEXTS[language]
        )

    return sit


def play_through(console, moves=()):
    """Make moves for whoever sits at the keyboard, the first legal one when none is given, until
    the game is over.
    """
    sitting = console.host.sitting
    games = len(sitting.outcomes)
    lines = []
    moves = list(moves)
    while len(sitting.outcomes) == games:
        text = moves.pop(0) if moves else sitting.game.move_text(sitting.legal[0])
        lines += console.answer(text)
    return lines


def test_a_loss_takes_the_bead_of_the_last_move_and_is_kept(table):
    console = table()
    machine = console.host.sitting.machine(1)
    while -1 not in machine.results:
        play_through(console)
    assert sum(map(sum, machine.beads)) == BLACK_BEADS - machine.results.count(-1)
    with Journal(machine.journal.path) as journal:
        assert [row.result for row in journal.games()] == machine.results
        assert journal.beads() == machine.beads
        assert journal.check().problems == ()


def test_the_side_that_is_taken_over_learns_as_if_its_machine_had_played(table):
    console = table(keep=False)
    host = console.host
    sitting = console.host.sitting
    console.answer("take black")
    assert sitting.players == ["human", "human"]
    said = play_through(console, ["b1b2", "a3b2", "a1b2", "c3b2", "c1b2"])
    black = host.sitting.machine(1)
    white = host.sitting.machine(0)
    assert (black.results, white.results) == ([-1], [1])
    assert black.beads != SideMachine(kit_of(), 1).beads
    assert any("Black, box" in line for line in said)
    assert sitting.ended is None  # a new game is set up at once


def test_a_move_by_hand_picks_the_very_bead_that_the_machine_would(table):
    """Each slot of each box, also where the position lies mirrored: the move by hand is the
    bead's.
    """
    console = table(keep=False)
    machine = console.host.sitting.machine(1)
    game = console.host.sitting.game
    seen = 0
    for number, box in enumerate(machine.kit.boxes):
        for symmetry in machine.kit.symmetries.all:
            position = symmetry.position(box.position)
            opened = machine.opened(position)
            assert opened.number == number
            for slot, move in enumerate(opened.moves):
                machine.accept(Table(game, position), move)
                assert machine.picked.pop() == (number, slot)
                assert move in game.legal_moves(position)
                seen += 1
    assert seen > 80
    assert not machine.strayed


def test_a_bead_is_named_by_its_letter_large_or_small(table):
    console = table(keep=False)
    console.answer("take black")
    console.answer("b1b2")
    sitting = console.host.sitting
    opened = sitting.open_box()
    letters = [slot.colour.letter for slot in opened.box.slots]
    assert [*map(sitting.read_move, letters)] == list(opened.moves)
    assert [sitting.read_move(letter.lower()) for letter in letters] == list(opened.moves)
    answer = " ".join(console.answer(letters[0]))
    assert "Black" in answer
    assert "opens box" not in answer, "whoever has made the move knows which box was open"


def test_nobody_learns_from_a_move_whose_bead_is_gone(table):
    console = table(keep=True)
    machine = console.host.sitting.machine(1)
    console.answer("take black")
    console.answer("b1b2")
    opened = console.host.sitting.open_box()
    gone = next(
        slot
        for slot, move in enumerate(opened.moves)
        if move == console.host.sitting.read_move("a3b2")
    )
    machine.beads[opened.number][gone] = 0
    before = [list(box) for box in machine.beads]
    said = play_through(console, ["a3b2"])
    assert any("could not have played so" in line for line in said)
    assert machine.beads == before
    assert machine.journal is None
    assert len(console.host.sitting.machine(0).results) == 1


def test_a_side_played_by_a_policy_does_not_learn(table):
    console = table(keep=False)
    console.answer("player white random")
    console.answer("watch 20 yes")
    assert console.host.sitting.machine(0).results == []
    assert len(console.host.sitting.machine(1).results) == 20


def test_learning_can_be_switched_off(table):
    console = table()
    console.answer("learn off")
    play_through(console)
    assert console.host.sitting.machine(1).results == []
    assert console.host.sitting.machine(1).journal is None
    assert len(console.host.sitting.machine(0).results) == 1
    console.answer("learn black on")
    play_through(console)
    assert len(console.host.sitting.machine(1).results) == 1


def test_a_machine_is_said_to_learn_from_who_takes_its_side_only_if_it_does(table):
    console = table()
    learns = "its machine learns from your moves"
    assert learns in " ".join(console.answer("take black"))
    console.answer("give black")
    console.answer("learn off")
    answer = " ".join(console.answer("take black"))
    assert "You play Black now." in answer
    assert learns not in answer


def test_sides_are_taken_and_given_back_in_the_middle_of_a_game(table):
    console = table(keep=False)
    sitting = console.host.sitting
    console.answer("player white machine")
    console.answer("")
    assert len(sitting.plies) == 1
    console.answer("take black")
    assert sitting.waits
    console.answer(sitting.game.move_text(sitting.legal[0]))
    assert len(sitting.plies) >= 3 or sitting.outcomes
    console.answer("give black")
    assert sitting.players == ["machine", "machine"]


def test_stepping_back_changes_nothing_of_the_game(table):
    console = table(keep=False)
    sitting = console.host.sitting
    console.answer("b1b2")
    now = sitting.table.position
    assert "after 1 of 2" in console.answer("back")[-1]
    assert sitting.position == sitting.plies[1].position
    assert console.answer("back")[-1].startswith("The board after 0")
    assert console.answer("back") == ["The game goes no further that way."]
    console.answer("forward 9")
    assert (sitting.position, sitting.table.position) == (now, now)
    console.answer("back 2")
    console.answer("")
    assert sitting.position == now


def test_the_pick_is_shown_before_the_move_is_made(table):
    console = table(keep=False)
    sitting = console.host.sitting
    sitting.play(sitting.read_move("b1b2"))
    ply = sitting.pick()
    assert sitting.pick() is ply
    assert (ply.opened.box.id, sitting.plies[-1].move) == (
        "A2",
        sitting.game.parse_move(sitting.position, "b1b2"),
    )
    assert ply.opened.moves[ply.slot] == ply.move
    sitting.make()
    assert sitting.plies[-1].move == ply.move


def test_training_equals_watching_and_both_are_kept(table, tmp_path):
    watched = table(keep=False)
    trained = table(name="trained")
    for console in (watched, trained):
        console.answer("player white random")
    watched.answer("watch 150 yes")
    sounds = []
    trained.advance = lambda done, games: sounds.append((done, games))
    assert "150 games were played." in trained.answer("train 150 yes")
    assert sounds == [(100, 150), (150, 150)]
    assert watched.host.sitting.machine(1).beads == trained.host.sitting.machine(1).beads
    assert watched.host.sitting.machine(1).results == trained.host.sitting.machine(1).results
    with Journal(tmp_path / "machines" / "trained.kitgen") as journal:
        assert journal.status().games == 150
        assert journal.check().problems == ()


def test_both_machines_learn_from_each_other_in_training(table):
    console = table(keep=False)
    console.answer("train 60 yes")  # nobody sits at the keyboard then: White's machine plays
    black = console.host.sitting.machine(1)
    white = console.host.sitting.machine(0)
    assert black.results == [-one for one in white.results]
    assert black.results.count(-1) == BLACK_BEADS - sum(map(sum, black.beads))


@pytest.fixture
def quick_kernel(monkeypatch):
    """Let the paper machine stand in for the kernel, which plays alike and takes seconds to be
    compiled.
    """
    monkeypatch.setattr("kitgen.play.host.MANY", 200)
    monkeypatch.setattr("kitgen.play.host.run", lambda *work, **_: run_on_paper(*work))


@pytest.mark.usefixtures("quick_kernel")
def test_the_kernel_plays_the_same_games_for_both_sides(table):
    console = table(keep=False)
    console.answer("player white machine")
    left = train_by_kernel(console.host.sitting, 400)
    won_by_white = console.host.sitting.outcomes.count(1)
    won_by_black = console.host.sitting.outcomes.count(-1)
    assert BLACK_BEADS - left[1].beads == won_by_white
    # A machine that gives up at its first box changes nothing.
    assert 0 < WHITE_BEADS - left[0].beads <= won_by_black
    assert won_by_white + won_by_black == 400


@pytest.mark.usefixtures("quick_kernel")
def test_very_many_games_go_on_under_a_new_name(table):
    console = table(name="ada")
    console.answer("player white random")
    console.answer("train 50 yes")
    answer = console.answer("train 300 yes")
    assert any("“ada-2”" in line for line in answer)
    assert console.host.sitting.machine(1).results == []
    assert sum(map(sum, console.host.sitting.machine(1).beads)) < BLACK_BEADS
    assert console.host.saves.list()[0].name == "ada"


def test_figures_count_as_hexapawnrl_does_and_find_the_game(table):
    console = table(name="ada")
    console.answer("player white random")
    console.answer("train 400 yes")
    host = console.host
    figures = host.sitting.machine(1).figures()
    assert figures.level == 1 + figures.lost  # Gardner's rule: a bead for each loss
    assert figures.perfect
    assert 0 < figures.perfect_since < 400
    again = table(name="ada").host.sitting.machine(1).figures()
    assert again == figures
    machine = host.sitting.machine(1)
    beads = RunningBeads(Passages(machine.kit))
    could_lose_after = {}
    for row in machine.journal.games():
        beads.learn(row)
        could_lose_after[row.game] = machine.atlas.can_lose(beads.all())
    assert could_lose_after[figures.perfect_since - 1]
    assert not could_lose_after[figures.perfect_since]


@pytest.mark.every
def test_the_game_is_found_however_many_came_after_it(table):
    """Between two changes of its beads nothing is asked, so that long journals take no longer."""
    console = table(name="ada")
    console.answer("player white random")
    console.answer("train 400 yes")
    since = console.host.sitting.machine(1).figures().perfect_since
    console.answer("train 2500 yes")
    questions = []
    machine = table(name="ada").host.sitting.machine(1)
    can_lose = machine.atlas.can_lose

    def counted(beads):
        questions.append(beads)
        return can_lose(beads)

    machine.atlas.can_lose = counted
    assert (machine.figures().games, machine.figures().perfect_since) == (2900, since)
    assert len(questions) < 5


def test_a_machine_can_lose_until_no_line_loses():
    kit = kit_of()
    atlas = Atlas(kit, 1)
    beads = [[int(slot.value > 0) for slot in box.slots] for box in kit.boxes]
    assert atlas.can_lose(starting_beads(kit))
    assert atlas.can_lose(beads) is False
    beads[0] = [0] * len(beads[0])
    assert atlas.can_lose(beads)


@pytest.mark.parametrize("kit", ["her", "ladder", "menace"])
def test_every_way_leads_to_its_box(kit):
    made = kit_of(kit)
    side = made.players[-1]
    atlas = Atlas(made, side)
    for number, box in at_least(9, list(enumerate(made.boxes))[:60]):
        position = made.game.start()
        for move in atlas.way(number):
            position = made.game.play(position, move).position
        if position.to_move == side:  # the machine of the ladder may also follow
            assert made.locate(position)[0] == box


def test_the_gallery_filters(table):
    console = table()
    console.answer("player white random")
    console.answer("train 120 yes")
    machine = console.host.sitting.machine(1)
    filters = {
        "changed": lambda one: list(one.counts) != [slot.beads for slot in one.subject.slots],
        "emptied": lambda one: sum(one.counts) == 0,
        "met": lambda one: bool(machine.history(one.name)),
    }
    for name, holds in filters.items():
        found = machine.shown((name,))
        assert found == [one for one in machine.shown() if holds(one)]
        assert console.answer(f"gallery {name}")[-1] == f"{len(found)} of 19 boxes"
    assert len(console.answer("gallery 1")) == 3
    shown = console.answer(f"box {machine.shown(('changed',))[0].name}")
    assert any("→0" in line for line in shown)
    assert any(line.startswith("Game ") and line.endswith("lost") for line in shown)


def test_a_rule_begins_new_machines_and_leaves_the_old(table):
    console = table(name="ada")
    play_through(console)
    console.answer("rule michie yes")
    assert console.host.name == "ada-2"
    assert console.host.sitting.machine(1).kit.choices.rule == "michie"
    play_through(console)
    assert [one.name for one in console.host.saves.list()] == [
        "ada",
        "ada-2",
        "ada-2-white",
        "ada-white",
    ]


def test_machines_are_deleted_and_brought_back(table):
    console = table(name="ada")
    play_through(console)
    assert "being played with" in console.answer("delete ada")[0]
    console.host.saves.begin("bob", kit_of()).close()
    assert console.answer("delete bob yes") == ["“bob” is deleted; undo brings it back."]
    assert not console.host.saves.has("bob")
    assert console.answer("undo") == ["“bob” is back."]
    console.answer("open bob yes")
    assert console.host.sitting.machine(1).results == []
    assert console.answer("undo")[0] == "Taken back. The machines are as they were before."
    assert console.host.name == "ada"
    assert len(console.host.sitting.machine(1).results) == 1


def test_a_machine_of_hexapawn_rl_sits_down(table, tmp_path):
    console = table(name="ada")
    path = tmp_path / "player 1.json"
    memory = {"ooo---OOO": {"validMoves": ["a1a2"], "confidenceScores": [7]}}
    path.write_text(json.dumps({"memory": memory, "wins": 3}), encoding="utf-8")
    assert console.answer(f"import {path}") == [
        "Machine “player 1” is kept; open player 1 goes on with it."
    ]
    assert console.answer(f"import {path}") == [
        "Machine “player 1-2” is kept; open player 1-2 goes on with it."
    ]
    assert console.host.name == "ada"
    assert console.answer("open player 1")[0] == "Machine “player 1”."
    white = console.host.sitting.machine(0)
    assert (console.host.side, white.beads[0], white.figures().level) == (0, [7, 0, 0], 3)
    console.answer("player white machine")
    console.answer("player black random")
    console.answer("train 30 yes")
    console.host.close()
    with Journal(tmp_path / "machines" / "player 1.kitgen") as journal:
        assert (journal.status().games, journal.check().problems) == (30, ())
        assert journal.beads() == white.beads
        assert white.beads != starting_beads(white.kit)


def test_what_is_no_machine_is_not_kept(table, tmp_path):
    console = table(name="ada")
    (tmp_path / "games.txt").write_text("a1a2 b3a2 b1a2 c3c2\n", encoding="utf-8")
    (tmp_path / "x.json").write_text('{"weights": []}', encoding="utf-8")
    for what, said in {
        "import": "Name the file",
        f"import {tmp_path}/games.txt": "holds games",
        f"import {tmp_path}/x.json": "does not know",
        f"import {tmp_path}/no": "there is no file",
    }.items():
        [line] = console.answer(what)
        assert said in line
    assert console.answer("saves")[0].startswith("No machine")
    (tmp_path / "menace.json").write_text(
        '{"000000000": [1, 1, 0, 0, 1, 0, 0, 0, 0]}', encoding="utf-8"
    )
    console.answer(f"import {tmp_path}/menace.json")
    assert console.answer("open menace") == [
        "machine 'menace' plays tictactoe:3x3, not hexapawn:3x3"
    ]
    assert console.host.kit.game_spec == "hexapawn:3x3"
    assert "no machines are kept" in table(keep=False).answer(f"import {tmp_path}/menace.json")[0]


@pytest.mark.parametrize(
    ("language", "unkept", "number"),
    [
        ("it", "In questa sessione le macchine non vengono salvate.", "da 1 a 10.000.000."),
        ("es", "En esta sesión no se guardan máquinas.", "de 1 a 10 000 000."),
        ("fr", "Rien n'est gardé pendant cette séance.", "de 1 à 10 000 000."),
        ("de", "In dieser Sitzung werden keine Maschinen aufbewahrt.", "von 1 bis 10 000 000."),
    ],
)
def test_what_is_refused_at_the_table_is_told_in_its_language(table, language, unkept, number):
    console = table(language=language, keep=False)
    assert console.answer("import menace.json") == [unkept]
    (line,) = console.answer("train x")
    assert line.replace("\N{NO-BREAK SPACE}", " ").replace("\u202f", " ").endswith(number)


def test_a_machine_of_another_kit_keeps_its_name(table, tmp_path):
    console = table()
    play_through(console)
    assert console.host.name == "her"
    assert table().host.name == "her"
    other = sit_down(kit_of("her", language="it"), seed=1, folder=tmp_path / "machines")
    assert other.name == "her-2"
    other.close()


@pytest.mark.parametrize(
    ("language", "title", "wins"),
    [
        ("en", "Fox and hounds · Hounds", ["The fox wins.", "The hounds win."]),
        ("it", "La volpe e i cani · Cani", ["Vince la volpe.", "Vincono i cani."]),
        ("es", "El zorro y los perros · Perros", ["Gana el zorro.", "Ganan los perros."]),
    ],
)
def test_sides_of_a_told_game_are_called_as_its_file_says(language, title, wins, table):
    console = table("told:fox-hounds-4x4", language, keep=False)
    assert console.greeting()[0] == title
    assert console.words.side(1) == title.rpartition(" · ")[2]
    assert [console.words.outcome(SimpleNamespace(outcome=outcome)) for outcome in (1, -1)] == wins


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("giocatore bianco pippo", "«pippo» non c'è; ci sono: "),
        ("regola boh", "«boh» non c'è; ci sono: "),
        ("lingua xx", f"«xx» non c'è; ci sono: {', '.join(LANGUAGES)}."),
        ("partita nessuno.txt", "Il file «nessuno.txt» non c'è."),
    ],
)
def test_refusals_are_in_the_language_of_the_table(line, said, table):
    console = table(language="it", keep=False)
    answer = console.answer(line)
    if answer[-1].startswith("Scrivi"):
        answer = console.answer("sì")
    assert answer[-1].startswith(said)


@pytest.mark.parametrize(("language", "yellow"), [("en", "Y"), ("it", "G"), ("es", "M")])
def test_a_new_machine_has_the_letters_of_its_language(language, yellow, tmp_path, seated):
    host = seated(sit_down("her", seed=7, folder=tmp_path, language=language))
    assert host.kit.boxes[0].slots[2].colour.letter == yellow


def test_a_conceded_game_is_learned_as_a_win_on_the_table():
    """Also by a rule that shifts the moves of a machine that has given up itself."""
    rule = Rule("a source", {"en": "a title"}, win=Change(from_end=(3, 1)), empty="resign")
    kit = with_rule(kit_of(), rule, "shifting")
    picks = (PickedBead("A1", "Y"), PickedBead("B6", "R"))
    beads = []
    for resigned in (True, False):
        running = RunningBeads(Passages(kit))
        running.learn(GameRow(1, picks, 1, resigned=resigned))
        beads.append(running.all())
    assert beads[0] == beads[1]
    # A win adds 3 beads at the last move, and 1 at the one before.
    assert sum(map(sum, beads[0])) == BLACK_BEADS + 3 + 1


def test_a_name_leads_nowhere_else(tmp_path):
    for name in ("../ada", "a/b", "", ".ada", "a" * 91, "a\0b"):
        with pytest.raises(UsageError):
            Saves(tmp_path).path(name)


def test_a_machine_of_another_game_is_refused(table, tmp_path):
    console = table(name="ada")
    play_through(console)
    with pytest.raises(UsageError, match="choose another name"):
        sit_down(kit_of("ladder"), seed=1, folder=tmp_path / "machines", name="ada")


def test_a_journal_is_copied_and_stays_as_it_is(table, tmp_path):
    console = table(name="ada")
    console.answer("train 30 yes")
    beads = console.host.sitting.machine(1).beads
    elsewhere = tmp_path / "class.kitgen"
    console.host.close()
    elsewhere.write_bytes((tmp_path / "machines" / "ada.kitgen").read_bytes())
    copy = table(elsewhere)
    assert (copy.host.name, copy.host.sitting.machine(1).beads) == ("class", beads)
    play_through(copy)
    with Journal(elsewhere) as journal:
        assert journal.status().games == 30
    with Journal(tmp_path / "machines" / "class.kitgen") as journal:
        assert journal.status().games == 31


def test_what_somebody_else_notes_meanwhile_counts(table, tmp_path):
    first = table(name="ada")
    table(name="ada")  # sits there, too, without a move
    play_through(first)
    other = table(name="ada")
    play_through(other)
    play_through(first)
    assert len(first.host.sitting.machine(1).results) == 3
    with Journal(tmp_path / "machines" / "ada.kitgen") as journal:
        assert journal.beads() == first.host.sitting.machine(1).beads


@pytest.mark.every
def test_awari_too_large_for_boxes_is_played_without(table):
    console = table("awari:6x4")
    assert console.host.kit is None
    console.answer("player north winning-move")
    answer = console.answer("A")
    assert any("(winning-move)" in line for line in answer)
    assert "too large" in console.answer("gallery")[0]
    assert "too large" in console.answer("give north")[0]


def test_nonsense_is_answered(table):
    console = table(keep=False)
    for line in (
        "take red",
        "player white nobody",
        "train x",
        "train 99999999999",
        "box Z9",
        "rule none",
        "open",
        "call",
        "language xx",
        "learn",
        "delete x",
        "gallery blue",
        "b9b8",
        "watch 5",
        "player white",
    ):
        (answer,) = console.answer(line)
        assert answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_its_own_word(language, table):
    console = table(language=language, keep=False)
    words = [console.word(command.name) for command in console.commands]
    assert len({word.casefold() for word in words}) == len(words)
    for word, command in at_least(20, zip(words, console.commands, strict=True)):
        assert console.command_named(word) == command
        assert console.command_named(word.upper()) == command
        assert console.command_named(command.name.capitalize()) == command
    for line in at_least(20, console.answer("help")):
        assert len(line) <= 120, line


def test_a_curve_is_as_wide_as_it_may_be():
    assert curve([1] * 10, 5) == ["█████"]
    assert curve([-1, 1], 9, 2) == [" █", "▁█"]
    assert max(map(len, curve([1, -1, 0] * 100, 40, 3))) <= 40


def test_the_command_plays_line_by_line_through_a_pipe(tmp_path):
    done = run(
        "play", "her", "--seed", 3, text="b1b2\nstats\nquit\n", KITGEN_MACHINES=str(tmp_path)
    )
    assert done.exit_code == 0, done.output
    assert "Black opens box A2" in done.output
    assert "Goodbye" in done.output.splitlines()[-1]
    assert "\x1b" not in done.output
    again = run(
        "play", "her", "--seed", 3, text="b1b2\nstats\nquit\n", KITGEN_MACHINES=str(tmp_path)
    )
    assert again.output == done.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_in_every_language(language):
    word = TEXTS[language]("play.word.train")
    text = f"{word} 40 yes\nb1b2\nc1c2\na1a2\n\n"
    done = run("play", "her", "--language", language, "--no-save", "--ascii", text=text)
    assert done.exit_code == 0, done.output
    assert "3  b b b" in done.output
    assert TEXTS[language]("play.trained", count=40) in done.output


@pytest.mark.parametrize("words", ["play her --no-save", "journal play"])
def test_without_the_extra_for_screens_both_tables_go_line_by_line(words, monkeypatch):
    begun(Path("class3b.kitgen"), kit_of())
    monkeypatch.setattr(extras, "_found", lambda name: name != "textual")
    monkeypatch.setattr(play_command, "at_terminal", lambda: True)
    done = run(*words.split(), text="quit\n")
    assert done.exit_code == 0
    assert done.stdout.startswith("HER: the Hexapawn Educable Robot")
    assert "a1a2" in done.stdout
    assert done.stderr == f"kitgen: line by line, since {MissingExtraError('the screen', 'play')}\n"


def test_a_kill_loses_no_finished_game(tmp_path):
    """What was said to be won is in the file, although the process was killed before it could
    close anything.
    """
    code = (
        "from kitgen.cli.main import main; main(['play', 'her', '--plain', '--opponent', "
        "'random', '--seed', '5'])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"KITGEN_MACHINES": str(tmp_path), "PYTHONPATH": str(ROOT)},
    )
    process.stdin.write("watch 9 yes\n")
    process.stdin.flush()
    games = 0
    for line in process.stdout:
        if line[:1].isdigit() and "wins" in line:
            games += 1
        if "level" in line:
            break
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    assert games == 9
    with Journal(tmp_path / "her.kitgen") as journal:
        assert journal.status().games == 9
        assert journal.check().problems == ()


def test_a_full_disk_is_one_line_and_the_machine_stays_as_its_journal_has_it(table, monkeypatch):
    console = table(name="ada")
    play_through(console)
    machine = console.host.sitting.machine(1)
    beads = [list(box) for box in machine.beads]

    def full(*_rows, **_how):
        raise KitgenError("the disk is full")

    monkeypatch.setattr(Journal, "add_all", full)
    said = play_through(console)
    assert "the disk is full" in said
    assert machine.beads == beads
    assert len(machine.results) == 1


@pytest.mark.parametrize("rule", ["gardner", "michie"])
def test_a_machine_that_wins_at_the_others_empty_box_is_kept_and_agrees(rule, table):
    console = table(name="ada", rule=rule)
    console.answer("train 400 yes")
    seen = 0
    for machine in console.host.sitting.known_machines():
        rows = machine.journal.games()
        seen += sum(row.conceded for row in rows)
        assert machine.journal.check().problems == ()
        assert machine.journal.beads() == machine.beads
        assert [understood(machine.journal.passages, row) for row in rows] == list(rows)
    assert seen > 5


def boxes_behind_straying(game, white, black):
    """Return the numbers of White's boxes that are opened only after Black had no box."""
    boxes = {True: set(), False: set()}
    waiting = [(game.start(), False)]
    while waiting:
        position, strayed = waiting.pop()
        if Table(game, position).ended() is not None:
            continue
        if position.to_move == 1:
            strayed = strayed or not black.knows(position)
        else:
            opened = white.opened(position)
            if opened is not None:
                boxes[strayed].add(opened.number)
        for move in game.legal_moves(position):
            waiting.append((game.play(position, move).position, strayed))
    return boxes[True] - boxes[False]


def test_a_machine_that_has_strayed_does_not_mark_the_game_before_as_conceded(table):
    """White misses a win, Black has no box there, and White then gives up: Black's last recorded
    game is another.
    """
    console = table(build_kit("hexapawn", Wish(expect="sensible")), rule="gardner")
    white, black = console.host.sitting.known_machines()
    for number in boxes_behind_straying(console.host.sitting.game, white, black):
        white.beads[number] = [0] * len(white.beads[number])
    white.learns = False
    console.answer("train 100 yes")
    rows = black.journal.games()
    assert 50 < len(rows) < 100
    assert not any(row.conceded for row in rows)


def test_a_game_without_boxes_heeds_nothing_that_is_said_of_a_machine():
    done = run(
        "play", "awari:6x4", "--rule", "gardner", "--as", "our machine", "--no-save", text="quit\n"
    )
    assert done.exit_code == 2
    assert "played without a machine of boxes: --rule and --as would change nothing" in done.stderr
