"""Whole conversations at both tables, line by line, as golden texts: every answer to every command,
right or wrong.
"""

import pytest
from jobs import TEXTS, kit_of
from journal_games import begun, rows_of

from kitgen.games import make_game
from kitgen.journal.journal import Journal
from kitgen.machine.paper_machine import SplitMix
from kitgen.play.console import Console
from kitgen.play.guide import RealTable, sit_beside
from kitgen.play.host import Host, keep_game, sit_down
from kitgen.play.saves import Saves
from kitgen.tree_search.plan import Plan
from kitgen.tree_search.scouts import make_scout
from kitgen.tree_search.written_games import parse_record

#: What is typed, line by line or between semicolons; ``~`` goes on with the game.
LOST = """
    board; box; box a1; box A9 white; moves; curve; stats; gallery 1; back; forward; here
    b3b2; b1b2; moves; box A2; board; call Anna; call white Bert of the mill; call; hint; hint 1
    hint 21; hint 0; hint 1,0; c1c2; stats; box A2; box C1; curve white; gallery met
    gallery changed 1; gallery white 3; gallery 1000; gallery Schwarz; analyse; game; ; forward 2
    ; back 99; forward 9999; forward 10001; here yes; new; yes; a1a2; ~; ~; ~; ~; moves; analyse
    game; analyse; curve; stats
"""
KEPT = """
    saves; a1a2; quit; no; quit; maybe; new; ; new; nein; undo; train 30; no; train 30 yes; stats
    curve; saves; undo 5; redo; undo 99; undo 0; ja; undo 0; yes; stats; redo; redo; box A1
    box A2; gallery emptied 2; rule; rule nosuch; rule gardner; no; rule michie yes; saves; stats
    train 2 yes; saves; learn; learn on; learn white off; learn perhaps; take; give; take white
    give white; player; player white; player white nobody; player red random
    player white random; player white Human; player black level:2; player black level:99
    player black seconds:0; player black machine; new machine; no; new machine yes; saves; open
    open nobody; open her; open her-2; open her yes; delete her; delete her-2; no
    delete her-2 yes; saves; undo; yes; undo; saves; import; import nowhere.json; language
    language xx; language IT; help; impara; fiches; language en; status; opponent Eva
    player white random; watch 1; watch 2; yes; watch 0; stats; undo; no; undo 31 yes; stats
    undo yes; quit yes
"""
UNKEPT = """
    b1b2; new machine yes; rule gardner yes; saves; open her; delete her; undo; train 12 yes
    train 0; quit; no; quit yes; here; ahead; ahead 2; hint 2; ahead 0; ahead 99; a1a2
    learn black off; learn white off; train 3; learn black on; take black; learn black off
    take black; give black
"""
POINTS = """
    board; moves; hint; hint 1; C; stats; box; box 1; gallery; curve; take; give; train; rule
    learn on; player north random; ; watch; undo; redo yes; new machine yes; 1; back; board
    forward; analyse; saves; game 1 yes; game games.txt; no; game games.txt yes; game 9 yes
    game no-such-file.txt yes; game 2 yes; ; ; back 1; game games.txt:1 yes; forward 3; analyse
    game games.txt:3 yes; player south random; player north random; forward 999; analyse; new yes
    watch 2 yes; stats; language de; board; quit
"""
NUMBERS = """
    a1; b1; c1; new yes; box; box 1; box 7; box x; gallery positive; gallery negative 1 O; stats
    curve O; curve X; rule; box 1 X; learn X off; saves; take O; quit yes
"""
BESIDE = """
    ; board; box; box A1; box A9; box A1 white; draw; empty; b3b2; b1b2; box; moves; a1a2; R Q; Q
    U; back; back; back; b1b2; draw; back 2; a1a2; back x; empty; a1; red; ~; ~; ~; ~; stats
    gallery 1; gallery met; box A1; curve; history; opponent Anna Bee; ~; ~; ~; ~; ~; ~; ~; ~
    edit; edit 1; edit 90; edit x; edit 1 lost; edit 1 drawn; edit 1 won; edit 1 A1
    edit 1 A1 R lost yes; edit 1 A1, U, lost yes; edit 1 remark a fine game yes
    edit 1 opponent Bert; edit 1 opponent Bert yes; edit 1 remark yes; edit 1 lost yes
    edit 1 A1 R B9 R lost yes; insert; insert 1; insert 1 lost; insert 1 A1 U B1 R won yes
    b1b2; insert 1 A1 U lost; yes; insert 1 A1 U lost; yes; insert 90 A1 U lost yes; remove
    remove 89; remove 2; no; remove 2 yes; undo; redo; yes; redo; undo 0; yes; redo; yes; undo 99
    undo x; b1b2; side; yes; side white yes; side red yes; undo; yes; new; b1b2; new; no; new yes
    b1b2; empty; empty; a1a2; help; status; language it; quit; b1b2; quit; no; quit yes
"""
LATER = """
    stats; curve; box A1; gallery emptied changed; gallery losing 3; a1a2; R; R; ~; ~; b1b2; draw
    back; R; yellow; ~; ~; a1a2; empty; a3; empty; empty; undo 58; yes; edit 20 drawn
    edit 20 won yes; remove 60 yes; insert 3; box A1; quit
"""
BOTH_SIDES = """
    ; draw; board; side; draw; side; no; side yes; 2; draw; ~; ~; ~; ~; ~; side yes; ~; ~; ~; ~; ~
    ~; ~; side 2; side first; stats; box 9; gallery met; curve; undo 0 yes; quit
"""


def next_line(table) -> str:
    """Return what goes on with a game: the first legal move, or a bead that is drawn."""
    sitting = table.sitting
    if isinstance(sitting, RealTable) and sitting.machine_moves:
        return "draw"
    return sitting.game.move_text(sitting.legal[0])


def conversation(table, script: str, folder) -> str:
    """Return what is said to a table and what it answers; no line depends on where the tests
    run.
    """
    lines = [*table.greeting()]
    for line in script.strip().replace("\n", ";").split(";"):
        typed = line.strip()
        if typed == "~":
            typed = next_line(table)
        lines.append(f"> {typed}")
        lines += table.answer(typed)
    lines.append(table.farewell)
    text = "\n".join(lines).replace(str(folder), "FOLDER").replace("FOLDER\\", "FOLDER/")
    return "\n".join(line.rstrip() for line in text.splitlines())


def console_of(host: Host, depth: int, *, plain: bool) -> Console:
    """Return the conversation of a table; its hints look a few moves ahead, and nothing is
    compiled.
    """
    host.insight.plan = Plan("negascout", depth)
    host.insight._scout = make_scout(host.sitting.game, host.insight.plan, plain=True)
    return Console(host, TEXTS["en"], plain=plain)


@pytest.mark.parametrize(
    ("name", "script", "choices", "kept", "plain"),
    [
        ("her-lost", LOST, {}, True, False),
        ("her-kept", KEPT, {}, True, True),
        ("her-unkept", UNKEPT, {}, False, True),
        ("tictactoe-numbers", NUMBERS, {"rule": "tris"}, True, True),
    ],
)
def test_what_is_said_at_a_table(name, script, choices, kept, plain, tmp_path, seated, golden):
    kit = "tictactoe" if "tictactoe" in name else kit_of()
    folder = tmp_path / "machines" if kept else None
    host = seated(sit_down(kit, seed=7, folder=folder, **choices))
    console = console_of(host, 4, plain=plain)
    golden(f"play/said-{name}", conversation(console, script, tmp_path))


def test_what_is_said_in_a_game_of_points_without_machines(tmp_path, seated, monkeypatch, golden):
    monkeypatch.chdir(tmp_path)
    game = make_game("awari:4x3")
    for moves in (": A b B c", ": C b D"):
        keep_game(tmp_path / "games.txt", game, parse_record(game, moves))
    host = seated(Host(None, game, SplitMix(7), Saves(tmp_path / "machines")))
    golden("play/said-awari", conversation(console_of(host, 3, plain=True), POINTS, tmp_path))


@pytest.mark.parametrize(
    ("kit", "script", "games"), [("her", BESIDE, 0), ("her", LATER, 60), ("ladder", BOTH_SIDES, 0)]
)
def test_what_is_said_beside_a_real_table(kit, script, games, tmp_path, golden):
    rows = rows_of(kit_of(kit), games) if games else []
    with Journal(begun(tmp_path / "class3b.kitgen", kit_of(kit), rows), write=True) as journal:
        guide = sit_beside(journal, seed=5, plain=bool(games))
        golden(f"play/said-beside-{kit}-{games}", conversation(guide, script, tmp_path))
