"""Which box may follow which bead, how games may end, and what a cell with a bead means: as
readable text, for machines of one side, of both, and with turns without a box.
"""

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.errors import RecordError
from kitgen.record.account import Account, Unread
from kitgen.record.rows import (
    GameRow,
    Passages,
    PickedBead,
    bead_as_written,
    bead_of,
    game_and_file,
    parse_bead,
    picks_in,
)

#: Kits, and after how many beads their courses are not told any more.
KITS = {"her": 2, "him": 2, "ladder": 3, "awari-mini": 4}
#: The most courses of a kit that are told.
MAX_COURSES = 120


def shown_ends(ends):
    words = {1: "won", 0: "drawn", -1: "lost"}
    return ", ".join(
        f"{words[result]}{' at an empty box' if gave_up else ''}"
        for result, gave_up in sorted(ends, reverse=True)
    )


def courses(kit, passages, stands, so_far, beads):
    """Yield a line for each course of so many beads at most: what may come next."""
    boxes = passages.next_boxes(stands)
    counts = " ".join(f"{box}" for box in sorted(boxes))
    yield f"{' '.join(so_far) or 'start'}: {counts or '-'} | {shown_ends(passages.ends(stands))}"
    if len(so_far) == beads:
        return
    for name in sorted(boxes):
        box = kit.by_id[name]
        for slot in box.slots:
            after = passages.after(stands, (box, slot))
            bead = f"{name}{slot.colour.letter}"
            yield from courses(kit, passages, after, [*so_far, bead], beads)


@pytest.mark.parametrize("name", KITS)
def test_what_may_follow_each_bead(golden, name):
    kit = kit_of(name)
    passages = Passages(kit)
    lines = list(courses(kit, passages, passages.start, [], KITS[name]))
    golden(f"said/courses-{name}", "\n".join(at_least(5, lines[:MAX_COURSES])))


@pytest.mark.parametrize("name", ["her", "ladder", "awari-mini"])
def test_what_is_reached_without_another_bead(golden, name):
    """From the start and from what follows a first bead: moves of both sides, the box and the
    end.
    """
    kit = kit_of(name)
    passages = Passages(kit, as_it_lies=True)
    stands = list(passages.start)
    for reached in passages.reached(stands[0])[:3]:
        if reached.box is not None:
            after = passages.moves_for(reached.stand, reached.box.slots[0])
            stands += [stand for _, stand in after]
    lines = []
    for stand in stands:
        position = kit.game.text(stand.position)
        over = ", over" if passages.is_over(stand) else ""
        lines.append(f"{position}, side {stand.side}, lead {stand.lead}{over}")
        for reached in passages.reached(stand)[:25]:
            moves = " ".join(map(kit.game.move_text, reached.moves))
            replies = " ".join(f"{at}{kit.game.move_text(move)}" for at, move in reached.replies)
            own = " ".join(map(kit.game.move_text, reached.own))
            box = reached.box.id if reached.box else "over"
            lines.append(
                f"    {moves or '-'}: {box}, {reached.result} | {replies} | {own}".rstrip()
            )
    golden(f"said/reached-{name}", "\n".join(lines))


CELLS = [
    ("b4r", ""),
    ("B4 R", ""),
    (" b 4 : red ", ""),
    ("4 red", "B"),
    ("4 red", "A"),
    ("4 red", ""),
    ("A1 a3a2", ""),
    ("A1 c3c2", ""),
    ("A1 a3b2", ""),
    ("a1-y", ""),
    ("A01 R", ""),
    ("A1", ""),
    ("R", ""),
    ("", ""),
    ("A1 Q", ""),
    ("A1 a1a2", ""),
    ("Z9 R", ""),
    ("A11 R", ""),
    ("AB1 R", ""),
    ("A1234567 R", ""),
]


def test_what_a_cell_with_a_bead_means(golden):
    kit = kit_of("her")
    lines = []
    for text, column in at_least(15, CELLS):
        for read in (parse_bead, bead_as_written):
            try:
                said = read(kit, text, column).text
            except RecordError as error:
                said = f"refused: {error}"
            lines.append(f"{text!r} below {column or '-'}: {said}")
    golden("said/beads-in-cells", "\n".join(lines))


def test_a_move_that_several_beads_may_stand_for_is_asked_for_as_a_bead():
    """Of boards that look the same turned, where the move is not drawn as it is named."""
    kit = kit_of("tictactoe:2x2")
    assert parse_bead(kit, "A1 a1").text == "A1 U"
    with pytest.raises(RecordError) as caught:
        parse_bead(kit, "A1 b1")
    assert str(caught.value) == "move 'b1' in box A1 may be bead R or U; name the bead"


def test_parts_of_a_file_are_ignored_by_name():
    parts = [Unread("column", name, 1) for name in ("Our  remarks", "Weather", "Moon")]
    account = Account(cells=3, unread=tuple(parts[:2]), ignored=(parts[2],))
    found = account.without(["our REMARKS", "sun"])
    assert (found.unread, found.ignored) == ((parts[1],), (parts[2], parts[0]))
    assert (found.cells, account.without([])) == (3, account)


@pytest.mark.parametrize(
    ("text", "picks"),
    [
        ("", []),
        ("A1 R", ["A1 R"]),
        ("A1 R B1 U", ["A1 R", "B1 U"]),
        ("A1 R B1", ["A1 R"]),
        ("  A1   R ", ["A1 R"]),
    ],
)
def test_picks_are_read_as_they_are_written(text, picks):
    found = picks_in(text)
    assert [pick.text for pick in found] == picks
    assert picks_in(GameRow(1, found, 1).picks_text) == found


@pytest.mark.parametrize(
    ("text", "file", "number"),
    [
        ("games.csv", "games.csv", ""),
        ("games.csv:3", "games.csv", "3"),
        ("games.csv:0", "games.csv", "0"),
        ("games.csv:", "games.csv:", ""),
        ("games.csv:x", "games.csv:x", ""),
        ("C:\\games.csv", "C:\\games.csv", ""),
        ("C:\\games.csv:12", "C:\\games.csv", "12"),
        ("a:b:7", "a:b", "7"),
    ],
)
def test_a_game_is_named_by_file_and_number(text, file, number):
    assert game_and_file(text) == (file, number)


@pytest.mark.parametrize(
    ("result", "resigned", "ways"),
    [
        (-1, None, {True, False}),
        (-1, True, {True}),
        (-1, False, {False}),
        (1, None, {False}),
        (1, True, set()),
        (0, None, set()),
    ],
)
def test_the_ways_in_which_a_game_may_have_had_its_result(result, resigned, ways):
    ends = [(-1, True), (-1, False), (1, False)]
    row = GameRow(1, (), result, resigned=resigned)
    assert row.ways(ends) == ways
    assert row.conceded is (result == 1 and resigned is True)


def test_a_bead_that_a_kit_does_not_have_is_refused():
    kit = kit_of("her")
    box, slot = bead_of(kit, PickedBead("A1", "R"))
    assert (box.id, slot.colour.letter) == ("A1", "R")
    with pytest.raises(RecordError, match=r"^kit 'her' has no box 'Z1'$"):
        bead_of(kit, PickedBead("Z1", "R"))
    with pytest.raises(RecordError, match=r"^box A1 has no bead 'Q'; it has R, U, Y$"):
        bead_of(kit, PickedBead("A1", "Q"))


def test_of_a_game_of_which_the_last_beads_are_known_the_end_is_told_where_nothing_else_counts():
    her = Passages(kit_of("her"))
    mini = Passages(kit_of("awari-mini"))
    whole = GameRow(1, (PickedBead("A1", "R"),), 1)
    last = GameRow(1, (PickedBead("B1", "R"),), 1, last_only=True)
    alone = GameRow(1, (), 1, last_only=True)
    for passages, row, tells in (
        (her, whole, True),
        (her, last, True),
        (her, alone, False),
        (mini, whole, True),
        (mini, last, False),
        (mini, alone, False),
    ):
        assert passages.tell_end(row) is tells
    kit = her.kit
    beads = [bead_of(kit, pick) for pick in last.picks]
    stands, known = her.noted(last, beads)
    assert (len(stands), known) == (2, True)
    impossible = GameRow(1, (PickedBead("A1", "R"), PickedBead("C1", "R")), 1)
    stands, known = her.noted(impossible, [bead_of(kit, pick) for pick in impossible.picks])
    assert (len(stands), known) == (2, False)
