"""What becomes of rows that are spoiled in every way, one mark at a time, with all that is asked
and proposed; what is counted on sheets; and how pictures come out of files: as golden tables.
"""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from counting import at_least
from filled_in_sheets import filled_in, form_of, game_marks, sheet_on_table
from jobs import kit_of

from kitgen.journal.journal import Journal
from kitgen.marked import photo_files, photos
from kitgen.marked.photo_files import pictures_in
from kitgen.marked.photos import counts_on, read_count_photos
from kitgen.marked.row_games import Paths, understand_row
from kitgen.marked.row_marks import (
    MARKED,
    TOUCHED,
    UNMARKED,
    UNSEEN,
    UNSURE,
    RowMark,
    RowMarks,
    _joined,
    games_on,
)
from kitgen.pictures.picture_files import PicturePage
from kitgen.record.rows import sample_games
from kitgen.sandbox.child import PAGE


def said_of(found):
    """Return a row that was understood as a line: its state, its game or its doubt, and all that is
    proposed.
    """
    game = ""
    if found.game is not None:
        picks = " ".join(pick.text for pick in found.game.picks)
        game = f" {found.game.game}: {picks} {found.game.result:+}"
    if found.doubt is None:
        return f"{found.state}{game}"
    doubt = found.doubt
    proposed = [
        f"{' '.join(pick.text for pick in one.picks)} {one.result:+}" for one in found.proposed
    ]
    about = f"{doubt.kind} {doubt.field} {doubt.turn} {' '.join(doubt.values)}"
    return f"{found.state}{game} ({about}): {'; '.join(proposed)} and {found.more}"


def spoiled(states):
    """Yield the states of a row, each with one mark or two that are otherwise, by what they are."""
    marked = [mark for mark, state in states.items() if state == MARKED]
    yield "as it is", states
    for mark in marked:
        for state in (UNMARKED, UNSURE, TOUCHED, UNSEEN):
            yield f"{mark.field} {mark.turn} {state}", states | {mark: state}
        others = [
            other
            for other, state in states.items()
            if state == UNMARKED and (other.field, other.turn) == (mark.field, mark.turn)
        ]
        for other in others[:2]:
            yield f"{mark.field} {mark.turn} also {other.value}", states | {other: MARKED}
            yield (
                f"{mark.field} {mark.turn} instead {other.value}",
                states | {mark: UNMARKED, other: MARKED},
            )
            yield f"{mark.field} {mark.turn} perhaps {other.value}", states | {other: UNSURE}
            yield (
                f"{mark.field} {mark.turn} perhaps only {other.value}",
                states | {mark: UNMARKED, other: UNSURE},
            )
    for mark in (RowMark("void", 0, ""), RowMark("on", 0, "")):
        if mark in states:
            for state in (MARKED, UNSURE, TOUCHED):
                yield f"{mark.field} {state}", states | {mark: state}
    for first, second in pairwise(marked):
        gone = {first: UNMARKED, second: UNMARKED}
        yield f"without {first.field} {first.turn} and {second.field}", states | gone
        faint = {first: UNSURE, second: UNSURE}
        yield f"faint {first.field} {first.turn} and {second.field}", states | faint
    yield "all faint", {one: UNSURE if of == MARKED else of for one, of in states.items()}
    yield "nothing", dict.fromkeys(states, UNMARKED)


@pytest.mark.parametrize("name", ["her", "ladder"])
def test_rows_are_understood_as_before(name, golden):
    kit = kit_of(name)
    form = form_of(kit)
    paths = Paths(kit)
    boxes = [box.id for box in kit.boxes]
    lines = []
    games = list(sample_games(kit, 40, machines=3))
    lost = next(game for game in games if game.outcome < 0 and len(game.picks) > 1)
    won = next(game for game in games if game.outcome > 0 and len(game.picks) > 1)
    gave_up = next((game for game in games if game.resigned), lost)
    for played in (won, gave_up) if name == "ladder" else (lost, gave_up):
        states = {
            RowMark(one.field, one.turn, one.value): UNMARKED
            for one in form.bubbles
            if one.row == 0
        }
        states |= {mark: MARKED for mark in game_marks(kit, played, form) if mark in states}
        lines.append(f"marked {[mark for mark, state in states.items() if state == MARKED]}")
        for number, (what, row) in enumerate(at_least(20, list(spoiled(states)))):
            full = boxes if number % 2 else None  # what is in the boxes may not be known
            found = understand_row(paths, RowMarks(row), 7, full=full)
            lines.append(f"  {what}{', full' if full else ''}: {said_of(found)}")
        marks = RowMarks(states)
        some = understand_row(paths, marks, 7, full=boxes[: len(boxes) // 2])
        lines.append(f"  half full: {said_of(some)}")
        apart = understand_row(paths, marks, 7, full=boxes, joined=False, inked=True)
        lines.append(f"  not joined: {said_of(apart)}")
    golden(f"measured/rows-{name}", "\n".join(lines))


def test_rows_that_go_on_are_joined_as_before(golden):
    kit = kit_of("awari-3x1")
    form = form_of(kit)
    game = next(iter(sample_games(kit, 1, 1)))
    states, _ = filled_in(kit, [game], form)
    at = {(one.row, one.field): one for one in form.bubbles if one.field in ("on", "void")}
    lines = []
    for on in (MARKED, UNMARKED, UNSURE, TOUCHED):
        for void in (UNMARKED, MARKED, UNSURE):
            changed = states | {at[1, "on"]: on, at[1, "void"]: void, at[2, "on"]: UNSURE}
            found = games_on(form, changed, inked={1, 3})
            shown = [
                f"{one.rows} {one.number} {len(one.marks.marked)} {one.joined} {one.inked}"
                for one in found[:5]
            ]
            lines.append(f"on {on}, void {void}: {'; '.join(shown)}")
    first = RowMarks({RowMark("bead", 1, "red"): MARKED, RowMark("result", 0, "win"): UNSURE})
    second = RowMarks(
        {
            RowMark("bead", 1, "red"): UNSURE,
            RowMark("result", 0, "win"): MARKED,
            RowMark("result", 0, "loss"): TOUCHED,
        }
    )
    lines += [f"{mark}: {state}" for mark, state in _joined(first, second, 5).states.items()]
    lines += [f"{mark}: {state}" for mark, state in _joined(second, first, 2).states.items()]
    golden("measured/joined", "\n".join(lines))


# --- counted beads
# --------------------------------------------------------------------------------------------------


def test_counted_beads_and_what_is_said_of_them(monkeypatch, tmp_path, golden):
    kit = kit_of("her")
    form = form_of(kit, part="count-marks")
    states = dict.fromkeys(form.bubbles, UNMARKED)
    at = {(one.row, one.field, one.turn, one.value): one for one in form.bubbles}
    states |= {
        at[0, "count", 1, "1"]: MARKED,
        at[0, "count", 2, "0"]: MARKED,
        at[0, "count", 3, "1"]: UNSURE,
        at[1, "void", 0, ""]: MARKED,
        at[1, "count", 1, "1"]: MARKED,
        at[2, "count", 1, "1"]: MARKED,
        at[2, "void", 0, ""]: UNSURE,
        at[3, "count", 1, "0"]: MARKED,
        at[3, "count", 2, "2"]: MARKED,
        at[3, "count", 2, "1"]: MARKED,
        at[5, "count", 1, "0"]: UNSEEN,
    }
    lines = []
    for inked in ((), {0, 4, 5}):
        counts, unclear, void = counts_on(kit, form, states, inked)
        lines.append(f"{sorted(inked)}: {counts}; unclear {unclear}; void {void}")
    counted = sheet_on_table(form, states, "a.jpg", ("it is bent",))
    log = sheet_on_table(form_of(kit), {}, "b.jpg")
    calls = []

    def read(what, paths, of):
        calls.append((what, [*paths], of.name))
        return iter(["c.jpg is dark", counted, log])

    monkeypatch.setattr(photos, "read_photos", read)
    with Journal.create(tmp_path / "a.kitgen", kit) as journal:
        already = {("C1", "R"): 1}
        found = read_count_photos(journal, [Path("a.jpg")], already)
    assert already == {("C1", "R"): 1}
    assert calls[0][1:] == ([Path("a.jpg")], "her")
    lines.append(f"{calls[0][0]}")
    lines += [f"{found.counts}", *found.notes, "not read:", *found.unread]
    golden("measured/counted", "\n".join(lines))


# --- pictures
# --------------------------------------------------------------------------------------------------


def test_each_page_of_a_file_is_a_picture(monkeypatch):
    grey = PicturePage(width=2, height=1, colours=False, dpi=200.0, dots=bytes((7, 250)))
    red = PicturePage(width=1, height=1, colours=True, dpi=0.0, dots=bytes((255, 0, 30)))
    calls = []

    def ask(path, reader, kind, data, _limits, *, advice):
        calls.append((path, reader, kind, data, advice))
        return [(PAGE, msgspec.msgpack.encode(page)) for page in pages] + [("X", b"")]

    monkeypatch.setattr(photo_files, "ask", ask)
    monkeypatch.setattr(photo_files, "picture_content", lambda _path, _advice: b"data")
    monkeypatch.setattr(photo_files, "limits_of", len)
    pages = [grey]
    (only,) = pictures_in(Path("a.png"))
    assert (only.name, only.dpi, only.lowest) == ("'a.png'", 200.0, None)
    assert only.grey.tolist() == [[7, 250]]
    pages = [grey, red]
    first, second = pictures_in(Path("a.pdf"))
    assert (first.name, second.name) == ("'a.pdf', page 1", "'a.pdf', page 2")
    assert (second.dpi, second.lowest.tolist()) == (0.0, [[0]])
    assert second.grey.tolist() == [[80]]
    assert calls[0][:2] == (Path("a.png"), "kitgen.pictures.picture_files")
    assert calls[0][3] == b"data"
