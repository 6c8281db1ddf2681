"""Photographs of marked sheets into a journal: what is noted, asked and said; nothing twice,
nothing guessed.
"""

import re
from base64 import b64encode
from hashlib import sha256
from types import SimpleNamespace

import pytest
from browsers import chromium
from click.testing import CliRunner
from counting import at_least_one
from filled_in_sheets import empty_box, filled_in, form_of, sheet_on_table
from jobs import LANGUAGES, TEMPLATES, kit_of
from journal_games import begun, row_of

from kitgen.cli import photo_questions
from kitgen.cli.main import main
from kitgen.cli.photo_questions import read_answers
from kitgen.errors import RecordError
from kitgen.installing import extras
from kitgen.installing.installation import install_command
from kitgen.journal.journal import Journal
from kitgen.marked import photos
from kitgen.marked.marked_games import UNDECIDED, SeenRow, SheetWords, understood_rows
from kitgen.marked.review_page import review_page
from kitgen.marked.row_games import DOUBTFUL, Doubt, MarkedRow
from kitgen.marked.row_marks import (
    MARKED,
    TOUCHED,
    UNMARKED,
    UNSEEN,
    UNSURE,
    RowMark,
    RowMarks,
    Written,
)
from kitgen.record.game_lines import NotedRow
from kitgen.record.rows import sample_games

HER = kit_of("her")
FORM = form_of(HER)
SECOND = form_of(HER, sheet=2)
#: The games of a machine that has given up twice, early on.
PLAYED = list(sample_games(HER, 40, machines=7))[-40:]
GAVE_UP = [number for number, game in enumerate(PLAYED, 1) if game.resigned]
ROWS = [row_of(HER, game, number) for number, game in enumerate(PLAYED, 1)]
FIRST = filled_in(HER, PLAYED[:25], FORM)[0]
AT = {(one.row, RowMark(one.field, one.turn, one.value)): one for one in FORM.bubbles}
#: A game of three turns, in which the bead of the second can be told from all else, and its number.
LONG = next(row.game for row in ROWS[GAVE_UP[-1] :] if len(row.picks) == 3)


def bubble(game, field, turn, value=None):
    """Return a bubble in the row of a game: one that is marked, or one by its value."""
    if value is not None:
        row = game - FORM.code.first
        return AT[row, RowMark(field, turn, value)]
    return first_bubble(game, field, turn, MARKED)


def other(game, field, turn):
    """Return a bubble of the same kind that is not marked."""
    return first_bubble(game, field, turn, UNMARKED)


def first_bubble(game, field, turn, wanted):
    """Return the first bubble for a question in the row of a game that is in a state."""
    row = game - FORM.code.first
    for one, state in FIRST.items():
        if (one.row, one.field, one.turn, state) == (row, field, turn, wanted):
            return one
    raise LookupError(f"game {game} has no bubble for {field} {turn} in state {wanted}")


def beads_of(row):
    return [pick.text for pick in row.picks], row.result


def two_beads(game):
    """Return the first sheet with two beads marked on the second turn of a game."""
    return {**FIRST, other(game, "bead", 2): MARKED}


def bubble_of_empty_box(game):
    """Return the bubble of the box that was found empty in a game that was given up."""
    turn = len(ROWS[game - 1].picks) + 1
    return bubble(game, "box", turn, empty_box(HER, PLAYED[game - 1]))


#: The boxes that were found empty, where somebody has marked them as well.
OPENED = {bubble_of_empty_box(game): MARKED for game in GAVE_UP}


@pytest.fixture
def add(tmp_path, monkeypatch):
    """Return a function that adds what a camera has seen to a journal."""
    path = begun(tmp_path / "a.kitgen", HER)
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0 a photo")
    monkeypatch.chdir(tmp_path)

    def run(*pictures, words=(), into=None, code=0, answers=None):
        monkeypatch.setattr(photo_questions, "read_photos", lambda *_: iter(pictures))
        monkeypatch.setattr(photo_questions, "_at_terminal", lambda: into is not None)
        if answers is not None:
            (tmp_path / "answers.txt").write_text(answers)
            words = (*words, "--answers", "answers.txt")
        done = CliRunner().invoke(
            main, ["journal", "add", "a.kitgen", "photo.jpg", *words], input=into
        )
        assert done.exit_code == code, done.output
        with Journal(path) as journal:
            return done.output, journal.games(), journal.marked_rows()

    return run


def seen(states=FIRST, form=FORM, **said):
    return sheet_on_table(form, states, **said)


def test_a_clear_sheet_is_noted_checked_and_never_noted_twice(add):
    said, games, rows = add(seen(warnings=("it was printed at 97 %",)))
    assert games == tuple(ROWS[:25])
    assert rows == tuple(NotedRow(1, number, number, "read") for number in range(1, 26))
    assert "photo.jpg: sheet 1, games 1 to 25\nphoto.jpg: it was printed at 97 %\n" in said
    assert (
        "25 games read, 0 completed by the rules, 0 asked, 0 left out\n"
        "right: 25 games replayed, everything agrees" in said
    )
    said, again, _ = add(seen())
    assert again == games
    assert "0 games read, 0 completed by the rules, 0 asked, 0 left out, 25 there already" in said


def test_sheets_come_in_any_order_and_an_empty_row_is_none(add):
    more = filled_in(HER, PLAYED[25:40], SECOND)[0]
    first = {**FIRST, **OPENED}
    said, games, _ = add(sheet_on_table(SECOND, more), sheet_on_table(FORM, first))
    assert games == tuple(ROWS[:40])
    assert "40 games read" in said


def test_that_a_box_was_empty_is_known_only_after_all_games_before(add):
    said, games, _ = add(seen(two_beads(3) | OPENED), words=["--keep-good"], code=1)
    noted = {game.game for game in games}
    assert set(range(1, 26)) - noted == {3, *GAVE_UP}
    assert said.count("which was empty, or was a bead not marked?") == len(GAVE_UP) == 2
    assert add(seen({**FIRST, **OPENED}))[1] == tuple(ROWS[:25])


def test_a_box_that_still_holds_a_bead_is_not_taken_for_empty(tmp_path):
    """Box C1 begins with two beads and loses one in game 1: game 3 was not given up there,
    though no bead is marked.
    """
    kit = kit_of("her", rule="michie")
    (box,) = [number for number, one in enumerate(kit.boxes) if one.id == "C1"]
    assert [slot.beads for slot in kit.boxes[box].slots] == [2]
    played = list(sample_games(kit, 60, machines=20))
    lost = next(game for game in played if game.picks[-1] == (box, 0) and game.outcome < 0)
    other = next(game for game in played if game.outcome > 0)
    form = form_of(kit)
    states, _ = filled_in(kit, [lost, other, lost], form)
    (left_out,) = [one for one, state in states.items()
                   if (one.row, one.field, one.turn, state) == (2, "bead", 3, MARKED)]  # fmt: skip
    with Journal.create(tmp_path / "a.kitgen", kit) as journal:
        rows = understood_rows(journal, [sheet_on_table(form, {**states, left_out: UNMARKED})])[:3]
    assert [row.game for row in rows] == [row_of(kit, lost, 1), row_of(kit, other, 2), None]
    assert (rows[2].reading.doubt.kind, rows[2].reading.doubt.turn) == ("missing", 3)
    assert rows[2].reading.proposed[0] == row_of(kit, lost, 3)


def test_nothing_is_noted_while_a_row_is_not_clear_unless_the_others_are_wanted(add):
    said, games, rows = add(seen(two_beads(LONG)), code=1)
    assert (games, rows) == ((), ())
    assert f"Game {LONG} (sheet 1): more than one bead is marked on turn 2" in said
    assert f"game {LONG} is undecided; nothing was noted" in said
    said, games, rows = add(seen(two_beads(LONG)), words=["--keep-good"], code=1)
    assert [row.game for row in games] == [number for number in range(1, 26) if number != LONG]
    assert LONG not in [row.game for row in rows]
    assert f"Game {LONG} is left out: more than one bead" in said
    assert "24 games read, 0 completed by the rules, 1 asked, 1 left out" in said
    said, games, rows = add(seen(), words=["--keep-good"])
    assert games == tuple(ROWS[:25])
    assert "1 game read, 0 completed by the rules, 0 asked, 0 left out, 24 there already" in said


@pytest.mark.parametrize("state", [TOUCHED, UNSEEN])
def test_a_sheet_on_which_nothing_is_clear_ends_with_its_rows_named(add, state):
    """Everything was circled, or is hidden: no game is read, and nobody may take that for an
    empty sheet.
    """
    circled = dict(FIRST)
    for one, was in FIRST.items():
        if was == MARKED:
            circled[one] = state
    said, games, _ = add(seen(circled), code=1)
    assert games == ()
    assert said.count(" (sheet 1): ") == 25
    assert "nothing was noted" in said
    said, games, _ = add(seen(circled), words=["--keep-good"], code=1)
    assert games == ()
    assert "0 games read, 0 completed by the rules, 25 asked, 25 left out" in said


def test_a_second_photo_shows_that_a_hidden_row_is_free(add):
    last_row = [one for one in FIRST if one.row == 24]
    free = {**FIRST, **dict.fromkeys(last_row, UNMARKED)}
    hidden = {**FIRST, **dict.fromkeys(last_row, UNSEEN)}
    assert add(seen(hidden), code=1)[1] == ()
    assert add(seen(hidden), seen(free))[1] == tuple(ROWS[:24])


def test_a_further_set_of_the_same_sheets_goes_on_counting(add):
    add(seen())
    later = filled_in(HER, list(sample_games(HER, 5, machines=1)), FORM)[0]
    assert "5 games read" not in add(seen(later), code=1)[0]
    said, games, rows = add(seen(later), words=["--first", "26"])
    assert "photo.jpg: sheet 1, games 26 to 50" in said
    assert [row.game for row in games] == list(range(1, 31))
    assert rows[-1] == NotedRow(1, 5, 30, "read")
    assert "5 there already" in add(seen(later), words=["--first", "26"])[0]
    assert add(seen(later), words=["--first", "51"])[1][-1].game == 55


def test_what_the_rules_complete_is_said(add):
    said, games, rows = add(seen({**FIRST, bubble(LONG, "bead", 2): UNSURE}))
    assert games == tuple(ROWS[:25])
    assert rows[LONG - 1] == NotedRow(1, LONG, LONG, "completed")
    beads = ", ".join(pick.text for pick in ROWS[LONG - 1].picks)
    assert f"Game {LONG} is completed by the rules: {beads}, " in said


def test_somebody_at_a_terminal_is_asked(add, tmp_path):
    true = ", ".join(pick.text for pick in ROWS[LONG - 1].picks)
    said, games, rows = add(seen(two_beads(LONG)), into="rubbish\n9\nZ9 R, won\nstrip\n1\n")
    assert f"\n  1: {true}, " in said
    for refused in (
        "Write the beads and the result with commas",
        "'9' is none of these",
        "has no box 'Z9'",
    ):
        assert refused in said
    assert (tmp_path / f"game-{LONG}.png").read_bytes() == b"\x89PNG strip of row %d" % (LONG - 1)
    assert games == tuple(ROWS[:25])
    assert rows[LONG - 1].how == "confirmed"
    assert "24 games read, 0 completed by the rules, 1 asked, 0 left out" in said


@pytest.mark.parametrize("word", ["strip", "STRIP", "  Strip  "])
def test_a_picture_is_asked_for_in_capitals_and_with_blanks(add, tmp_path, word):
    said, games, _ = add(seen(two_beads(LONG)), into=f"{word}\n1\n")
    assert (tmp_path / f"game-{LONG}.png").is_file()
    assert "is none of these" not in said
    assert "with commas" not in said
    assert games == tuple(ROWS[:25])


@pytest.mark.parametrize(
    ("word", "how"),
    [("VOID", "void"), (" void ", "void"), ("Leave", None), ("  LEAVE", None)],
)
def test_words_of_answers_are_read_in_capitals_and_with_blanks(add, word, how):
    _, games, rows = add(seen(two_beads(LONG)), into=f"{word}\n")
    assert LONG not in [row.game for row in games]
    assert [row.how for row in rows if row.game == LONG] == [how] * (how is not None)


def test_the_words_of_the_language_are_read_in_capitals_too(tmp_path, monkeypatch):
    """Beside the English ones, which work in every language."""
    kit = kit_of("her", language="it")
    words = SheetWords(kit, TEMPLATES)
    row = SimpleNamespace(
        number=7,
        state="undecided",
        reading=SimpleNamespace(proposed=()),
        written=SimpleNamespace(rows=(0,)),
        sheet=SimpleNamespace(
            form=SimpleNamespace(code=SimpleNamespace(first=7)),
            strip=lambda index: b"PNG %d" % index,
        ),
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(SheetWords, "question", lambda *_: ["?"])
    monkeypatch.setattr(
        SheetWords, "decided", lambda _words, _journal, _row, answer: f"decided: {answer}"
    )
    for pictures in ("Striscia", " STRISCIA ", "strip"):
        lines = iter([pictures, "lascia"])
        monkeypatch.setattr(photo_questions, "lines_of_input", lambda lines=lines: lines)
        ask = photo_questions._ask_terminal(None, words)
        assert ask(row) == "decided: lascia"
        assert (tmp_path / "game-7.png").read_bytes() == b"PNG 0"
        (tmp_path / "game-7.png").unlink()


def test_where_input_ends_the_row_stays_undecided(add):
    """After a refused answer, too; and the refusal goes to standard error."""
    said, games, _ = add(seen(two_beads(LONG)), into="9\n", code=1)
    assert "'9' is none of these" in said
    assert games == ()


@pytest.mark.parametrize("text", ["7: 1\n", "7 = 1\n", "7;1\n", "\n # nothing\n 7 : 1 # sure\n"])
def test_an_answer_stands_after_a_colon_a_semicolon_or_an_equals_sign(tmp_path, text):
    path = tmp_path / "answers.txt"
    path.write_text(text)
    (answer,) = read_answers(path).items()
    assert answer == (7, (text[: text.index("7")].count("\n") + 1, "1"))


@pytest.mark.parametrize("text", ["0: 1\n", "-1: 1\n", "7 1\n", "7:\n", "seven: 1\n", ": 1\n"])
def test_what_is_no_answer_is_refused_with_its_line(tmp_path, text):
    path = tmp_path / "answers.txt"
    path.write_text(f"1: 1\n{text}")
    with pytest.raises(RecordError, match=r"line 2: .* is not a game and an answer, such as 7: 1$"):
        read_answers(path)


@pytest.mark.parametrize(
    ("answer", "how", "stands"),
    [("{true}", "corrected", True), ("void", "void", False), ("leave", None, False)],
)
def test_a_row_is_corrected_crossed_out_or_left_out_by_an_answer(add, answer, how, stands):
    true = ROWS[LONG - 1]
    text = ", ".join([*(pick.text for pick in true.picks), {1: "W", -1: "L"}[true.result]])
    said, games, rows = add(
        seen(two_beads(LONG)), answers=f"# as Anna says\n{LONG}: {answer.format(true=text)}\n"
    )
    assert [row.game for row in games] == [
        number for number in range(1, 26) if stands or number != LONG
    ]
    assert [row.how for row in rows if row.game == LONG] == [how] * (how is not None)
    assert (f"game {LONG} is missing" in said) == (how is None)


def test_what_was_decided_on_stays_so_whatever_the_photo_shows(add):
    _, games, rows = add(seen(two_beads(LONG)), answers=f"{LONG}: A1 R, B1 U, C4 U, W\n")
    assert (beads_of(games[LONG - 1]), rows[LONG - 1].how) == (
        (["A1 R", "B1 U", "C4 U"], 1),
        "corrected",
    )
    said, again, _ = add(seen(two_beads(LONG)))
    assert again == games
    assert "25 there already" in said


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ("7\n", "line 1: '7' is not a game and an answer, such as 7: 1"),
        ("7: 1\n7: 2\n", "line 2: game 7 is answered twice"),
        (
            "\n{long}: A1 R, C1 R, won\n",
            "line 2 of the answers: game {long}: box C1 cannot come after A1 R",
        ),
        ("{long}: A1 R, perhaps\n", "line 1 of the answers: result 'perhaps' is not one of"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_and_nothing_is_noted(add, answers, why):
    said, games, _ = add(seen(two_beads(LONG)), answers=answers.format(long=LONG), code=1)
    assert why.format(long=LONG) in said
    assert games == ()


def test_a_photo_taken_again_changes_a_game_only_after_a_question(add):
    add(seen())
    true = ROWS[LONG - 1]
    number = LONG
    row = dict.fromkeys((one for one in FIRST if one.row == LONG - 1), UNMARKED)
    as_two = [one for one, state in FIRST.items() if one.row == 1 and state == MARKED]
    new = dict.fromkeys(
        (AT[LONG - 1, RowMark(one.field, one.turn, one.value)] for one in as_two), MARKED
    )
    again = {**FIRST, **row, **new}
    said, games, _ = add(seen(again), code=1)
    assert f"Game {number} (sheet 1): another game stands in the journal" in said
    assert games[LONG - 1] == true
    said, games, _ = add(seen(again), answers=f"{number}: 2\n")
    assert games[LONG - 1] == true
    said, games, rows = add(seen(again), answers=f"{number}: 1\n")
    assert games[LONG - 1].picks == ROWS[1].picks
    assert rows[LONG - 1].how == "confirmed"
    crossed = {**again, bubble(number, "void", 0, ""): MARKED}
    said, games, _ = add(seen(crossed), code=1)
    assert "it is crossed out now, but a game stands in the journal" in said
    said, games, rows = add(seen(crossed), answers=f"{number}: void\n")
    assert number not in [game.game for game in games]
    assert rows[LONG - 1].how == "void"
    assert "everything agrees" in said
    assert "there already" in add(seen(crossed))[0]


def test_two_photos_of_a_sheet_help_each_other_and_are_asked_about_where_they_differ(add):
    hidden = {**FIRST, **{one: UNSURE for one in FIRST if one.row == LONG - 1}}
    said, games, _ = add(seen(hidden), seen())
    assert games == tuple(ROWS[:25])
    assert "25 games read" in said


def test_two_photos_that_differ_are_asked_about(add):
    other_result = {**FIRST, bubble(LONG, "void", 0, ""): MARKED}
    said, games, _ = add(seen(other_result), seen(), code=1)
    assert f"Game {LONG} (sheet 1): two photos show it differently" in said
    assert games == ()


@pytest.mark.parametrize("keep", [False, True])
def test_a_picture_that_cannot_be_read_stops_all_unless_the_others_are_wanted(add, keep):
    count = form_of(HER, part="count-marks")
    pictures = [seen(), "b.jpg is too dark", seen(dict.fromkeys(count.bubbles, UNMARKED), count)]
    said, games, _ = add(*pictures, words=["--keep-good"] * keep, code=1)
    assert "b.jpg is too dark" in said
    assert len(games) == 25 * keep
    assert ("photo.jpg shows a sheet of counted beads" in said) == keep


@pytest.mark.usefixtures("add")
def test_photos_are_refused_without_the_extra_and_beside_other_files(tmp_path, monkeypatch):
    (tmp_path / "games.csv").write_text("game,A,result\n")

    def refused(*words, code=2):
        done = CliRunner().invoke(main, ["journal", *words])
        assert done.exit_code == code, done.output
        assert done.output.count("\n") == 1
        return done.output

    assert "'games.csv' is not a photo; add one file of games at a time" in refused(
        "add", "a.kitgen", "photo.jpg", "games.csv"
    )
    assert "--review would change nothing" in refused(
        "add", "a.kitgen", "games.csv", "--review", "a.html"
    )
    assert "--first would change nothing" in refused("add", "a.kitgen", "games.csv", "--first", "7")
    assert "--as-written would change nothing" in refused(
        "add", "a.kitgen", "photo.jpg", "--as-written"
    )
    monkeypatch.setattr(extras, "_found", lambda module: module != "cv2")
    for words in (("add", "a.kitgen", "photo.jpg"), ("check", "a.kitgen", "--counts", "photo.jpg")):
        assert install_command("camera") in refused(*words, code=1)


# --- the page of strips
# -------------------------------------------------------------------------------------------


@pytest.mark.every
def test_the_page_of_strips_has_everything_in_it_and_its_answers_are_taken(add, tmp_path):
    faint = {**two_beads(LONG), bubble(3, "result", 0): UNSURE}
    add(seen(faint, picture="<b>.jpg"), words=["--review", "page.html"], code=1)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for row in (LONG - 1, 2):
        assert b64encode(b"\x89PNG strip of row %d" % row).decode() in page
    assert "<b>" not in page
    assert set(re.findall(r"""(?:src|href)=['"](.{5})""", page)) == {"data:"}
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none'; img-src data:; ")
    for tag in ("style", "script"):
        inside = re.search(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)[1]
        assert (
            f"{tag}-src 'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in policy
        )
    with chromium() as browser:
        opened = browser.new_page()
        opened.goto((tmp_path / "page.html").as_uri())
        opened.fill("input[type=text]", "A1 R, won")
        assert opened.input_value("textarea") == f"{LONG}: A1 R, won\n"
        opened.check("input[value='1']")
        answers = opened.input_value("textarea")
    assert answers == f"{LONG}: 1\n"
    assert add(seen(faint), answers=answers)[1] == tuple(ROWS[:25])


def test_what_somebody_has_named_stays_text_on_the_page_of_strips():
    sheet = sheet_on_table(FORM, FIRST, picture="<b>.jpg")
    marks = RowMarks({})
    found = MarkedRow(DOUBTFUL, None, marks, Doubt("photos"))
    row = SeenRow(sheet, Written((6,), 7, marks), found, UNDECIDED)
    page = review_page([row], SheetWords(HER), "kitgen journal add '<b>3b & c.kitgen'")
    assert "<b>" not in page
    assert "&lt;b&gt;3b &amp; c.kitgen" in page


# --- counted beads
# ------------------------------------------------------------------------------------------------


def test_a_count_sheet_is_read_by_check_and_explains_a_slip(tmp_path, monkeypatch):
    path = begun(tmp_path / "a.kitgen", HER, ROWS[:25])
    form = form_of(HER, part="count-marks")
    with Journal(path) as journal:
        beads = dict(zip([box.id for box in HER.boxes], journal.beads(), strict=True))
    wrong = next(row for row in ROWS[:25] if row.result < 0).picks[-1]
    slot = next(
        n
        for box in HER.boxes
        if box.id == wrong.box
        for n, one in enumerate(box.slots)
        if one.colour.letter == wrong.bead
    )
    beads[wrong.box][slot] += 1
    at = {
        (form.rows[one.row].name, one.turn, one.value): one
        for one in form.bubbles
        if one.field == "count"
    }
    states = dict.fromkeys(form.bubbles, UNMARKED)
    states |= {
        at[box, n, str(left)]: MARKED for box, row in beads.items() for n, left in enumerate(row, 1)
    }
    spare = next(box.id for box in HER.boxes if box.id != wrong.box)
    states[at[spare, 1, "0"]] = states[at[spare, 1, "1"]] = UNSURE
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff")
    monkeypatch.setattr(photos, "read_photos", lambda *_: iter([seen(states, form)]))
    done = CliRunner().invoke(main, ["journal", "check", str(path), "--counts", str(photo)])
    assert done.exit_code == 3
    assert (
        f"Box {spare}, bead {HER.boxes[0].slots[0].colour.letter}: the marks are not clear"
        in done.output
    )
    assert (
        f"{sum(map(len, beads.values())) - 1} numbers of beads read from photo.jpg" in done.output
    )
    assert "One slip explains it" in done.output
    assert f"stayed in {wrong.box}" in done.output


# --- words
# --------------------------------------------------------------------------------------------------

WHOLE = {"result": "win", "starts": "machine"}
DOUBTS = [
    *(
        Doubt(kind, field, 2, ("A1",))
        for kind in ("two", "missing")
        for field in ("box", "bead", "reply", "move")
    ),
    *(Doubt(kind, field, 0, (say,)) for kind in ("two", "missing") for field, say in WHOLE.items()),
    Doubt("empty-box", "box", 2, ("B1",)),
    *(Doubt(kind, "bead", 1, ("red", "blue")) for kind in ("touched", "unseen")),
    Doubt("ink"),
    *map(
        Doubt,
        (
            "void",
            "faint",
            "faint-alone",
            "open",
            "on",
            "impossible",
            "changed",
            "changed-void",
            "photos",
        ),
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_doubt_has_its_words(language):
    words = SheetWords(kit_of("her", language=language), TEMPLATES)
    sheet = sheet_on_table(FORM, FIRST)
    marks = RowMarks({RowMark("void", 0, ""): UNSURE, RowMark("box", 1, "A1"): MARKED})
    told = set()
    for doubt in at_least_one(DOUBTS):
        found = MarkedRow(DOUBTFUL, None, marks, doubt, tuple(ROWS[:2]), 2)
        lines = list(words.question(SeenRow(sheet, Written((6,), 7, marks), found, UNDECIDED)))
        assert not any(re.search(r"[{}<]", line) for line in lines)
        told.add(lines[0])
    assert len(told) == len(DOUBTS)
