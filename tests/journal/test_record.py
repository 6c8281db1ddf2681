"""What is written of games: the code on a log page, a row of a file, and the game that follows
from it.
"""

import re
from dataclasses import replace
from pathlib import PurePath
from urllib.parse import unquote

import pytest
from counting import at_least
from jobs import kit_of
from sampling import few

from kitgen.errors import RecordError
from kitgen.journal.journal import Journal
from kitgen.machine.paper_machine import Table
from kitgen.reading.templates import Templates
from kitgen.record.games_table import named_game
from kitgen.record.log_codes import code_text, log_code
from kitgen.record.rows import RESULTS, GameRow, PickedBead, follow, sample_games, usual_length

KITS = (
    "her",
    "him",
    "gardner24",
    "her-4x3",
    "menace",
    "menace-second",
    "awari-mini",
    "awari-3x1",
    "ladder",
)


def row_of(kit, game, number=1):
    picks = [
        (kit.boxes[box].id, kit.boxes[box].slots[slot].colour.letter) for box, slot in game.picks
    ]
    return GameRow(number, tuple(PickedBead(*pick) for pick in picks), game.outcome)


def played(kit, moves):
    """Return the table after each move of a game, the start first."""
    table = Table(kit.game, kit.game.start())
    yield table.position
    for move in moves:
        table.play(move)
        yield table.position


# --- a game that follows from its beads
# --------------------------------------------------------------------------


@pytest.mark.parametrize("name", few(KITS, one_in=3))
def test_a_game_is_found_again_from_its_beads(name):
    kit = kit_of(name)
    canonical = kit.symmetries.canonical
    for number, game in enumerate(at_least(40, sample_games(kit, 8, machines=5)), 1):
        story = follow(kit, row_of(kit, game, number))
        positions = list(played(kit, game.moves))
        opened = [
            p
            for p in positions
            if p.to_move == game.side and kit.game.result(p) is None and kit.locate(p)
        ]
        opened = opened[: len(game.picks)]
        assert [canonical(turn.met) for turn in story.turns] == [
            canonical(position) for position in opened
        ]
        assert [kit.locate(turn.met)[0] for turn in story.turns] == [
            turn.box for turn in story.turns
        ]
        for turn in story.turns:
            assert turn.move in kit.game.legal_moves(turn.met)
        if story.last is not None:
            assert canonical(story.last) == canonical(positions[-1])
        if story.resigned is not None:
            assert story.resigned is game.resigned


def replayed(kit, story):
    """Play what a story knows of a game by the rules, as far as all moves are known; return the
    table's positions.
    """
    table = Table(kit.game, kit.game.start())
    seen = []
    for turn in story.turns:
        if turn.since is None:
            return seen
        for move in turn.since:
            assert move in kit.game.legal_moves(table.position)
            table.play(move)
        assert table.position == turn.met
        seen.append(table.position)
        table.play(turn.move)
    return seen


@pytest.mark.parametrize("name", KITS)
def test_moves_between_beads_are_those_of_the_rules(name):
    kit = kit_of(name)
    for game in at_least(20, sample_games(kit, 4, machines=5)):
        story = follow(kit, row_of(kit, game))
        assert len(replayed(kit, story)) >= min(1, len(game.picks))


def test_a_kit_that_leaves_boxes_out_is_followed_through_what_it_always_plays():
    for wish in ({"express": True}, {"expect": "sensible"}, {"forced": "skip"}):
        kit = kit_of("her-3x4", **wish)
        against = "winning-move" if "expect" in wish else "random"
        for game in at_least(25, sample_games(kit, 5, machines=5, opponent=against)):
            assert len(follow(kit, row_of(kit, game)).turns) == len(game.picks)


def test_what_cannot_have_been_is_refused_with_the_reason():
    kit = kit_of("her")
    beads = {box.id: [slot.colour.letter for slot in box.slots] for box in kit.boxes}
    cases = [
        ("A1 R", "X9 R", "L", "no box 'X9'"),
        ("A1 P", "", "L", "box A1 has no bead 'P'; it has R, U, Y"),
        ("B1 R", "", "L", "box B1 cannot be the machine's first"),
        ("A1 R", "A2 R", "L", "box A2 cannot come after A1 R"),
        ("A1 R", "", "D", "after A1 R it cannot be drawn"),
        ("A1 R", "", "W", "after A1 R it cannot be won"),
        ("", "", "W", "without a bead it cannot be won"),
    ]
    assert beads["A1"] == ["R", "U", "Y"]
    for first, second, result, said in cases:
        picks = [PickedBead(*pick.split()) for pick in (first, second) if pick]
        row = GameRow(7, tuple(picks), RESULTS[result])
        with pytest.raises(RecordError, match=f"game 7: .*{re.escape(said)}"):
            follow(kit, row)


def test_beads_of_another_order_are_noticed():
    """Of each game the beads in reverse, and of some the other result, are refused as a rule."""
    kit = kit_of("her-4x3")
    refused = seen = 0
    for game in at_least(100, sample_games(kit, 20, machines=5)):
        row = row_of(kit, game)
        if len(row.picks) > 1:
            seen += 1
            with pytest.raises(RecordError):
                follow(kit, replace(row, picks=row.picks[::-1]))
        try:
            follow(kit, replace(row, result=-row.result))
        except RecordError:
            refused += 1
    assert seen > 50
    assert refused > 30


def test_colours_are_read_by_letter_or_by_key_in_the_language_of_the_kit():
    for language, letter in (("en", "R"), ("it", "R")):
        kit = kit_of("her", language=language)
        for bead in (letter, "r", "red"):
            assert (
                follow(kit, GameRow(1, (PickedBead("A1", bead),), -1)).turns[0].slot.colour.key
                == "red"
            )


# --- a file of games
# ---------------------------------------------------------------------------------------------


def chosen(path, number=""):
    return named_game(f"{path}{number}", kit_of("her"), Templates())


def test_a_game_is_named_by_its_file_and_number(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text(
        "\ufeffgame,opponent,A,B,result\n1,Anna,A1 R,,L\n\n2,,a2 r,B4 u,W\n3,,x,,L\n",
        encoding="utf-8",
    )
    two = GameRow(2, (PickedBead("A2", "R"), PickedBead("B4", "U")), 1)
    assert chosen(path) == chosen(path, ":2") == two, "a row that cannot be read is not asked for"
    assert chosen(path, ":1") == GameRow(1, (PickedBead("A1", "R"),), -1, "Anna")
    path.write_text("Partita;A;risultato\r\n3;A1 R;Pa\r\n", encoding="utf-8")
    assert chosen(path).result == 0, (
        "as the Italian log is typed, with the semicolons of its spreadsheets"
    )


def test_a_journal_in_place_of_a_table_is_refused_with_the_command_that_writes_one(tmp_path):
    path = tmp_path / "class 3b.kitgen"
    with Journal.create(path, kit_of("her")):
        pass
    table = path.with_suffix(".csv")
    with pytest.raises(RecordError) as refused:
        chosen(path, ":1")
    assert str(refused.value) == (
        f"{str(path)!r} is a journal; name a table of its games, which this writes: "
        f"kitgen journal export '{path}' -o '{table}'"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [("game,A\n1,A1 R\n", ", line 1: there is no column 'result'"),
     ("game,A,remarkk,result\n1,A1 R,x,L\n", ", line 1: unknown column 'remarkk'"),
     ("game,A,result\none,A1 R,L\n", ", line 2: 'one' is not the number of a game"),
     ("game,A,result\n1,A1 R,L\n2,A1R!,L\n", ", line 3: box A1 has no bead 'R!'"),
     ("game,A,result\n2,A1 R,perhaps\n", ", line 2: result 'perhaps' is not one of W, D, L"),
     ("game,A,result\n1,A1 R,L,more\n", ", line 2: it has 4 cells, and there are 3 columns"),
     ("game,A,result\n1,A1 R,L\n", ": it has no game 2"),
     ("game,A,result\n2,A1 R,L\n2,A1 U,L\n", ": it has two games 2"),
     ("", " is empty; name a table of games as CSV")],
)  # fmt: skip
def test_a_game_that_is_not_there_is_refused_with_the_reason(tmp_path, text, said):
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=re.escape(f"games.csv'{said}")):
        chosen(path, ":2")


def test_a_file_that_is_none_is_refused(tmp_path):
    (tmp_path / "games.csv").write_text("game,A,result\n", encoding="utf-8")
    for name, said in (
        ("games.csv", "it contains no games"),
        ("none.csv", "there is no file"),
        (".", "is a folder"),
    ):
        with pytest.raises(RecordError, match=said):
            chosen(tmp_path / name)


# --- the code on a log page
# --------------------------------------------------------------------------------------


def test_the_code_of_a_log_page_names_the_machine_and_its_games():
    for name in KITS:
        kit = kit_of(name)
        form, *words = log_code(kit, 26, 50).split(" ")
        rule = PurePath(kit.choices.rule).name
        assert (form, [unquote(word).lower() for word in words]) == (
            "KITGEN-LOG:1",
            [name, kit.short_hash, rule, "26-50"],
        )
    for name in ("mia scatola + 1", "Mia_Scatola.2", "HER"):
        code = code_text("kitgen-log:1", [name, "c0ffee12", "mine è.toml"], ["1-14"])
        assert code.isascii()
        assert unquote(code).lower() == f"kitgen-log:1 {name.lower()} c0ffee12 mine è.toml 1-14"
        assert (code == code.upper()) is (name == name.lower())
    own = kit_of("her")
    assert log_code(own, 1, 25) == f"KITGEN-LOG:1 HER {own.short_hash.upper()} GARDNER 1-25"


# --- how long games are
# ------------------------------------------------------------------------------------------


@pytest.mark.every
@pytest.mark.parametrize("name", few(["awari-mini", "awari-3x1", "ladder", "her-3x4"], one_in=4))
def test_games_of_other_machines_are_seldom_longer_than_usual(name, monkeypatch):
    kit = kit_of(name)
    usual = usual_length(kit, 50)
    monkeypatch.setattr("kitgen.record.rows.SEED", 7)
    lengths = [len(game.picks) for game in sample_games(kit, 50)]
    assert sum(length <= usual for length in lengths) >= 0.93 * len(lengths)
    assert max(lengths) >= usual - 1
