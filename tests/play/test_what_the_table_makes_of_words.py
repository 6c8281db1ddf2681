"""What stands for a level, a name, a curve, a judged game: small functions of the table, each tried
with many values; what they answer is kept as golden texts.
"""

from dataclasses import replace

import pytest
from counting import at_least
from jobs import TEXTS, kit_of
from journal_games import begun, rows_of
from msgspec import structs

from kitgen.errors import KitgenError
from kitgen.games import make_game
from kitgen.journal.journal import Journal
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import read_rule
from kitgen.machine.learning import with_rule
from kitgen.machine.paper_machine import SplitMix
from kitgen.play.from_python import play_with
from kitgen.play.host import GameFile, Host, by_kernel, check_training, sit_down, split_number
from kitgen.play.insight import hint_lines, judged_line, line_text, summary_lines, worth_text
from kitgen.play.learners import Atlas, Figures, SideMachine
from kitgen.play.letters import LIKE, in_letters
from kitgen.play.saves import Saves, check_name, name_from
from kitgen.play.sitting import Sitting, level_of, levels, plan_of
from kitgen.play.speech import Speech, curve
from kitgen.reading.templates import Templates
from kitgen.tree_search.analysis import Judged, Prospect, Variation

PLAYERS = [
    "level:1", "level:5", "level:6", "level:9", "level:10", "level:0", "level:-1", "level:1.5",
    "level:", "level", "level:²", "seconds:3", "seconds:0.5", "seconds:0", "seconds:0.0001",
    "seconds:3600", "seconds:9999", "seconds:1.5.2", "seconds:", "seconds:x", "random",
    "perfect", "negascout:3", "negascout:14,quick", "levels:3",
]  # fmt: skip
NAMES = [
    "her", "Class 3b", "a.b", "a-b_c", "", "  ", ".her", "-her", " her", "her ", "her.", "a/b",
    "a\\b", "a:b", "con", "NUL", "com1", "x" * 60, "x" * 61, "x" * 90, "x" * 91, "ß" * 60,
    "棋" * 60,
    "a\nb", "(3b)", "…", "-.-", "a" * 59 + " b", "été",
]  # fmt: skip
RESULTS = [
    [], [1], [-1], [0], [1, -1], [1, 0, -1, 1], [1] * 24, [1] * 25, [-1, 1] * 12, [-1, 1] * 13,
    [-1] * 30 + [1] * 30, [1, -1, -1, -1] * 40, [1, 1, 1, -1] * 41, [-1, 0, 1, 1, 1, 1, 1] * 90,
]  # fmt: skip


def told(function, *given, **wish) -> str:
    """Return what a function answers, or how it refuses."""
    try:
        return str(function(*given, **wish))
    except KitgenError as error:
        return f"refused: {error}"


def test_what_stands_for_a_player(golden):
    lines = []
    for game in map(make_game, ("tictactoe", "hexapawn")):
        lines.append(f"{game.called}: {levels(game)}")
        for text in PLAYERS:
            plan = told(plan_of, game, text)
            lines.append(f"  {text}: {plan} {told(level_of, game, plan)}")
    golden("play/players", "\n".join(lines))


def test_what_is_a_name_for_a_machine(golden, tmp_path):
    saves = Saves(tmp_path)
    lines = []
    for name in NAMES:
        answers = [
            told(check_name, name, "--as"),
            told(check_name, name),
            told(saves.has, name),
            repr(name_from(name)),
        ]
        lines.append("\n  ".join([repr(name), *answers]))
    golden("play/names", "\n".join(lines))


def test_how_a_curve_looks(golden):
    lines = []
    for results in RESULTS:
        for width, height, plain in ((60, 4, True), (12, 4, False), (5, 1, False), (5, 2, True)):
            lines.append(f"{len(results)} games, {width} x {height}")
            lines += [f"  |{line}|" for line in curve(results, width, height, plain=plain)]
    golden("play/curves", "\n".join(lines))


def test_the_letters_of_small_terminals(golden):
    signs = "".join(LIKE.values()) + "éß→≠☃„“«ñ"
    lines = []
    for encoding in ("ascii", "latin-1", "cp437", "cp1252", "utf-8"):
        written = in_letters(signs, encoding)
        assert len(written) == len(signs)
        lines += [encoding, signs, written]
    golden("play/letters", "\n".join(lines))


def test_the_rates_of_a_machine(golden):
    lines = []
    for won, drawn, lost in (
        (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (1, 0, 199), (199, 0, 1),
        (199, 1, 0), (5, 0, 3), (7, 9, 1),
    ):  # fmt: skip
        figures = Figures(3, won, drawn, lost, None, 0)
        lines.append(f"{won} {drawn} {lost}: {figures.games} games, {figures.rate}")
    words = Speech(kit_of().game, TEXTS["en"])
    for figures in (
        Figures(4, 2, 0, 1, perfect=None, perfect_since=0),
        Figures(4, 2, 0, 1, perfect=False, perfect_since=0),
        Figures(4, 2, 0, 1, perfect=True, perfect_since=0),
        Figures(4, 2, 0, 1, perfect=True, perfect_since=3),
        Figures(None, 0, 0, 0, perfect=True, perfect_since=0, positions=7),
        Figures(None, 1, 2, 3, perfect=False, perfect_since=0, positions=0),
    ):
        lines.append(words.figures(0, figures))
        lines.append(words.figures(1, figures))
    golden("play/figures", "\n".join(lines))


def moves_of(game, number):
    """Return the first so many moves of a game in which everybody makes the first legal one."""
    position = game.start()
    made = []
    for _ in range(number):
        move = game.legal_moves(position)[0]
        made.append((position, move))
        position = game.play(position, move).position
    return made


def judged_games(game):
    """Return judged games: of nobody, without a loss, with losses of each side, left open."""
    made = moves_of(game, 4)
    calm = []
    for number, (position, move) in enumerate(made, 1):
        calm.append(Judged(number, position, move, 5, 0, 1, 1, ()))
    first = replace(calm[0], before=1, after=-1, better=(made[0][1],), depth=3)
    third = replace(calm[2], before=1, after=0, better=(made[0][1], made[1][1]), depth=4)
    second = replace(calm[1], before=0, after=-1, better=(made[1][1],))
    fourth = replace(calm[3], before=6, after=2, better=(made[3][1],) * 13)
    return [
        [],
        calm,
        [first, *calm[1:]],
        [first, second, third, fourth],
        [calm[0], second, calm[2], fourth],
        [calm[0], calm[1], third, calm[3]],
    ]


def test_what_is_said_of_a_judged_game(golden):
    lines = []
    for game in map(make_game, ("hexapawn", "awari:4x3")):
        words = Speech(game, TEXTS["en"])
        lines.append(
            f"{game.called}: " + ", ".join(worth_text(words, n) for n in (-3, -1, 0, 1, 3))
        )
        for judged in judged_games(game):
            for outcome in (None, 1, 0, -1):
                lines.append(f"{len(judged)} moves, {outcome}")
                lines += [f"  {judged_line(words, move)}" for move in judged if move.lost]
                lines += [f"  {line}" for line in summary_lines(words, judged, outcome)]
    golden("play/judged", "\n".join(lines))


def test_what_is_said_of_a_hint(golden):
    game = make_game("hexapawn")
    words = Speech(game, TEXTS["en"])
    legal = game.legal_moves(game.start())
    lines = [line_text(words, legal[:1] * number) for number in (0, 1, 12, 13)]
    values = (0, 1, -1)
    for chosen in (legal, legal[:1], legal[1:]):
        moves = tuple(zip(chosen, values, strict=False))
        variations = tuple(Variation(value, (move, *legal)) for move, value in moves)
        prospect = Prospect(6, 1, moves, variations, 10, 0.1, 0)
        for most in (1, 2, 3):
            lines.append(f"{len(chosen)} moves, {most} lines")
            lines += [f"  {line}" for line in hint_lines(words, game.start(), prospect, most)]
            bare = replace(prospect, lines=())
            lines += [f"  {line}" for line in hint_lines(words, game.start(), bare, most)]
    golden("play/hints", "\n".join(lines))


GAMES = "\n# a remark\n: b1b2 a3b2 ; first\n\n  : a1a2  \n: a1a3\n#: c1c2\n"


def test_which_game_of_a_file_is_meant(golden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.txt").write_text(GAMES, encoding="utf-8")
    (tmp_path / "none.txt").write_text("# nothing\n\n", encoding="utf-8")
    (tmp_path / "round:2").write_text(GAMES, encoding="utf-8")
    texts = ("games.txt", "games.txt:2", "round:2", "round:3", "a:b", "x:0", "x:1234567890", "x:")
    lines = [f"{text}: {told(split_number, text)}".replace(str(tmp_path), "") for text in texts]
    games = GameFile(split_number("games.txt")[0])
    lines.append(str(len(games)))
    game = make_game("hexapawn")
    for number in (-1, 0, 1, 2, 3, 4):
        lines.append(told(lambda number=number: games.record(game, number).note))
    lines.append(told(GameFile, split_number("none.txt")[0]))
    golden("play/game-files", "\n".join(lines).replace("PosixPath", "").replace("WindowsPath", ""))


def with_empty(empty):
    """Return the kit of her with a rule of its own for empty boxes."""
    return with_rule(kit_of(), structs.replace(kit_of().rule, empty=empty), empty)


def test_who_can_lose_and_how_each_box_is_reached(golden):
    """Of each box, emptied alone and with one bead left in it."""
    lines = []
    for name, side in (("her", 1), ("him", 0), ("ladder", 0), ("ladder", 1)):
        kit = kit_of(name)
        atlas = Atlas(kit, side)
        for number, box in enumerate(kit.boxes):
            way = " ".join(map(kit.game.move_text, atlas.way(number)))
            lines.append(f"{name} {side} {box.id}: {way}")
    best = [[int(slot.value > 0) for slot in box.slots] for box in kit_of().boxes]
    for empty in ("resign-blame", "resign", "draw", "refill", "keep-last"):
        kit = with_empty(empty)
        atlas = Atlas(kit, 1)
        lines.append(f"{empty}: {atlas.can_lose([[1] * len(box.slots) for box in kit.boxes])}")
        lines.append(f"{empty}, best moves: {atlas.can_lose(best)}")
        for number in range(len(kit.boxes)):
            beads = [list(row) for row in best]
            beads[number] = [0] * len(beads[number])
            lines.append(f"  without {kit.boxes[number].id}: {atlas.can_lose(beads)}")
    golden("play/ways", "\n".join(lines))


def test_since_when_a_machine_cannot_lose():
    """Nobody knows it of one that is not kept, unless it was looked at after each game."""
    kit = kit_of()
    machine = SideMachine(kit, 1)
    assert (machine.figures().perfect, machine.figures().perfect_since) == (False, 0)
    machine.results.append(-1)
    machine.beads = [[int(slot.value > 0) for slot in box.slots] for box in kit.boxes]
    assert (machine.figures().perfect, machine.figures().perfect_since) == (True, 1)
    machine.results.append(1)
    assert machine.figures().perfect_since == 1
    machine.results += [1, 1]
    assert (machine.figures().perfect, machine.figures().perfect_since) == (True, 0)
    assert machine.figures().level == 1 + sum(row.count(0) for row in machine.beads)


@pytest.mark.parametrize(("name", "side"), [("her", 1), ("him", 0), ("ladder", 1)])
def test_a_person_sits_opposite_the_machine(name, side):
    host = sit_down(kit_of(name), seed=1)
    assert (host.side, host.opposite, host.number, host.note) == (side, 1 - side, 0, "")
    assert host.sitting.players == ["machine", "human"][:: 1 if side == 0 else -1]
    alone = Host(None, make_game("awari:4x3"), SplitMix(1))
    assert (alone.side, alone.opposite, alone.keeps) == (1, 1, False)


def test_which_machines_learn_and_which_games_the_kernel_plays():
    kit = kit_of()
    machines = [None, SideMachine(kit, 1)]
    sitting = Sitting(kit.game, machines, kit.oracle, SplitMix(1))
    assert told(check_training, sitting, 1) == "None"
    assert told(check_training, sitting, 10_000_000) == "None"
    assert "0 games cannot be played at once; ask for 1 to 10,000,000" in told(
        check_training, sitting, 0
    )
    assert "10,000,001 games cannot" in told(check_training, sitting, 10_000_001)
    assert by_kernel(sitting, 10_000_000)
    assert not by_kernel(sitting, 10)
    machines[1].learns = False
    assert not by_kernel(sitting, 10_000_000)
    assert "no machine that learns plays here" in told(check_training, sitting, 1)
    machines[1].learns = True
    sitting.seat(1, "random")
    assert "no machine that learns plays here" in told(check_training, sitting, 1)


def test_machines_that_cannot_sit_down_say_why(golden, tmp_path, seated):
    folder = tmp_path / "machines"
    journal = begun(tmp_path / "class.kitgen", kit_of(), rows_of(kit_of(), 3))
    folder.mkdir()
    begun(folder / "white.kitgen", kit_of("him"))
    begun(folder / "taught.kitgen", kit_of())
    (folder / "broken.kitgen").write_text("no journal", encoding="utf-8")
    wishes = [
        {"kit": journal, "rule": "michie"},
        {"kit": journal, "side": "black"},
        {"kit": "her", "name": "a/b"},
        {"kit": "her", "name": "white"},
        {"kit": "her", "name": "broken"},
        {"kit": "her", "name": "taught", "rule": "michie"},
        {"kit": "her", "rule": "nosuch"},
        {"kit": "her", "side": "red"},
    ]
    lines = []
    for wish in at_least(8, wishes):
        kit, *_ = wish.values()
        choices = {key: value for key, value in wish.items() if key != "kit"}
        refused = told(
            lambda kit=kit, choices=choices: sit_down(kit, seed=1, folder=folder, **choices)
        )
        lines.append(f"{choices}: {refused}")
    for kit, name in ((journal, None), (journal, "copy"), (folder / "taught.kitgen", None)):
        host = seated(sit_down(kit, seed=1, folder=folder, name=name))
        kept = [saved.name for saved in host.saves.list()]
        lines.append(
            f"{host.name}: {host.sitting.players}, {host.sitting.machine(1).results}, {kept}"
        )
    host = seated(sit_down(journal, seed=1))
    lines.append(f"{host.name}: {host.sitting.machine(1).beads}")
    (broken,) = [saved for saved in Saves(folder).list() if saved.name == "broken"]
    lines.append(broken.fault)
    for name in ("class", "copy"):
        with Journal(Saves(folder).path(name)) as copy:
            lines.append(f"{name}: {[row.result for row in copy.games()]}")
    golden("play/sitting-down", "\n".join(lines).replace(str(tmp_path), "FOLDER"))


def test_a_table_in_python_says_how_games_ended():
    table = play_with("him", opponent="random", seed=4).play(5)
    results = [row["result"] for row in table.table()]
    score = 0
    for row in table.table():
        score += {"W": 1, "D": 0, "L": -1}[row["result"]]
        assert row["score"] == score
    assert {"W", "L"} <= set(results)
    assert table.summary().startswith(
        f"him against random: 5 games, {results.count('W')} won, 0 drawn, "
        f"{results.count('L')} lost; "
    )
    assert play_with("her").summary() == "her against you: 0 games; bbb/.../www w"
    ended = play_with("her", opponent="human")
    while not ended.over:
        ended.move(ended.moves[0])
    assert ended.summary().endswith("; the game is over")
    with pytest.raises(KitgenError, match="rule 'tris' keeps no beads, so no kit holds what it"):
        _ = play_with("tictactoe", rule="tris").kit
    rule = read_rule("tris", Templates())
    taught_by_numbers = with_hash(with_rule(kit_of("tictactoe"), rule, "tris"))
    with pytest.raises(
        KitgenError, match="a function teaches beads, and the kit's rule keeps none"
    ):
        play_with(taught_by_numbers, rule=lambda _picks, _result: [])
