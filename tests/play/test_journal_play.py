"""The operator's guide beside a real table: it names boxes, hears beads, says what to do, and
loses no game.
"""

import os
import random
import signal
import subprocess
import sys
from dataclasses import replace

import msgspec
import pytest
from jobs import LANGUAGES, TEXTS, kit_of
from journal_games import begun, rows_of
from sampling import few

from kitgen.errors import UsageError
from kitgen.journal.journal import Journal
from kitgen.kit.kit_json import with_hash
from kitgen.machine.learning import starting_beads, with_rule
from kitgen.play.guide import Guide, sit_beside
from kitgen.play.learners import OpenBox
from kitgen.record.rows import GameRow, PickedBead
from kitgen.sources.journal_start import new_journal


@pytest.fixture
def beside(tmp_path):
    """Return what sits somebody down beside a table with a journal of its own."""

    def sit(kit="her", rows=(), **wish):
        made = kit_of(kit, **wish) if isinstance(kit, str) else kit
        journals.append(Journal(begun(tmp_path / "class3b.kitgen", made, list(rows)), write=True))
        guide = sit_beside(journals[-1], seed=1)
        guide.greeting()
        return guide

    journals = []
    yield sit
    for journal in journals:
        journal.close()


def said(guide: Guide, *lines: str) -> str:
    """Return the answer to the last of some lines."""
    return "\n".join([guide.answer(line) for line in lines][-1])


def next_line(guide: Guide, rng: random.Random) -> str:
    """Return what a class could type next."""
    table = guide.table
    opened = table.open_box()
    if not table.machine_moves or not isinstance(opened, OpenBox):
        return table.game.move_text(rng.choice(table.legal))
    beads = [
        slot.colour.letter
        for slot, count in zip(opened.box.slots, opened.beads, strict=True)
        if count
    ]
    return rng.choice(["draw", *beads]) if beads else ""


def play(guide: Guide, games: int, seed: int) -> None:
    """Play some games, with moves taken back now and then."""
    rng = random.Random(seed)
    while guide.last_game < games:
        guide.answer("back" if rng.random() < 0.1 else next_line(guide, rng))


@pytest.mark.parametrize("name", few(["her", "menace-second", "awari-mini", "ladder"], one_in=3))
def test_what_is_told_at_the_table_is_what_the_journal_has(name, beside):
    guide = beside(name)
    play(guide, 12, 3)
    journal = guide.journal
    assert guide.table.real.beads == journal.beads()
    assert journal.check().problems == ()
    assert [row.game for row in journal.games()] == list(range(1, 13))
    assert journal.beads() != starting_beads(journal.kit), "some box has learned"


def test_a_game_at_the_table_in_the_words_of_the_kit(beside):
    guide = beside()
    assert "Open box A2. It lies as on the table." in said(guide, "b1b2")
    assert "Open box A1. It is the mirror image of the table" in said(guide, "back", "a1a2")
    assert "1 red (R) c3c2, 1 blue (U) b3b2, 1 yellow (Y) b3a2" in said(guide, "")
    assert "Bead U (blue) from A1: make the move b3b2" in said(guide, "blue")
    end = said(guide, "c1c2")
    assert "The machine has lost.\nGame 1 is noted.\n" in end
    assert "\n  A1: take out 1 blue (U)\n" in end
    assert guide.journal.games()[0].opponent == ""
    said(guide, "opponent Anna", "a1a2")
    assert "It should hold 1 red (R) c3c2, 1 yellow (Y) b3a2." in said(guide, "")
    assert "c3c2" in said(guide, "c3c2"), "a move on the table is as good as its bead's letter"
    assert "1  White  a1a2\n  2  Black  c3c2  A1 R" in said(guide, "moves")


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_all_of_it_in_every_language(language, beside):
    guide = beside(language=language)
    words = [guide.word(command.name) for command in guide.commands]
    assert len(set(words)) == len(words)
    text = "\n".join(guide.answer(guide.word("help")))
    assert all(word in text for word in words)
    for word in words:
        if word not in (guide.word("quit"), guide.word("empty")):
            assert "{" not in "\n".join(guide.answer(word))
    play(guide, 2, 5)
    say = TEXTS[language]("journal-play.noted", number=2)
    assert say in guide.greeting() or guide.last_game == 2
    assert said(guide, guide.word("quit")) == guide.farewell


def slot_without_beads(journal):
    """Return a box of the first turn that has beads left, and a slot of it that has none."""
    for box, row in zip(journal.kit.boxes, journal.beads(), strict=True):
        if box.id[0] == "A" and any(row) and 0 in row:
            return box, box.slots[row.index(0)]
    raise AssertionError("no bead has gone")


def test_a_bead_that_should_be_gone_is_asked_for_twice_and_kept_out(beside):
    rows = rows_of(kit_of("her"), 40)
    guide = beside(rows=rows)
    box, slot = slot_without_beads(guide.journal)
    move = "a1a2" if box.id == "A1" else "b1b2"
    assert f"should hold no {slot.colour.name} bead" in said(guide, move, slot.colour.letter)
    assert f"from {box.id}: make the move" in said(guide, slot.colour.letter)
    rng = random.Random(1)
    end = ""
    while guide.last_game == 40:
        end = "\n".join(guide.answer(next_line(guide, rng)))
    assert f"{box.id}: keep the {slot.colour.name} bead ({slot.colour.letter}) out" in end
    assert "kitgen journal count" in end
    assert [problem.kind for problem in guide.journal.check().problems] == ["bead-gone"]
    assert guide.table.real.beads == guide.journal.beads()


def test_a_box_that_should_not_be_empty_is_asked_about_twice(beside):
    guide = beside()
    assert "should not be empty, but hold 1 red (R)" in said(guide, "b1b2", "empty")
    assert "should not be empty" in said(guide, "back", "b1b2", "empty"), "it was another time"
    assert "The machine gives up.\n" not in said(guide, "board")
    end = said(guide, "empty")
    assert "The box is empty: the machine gives up.\nThe machine has lost." in end
    assert "kitgen journal count" in end
    assert [problem.kind for problem in guide.journal.check().problems] == ["wrong-result"]


def test_at_an_empty_box_enter_gives_up(beside):
    guide = beside("him", rows=rows_of(kit_of("him"), 200))
    assert guide.journal.status().empty, "him has an empty box after so many games"
    rng = random.Random(2)
    last = guide.last_game
    for _ in range(3000):
        opened = guide.table.open_box()
        if guide.table.machine_moves and isinstance(opened, OpenBox) and not any(opened.beads):
            assert "should be empty. If it is, press Enter" in said(guide, "board")
            assert "The box is empty: the machine gives up." in said(guide, "")
            break
        guide.answer(next_line(guide, rng))
    assert guide.last_game > last
    assert guide.journal.check().problems == ()


def test_undo_to_any_game_says_which_beads_go_back(beside):
    guide = beside()
    for line in ("a1a2", "U", "c1c2", "a1a2", "R", "a2b3", "a1a2"):
        guide.answer(line)
    before = guide.journal.beads()
    assert "The game on the table is not over" in said(guide, "undo")
    lines = said(guide, "yes")
    assert "The game on the table is left." in lines
    assert "Game 2 is taken back: A1 R" in lines or "Game 2 is taken back" in lines
    assert guide.journal.beads() != before
    assert "\n  A1: put in 1 blue (U)\n" in said(guide, "undo 0")
    assert (
        guide.table.real.beads
        == guide.journal.beads()
        == [[1] * len(box.slots) for box in guide.journal.kit.boxes]
    )
    assert "nothing to undo" in said(guide, "undo")
    assert "is not a number from 0 to" in said(guide, "undo x")


@pytest.mark.parametrize("lines", few([600, 2000], one_in=4))
def test_an_empty_box_is_filled_where_the_rule_says_so(beside, lines):
    kit = kit_of("her")
    guide = beside(
        with_hash(with_rule(kit, msgspec.structs.replace(kit.rule, empty="refill"), "refilling"))
    )
    rng = random.Random(1)  # with which a box is soon empty
    sounds = []
    for _ in range(lines):
        # Where the box was empty, a class draws from the beads that it has just put in.
        sounds += guide.answer(next_line(guide, rng) or "draw")
    assert [line for line in sounds if "is empty. Put its first beads into it: 1 " in line]
    assert guide.journal.check().problems == ()
    assert guide.table.real.beads == guide.journal.beads()


def test_what_may_be_two_beads_is_asked(beside):
    """A palette of one's own may have the letter of a pit."""
    guide = beside("awari-mini")
    opened = guide.table.open_box()
    first, second = opened.box.slots
    assert [guide.table.game.move_text(move) for move in opened.moves] == ["A", "B"]
    box = replace(
        opened.box,
        slots=(replace(first, colour=msgspec.structs.replace(first.colour, letter="B")), second),
    )
    asked = replace(opened, box=box)
    with pytest.raises(UsageError, match="'b' may mean any of these: red / blue"):
        guide._bead(asked, "b")
    assert [guide._bead(asked, word) for word in ("red", "blue", "a")] == [0, 1, 0]


def test_one_machine_for_both_sides_changes_sides(beside):
    guide = beside("ladder")
    first = guide.table.real.side
    guide.answer("side")
    assert guide.table.real.side == 1 - first
    play(guide, 4, 6)
    assert guide.journal.check().problems == ()
    assert "plays Black alone" in said(beside_her(guide), "side white")


def beside_her(guide: Guide) -> Guide:
    """Return a guide for a machine that plays one side, in the same folder."""
    return sit_beside(new_journal("her", guide.journal.path.with_name("her.kitgen")), seed=1)


def test_a_side_that_the_machine_does_not_play_is_refused(beside):
    with pytest.raises(UsageError, match="plays black; it has no boxes for white"):
        sit_beside(beside().journal, seed=1, side="white")


def test_what_cannot_be_written_is_tried_again(beside):
    guide = beside()
    connection = guide.journal._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    lines = ""
    rng = random.Random(1)
    games = 0
    while "not noted yet" not in lines and games < 3000:
        lines = "\n".join(guide.answer(next_line(guide, rng)))
        games = games + 1
    assert "the disk is full" in lines
    noted = guide.last_game
    assert "not noted yet" in said(guide, "a1a2")
    connection.execute(f"PRAGMA max_page_count = {pages + 100}")
    assert f"Game {noted + 1} is noted." in said(guide, "")
    assert guide.table.real.beads == guide.journal.beads()
    assert guide.journal.check().problems == ()


def test_a_killed_guide_has_lost_no_finished_game(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"))
    guide = subprocess.Popen(
        [sys.executable, "-m", "kitgen", "journal", "play", str(path), "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    guide.stdin.write("a1a2\nU\nc1c2\nb1b2\nR\n")
    guide.stdin.flush()
    lines = iter(guide.stdout.readline, "")
    assert any("Game 1 is noted." in line for line in lines)
    assert any("from A2" in line for line in lines)
    guide.send_signal(signal.SIGKILL)
    guide.communicate()
    with Journal(path) as journal:
        assert [[pick.text for pick in row.picks] for row in journal.games()] == [["A1 U"]]


def test_the_table_is_left_in_order(beside):
    guide = beside()
    assert guide.farewell == "Goodbye. Every finished game is noted."
    guide.answer("a1a2")
    assert "is not noted" in guide.farewell
    assert guide.answer("new") == [
        "The game on the table is not over. Leave it?",
        "Type “yes” to go ahead.",
    ]
    assert guide.answer("no") == ["Nothing was changed."]
    assert guide.table.plies
    assert [line for line in guide.answer("new yes") if "The game on the table is left" in line]
    assert "no move to take back" in said(guide, "back")


@pytest.mark.parametrize(
    ("language", "none", "nearest"),
    [
        (
            "it",
            "» non ha la partita 9: non ne è ancora segnata nessuna.",
            "» non ha la partita 9; la più vicina è la 1.",
        ),
        (
            "de",
            "“ hat keine Partie 9: Es ist noch keine notiert.",
            "“ hat keine Partie 9; die nächstgelegene ist Partie 1.",
        ),
    ],
)
def test_a_game_that_is_not_there_is_missed_in_the_language_of_the_kit(
    language, none, nearest, beside
):
    guide = beside(language=language)
    assert said(guide, "edit 9").endswith(none)
    for line in ("a1a2", "U", "c1c2"):
        guide.answer(line)
    assert said(guide, "edit 9").endswith(nearest)


def test_what_cannot_be_mended_is_told_in_the_language_of_the_kit(beside):
    guide = beside(language="it")
    for line in ("a1a2", "U", "c1c2"):
        guide.answer(line)
    assert said(guide, "edit 1 A1 Q persa") == "La scatola A1 non ha la perlina «Q»; ha R, U, G."
    assert "«foo» non è una scatola con una perlina, come C7 " in said(guide, "edit 1 foo")
    assert "non ci sono partite da togliere dopo la 99." in said(guide, "undo 99")
    assert "non c'è niente da rifare" in said(guide, "redo")
    said(guide, "undo")
    assert "non c'è niente da annullare." in said(guide, "undo")


IMPOSSIBLE = {
    "en": [
        "game 1: it cannot be won after A1 R; it can be lost; it can go on with B1 or B3",
        "game 1: box B9 cannot come after A1 R; B3 or B1 could",
        "Game 1 is noted like that already: A1 R, lost",
    ],
    "it": [
        "partita 1: non può essere vinta dopo A1 R; può essere persa; può continuare con B1 o B3",
        "partita 1: la scatola B9 non può venire dopo A1 R; può venire B3 o B1",
        "La partita 1 è già annotata così: A1 R, persa",
    ],
    "es": [
        (
            "partida 1: no puede terminar ganada después de A1 R; puede terminar perdida; "
            "puede seguir con B1 o B3"
        ),
        "partida 1: la caja B9 no puede venir después de A1 R; puede venir B3 o B1",
        "La partida 1 ya está anotada así: A1 R, perdida",
    ],
    "fr": [
        (
            "partie 1 : elle ne peut pas être gagnée après A1 R ; elle peut être perdue ; "
            "elle peut continuer par B1 ou B3"
        ),
        "partie 1 : la boîte B9 ne peut pas venir après A1 R ; cela pourrait être B3 ou B1",
        "La partie 1 est déjà notée ainsi : A1 R, perdue",
    ],
    "de": [
        (
            "Partie 1: nach A1 R kann sie nicht gewonnen sein; sie kann so enden: verloren; "
            "sie kann weitergehen mit B1 oder B3"
        ),
        "Partie 1: Schachtel B9 kann nicht nach A1 R kommen; möglich: B3 oder B1",
        "Partie 1 steht schon so da: A1 R, verloren",
    ],
}


@pytest.mark.parametrize("language", IMPOSSIBLE)
def test_an_impossible_game_is_refused_in_the_language_of_the_kit(language, beside):
    guide = beside(language=language, rows=[GameRow(1, (PickedBead("A1", "R"),), -1)])
    lines = ("edit 1 A1 R won", "edit 1 A1 R B9 R lost", "edit 1 A1 R lost")
    refusals = [said(guide, line).replace("\u00a0", " ").replace("\u202f", " ") for line in lines]
    assert refusals == IMPOSSIBLE[language]


def test_games_are_mended_at_the_table(beside):
    guide = beside()
    for line in ("a1a2", "U", "c1c2", "a1a2", "R", "a2b3", "a1a2"):
        guide.answer(line)
    journal = guide.journal
    first, second = journal.games()
    assert guide.answer("edit 1 A1 R lost")[0] == "The game on the table is not over. Leave it?"
    assert "Game 1 is corrected: A1 R, lost" in said(guide, "yes")
    assert journal.games()[0].picks_text == "A1 R"
    assert "cannot be won" in said(guide, "edit 1 won")
    assert "Game 1 is as before: A1 U" in said(guide, "undo")
    assert journal.games() == (first, second)
    assert "Game 1 is" in said(guide, "redo")
    assert journal.games()[0].picks_text == "A1 R"
    said(guide, "undo")
    assert "bead" in said(guide, "edit 1 A1 Q lost")
    assert "Type the beads" in said(guide, "insert 1")
    assert "Type the number" in said(guide, "remove")
    assert "Anna" not in said(guide, "edit 2 opponent Anna")
    assert journal.game(2).opponent == "Anna"
    said(guide, "edit 2 remark on a Monday")
    assert (journal.game(2).remark, journal.game(2).picks) == ("on a Monday", second.picks)
    assert guide.answer("insert 1 A1 R lost")[0] == "Change 3 games?"
    assert len(journal.games()) == 2
    assert "Game 1 is inserted: A1 R, lost" in said(guide, "yes")
    assert [row.game for row in journal.games()] == [1, 2, 3]
    assert "Game 1 is taken back: A1 R" in said(guide, "remove 1")
    assert [row.game for row in journal.games()] == [2, 3]
    assert guide.table.real.beads == journal.beads()
    assert guide.answer("undo 0")[0] == "Change 2 games?"
    assert guide.answer("") == ["Nothing was changed."]
    said(guide, "undo 0 yes")
    assert journal.games() == ()


def test_what_another_window_mends_counts_from_the_next_game_on(beside):
    rows = rows_of(kit_of("her"), 4)
    guide = beside(rows=rows)
    with Journal(guide.journal.path, write=True) as other:
        for row in rows:
            if row.result < 0:
                other.edit(
                    row.game,
                    replace(row, picks=rows[0].picks, result=rows[0].result),
                    as_written=True,
                )
                break
    assert guide.table.real.beads != guide.journal.beads()
    play(guide, 5, seed=3)
    assert guide.table.real.beads == guide.journal.beads()
