"""What becomes of a row that was read, by what the journal has: each case of each state, and what
is noted, said and proposed.
"""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from counting import at_least
from filled_in_sheets import filled_in, form_of, sheet_on_table
from jobs import LANGUAGES, TEMPLATES, kit_of
from journal_games import row_of

from kitgen.errors import RecordError
from kitgen.journal.journal import Journal
from kitgen.marked import marked_games
from kitgen.marked.marked_games import (
    SKIPPED,
    THERE,
    UNDECIDED,
    SeenRow,
    SheetWords,
    add_rows,
    refuse_undecided,
    understood_rows,
)
from kitgen.marked.review_page import review_page
from kitgen.marked.row_games import BLANK, COMPLETED, DOUBTFUL, READ, VOID, Doubt, MarkedRow
from kitgen.marked.row_marks import MARKED, TOUCHED, UNMARKED, UNSEEN, UNSURE, RowMark, Written
from kitgen.record.game_lines import NotedRow
from kitgen.record.rows import GameRow, sample_games

HER = kit_of("her")
FORM = form_of(HER)
PLAYED = list(sample_games(HER, 40, machines=7))[-6:]
ROWS = [row_of(HER, game, number) for number, game in enumerate(PLAYED, 1)]
STATES = filled_in(HER, PLAYED, FORM)[0]
AT = {(one.row, RowMark(one.field, one.turn, one.value)): one for one in FORM.bubbles}
VOID_AT_0 = AT[0, RowMark("void", 0, "")]
#: The first game by its result alone, and one that ended otherwise.
ALONE = GameRow(1, (), ROWS[0].result, last_only=True)
OTHER_ALONE = replace(ALONE, result=-ROWS[0].result)
#: Another first game, and the number that it has among those that were played.
OTHER_NUMBER = next(row.game for row in ROWS if row.picks != ROWS[0].picks)
OTHER = replace(ROWS[OTHER_NUMBER - 1], game=1)


def only(row, states=STATES):
    """The states of a sheet on which nothing is marked but one row."""
    return {one: state if one.row == row else UNMARKED for one, state in states.items()}


@pytest.fixture
def journal(tmp_path):
    """An empty journal."""
    with Journal.create(tmp_path / "a.kitgen", HER) as made:
        yield made


def first_row(journal, states, form=FORM, ask=None):
    return understood_rows(journal, [sheet_on_table(form, states)], ask)[0]


def told(row):
    """Return the state of a row, its game, its doubt, and the games that are proposed."""
    doubt = row.reading.doubt
    return row.state, row.game, doubt and doubt.kind, row.reading.proposed


TWO_RESULTS = {AT[0, RowMark("result", 0, value)]: MARKED for value in ("win", "loss")}
CROSSED = only(0) | {VOID_AT_0: MARKED}
DOUBTED = only(0) | TWO_RESULTS


def test_a_row_that_the_journal_does_not_know_stays_as_it_was_read(journal):
    assert told(first_row(journal, only(0))) == (READ, ROWS[0], None, ())
    assert told(first_row(journal, CROSSED)) == (VOID, None, None, ())
    assert told(first_row(journal, only(1))) == (BLANK, None, None, ())
    state, game, doubt, proposed = told(first_row(journal, DOUBTED))
    assert (state, game, doubt) == (UNDECIDED, None, "two")
    assert ROWS[0] in proposed


def test_a_game_with_the_result_that_was_noted_alone_takes_its_place(journal):
    journal.add_all([ALONE])
    row = first_row(journal, only(0))
    assert told(row) == (READ, ROWS[0], None, ())
    add_rows(journal, [row])
    assert journal.games() == (ROWS[0],)


def test_a_game_with_another_result_than_the_one_noted_alone_is_asked_about(journal):
    """It does not silently take the place of what somebody has noted."""
    journal.add_all([OTHER_ALONE])
    row = first_row(journal, only(0))
    assert told(row) == (UNDECIDED, None, "changed", (ROWS[0],))
    with pytest.raises(RecordError, match=r"^game 1 is undecided; nothing was noted\."):
        refuse_undecided([row], keep_good=False)
    add_rows(journal, [row])
    assert journal.games() == (OTHER_ALONE,)
    add_rows(journal, [replace(row, state="confirmed", game=ROWS[0])])
    assert journal.games() == (ROWS[0],)


def test_a_row_that_is_crossed_out_says_nothing_against_a_result_noted_alone(journal):
    journal.add_all([OTHER_ALONE])
    assert told(first_row(journal, CROSSED)) == (VOID, None, None, ())


def test_the_game_of_the_journal_is_there_and_another_one_is_asked_about(journal):
    journal.add_all([ROWS[0]])
    assert told(first_row(journal, only(0))) == (THERE, ROWS[0], None, ())
    assert told(first_row(journal, CROSSED)) == (UNDECIDED, None, "changed-void", (ROWS[0],))
    state, game, *_ = told(first_row(journal, DOUBTED))
    assert (state, game) == (THERE, ROWS[0]), "it is among the games that it may be"


def test_another_game_than_that_of_the_journal_is_asked_about_with_both(journal):
    journal.add_all([OTHER])
    assert told(first_row(journal, only(0))) == (UNDECIDED, None, "changed", (ROWS[0], OTHER))
    assert first_row(journal, DOUBTED).state == UNDECIDED, "the known game is not proposed"


def test_the_same_beads_with_another_result_are_another_game(journal):
    other = replace(ROWS[0], result=-ROWS[0].result)
    judge = marked_games._Judge(journal)
    judge._in_journal = {1: other}
    reading = MarkedRow(READ, ROWS[0], first_row(journal, only(0)).reading.marks)
    row = SeenRow(None, None, reading, READ, ROWS[0])
    judge._results_alone = {}
    changed = judge._clear(replace(row, written=Written((0,), 1, reading.marks)))
    assert told(changed) == (UNDECIDED, None, "changed", (ROWS[0], other))


def test_results_noted_alone_stay_where_a_sheet_says_nothing_of_their_games(journal):
    """A sheet has a row for each, of which many are empty."""
    alone = [replace(ALONE, game=number) for number in (1, 2, 3)]
    journal.add_all(alone)
    add_rows(journal, understood_rows(journal, [sheet_on_table(FORM, only(0))]))
    assert journal.games() == (ROWS[0], *alone[1:])


def settled(journal, how, games=()):
    journal.add_marked([NotedRow(1, 1, 1, how)], games)


def test_a_row_that_was_settled_stays_so(journal):
    settled(journal, "void")
    assert told(first_row(journal, CROSSED))[:2] == (THERE, None)
    assert told(first_row(journal, DOUBTED))[:2] == (THERE, None), "it was crossed out before"
    assert told(first_row(journal, only(0)))[:2] == (READ, ROWS[0])


def test_a_row_that_was_corrected_stays_so_whatever_it_shows(journal):
    settled(journal, "corrected", [OTHER])
    assert told(first_row(journal, DOUBTED))[:2] == (THERE, OTHER)
    assert told(first_row(journal, only(0)))[0] == UNDECIDED


@pytest.mark.parametrize(
    ("first", "second", "state", "doubt", "game"),
    [
        (only(0), only(0), READ, None, ROWS[0]),
        (only(0), CROSSED, UNDECIDED, "photos", None),
        (CROSSED, CROSSED, VOID, None, None),
        (only(0), DOUBTED, READ, None, ROWS[0]),
        (DOUBTED, CROSSED, VOID, None, None),
        (only(0), only(1), READ, None, ROWS[0]),
        (DOUBTED, only(1), UNDECIDED, "two", None),
        (CROSSED, only(1), VOID, None, None),
        (only(1), only(2), BLANK, None, None),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_of_two_photos_the_clearer_one_counts_unless_they_contradict(
    journal, first, second, state, doubt, game, turned
):
    sheets = [sheet_on_table(FORM, first, "a.jpg"), sheet_on_table(FORM, second, "b.jpg")]
    if turned:
        sheets.reverse()
    row = understood_rows(journal, sheets)[0]
    assert told(row)[:3] == (state, game, doubt)
    if doubt == "photos":
        assert row.reading.proposed == (ROWS[0],)
        assert row.reading.more == 0


def test_two_photos_with_different_games_propose_both(journal):
    other = filled_in(HER, [PLAYED[OTHER_NUMBER - 1]], FORM)[0]
    sheets = [sheet_on_table(FORM, only(0)), sheet_on_table(FORM, other)]
    row = understood_rows(journal, sheets)[0]
    assert told(row) == (UNDECIDED, None, "photos", (ROWS[0], OTHER))


@pytest.mark.parametrize(
    ("states", "is_hidden"),
    [
        ({VOID_AT_0: UNSEEN}, True),
        ({VOID_AT_0: TOUCHED}, False),
        ({VOID_AT_0: UNSURE}, False),
        ({VOID_AT_0: UNSEEN, AT[0, RowMark("box", 1, "A1")]: UNSURE}, False),
        ({VOID_AT_0: UNSEEN, AT[0, RowMark("box", 1, "A1")]: MARKED}, False),
    ],
)
def test_a_row_without_ink_is_free_if_another_photo_shows_it_so(journal, states, is_hidden):
    hidden = dict.fromkeys(FORM.bubbles, UNMARKED) | states
    free = dict.fromkeys(FORM.bubbles, UNMARKED)
    assert first_row(journal, hidden).state == UNDECIDED
    both = understood_rows(journal, [sheet_on_table(FORM, hidden), sheet_on_table(FORM, free)])
    assert both[0].state == (BLANK if is_hidden else UNDECIDED)


def test_rows_are_judged_by_number_whatever_order_the_sheets_have(journal):
    second = form_of(HER, sheet=2)
    numbers = len(FORM.rows)
    sheets = [
        sheet_on_table(second, dict.fromkeys(second.bubbles, UNMARKED)),
        sheet_on_table(FORM, STATES),
    ]
    rows = understood_rows(journal, sheets)
    assert [row.number for row in rows] == list(range(1, 2 * numbers + 1))
    assert [row.game for row in rows[: len(ROWS)]] == ROWS


def test_whoever_is_asked_decides_and_later_games_count_on_it(journal):
    """A row without an answer stays undecided; an answer that the journal has is there."""
    questions = []

    def ask(row):
        questions.append(row.number)
        return None if row.number == 1 else replace(row, state="confirmed", game=ROWS[1])

    doubted = STATES | TWO_RESULTS
    for value in ("win", "loss"):
        doubted[AT[1, RowMark("result", 0, value)]] = MARKED
    rows = understood_rows(journal, [sheet_on_table(FORM, doubted)], ask)
    assert questions == [1, 2]
    assert [row.state for row in rows[:3]] == [UNDECIDED, "confirmed", READ]
    journal.add_all([replace(OTHER, game=1), ROWS[1]])
    row = first_row(journal, only(0), ask=lambda row: replace(row, state="confirmed", game=OTHER))
    assert told(row)[:2] == (THERE, OTHER)


# --- what is noted
# --------------------------------------------------------------------------------------------------


def decided(state, rows=(0,), game=ROWS[0]):
    """A row in a state, as it is noted."""
    marks = sheet_on_table(FORM, STATES)
    reading = MarkedRow(READ, game, None)
    return SeenRow(marks, Written(rows, FORM.code.first + rows[0], None), reading, state, game)


@pytest.mark.parametrize(
    ("state", "noted"),
    [
        (READ, [(1, 2, 2, "read"), (1, 3, 3, "on")]),
        (COMPLETED, [(1, 2, 2, "completed"), (1, 3, 3, "on")]),
        ("confirmed", [(1, 2, 2, "confirmed"), (1, 3, 3, "on")]),
        ("corrected", [(1, 2, 2, "corrected"), (1, 3, 3, "on")]),
        (VOID, [(1, 2, 2, "void"), (1, 3, 3, "void")]),
        (THERE, []),
        (UNDECIDED, []),
        (SKIPPED, []),
        (BLANK, []),
        (DOUBTFUL, []),
    ],
)
def test_what_is_noted_of_a_row_that_goes_on_in_the_next(state, noted):
    found = marked_games._noted_rows(decided(state, rows=(1, 2)))
    assert list(found) == [NotedRow(*row) for row in noted]


@pytest.mark.parametrize("state", ["confirmed", "corrected", READ, COMPLETED, THERE, VOID])
@pytest.mark.parametrize("alone", [False, True])
def test_what_takes_the_place_of_a_game(state, alone):
    """An answer does, and so does what is read of a game with a result alone."""
    games = [ALONE] if alone else []
    said = {}

    class Noting:
        def games(self):
            return games

        def add_marked(self, rows, games, instead):
            said.update(rows=len(rows), games=list(games), instead=instead)

    game = None if state == VOID else ROWS[0]
    add_rows(Noting(), [decided(state, game=game)])
    assert said["games"] == ([] if state in (THERE, VOID) else [ROWS[0]])
    replaces = alone or state in ("confirmed", "corrected", VOID)
    assert said["instead"] == ([1] if replaces else [])
    assert said["rows"] == (state != THERE)


def test_undecided_rows_are_refused_in_one_sentence():
    undecided = [decided(UNDECIDED, rows=(row,)) for row in (0, 2, 5)]
    advice = (
        "nothing was noted. Decide on a terminal or with --answers, or note the other games with "
        "--keep-good"
    )
    for rows, words in (
        (undecided[:1], f"game 1 is undecided; {advice}"),
        (undecided, f"games 1, 3, 6 are undecided; {advice}"),
    ):
        with pytest.raises(RecordError) as caught:
            refuse_undecided([decided(READ), *rows], keep_good=False)
        assert str(caught.value) == words
        refuse_undecided(rows, keep_good=True)
    refuse_undecided([decided(state) for state in (READ, SKIPPED, THERE)], keep_good=False)


# --- what is said
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_rows_in_each_state(golden, language):
    words = SheetWords(kit_of("her", language=language), TEMPLATES)
    sheet = sheet_on_table(FORM, STATES, "photo.jpg", ("it was printed at 97 %",))
    marks = first_rows_marks()
    lines = [*words.sheet(sheet)]
    doubts = [
        Doubt("two", "bead", 2, ("red", "blue")),
        Doubt("two", "box", 1, tuple(box.id for box in HER.boxes)),
        Doubt("two", "result", 0, ("win", "loss")),
        Doubt("empty-box", "box", 3, ("C1",)),
        Doubt("touched", "void", 0, ("",)),
        Doubt("photos"),
    ]
    rows = []
    for number, doubt in enumerate(doubts):
        proposed = tuple(ROWS[: number % 3])
        reading = MarkedRow(DOUBTFUL, None, marks, doubt, proposed, 7 * (number % 2))
        written = Written((number,), number + 1, marks)
        row = SeenRow(sheet, written, reading, UNDECIDED)
        rows.append(row)
        lines += ["", *words.question(row), f"  such as: {words.example(row)}"]
    lines.append("")
    for state in (READ, READ, COMPLETED, VOID, SKIPPED, THERE, BLANK):
        game = ROWS[0] if state in (READ, COMPLETED, THERE) else None
        reading = MarkedRow(state, game, marks, doubts[0] if state == SKIPPED else None)
        rows.append(SeenRow(sheet, Written((9,), 10, marks), reading, state, game))
    lines += words.summary(rows)
    lines += words.summary(rows[6:8])
    golden(f"said/marked-rows-{language}", "\n".join(lines))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_strips_as_it_is_written(golden, language):
    """Without its style and its script: rows that are unclear, those that were completed, and no
    others.
    """
    words = SheetWords(kit_of("her", language=language), TEMPLATES)
    sheet = sheet_on_table(FORM, STATES, "<photo>.jpg")
    marks = first_rows_marks()
    doubt = Doubt("empty-box", "box", 3, ("C1",))
    unclear = MarkedRow(DOUBTFUL, None, marks, doubt, tuple(ROWS[:2]), 2)
    settled = MarkedRow(COMPLETED, ROWS[0], marks)
    rows = [
        SeenRow(sheet, Written((0, 1), 1, marks), unclear, UNDECIDED),
        SeenRow(sheet, Written((2,), 3, marks), replace(unclear, proposed=()), UNDECIDED),
        SeenRow(sheet, Written((3,), 4, marks), settled, COMPLETED, ROWS[0]),
        SeenRow(sheet, Written((4,), 5, marks), settled, COMPLETED),
        SeenRow(sheet, Written((5,), 6, marks), settled, READ, ROWS[0]),
        SeenRow(sheet, Written((6,), 7, marks), unclear, SKIPPED),
    ]
    parts = []
    for some in (rows, rows[2:3], rows[4:]):
        page = review_page(some, words, "kitgen journal add a.kitgen 'b & c.jpg' --answers -")
        page = re.sub("<(style|script)>.*?</", r"<\1>…</", page, flags=re.DOTALL)
        page = re.sub("'sha256-[^']*'", "'sha256-…'", page)
        parts.append(re.sub("(?=<(?:fieldset|label|p|h2|img|legend|textarea)[ >])", "\n", page))
    golden(f"said/review-page-{language}", "\n".join(parts))


def first_rows_marks():
    """The marks of a row, with some that are unclear."""
    states = only(0) | {VOID_AT_0: TOUCHED, AT[0, RowMark("bead", 2, "red")]: UNSURE}
    states |= {AT[0, RowMark("box", 3, "C1")]: UNSEEN}
    found = {RowMark(one.field, one.turn, one.value): states[one] for one in STATES if not one.row}
    return marked_games.RowMarks(found)


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("1", "confirmed"),
        (" 2 ", "confirmed"),
        ("0001", "confirmed"),
        ("0", None),
        ("3", None),
        ("void", VOID),
        ("leave", SKIPPED),
        ("nichtig", None),
    ],
)
def test_an_answer_is_a_number_a_word_or_a_game(journal, answer, state):
    words = SheetWords(HER, TEMPLATES)
    marks = first_rows_marks()
    reading = MarkedRow(DOUBTFUL, None, marks, Doubt("open"), (ROWS[0], OTHER))
    row = SeenRow(sheet_on_table(FORM, STATES), Written((0,), 1, marks), reading, UNDECIDED)
    if state is None:
        with pytest.raises(RecordError):
            words.decided(journal, row, answer)
        return
    found = words.decided(journal, row, answer)
    assert found.state == state
    if state == "confirmed":
        assert found.game == (ROWS[0], OTHER)[int(answer) - 1]
    for number, game in at_least(2, enumerate((ROWS[0], OTHER), 1)):
        corrected = words.decided(journal, row, words.game(game))
        assert (corrected.state, corrected.game) == ("corrected", replace(game, game=1)), number


@pytest.mark.parametrize(
    ("state", "game", "games", "without"),
    [
        (VOID, None, {4: "before"}, {2, 5, 6}),
        (VOID, "a game", {4: "before"}, {2, 5, 6}),
        (READ, "a game", {4: "before", 5: "a game"}, {2, 6}),
        (DOUBTFUL, None, {4: "before", 5: "earlier"}, {2}),
    ],
)
def test_rows_that_were_read_count_beside_those_before_them(state, game, games, without):
    """A row without a game, and one into which a game goes on, leave no game missing."""
    judge = SimpleNamespace(_games={4: "before", 5: "earlier"}, _numbers_without_game={2})
    sheet = SimpleNamespace(form=SimpleNamespace(code=SimpleNamespace(first=1)))
    written = SimpleNamespace(rows=(4, 5))
    row = SimpleNamespace(number=5, state=state, game=game, sheet=sheet, written=written)
    marked_games._Judge.take(judge, row)
    assert judge._games == games
    assert judge._numbers_without_game == without
