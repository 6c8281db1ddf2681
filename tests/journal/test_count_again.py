"""Boxes that differ are counted again before anything is explained; what a count can be wrong
about is not repaired.
"""

from dataclasses import replace
from itertools import chain

import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import LANGUAGES, TEXTS, kit_of, slots_of
from journal_games import begun, by_slot

from kitgen.cli.main import main
from kitgen.journal.audit import audit
from kitgen.journal.journal import Journal
from kitgen.journal.journal_check import check
from kitgen.journal.journal_words import JournalWords
from kitgen.record.rows import GameRow, Passages, PickedBead
from kitgen.verdict import Verdict

HER = kit_of("her")
PASSAGES = Passages(HER)


def game(number, result, *beads):
    return GameRow(number, tuple(PickedBead(*bead.split()) for bead in beads), result)


GAMES = [game(1, -1, "A1 R", "B1 U"), game(2, 1, "A1 Y", "B10 R")]
#: Games after which a reset of the machine shows in several boxes.
LOST = [
    game(1, -1, "A1 R", "B1 R"),
    game(2, -1, "A1 U"),
    game(3, -1, "A1 R", "B3 Y"),
    game(4, -1, "A2 R"),
    game(5, 1, "A1 Y", "B10 R"),
]
#: The beads of a new machine.
FRESH = {(box.id, slot.colour.letter): slot.beads for box, slot in slots_of(HER)}


def counts_after(rows, **by):
    """Return the beads that games leave, with some changes, such as ``B1_U=1``."""
    beads = by_slot(HER, check(PASSAGES, rows).counts)
    for name, n in by.items():
        box, letter = name.split("_")
        beads[box, letter] += n
    return beads


def kinds(found):
    """Return the kinds of slips in all stories."""
    return {slip.kind for slip in chain(*found.stories)}


def test_a_clean_class_is_not_asked():
    checked = check(PASSAGES, GAMES, counts_after(GAMES))
    assert (checked.recount, checked.verdict) == ((), Verdict.RIGHT)


def test_a_box_that_differs_is_to_be_counted_again_and_then_is_sure():
    counts = counts_after(GAMES, B1_U=1, C3_R=-1)
    first = check(PASSAGES, GAMES, counts)
    assert (first.recount, first.verdict) == (("B1", "C3"), Verdict.NOT_DECIDED)
    half = check(PASSAGES, GAMES, counts, sure=["B1"])
    assert (half.recount, half.differing) == (("C3",), ("B1",))
    whole = check(PASSAGES, GAMES, counts, sure=["B1", "C3"])
    assert (whole.recount, whole.verdict) == ((), Verdict.WRONG)


def test_what_was_counted_twice_was_not_miscounted():
    counts = counts_after(GAMES, C3_R=-1)
    assert "miscounted" in kinds(audit(PASSAGES, GAMES, counts))
    assert "miscounted" not in kinds(audit(PASSAGES, GAMES, counts, ["C3"]))


def test_mixed_up_colours_are_a_slip_of_counting_and_change_no_box():
    rows = [game(1, -1, "A1 R", "B1 U")]
    counts = counts_after(rows, B1_R=-1, B1_U=1)
    found = audit(PASSAGES, rows, counts)
    assert "colours-confused" in kinds(found)
    assert "colours-confused" not in kinds(audit(PASSAGES, rows, counts, ["B1"]))
    repairs = [{(one.box, one.bead, one.put) for one in case.repair} for case in found.cases]
    assert {("B1", "R", 1), ("B1", "U", -1)} in repairs


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_line_names_all_boxes_to_count_again(language):
    words = JournalWords(HER, TEXTS[language])
    lines = words.checked(check(PASSAGES, GAMES, counts_after(GAMES, B1_U=1, C3_R=-1)))
    assert "B1, C3" in lines[0]
    assert words.texts("audit.if_same") in lines
    sure = words.checked(check(PASSAGES, GAMES, counts_after(GAMES, B1_U=1), sure=["B1"]))
    assert sure[0] == words.texts("audit.counted_twice", count=1, boxes="B1")


def test_the_answer_is_one_story_one_question_and_what_to_do():
    found = audit(PASSAGES, GAMES, counts_after(GAMES, C3_R=-1), ["C3"])
    lines = JournalWords(HER, TEXTS["en"]).lines(found)
    assert len(lines) <= 6
    assert sum(line.count("?") for line in lines) == 1
    assert "  C3: put in 1 red (R)" in lines
    assert len(JournalWords(HER, TEXTS["en"], everything=True).lines(found)) > len(lines) - 1


def test_what_is_told_holds_if_the_second_count_is_the_same():
    rows = [game(1, -1, "A1 R", "B1 U")]
    checked = check(PASSAGES, rows, counts_after(rows, B1_R=-1, B1_U=1))
    assert "colours-confused" in kinds(checked.audit)
    for everything in (False, True):
        lines = JournalWords(HER, TEXTS["en"], everything).checked(checked)
        assert "If the second count is the same:" in lines
        assert not any("counting" in line or "counted wrongly" in line for line in lines)


def test_count_asks_again_at_once(tmp_path):
    path = begun(tmp_path / "her.kitgen", HER, GAMES)

    def count(*answers, boxes="B1"):
        typed = "".join(f"{answer}\n" for answer in answers)
        return CliRunner().invoke(
            main, ["journal", "count", str(path), "--boxes", boxes], input=typed
        )

    done = count("1 1", "1 0")  # the second count agrees with the games
    assert done.exit_code == 0
    assert done.output.count("box B1 (1 of 1)") == 2
    done = count("1 1", "0 0", "0 0")  # the third agrees with the second
    assert done.exit_code == 1
    assert done.output.count("box B1 (1 of 1)") == 3
    assert "Box B1 was counted twice" in done.output
    with Journal(path) as journal:
        assert journal.last_count().sure == {"B1"}
    assert CliRunner().invoke(main, ["journal", "check", str(path)]).exit_code == 1
    done = count("1 1")  # nobody counts again
    assert done.exit_code == 3


def test_a_second_file_is_a_second_count(tmp_path):
    path = begun(tmp_path / "her.kitgen", HER, GAMES)
    files = [tmp_path / name for name in ("once.csv", "again.csv")]

    def checked(first, second):
        for file, beads in zip(files, (first, second), strict=True):
            file.write_text(f"box,bead,beads\nB1,R,{beads[0]}\nB1,U,{beads[1]}\n")
        words = [
            "journal",
            "check",
            str(path),
            "--counts",
            str(files[0]),
            "--again",
            str(files[1]),
            "--json",
        ]
        done = CliRunner().invoke(main, words)
        return done.exit_code, result_of(done.stdout)["recount"]

    assert checked((1, 1), (1, 0)) == (0, [])
    assert checked((1, 1), (1, 1)) == (1, [])
    assert checked((1, 1), (0, 0)) == (3, ["B1"])
    refused = CliRunner().invoke(main, ["journal", "check", str(path), "--again", str(files[1])])
    assert (refused.exit_code, "--again needs --counts" in refused.output) == (2, True)


# Kinds without which a right machine was put wrong.


def test_a_piece_moved_otherwise_than_the_bead_is_named_and_no_box_changed():
    """The yellow bead was picked and noted, but the move of the red one was made, to B1."""
    rows = [*GAMES, game(3, -1, "A1 Y", "B1 R")]
    found = check(PASSAGES, rows, counts_after(rows), sure=[box.id for box in HER.boxes]).audit
    assert "moved-otherwise" in kinds(found)
    assert not found.unique
    answers = [found.repair, *(case.repair for case in found.cases)]
    assert () in answers


def test_a_reset_explains_what_several_slips_would_and_its_beads_stay():
    found = check(PASSAGES, LOST, FRESH, sure=[box.id for box in HER.boxes]).audit
    assert [slip.kind for slip in found.stories[0]] == ["machine-reset"]
    assert () in [found.repair, *(case.repair for case in found.cases)]


def test_a_reset_is_not_invented_for_one_forgotten_punishment():
    found = check(PASSAGES, GAMES, counts_after(GAMES, B1_U=1), sure=["B1"]).audit
    assert kinds(found).isdisjoint(
        {"machine-reset", "other-class", "box-refilled", "boxes-refilled"}
    )


def test_two_boxes_that_are_as_at_the_start_may_have_been_refilled_at_once():
    """Two forgotten punishments leave the same beads, so both are told, and the class is asked."""
    rows = [*GAMES, game(3, -1, "A1 U")]
    found = check(PASSAGES, rows, counts_after(rows, A1_U=1, B1_U=1), sure=["A1", "B1"]).audit
    spilled = [
        story for story in found.stories if [slip.kind for slip in story] == ["boxes-refilled"]
    ]
    assert spilled
    words = JournalWords(HER, TEXTS["en"], everything=True)
    assert "A1, B1 were filled again as at the start" in words.slip(spilled[0][0])
    assert () in [case.repair for case in found.cases]
    assert any(case.repair for case in found.cases)


def test_three_lost_beads_may_be_games_of_another_class_whose_beads_stay():
    counts = counts_after(GAMES, A1_U=-1, A2_R=-1, B5_R=-1)
    found = check(PASSAGES, GAMES, counts, sure=["A1", "A2", "B5"]).audit
    assert "other-class" in kinds(found)
    assert () in [found.repair, *(case.repair for case in found.cases)]


def test_games_of_another_class_are_no_only_story_for_nobody_knows_which_they_were():
    kit = kit_of("awari-mini")
    passages = Passages(kit)
    # Its last bead has gone since, so the others played after it.
    rows = [game(1, 1, "A23 U", "A31 R", "G6 R")]
    counts = by_slot(kit, check(passages, rows).counts)
    counts["G6", "R"] = 0
    for box in kit.boxes[:90:9]:
        counts[box.id, box.slots[0].colour.letter] += 3
    found = check(passages, rows, counts, sure=[box.id for box in kit.boxes]).audit
    ((slip,),) = found.stories
    assert (slip.kind, slip.games) == ("other-class", (1,))
    assert not found.unique


def test_only_is_said_only_where_the_repair_depends_on_it():
    rows = [GAMES[0], game(2, -1, "A1 Y", "B10 R")]  # it cannot be lost
    counts = counts_after(GAMES)
    assert audit(PASSAGES, rows, counts).unique
    rows = [game(1, 1, "A1 Y", "B5 Y", "C6 Y")]  # it was B6, and a win changes nothing
    found = audit(PASSAGES, rows, counts_after(rows))
    assert [len(story) for story in found.stories] == [1]
    assert found.proven
    assert not found.unique


def test_a_box_that_only_the_story_calls_miscounted_is_counted_again():
    """After a reset, box B3 is counted as the games would have left it: so nobody has counted it
    a second time.
    """
    rows = [*LOST, game(6, -1, "A1 Y", "B6 R"), game(7, -1, "A2 U", "B8 R")]
    after = counts_after(rows)
    counts = FRESH | {slot: beads for slot, beads in after.items() if slot[0] == "B3"}
    differing = {box for box, bead in counts if counts[box, bead] != after[box, bead]}
    assert check(PASSAGES, rows, counts).recount == tuple(sorted(differing))
    found = check(PASSAGES, rows, counts, sure=differing)
    assert "miscounted" in {slip.kind for slip in found.audit.stories[0]}
    assert (found.recount, found.doubted) == (("B3",), True)
    assert JournalWords(HER, TEXTS["en"]).count_again(found) == [
        "Count box B3 again: the likeliest explanation leaves other beads in it."
    ]
    counted_again = check(PASSAGES, rows, FRESH, sure={*differing, "B3"})
    assert (counted_again.recount, counted_again.doubted) == ((), False)
    assert check(PASSAGES, rows, counts, sure={*differing, "B3"}).recount == ()


def test_a_box_is_counted_again_though_a_lost_bead_is_likelier_than_a_miscount(monkeypatch):
    """After many games a bead is more likely lost than miscounted, and both are one explanation."""
    counts = counts_after(GAMES, B1_U=1)
    slips = chain(*check(PASSAGES, GAMES, counts).audit.stories)
    miscounted = next(slip for slip in slips if slip.kind == "miscounted")
    lost = replace(miscounted, kind="bead-lost")
    told = replace(audit(PASSAGES, GAMES, counts), explanations=(((lost, miscounted),),))
    monkeypatch.setattr("kitgen.journal.journal_check.audit", lambda *_: told)
    found = check(PASSAGES, GAMES, counts_after(GAMES))
    assert (found.recount, found.doubted) == (("B1",), True)
    assert check(PASSAGES, GAMES, counts_after(GAMES), sure=["B1"]).recount == ()


def test_the_first_count_and_the_third_make_a_box_sure(tmp_path):
    with Journal(begun(tmp_path / "her.kitgen", HER, GAMES), write=True) as journal:
        first = {("B1", "R"): 1, ("B1", "U"): 1}
        second = {("B1", "R"): 0, ("B1", "U"): 1}
        journal.note_count(first)
        journal.note_count(second, [first])
        assert journal.last_count().sure == set()
        journal.note_count(first, [first, second])
        assert journal.last_count().sure == {"B1"}
