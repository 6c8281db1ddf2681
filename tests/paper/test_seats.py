"""One orientation everywhere: the machine's side is at the top of the cover, the boxes and the
board to play on.
"""

import pytest
from card_geometry import path_points
from counting import at_least_one
from jobs import make_job
from printed_words import texts_on
from sampling import sample

from kitgen.paper.marks.scene import DARK, WHITE, Path
from kitgen.paper.parts import load_part
from kitgen.paper.style import BODY

#: Kits by side and board, the sides as they are called in English, and the names along the board
#: from the top left.
HEXAPAWN = [
    ("her", "Black", "White", "321", "abc"),
    ("him", "White", "Black", "123", "cba"),
    ("her-4x3", "Black", "White", "321", "abcd"),
    ("her-3x4", "Black", "White", "4321", "abc"),
]
AWARI = [
    ("awari-mini", {}, "first player", "BAab"),
    ("awari-mini", {"side": "north"}, "second player", "baAB"),
    ("awari-3x1", {}, "first player", "CBAabc"),
]


def marks(part, kit, language="en", **wish):
    (sheet, *_) = load_part(part).sheets(make_job(kit, language=language, **wish))
    return texts_on(sheet)


def read(words):
    """Return words as they are read: line by line, from the left."""
    return [mark.text for mark in sorted(words, key=lambda mark: (round(mark.at[1]), mark.at[0]))]


@pytest.mark.parametrize(("name", "machine", "other", "rows", "columns"), HEXAPAWN)
def test_rows_and_columns_of_the_board_are_named_as_they_lie_on_the_boxes(
    name, machine, other, rows, columns
):
    words = marks("board", name)
    assert "".join(read(mark for mark in words if len(mark.text) == 1)) == rows + columns
    seats = read(
        mark for mark in words if "machine's side" in mark.text or "this side" in mark.text
    )
    assert seats == [
        f"The machine's side: {machine}",
        f"Opponent ({other}) and operator sit on this side",
    ]
    assert all(mark.turn == 0 for mark in at_least_one(words))


@pytest.mark.parametrize(("name", "wish", "machine", "pits"), AWARI)
def test_pits_of_the_board_lie_as_on_the_boxes(name, wish, machine, pits):
    words = marks("board", name, **wish)
    names = (
        mark for mark in words if len(mark.text) == 1 and mark.size == BODY
    )  # not those on the small picture
    assert "".join(read(names)) == pits
    (side,) = [mark for mark in words if mark.text.startswith("The machine's side")]
    (opposite,) = [mark for mark in words if "sit on this side" in mark.text]
    assert side.text.endswith(machine)
    assert side.at[1] < opposite.at[1]
    stores = {mark.text: mark.at[0] for mark in words if "store" in mark.text}
    # On the machine's right, and so on the left of those who sit below.
    assert stores["machine's store"] == min(stores.values())


@pytest.mark.parametrize(
    ("name", "machine"), [("her", DARK), ("him", WHITE), ("her-4x3", DARK), ("her-3x4", DARK)]
)
def test_the_machines_pieces_stand_at_the_top_of_the_cover(name, machine):
    (sheet,) = load_part("cover").sheets(make_job(name))
    pawns = {DARK: [], WHITE: []}
    for mark in sheet.scene.marks:
        if isinstance(mark, Path) and mark.fill in pawns:
            ys = [y for _, y in path_points(mark)]
            if max(ys) - min(ys) < 30:  # no frame
                pawns[mark.fill].append((max(ys) - min(ys), min(ys)))
    # Of the board: those on boxes are smaller, and of a large one that faces another there is one.
    high = min(sorted(size for size, _ in drawn)[-3] for drawn in pawns.values())
    tops = {}
    for fill, drawn in pawns.items():
        tops[fill] = [y for size, y in drawn if 0.6 * high < size < 1.5 * high]
    (other,) = {DARK, WHITE} - {machine}
    assert len(tops[machine]) == len(tops[other]) >= 3
    assert max(tops[machine]) < min(tops[other])


@pytest.mark.every
@pytest.mark.parametrize(("name", "wish", "machine", "pits"), AWARI)
def test_the_machines_pits_lie_at_the_top_of_the_cover(name, wish, machine, pits):
    del machine
    words = marks("cover", name, **wish)
    names = [mark for mark in words if mark.text in pits]
    large = max(mark.size for mark in names)  # of the board; those on boxes are smaller
    rights = max(mark.at[0] for mark in names if mark.size == large)
    board = [
        mark
        for mark in names
        if mark.size == large and mark.at[0] > rights - 60 and mark.at[1] < 180
    ]
    assert "".join(read(board)) == pits


@pytest.mark.parametrize(
    ("name", "said"),
    sample(
        [
            ("her", ["machine: Black", "opponent: White"]),
            ("him", ["machine: White", "opponent: Black"]),
            ("awari-mini", ["machine: first player", "opponent: second player"]),
            ("menace", ["board", "opponent"]),
            ("ladder", ["board", "opponent"]),
        ],
        one_in=3,
    ),
)
def test_the_cover_says_who_looks_from_where(name, said):
    words = {mark.text: mark.at for mark in marks("cover", name)}
    machine, opponent = (words[one] for one in said)
    operator = words["operator, who helps the machine"]
    assert machine[1] < opponent[1] == operator[1], "the people sit side by side, below the board"
    assert operator[0] < opponent[0]
