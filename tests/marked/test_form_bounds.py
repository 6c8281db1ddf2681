"""The bounds at which a sheet to be marked asks something else or has another size, each from both
sides, on kits of a few numbers.
"""

from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.errors import RecordError
from kitgen.forms import places
from kitgen.forms.form import COUNT, LOG, Area, Bubble, FormCode, parse_form_code
from kitgen.forms.places import (
    Group,
    Moves,
    RowShape,
    box_turns,
    count_numbers,
    counts_add_up,
    form_codes,
    in_rows,
    make_form,
    most_turns,
    random_game,
    usual_turns,
)
from kitgen.machine.paper_machine import SplitMix
from kitgen.model import Move

AREA = Area("a4")


def slot(moves=1, beads=1, colour="red"):
    return SimpleNamespace(
        moves=[Move(0, number) for number in range(moves)],
        beads=beads,
        colour=SimpleNamespace(key=colour),
    )


def box(number, turn=1, *slots, later=False):
    return SimpleNamespace(id=f"{number}", turn=turn, later=later, slots=slots or (slot(),))


def kit_with(boxes, **more):
    palette = [SimpleNamespace(key=key) for key in ("red", "blue", "green")]
    return SimpleNamespace(name="mine", boxes=boxes, palette=palette, **more)


# --- what is asked
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "asked"), [(1, False), (2, True), (12, True), (13, None)])
def test_boxes_of_a_turn_are_asked_up_to_twelve_and_where_there_are_two(count, asked):
    blocks = box_turns(kit_with([box(number) for number in range(count)]), 1, longer=False)
    if asked is None:
        assert blocks is None
        return
    (block,) = blocks
    bead = Group("bead", 1, ("red",))
    boxes = Group("box", 1, tuple(map(str, range(count))))
    assert block == ((boxes, bead) if asked else (bead,))


def test_a_box_is_met_on_its_turn_and_later_where_it_may_be():
    kit = kit_with([box("a", 1), box("b", 2, later=True), box("c", 3), box("d", 4, later=True)])
    met = [[one.id for one in places._met(kit, turn, longer=False)] for turn in range(1, 6)]
    assert met == [["a"], ["b"], ["b", "c"], ["b", "d"], ["b", "d"]]
    assert places._met(kit, 1, longer=True) == kit.boxes


def test_beads_are_asked_in_the_order_of_the_palette_and_without_boxes_not_at_all():
    kit = kit_with([])
    boxes = [box("a", 1, slot(colour="green"), slot(colour="red"))]
    assert places._beads(kit, 2, boxes) == (Group("bead", 2, ("red", "green")),)
    assert places._beads(kit, 2, []) == ()
    assert box_turns(kit, 2, longer=False) == [(), ()]


@pytest.mark.parametrize(("twins", "boxes", "many"), [(2, 25, False), (3, 25, True), (1, 1, True)])
def test_a_move_is_asked_where_more_than_eight_in_a_hundred_boxes_have_twins(twins, boxes, many):
    kit = [box(number, 1, slot(), slot(moves=2)) for number in range(twins)]
    kit += [box(number) for number in range(twins, boxes)]
    assert places._has_many_twins(kit) is many


def crossed(*sides):
    """Return a move from each cell of one side to each of another."""
    return [Move(source, 20 + target) for source in range(sides[0]) for target in range(sides[1])]


def in_a_ring(count):
    return [Move(cell, (cell + 1) % count) for cell in range(count)]


@pytest.mark.parametrize(
    ("moves", "paired"),
    [
        (crossed(3, 4), False),
        ([*crossed(3, 4), Move(4, 20)], True),
        (in_a_ring(13), False),
        ([*in_a_ring(13), Move(0, 5)], True),
        ([Move(cell, 40 + cell) for cell in range(13)], False),
        ([*crossed(4, 4), Move(None, 20)], False),
        ([*crossed(4, 4), Move(7, 7)], False),
    ],
)
def test_moves_are_marked_by_their_cells_where_these_are_fewer(moves, paired):
    """More than twelve moves, which all lead from a cell to another."""

    def of_game(move_text):
        game = SimpleNamespace(move_text=move_text)
        return SimpleNamespace(_kit=SimpleNamespace(game=game))

    even = of_game(lambda move: f"{move.source or 0:02}{move.target:02}")
    assert Moves._should_be_paired(even, moves) is paired
    odd = of_game(lambda move: f"{move.source or 0:02}-{move.target:02}")
    assert Moves._should_be_paired(odd, moves) is False


@pytest.mark.parametrize(
    ("beads", "only_takes", "version", "numbers"),
    [
        (1, True, 2, (0, 1, 2, 3)),
        (6, True, 2, tuple(range(9))),
        (7, True, 2, places.ADDED_UP),
        (1, False, 2, places.ADDED_UP),
        (1, True, 1, (0, 1)),
        (2, True, 1, (0, 1, 2)),
        (8, True, 1, tuple(range(9))),
        (9, True, 1, places.ADDED_UP),
    ],
)
def test_numbers_of_beads_are_added_up_where_they_would_be_too_many(
    beads, only_takes, version, numbers
):
    boxes = [box("a"), box("b", 1, slot(), slot(beads=beads)), box("c")]
    kit = kit_with(boxes, rule=SimpleNamespace(only_takes=only_takes))
    assert count_numbers(kit, version) == numbers
    added = numbers == places.ADDED_UP or (version == 1 and len(numbers) > 2)
    assert counts_add_up(kit, version) is added


# --- how long rows are
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plies", "turns"),
    [
        ([2, 2, 4, 4, 6, 6, 8, 8, 10, 12], (4, 6)),
        ([12, 10, 8, 8, 6, 6, 4, 4, 2, 1], (4, 6)),
        ([1, 3, 5, 7, 9], (4, 5)),
        ([1, 3, 5, 7, 9, 11], (5, 6)),
        (list(range(200, 0, -2)), (80, 100)),
        ([7], (4, 4)),
        ([], (3, 3)),
    ],
)
def test_a_row_has_the_turns_of_four_games_in_five(monkeypatch, plies, turns):
    calls = []

    def games(*words):
        calls.append(words[1:])
        return [SimpleNamespace(moves=[None] * length) for length in plies]

    monkeypatch.setattr(places, "sample_games", games)
    assert usual_turns(kit_with([box("a", 1), box("b", 3, later=True)])) == turns
    assert calls == [(20, 20)]
    assert usual_turns(kit_with([box("a", 1), box("b", 3)])) == (3, 3)
    assert len(calls) == 1


def test_the_last_turn_is_looked_for_in_kits_that_are_not_too_large(monkeypatch):
    ladder = kit_of("ladder")
    assert places.MAX_BOXES_SEARCHED == 500
    monkeypatch.setattr(places, "MAX_BOXES_SEARCHED", len(ladder.boxes))
    assert most_turns(ladder) == 5
    monkeypatch.setattr(places, "MAX_BOXES_SEARCHED", len(ladder.boxes) - 1)
    assert most_turns(ladder) is None
    assert most_turns(kit_with([box("a", 1), box("b", 4)])) == 4


@pytest.mark.parametrize(
    ("games", "lasts"),
    [
        (50, [50]),
        (49, [49, 98]),
        (25, [25, 50]),
        (17, [17, 34, 51]),
        (13, [13, 26, 39, 52]),
        (12, [12, 24, 36, 48]),
        (1, [1, 2, 3, 4]),
    ],
)
def test_fifty_games_are_printed_on_four_sheets_at_most(monkeypatch, games, lasts):
    monkeypatch.setattr(places, "_turns", lambda *_: (4, True))
    monkeypatch.setattr(places, "_games_on_a_sheet", lambda *_: games)
    codes = form_codes(kit_of("her"), LOG, "letter")
    assert [code.last for code in codes] == lasts
    assert [code.first for code in codes] == [1, *(last + 1 for last in lasts[:-1])]
    assert [code.sheet for code in codes] == list(range(1, len(lasts) + 1))
    assert {(code.turns, code.longer, code.page, code.version) for code in codes} == {
        (4, True, "letter", 1)
    }


def test_a_kit_without_boxes_has_no_sheets():
    assert form_codes(kit_with([]), LOG, "a4") == []
    assert form_codes(kit_with([]), COUNT, "a4") == []


@pytest.mark.parametrize(
    ("pitch", "least", "games"),
    [
        (5.0, 8.0, 25),
        (5.0, 8.2, 24),
        (5.0, 7.0, 25),
        (5.0, 106.0, 1),
        (5.0, 106.1, "a game of kit 'mine' is too long for a sheet to be marked"),
        (4.9, 8.0, "kit 'mine' has more moves than a line to be marked has rings"),
    ],
)
def test_a_sheet_has_room_for_the_example_and_up_to_25_games(monkeypatch, pitch, least, games):
    """212 mm are there for rows."""
    shape = SimpleNamespace(pitch=pitch, least=least)
    monkeypatch.setattr(places, "_log_shape", lambda *_: shape)
    kit = kit_with([box("a")])
    if isinstance(games, int):
        assert places._games_on_a_sheet(kit, 4, False, AREA) == games
        return
    with pytest.raises(RecordError) as refused:
        places._games_on_a_sheet(kit, 4, False, AREA)
    assert str(refused.value) == f"{games}; print the part log"


@pytest.mark.parametrize(("name", "games"), [("her", 25), ("menace", 12)])
def test_a_sheet_of_one_game_more_than_it_has_room_for_is_none(name, games):
    kit = kit_of(name)
    code = form_codes(kit, LOG, "a4")[0]
    assert code.last == games
    fields = {key: getattr(code, key) for key in FormCode.__dataclass_fields__}
    assert len(make_form(kit, FormCode(**{**fields, "last": 1})).rows) == 1
    with pytest.raises(RecordError, match="has no sheet"):
        make_form(kit, FormCode(**{**fields, "last": games + 1}))


@pytest.mark.parametrize(
    ("heights", "levels"),
    [
        ([60.0, 51.0, 60.0, 255.0], [51.0, 60.0, 255.0]),
        ([250.0], [250.0]),
        ([249.0], [249.0, 257.75]),
        ([240.0], [240.0, 248.75, 257.5]),
    ],
)
def test_squares_stand_at_all_lines_and_down_to_the_foot(heights, levels):
    """Rows end at 263 mm, and no square stands within 13.1 mm of that without a line."""
    bubbles = [Bubble(0, "bead", 1, "red", 50.0, height) for height in heights]
    assert places._levels(bubbles, AREA) == levels


@pytest.mark.parametrize(
    ("heights", "rows"),
    [
        ([10.0, 20.0], [(51.0, 12.8676), (63.8676, 25.7353)]),
        ([100.0, 60.0], [(51.0, 128.6765), (179.6765, 77.2059)]),
        ([150.0, 62.0], [(51.0, 150.0), (201.0, 62.0)]),
    ],
)
def test_rows_are_stretched_over_the_sheet_and_not_beyond_8_75_mm(heights, rows):
    names = ["a", "b"]
    strips = places._strips(AREA, names, heights, 13.0, 100.0)
    assert [(strip.y, strip.height) for strip in strips] == rows
    assert [(strip.name, strip.x, strip.width) for strip in strips] == [
        (name, 13.0, 100.0) for name in names
    ]


def test_letters_of_turns_take_room_and_bring_turns_together():
    void = (Group("void", 0, ("",)),)
    first = (Group("on", 0, ("",)),)
    turns = [(Group("reply", turn, ("a", "b")), Group("bead", turn, ("red",))) for turn in (1, 2)]
    plain = RowShape(first, turns, void, 80)
    lettered = RowShape(first, turns, void, 80, lettered=True, widest=5.5)
    for shape in at_least(2, (plain, lettered)):
        assert shape.lines == 1
    assert (plain.pitch, lettered.pitch) == (6, 5.5)
    starts = [[round(group[1][0], 2) for group in shape.groups] for shape in (plain, lettered)]
    assert starts == [[0, 8.2, 21.4, 29.6, 42.8, 74], [0, 10, 22.2, 32.2, 44.4, 74.5]]


# --- marks of a game
# --------------------------------------------------------------------------------------------------


def form_with(turns, *marks, part=LOG):
    example = [Bubble(-1, *mark, 0.0, 0.0) for mark in marks]
    return SimpleNamespace(code=SimpleNamespace(turns=turns, part=part), example=example)


#: All marks of a row of two turns.
ROW = [
    ("on", 0, ""),
    ("starts", 0, "machine"),
    *(("reply", turn, "a") for turn in (1, 2)),
    *(("bead", turn, "red") for turn in (1, 2)),
    ("result", 0, "win"),
]


def test_a_long_game_goes_on_in_other_rows():
    marks = []
    for turn in range(1, 6):
        marks += [("reply", turn, "a"), ("bead", turn, "red")]
    marks += [("reply", 6, "a"), ("starts", 0, "machine"), ("result", 0, "win")]
    one = [("reply", 1, "a"), ("bead", 1, "red")]
    two = [("reply", 2, "a"), ("bead", 2, "red")]
    rows = in_rows(form_with(2, *ROW), marks)
    assert rows == [
        [*one, *two, ("starts", 0, "machine")],
        [("on", 0, ""), *one, *two],
        [("on", 0, ""), *one, ("result", 0, "win")],
    ]
    assert in_rows(form_with(2, *ROW[1:3]), marks) == [
        [("reply", 1, "a"), ("starts", 0, "machine")],
        [("reply", 1, "a")],
        [("reply", 1, "a")],
    ]
    no_beads = [("reply", 1, "a"), ("reply", 2, "a"), ("result", 0, "win")]
    assert in_rows(form_with(2, *ROW), no_beads) == [[("reply", 1, "a"), ("result", 0, "win")]]


@pytest.mark.parametrize(
    ("beads", "marked"),
    [
        (0, ["0"]),
        (1, ["1"]),
        (4, ["3", "1"]),
        (10, ["10"]),
        (87, ["50", "30", "5", "2"]),
        (99, ["50", "30", "10", "5", "3", "1"]),
    ],
)
def test_the_example_counts_the_beads_of_the_first_box(beads, marked):
    values = [("count", 1, f"{number}") for number in places.ADDED_UP]
    form = form_with(0, *values, ("count", 2, "0"), ("count", 2, "1"), part=COUNT)
    kit = kit_with([box("a", 1, slot(beads=beads), slot(beads=1)), box("b", 1, slot(beads=7))])
    found = places.example_marks(kit, form)
    assert [bubble.value for bubble in found if bubble.turn == 1] == marked
    assert [bubble.value for bubble in found if bubble.turn == 2] == ["1"]


def test_the_example_is_the_first_game_of_twelve_marks_or_the_one_of_most(monkeypatch):
    tried = []
    values = [("bead", number, "red") for number in range(30)]
    form = form_with(2, *values)

    def game_of(sizes):
        tried.clear()

        def rows(_form, number):
            size = sizes[number % len(sizes)]
            marks = values[number : number + abs(size)]
            return [marks] if size > 0 else [marks, []]

        monkeypatch.setattr(places, "in_rows", rows)
        return [bubble.turn for bubble in places.example_marks(None, form)]

    def random(_kit, rng):
        tried.append(rng.seed if hasattr(rng, "seed") else None)
        return 0, [], 1

    monkeypatch.setattr(
        places, "SplitMix", lambda seed, number: SimpleNamespace(seed=(seed, number))
    )
    monkeypatch.setattr(places, "random_game", random)
    monkeypatch.setattr(places, "marks_of_game", lambda *_: tried[-1][1])
    assert game_of([3, 5, 5, 12, 20]) == list(range(3, 15))
    assert tried == [(1961, number) for number in range(4)]
    assert game_of([3, 5, -20, 5, 11] + [1] * 55) == list(range(4, 15))
    assert len(tried) == 60
    assert game_of([4] * 60) == [0, 1, 2, 3]


@pytest.mark.parametrize("name", ["her", "him", "ladder"])
def test_a_random_game_ends_and_says_how_for_its_machine(name):
    kit = kit_of(name)
    outcomes = set()
    for number in range(8):
        side, moves, outcome = random_game(kit, SplitMix(1, number))
        assert side in kit.players
        position = kit.game.start()
        for move in moves:
            assert move in kit.game.legal_moves(position)
            position = kit.game.play(position, move).position
        result = kit.game.result(position)
        assert outcome == (result if position.to_move == side else -result)
        outcomes.add(outcome)
    assert outcomes == {1, -1}


# --- codes
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("2 26-50 3", (2, 26, 50, 3, False)),
        ("999999 1-9999999 99+", (999_999, 1, 9_999_999, 99, True)),
        ("1 9999999-1 0", (1, 9_999_999, 1, 0, False)),
        ("1000000 1-2 3", None),
        ("1 1-10000000 3", None),
        ("1 10000000-1 3", None),
        ("02 1-2 3", None),
        ("2 01-2 3", None),
        ("2 1-02 3", None),
        ("2 1-2 100", None),
        ("2 1-2 3++", None),
        ("2 1-2 +3", None),
        ("2  1-2 3", None),
        ("-2 1-2 3", None),
    ],
)
def test_numbers_of_a_code_have_so_many_digits(words, read):
    text = f"KITGEN-FORM:1 LOG-MARKS MY%20KIT C0FFEE12 A%2FB A4 {words}"
    if read is None:
        with pytest.raises(RecordError, match="its words are wrong"):
            parse_form_code(text)
        return
    code = parse_form_code(text)
    assert (code.sheet, code.first, code.last, code.turns, code.longer) == read
    assert (code.kit, code.rule, code.version) == ("my kit", "a/b", 1)
    assert code.text == text


@pytest.mark.parametrize(
    ("part", "version", "known"),
    [(LOG, 1, True), (LOG, 2, False), (COUNT, 1, True), (COUNT, 2, True)],
)
def test_each_part_has_its_versions(part, version, known):
    text = f"KITGEN-FORM:{version} {part.upper()} HER C0FFEE12 GARDNER LETTER 1 1-2 0"
    if known:
        code = parse_form_code(text)
        assert (code.part, code.version, code.page) == (part, version, "letter")
        assert code.text == text
    else:
        with pytest.raises(RecordError, match="its words are wrong"):
            parse_form_code(text)
