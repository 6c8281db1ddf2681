"""What is said of files of trained machines, as they come from other programs: read, read in part,
or refused, word for word.
"""

from pathlib import Path

import pytest
from command_answers import run
from counting import at_least
from jobs import kit_of

from kitgen.kit.kit_json import write_kit

#: Tables of boxes, most of them wrong in one thing, for the first side of a board of 3 x 2 squares.
BOXES = {
    "one box.txt": "000000,8,7,6,5,4,3\n",
    "heading.csv": "board,a,b,c,d,e,f\n000000,8,7,8,5,4,5\n000012,1,2,3,4,0,0\n",
    "remarks.txt": "# mine\n000000 8 7 8 5 4 5 # first\n\n001020: [1, 2, 0, 4, 0, 5]\n",
    "signs.txt": "...... 8 7 8 5 4 5\n..X.O. 1 2 0 4 0 5\n",
    "turned.txt": "000000 8 7 8 5 4 5\n100020 0 2 1 5 0 4\n",
    "turned otherwise.txt": "001020 1 2 0 4 0 5\n100020 0 2 1 5 0 9\n",
    "twice.txt": "000000 8 7 8 5 4 5\n000000 8 7 8 5 4 5\n",
    "no box.txt": "000000 8 7 8 5 4 5\nnonsense\n",
    "few squares.txt": "0000 8 7 8 5\n",
    "few numbers.txt": "000000 8 7 8 5\n",
    "no number.txt": "000000 8 7 8 5 x 5\n",
    "negative.txt": "000000 8 7 8 5 -4 5\n",
    "half.txt": "000000 8 7 8 5 4.5 5\n",
    "too many.txt": "000000 8 7 8 5 1000000000 5\n",
    "many.txt": "000000 8 7 8 5 10000 5\n",
    "taken square.txt": "000012 1 2 3 4 5 0\n",
    "other side.txt": "000010 1 2 3 4 0 5\n",
    "impossible.txt": "000011 1 2 3 4 0 0\n",
    "all zero.txt": "000012 0 0 0 0 0 0\n",
    "boxes.json": '{"000000": [8, 7, 8, 5, 4, 5],\n "000012": [1, 2, 3, 4, 0, 0]}',
    "key.json": '{"000000": [8, 7, 8, 5, 4, 5],\n "corner": [1, 2, 3, 4, 0, 0]}',
    "value.json": '{"000000": [8, 7, 8, 5, 4, 5],\n "000012": 7}',
    "true.json": '{"000000": [8, 7, 8, 5, true, 5]}',
    "text.json": '{"000000": [8, 7, 8, 5, "4", 5]}',
    "empty.json": "{}",
    "list.json": "[]",
    "broken.json": '{"000000": [8, 7',
    "nothing.txt": "",
}
#: Weights of moves of Black in Hexapawn, as programs of others keep them.
WEIGHTS = {
    "objects.json": '{"bbb/..w/ww. b": {"a3a2": 3, "b3b2": 0, "b3c2": 9}}',
    "fractions.json": '{"bbb/..w/ww. b": {"a3a2": 0.3, "b3b2": 0, "b3c2": 0.9}}',
    "negative.json": '{"bbb/..w/ww. b": {"a3a2": -1, "b3b2": 0, "b3c2": 9}}',
    "huge.json": '{"bbb/..w/ww. b": {"a3a2": 100000, "b3b2": 0, "b3c2": 9}}',
    "infinite.json": '{"bbb/..w/ww. b": {"a3a2": 1e999, "b3b2": 0, "b3c2": 9}}',
    "no move.json": '{"bbb/..w/ww. b": {"a3a2": 3, "c3c2": 1, "b3c2": 9}}',
    "a move fewer.json": '{"bbb/..w/ww. b": {"a3a2": 3, "b3c2": 9}}',
    "mirrored.json": '{"bbb/w../.ww b": {"c3c2": 3, "b3b2": 1, "b3a2": 9}}',
    "both.json": (
        '{"bbb/w../.ww b": {"c3c2": 3, "b3b2": 1, "b3a2": 9},'
        ' "bbb/..w/ww. b": {"a3a2": 3, "b3b2": 1, "b3c2": 8}}'
    ),
    "other side.json": '{"bbb/.../www w": {"a1a2": 3, "b1b2": 1, "c1c2": 9}}',
    "over.json": '{"..b/..w/... b": {}}',
    "no box.json": '{"b.b/b.w/.w. b": {"a2a1": 3, "a2b1": 1}, "bbb/..w/ww. b": {"a3a2": 3}}',
    "lines.jsonl": '{"board": "bbb/..w/ww. b", "moves": {"a3a2": 3, "b3b2": 1, "b3c2": 9}}\n',
    "lines.csv": "board,move,weight\nbbb/..w/ww. b,a3a2,3\nbbb/..w/ww. b,b3b2,1\n",
    "twice.csv": "board,move,weight\nbbb/..w/ww. b,a3a2,3\nbbb/..w/ww. b,a3a2,4\n",
    "moves only.json": '{"bbb/..w/ww. b": ["a3a2", "b3b2", "b3c2"]}',
    "rl.json": (
        '{"memory": {"ooo--OOO-": {"validMoves": ["a3a2", "b3b2", "b3c2"],'
        ' "confidenceScores": [3, 1, 9]}}, "name": "p", "level": 1, "losses": 1, "wins": 0,'
        ' "isLearning": true}'
    ),
    "rl few.json": (
        '{"memory": {"ooo--OOO-": {"validMoves": ["a3a2", "b3b2"], "confidenceScores": [3]}},'
        ' "name": "p", "level": 1, "losses": 1, "wins": 0, "isLearning": true}'
    ),
}


def said_of(name, text, kit):
    """Return what importing a file says, and the beads that the journal then begins with."""
    Path(name).write_text(text, encoding="utf-8")
    Path("made.kitgen").unlink(missing_ok=True)
    done = run("journal", "import", name, "--kit", kit, "-o", "made.kitgen")
    lines = [*done.stdout.splitlines(), *(f"! {line}" for line in done.stderr.splitlines())]
    if Path("made.kitgen").exists():
        beads = run("journal", "beads", "made.kitgen").stdout.splitlines()
        lines += [line.rstrip() for line in beads[:5]]
    return [f"== {name}", *lines]


@pytest.mark.parametrize(("group", "files"), [("boxes", BOXES), ("weights", WEIGHTS)])
def test_files_of_other_programs_are_read_or_refused_as_before(group, files, golden):
    kit = "black.json"
    made = kit_of("tictactoe:3x2", side="x") if group == "boxes" else kit_of("her")
    Path(kit).write_bytes(write_kit(made))
    lines = []
    for name, text in at_least(15, files.items()):
        lines += said_of(name, text, kit)
    golden(f"journal/others-{group}", "\n".join(lines))
