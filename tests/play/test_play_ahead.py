"""Looking ahead at the table of ``kitgen play``: levels, hints, analyses, seeds one by one,
games that were written.
"""

import random
import re
import subprocess
import sys
import time

import pytest
from command_answers import run
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of
from places import ROOT
from sampling import few

from kitgen.errors import KitgenError, UsageError
from kitgen.games import make_game
from kitgen.lab.matches import match
from kitgen.machine.match import LookingPlayer
from kitgen.machine.paper_machine import SplitMix
from kitgen.model import Stage
from kitgen.play.console import Console
from kitgen.play.host import GameFile, Host, keep_game, sit_down, split_number
from kitgen.play.insight import Insight
from kitgen.play.saves import Saves
from kitgen.play.screens.play_app import UnderWay
from kitgen.play.sitting import LEVEL, PLAIN_LEVELS, PLIES, TIME, level_of, levels, plan_of
from kitgen.theory.oracle import Oracle
from kitgen.tree_search.analysis import Analyst, Prospect, costliest, decisive, review
from kitgen.tree_search.plan import Plan, parse_plan
from kitgen.tree_search.scouts import GradualScout, SearchPlayer, make_scout
from kitgen.tree_search.written_games import parse_record

#: Too large for a machine of boxes.
AWARI = "awari:4x3"


@pytest.fixture
def table(tmp_path, seated):
    """Return what sits somebody down; looking ahead goes by plain Python and not far, so that
    nothing is compiled.
    """

    def sit(kit="her", language="en", keep=False):
        folder = tmp_path / "machines" if keep else None
        host = (
            at_table()
            if kit == AWARI
            else sit_down(kit_of() if kit == "her" else kit, seed=7, folder=folder)
        )
        host.insight.plan = Plan("negascout", 3 if kit == AWARI else 9)
        host.insight._scout = make_scout(host.sitting.game, host.insight.plan, plain=True)
        return Console(seated(host), TEXTS[language])

    return sit


def at_table(saves=None):
    """Return the host of a table without machines; it need not find out that the game is too
    large for them.
    """
    return Host(None, make_game(AWARI), SplitMix(7), saves)


def by_chance(game, chance, most=60):
    """Return a game of moves by chance."""
    words = []
    line = [game.start()]
    while game.legal_moves(line[-1]) and game.result(line[-1]) is None and len(words) < most:
        move = chance.choice(game.legal_moves(line[-1]))
        words.append(game.move_text(move))
        line.append(game.play(line[-1], move).position)
    return parse_record(game, f": {' '.join(words)}")


# --- a game walked again
# ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spec", "games"), [("hexapawn", 12), ("nim:7", 6), ("tictactoe:3x3", 1)])
def test_where_all_is_seen_moves_are_worth_what_the_solved_game_says(spec, games):
    game = make_game(spec)
    chance = random.Random(5)
    seen = 0
    oracle = Oracle(game)
    scout = make_scout(game, Plan("negascout", 9), plain=True)
    for _ in range(games):
        record = by_chance(game, chance)
        judged = list(review(scout, record))
        assert [one.move for one in judged] == list(record.moves)
        for one in judged:
            values = {
                move: oracle.worth_of(one.position, move).score
                for move in game.legal_moves(one.position)
            }
            assert (one.before, one.after) == (max(values.values()), values[one.move])
            assert bool(one.better) == (one.lost > 0)
            seen += one.lost > 0
            if one.better:
                assert values[one.better[0]] == one.before
        end = game.result(record.line[-1])
        if end:  # for the side that has to move, and cannot
            loser = record.line[-1].to_move if end < 0 else 1 - record.line[-1].to_move
            turn = decisive(judged, loser)
            assert (turn is None) == (
                not any(one.gave_away for one in judged if one.position.to_move == loser)
            )
            if turn is not None:
                assert turn.before >= 0 > turn.after
                after = [
                    one
                    for one in judged
                    if one.number > turn.number and one.position.to_move == loser
                ]
                assert all(one.before < 0 for one in after)
    assert seen >= games


def test_with_points_the_lead_counts_too():
    game = make_game(AWARI)
    scout = make_scout(game, Plan("minimax", 4), plain=True)
    record = by_chance(game, random.Random(2), 30)
    judged = list(review(scout, record))
    lead = 0
    gave = 0
    for one, after in at_least(20, list(zip(judged, record.line[1:], strict=True))):
        assert one.lead == (lead if one.position.to_move == 0 else -lead)
        values = {}
        for move in game.legal_moves(one.position):
            step = game.play(one.position, move)
            values[move] = step.gain - scout.worth([*record.line[: one.number], step.position], 3)
        assert (one.before, one.after) == (max(values.values()), values[one.move])
        gave += one.gave_away
        gain = game.play(one.position, one.move).gain
        lead += gain if one.position.to_move == 0 else -gain
        assert after == game.play(one.position, one.move).position
    assert gave
    for side in (0, 1):
        worst = costliest(judged, side)
        assert worst.lost == max(one.lost for one in judged if one.position.to_move == side)


def test_a_walk_by_the_clock_ends_in_time_and_looks_as_far_as_it_can():
    game = make_game("tictactoe")
    record = by_chance(game, random.Random(1))
    deep = list(review(make_scout(game, Plan("negascout", 9, seconds=0.03), plain=True), record))
    assert len(deep) == len(record.moves)
    assert deep[0].depth < 9  # the start takes longer
    whole = list(review(make_scout(game, Plan("negascout", 9), plain=True), record))
    for one, seen in at_least(4, list(zip(deep, whole, strict=True))[-4:]):  # and the end does not
        assert (one.before, one.after) == (seen.before, seen.after)


# --- levels
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["tictactoe", AWARI])
def test_levels_are_plans_that_every_command_reads(spec):
    game = make_game(spec)
    depths = []
    for number in at_least(5, levels(game)):
        text = plan_of(game, f"{LEVEL}:{number}")
        assert level_of(game, text) == (LEVEL, number)
        plan = parse_plan(text)
        assert plan.seconds is None
        depths.append(plan.depth)
        make_scout(game, plan)  # refuses what this game cannot be searched by
    assert depths == sorted(set(depths))
    assert level_of(game, plan_of(game, f"{TIME}:2.5")) == (TIME, 2.5)
    assert level_of(game, "negascout:6") is level_of(game, "random") is None
    for wrong in (
        "level:0",
        "level:99",
        "level:x",
        "level:",
        "seconds:0",
        "seconds:-1",
        "seconds:x",
    ):
        with pytest.raises(UsageError):
            plan_of(game, wrong)


def test_the_docs_say_how_far_levels_look():
    plies = f"{', '.join(map(str, PLIES[:-1]))} and {PLIES[-1]} moves ahead"
    text = " ".join((ROOT / "docs" / "playing.md").read_text(encoding="utf-8").split())
    assert f"`level:1` to `level:{len(PLIES)}` look {plies} (the last four need `lab`)" in text
    assert len(PLIES) - PLAIN_LEVELS == 4


def test_a_level_is_seated_and_called_by_its_name(table):
    console = table("tictactoe")
    assert console.answer("player o level:3")[0] == "O: level 3"
    assert console.host.sitting.players[1] == "negascout:3,single,preference"
    assert any("(level 3)" in line for line in console.answer("b2"))
    assert "no level" in console.answer("player o level:77")[0]


def test_whoever_looks_ahead_knows_the_whole_game_from_where_it_began():
    """A position for the third time ends the game: only who knows what came before sees it
    coming.
    """
    game = make_game(AWARI)
    record = by_chance(game, random.Random(8), 9)
    start = record.line[4]
    host = at_table()
    host.sitting.open_record(
        parse_record(game, f"{game.text(start)}: {' '.join(map(game.move_text, record.moves[4:]))}")
    )
    seen = []

    class Listening(SearchPlayer):
        def choose(self, line, luck):
            seen.append(tuple(line))
            return super().choose(line, luck)

    player = LookingPlayer(Listening(game, Plan("negascout", 2), plain=True))
    move = player.move(host.sitting.table, SplitMix(1))
    assert move in game.legal_moves(record.line[-1])
    assert seen == [record.line[4:]]
    assert host.sitting.line == record.line[4:]
    host.close()


# --- hints and analyses, typed
# ---------------------------------------------------------------------------------


def test_a_hint_is_about_the_board_that_is_shown(table):
    console = table()
    console.host.sitting.seat(1, "human")
    console.answer("b1b2")
    lines = console.answer("hint")
    assert lines[0] == "Looking 9 moves ahead:"
    told = [line.split()[:2] for line in lines[1:3]]
    oracle = console.host.kit.oracle
    sitting = console.host.sitting
    for worth, move in at_least(2, told):
        value = oracle.worth_of(
            sitting.position, sitting.game.parse_move(sitting.position, move)
        ).score
        assert worth == {1: "wins", -1: "loses"}[value]
    assert len(console.answer("hint 1")) == 4  # one line, all other moves together, and a note
    console.answer("back")
    *lines, note = console.answer("hint")[1:]
    assert [line.split()[1] for line in lines] == ["a1a2", "b1b2"], (
        "c1c2 is the mirror image of a1a2"
    )
    assert note == "Mirror images of these moves are left out."


def test_a_hint_after_the_end_says_who_has_won(table):
    console = table()
    for side in ("white", "black"):
        console.answer(f"player {side} random")
    console.answer("watch")
    assert console.answer("hint") == [console.words.outcome(console.host.sitting.ended)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finished_game_is_analysed_and_its_losing_move_named(language, table):
    console = table(language=language)
    console.host.sitting.seat(1, "human")
    sounds = []
    console.advance = lambda done, moves: sounds.append((done, moves))
    words = console.words
    for move in ("b1b2", "a3b2", "a1b2", "c3b2", "c1b2"):
        console.answer(move)
    answer = console.answer(words("word.analyse"))
    assert sounds == [(number, 5) for number in range(1, 6)]
    oracle = console.host.kit.oracle
    game = console.host.sitting.game
    record, outcome = console.host.sitting.last
    assert outcome == 1
    wrong = []
    for number, (position, move) in enumerate(zip(record.line, record.moves, strict=False), 1):
        best = max(oracle.worth_of(position, one).score for one in game.legal_moves(position))
        if oracle.worth_of(position, move).score < best:
            wrong.append((number, position.to_move, game.move_text(move)))
    rows = [found for line in answer if (found := re.match(r"(\d+)\.", line))]
    assert [int(found[1]) for found in rows] == [number for number, _, _ in wrong]
    number, side, move = [one for one in wrong if one[1] == 1][-1]
    assert answer[-1] == words(
        "lost_with", number=number, side=words.side(side), move=move, points=2
    )


def test_how_far_is_looked_can_be_said(table):
    console = table("nim:7")
    assert console.answer("ahead 2") == ["Hints and analyses look 2 moves ahead."]
    assert console.answer("hint")[0] == "Looking 2 moves ahead:"
    assert "not a number" in console.answer("ahead 0")[0]


# --- what a hand does
# ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_sowing_is_told_in_words(language, table):
    console = table(AWARI, language)
    words = console.words
    answer = console.answer("1")  # as whoever sits there counts; South's first pit is A
    assert answer[0] == words("moves", side=words.side(0), move="A", player=words.player("human"))
    stages = words("stage.lift", cells="A (3)"), words("stage.put", cells="B C D")
    assert answer[1] == f"  {words.texts.joined(stages)}"
    board = answer[2].splitlines()
    assert (board[0].split(), board[3].split()) == (["4", "3", "2", "1"], ["1", "2", "3", "4"])
    assert console.answer("3")[0].endswith(f"c ({words.player('human')})")
    screened = table(AWARI, language)
    screened.screened = True
    assert len(screened.answer("A")) == 1


def test_cells_without_names_are_told_by_their_numbers(table, monkeypatch):
    console = table("tictactoe")
    put = lambda _position, move: (Stage("put", move.target, 1, ()),)  # noqa: E731
    monkeypatch.setattr(console.host.sitting.game, "stages", put, raising=False)
    assert f"  {console.words('stage.put', cells='5')}" in console.answer("b2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_taken_is_told(language, table):
    console = table(AWARI, language)
    words = console.words
    console.host.sitting.open_record(parse_record(console.host.sitting.game, "1,0,0,2/1,1,1,0 S"))
    answer = console.answer("D")
    assert answer[1] == words("wins_points", side=words.side(0), points=4)
    assert answer[2].endswith(f"; {words('stage.take', cells='b (2) a (2)')}")


def test_the_screen_sows_what_the_rules_have_sown():
    host = at_table()
    sitting = host.sitting
    chance = random.Random(3)
    stages = 0
    under_way = UnderWay(sitting)
    while sitting.ended is None and len(sitting.plies) < 30:
        before = sum(sitting.position.cells)
        ply = sitting.play(chance.choice(sitting.legal))
        assert under_way.notice(at_once=False)
        assert under_way.hand == ply.position.cells[ply.move.source]
        while under_way.stage is not None:
            taken = under_way.stage.count if under_way.stage.act == "take" else 0
            before -= taken
            assert sum(under_way.position.cells) + under_way.hand == before
            last = under_way.position.cells
            under_way.go_on()
            stages += 1
        assert last == sitting.position.cells
    assert stages > 60
    sitting.look(-3)
    assert not under_way.notice(at_once=False)
    assert under_way.position == sitting.position
    sitting.look(1)
    assert under_way.notice(at_once=False)  # a game that is looked at again is sown again
    host.close()


# --- games that were written
# -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Return a file that ``match`` has written, and what it says."""
    found = match("random", "random", game=AWARI, games=4, seed=3, jobs=1)
    path = tmp_path_factory.mktemp("games") / "match.txt"
    path.write_text(found.record(), encoding="utf-8")
    return path, [bout.moves for bout in found.standings.bouts]


def test_a_game_of_a_match_is_stepped_through_and_gone_on_with(table, file):
    path, games = file
    console = table(AWARI)
    sitting = console.host.sitting
    answer = console.answer(f"game {path}:2")
    assert (
        answer[0] == "Game 2 of 4 in match.txt: random - random " + answer[0].split("random ")[-1]
    )
    assert tuple(ply.move for ply in sitting.plies) == games[1]
    assert (sitting.shown, answer[-1][:7]) == (0, "Move 0 ")
    assert console.answer("")[0] == f"South moves {sitting.game.move_text(games[1][0])}"
    assert sitting.shown == 1
    console.answer("forward 4")
    console.answer("back")
    line = sitting.line[:5]
    console.answer("here yes")
    assert (sitting.line, sitting.shown, sitting.ended) == (line, 4, None)
    console.answer("game 3")
    assert tuple(ply.move for ply in sitting.plies) == games[2]
    console.answer("forward 2")
    move = sitting.game.legal_moves(sitting.position)[-1]
    console.answer(sitting.game.move_text(move))
    assert [ply.move for ply in sitting.plies] == [*games[2][:2], move]
    assert sitting.outcomes == []  # nobody has played these games here


def test_an_opened_game_that_is_over_stays_until_a_new_one_is_wanted(table, file):
    console = table(AWARI)
    sitting = console.host.sitting
    console.answer(f"game {file[0]}")
    assert sitting.ended is not None
    console.answer("forward 9999")
    console.answer("player north random")
    assert (sitting.shown, sitting.opened) == (len(sitting.plies), True)
    assert console.answer("board")[-1] == console.words.outcome(sitting.ended)
    assert console.answer("analyse")[0][0].isdigit()
    assert console.answer("")[0] == "A new game."
    assert not sitting.opened


def test_whoever_goes_on_from_the_end_of_a_game_finds_it_over(table):
    console = table("her")
    sitting = console.host.sitting
    for side in (0, 1):
        sitting.seat(side, "machine")
    while sitting.ended is None or sitting.ended.resigned is not None:
        if sitting.ended is not None:
            sitting.new_game()
        sitting.make()
    outcome = sitting.ended.outcome
    sitting.go_on_from_shown()
    assert (sitting.opened, sitting.ended.outcome, sitting.legal) == (True, outcome, ())
    assert sitting.pick() is None


def test_no_machine_learns_from_a_game_that_was_opened(table):
    console = table(keep=True)
    host = console.host
    sitting = console.host.sitting
    sitting.seat(1, "human")
    for move in ("b1b2", "a3b2", "a1b2"):
        console.answer(move)
    console.answer("back")
    console.answer("here yes")
    before = [[list(box) for box in machine.beads] for machine in sitting.known_machines()]
    while sitting.opened:
        console.answer(sitting.game.move_text(sitting.legal[0]))
    assert len(sitting.outcomes) == 1
    assert [machine.beads for machine in sitting.known_machines()] == before
    assert [machine.results for machine in sitting.known_machines()] == [[], []]
    assert host.sitting.machine(1).journal is None
    while len(sitting.outcomes) < 2:  # and the next game is learned from again
        console.answer(sitting.game.move_text(sitting.legal[0]))
    assert host.sitting.machine(1).journal is not None


@pytest.mark.parametrize("rule", ["gardner", "tris"])
def test_no_game_goes_on_from_its_end(rule, table):
    console = table()
    console.answer(f"rule {rule}")
    sitting = console.host.sitting
    sitting.seat(0, "random")
    for command in ("watch 1", "game", "forward 99"):
        console.answer(command)
    moves = len(sitting.plies)
    assert console.answer("here") == [console.words.outcome(sitting.ended)]
    assert sitting.ended is not None
    sitting.go_on_from_shown()  # a click may do as much
    assert sitting.ended is not None
    assert len(sitting.plies) == moves
    assert console.answer("")[0] == "A new game."


def test_the_game_that_ended_last_is_opened_again(table):
    console = table()
    assert "No game has ended" in console.answer("game")[0]
    sitting = console.host.sitting
    sitting.seat(1, "human")
    while sitting.last is None:
        console.answer(sitting.game.move_text(sitting.legal[0]))
    record, outcome = sitting.last
    assert console.answer("game")[0].endswith(
        "human - human 1-0" if outcome == 1 else "human - human 0-1"
    )
    assert sitting.record().moves == record.moves


def test_what_is_no_file_with_games_is_refused_in_one_line(table, tmp_path, file):
    console = table(AWARI)
    for name, text in {
        "empty.txt": "\n# nothing\n",
        "other.txt": "b1b2 c1c2\n",
        "wrong.txt": ": A A A A\n",
    }.items():
        (tmp_path / name).write_text(text)
    named = [str(tmp_path / name) for name in ("empty.txt", "other.txt", "wrong.txt", "none.txt")]
    numbered = [f"{file[0]}:{number}" for number in (0, 5)]
    for said in (*named, *numbered):
        (line,) = console.answer(f"game {said}")
        assert line
        assert "\n" not in line
    done = run("play", AWARI, "--plain", "--no-save", "--record", said)
    assert done.exit_code in (1, 2)
    assert done.output.splitlines() == [f"kitgen: {line} (see 'kitgen play --help')"]


def test_a_name_with_a_number_is_a_file_if_there_is_one(tmp_path):
    path = tmp_path / "round:2"
    assert split_number(str(path)) == (tmp_path / "round", 2)
    path.write_text("")
    assert split_number(str(path)) == (path, 1)


def test_the_command_opens_a_game(file):
    done = run(
        "play", AWARI, "--plain", "--no-save", "--record", f"{file[0]}:4", text="\nback\nquit\n"
    )
    assert done.exit_code == 0, done.output
    assert "Game 4 of 4 in match.txt" in done.output
    assert done.output.count("Move 0 of ") == 2


# --- no finished game is lost
# ----------------------------------------------------------------------------------


def test_games_that_no_machine_keeps_are_kept_in_a_file_that_is_opened_again(tmp_path):
    console = Console(at_table(Saves(tmp_path)), TEXTS["en"])
    kept = console.host.kept
    for side in ("south", "north"):
        console.answer(f"player {side} random")
    console.answer("watch 2 yes")
    kept.write_bytes(kept.read_bytes() + b": A b")  # what a kill may leave
    console.answer("new")
    console.answer("watch 1 yes")
    lines = kept.read_text().splitlines()
    assert len(lines) == 4
    record = GameFile(kept).record(console.host.sitting.game, 4)
    keep_game(tmp_path / "again.txt", console.host.sitting.game, record)
    assert (tmp_path / "again.txt").read_text() == f"{lines[-1]}\n"
    assert record.note.startswith("random - random ")
    assert record.moves == console.host.sitting.last[0].moves


def test_games_of_a_file_are_counted_without_empty_lines_and_remarks(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("# two games\n\n1: A a\n   \n2: B b\n#\n", encoding="utf-8")
    assert len(GameFile(path)) == 2
    path.write_text("\n# none\n  \n", encoding="utf-8")
    with pytest.raises(UsageError, match="contains no games"):
        GameFile(path)


def test_a_table_without_machines_keeps_its_games(tmp_path):
    host = sit_down("awari:6x4", seed=1, folder=tmp_path / "machines")
    host.sitting.seat(0, "random")
    host.sitting.seat(1, "winning-move")
    while host.sitting.ended is None:
        host.sitting.make()
    assert [len(GameFile(path)) for path in (tmp_path / "machines").iterdir()] == [1]
    assert host.kept.name == "awari-6x4.txt"
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    with pytest.raises(KitgenError, match="cannot be"):
        keep_game(blocked / "machines" / "games.txt", host.sitting.game, host.sitting.last[0])
    host.close()


def hinted(insight, depth, scout):
    """Return the hint of a scout: all of it but how long it took."""
    insight.look(depth)
    insight._scout = scout(insight.game, insight.plan)
    found = insight.hint([insight.game.start()], 3)
    return found.depth, found.value, found.moves, found.lines


@pytest.mark.every
def test_a_hint_in_a_small_game_needs_no_compiled_code():
    code = (
        "import sys\nfrom kitgen.games import make_game\nfrom kitgen.play.insight import Insight\n"
        "game = make_game('hexapawn')\nfound = Insight(game).hint([game.start()], 3)\n"
        "print(found.depth, 'kitgen.tree_search.search_kernels' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "14 False\n"


@pytest.mark.every
@pytest.mark.parametrize("few", [20_000, 50, 0])
def test_hints_are_the_same_wherever_compiled_code_takes_over(few, monkeypatch):
    monkeypatch.setattr(GradualScout, "MAX_PLAIN_POSITIONS", few)
    made = []
    monkeypatch.setattr(
        "kitgen.tree_search.scouts.make_scout", lambda *plan: made.append(plan) or make_scout(*plan)
    )
    for count, (game, depth) in enumerate((("hexapawn:3x4", 8), (AWARI, 4)), 1):
        insight = Insight(make_game(game))
        known = hinted(insight, depth, make_scout)
        assert hinted(insight, depth, GradualScout) == known
        assert len(made) == (0 if few == 20_000 else count), (
            "compiled code only where plain Python is not enough"
        )


@pytest.mark.every
def test_time_for_code_to_be_loaded_is_not_taken_from_the_search(monkeypatch):
    monkeypatch.setattr(GradualScout, "MAX_PLAIN_POSITIONS", 0)
    game = make_game("hexapawn:4x4")
    plan = Plan("negascout", 4, 0.3, ("deepening",))
    scout = GradualScout(game, plan)
    slow = make_scout(game, plan)
    search = slow.answer

    def load(line, depth):
        if scout.preparing:
            time.sleep(0.6)
        return search(line, depth)

    monkeypatch.setattr(slow, "answer", load)
    monkeypatch.setattr("kitgen.tree_search.scouts.make_scout", lambda *_: slow)
    analyst = Analyst(scout, [game.start()])
    analyst.prospects.append(
        Prospect(0, 0, (), (), 0, 0.0, 0)
    )  # as if the first ply were done in plain Python
    analyst.run()
    assert [prospect.depth for prospect in analyst.prospects[1:]] == [1, 2, 3, 4]
