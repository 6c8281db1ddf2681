"""Sheets that are filled in: games of simulated machines, as somebody marks them."""

from kitgen.forms.form import RESULT_NAMES, STARTS
from kitgen.forms.places import Moves, form_codes, make_form
from kitgen.machine.paper_machine import Table
from kitgen.marked.row_marks import MARKED, UNMARKED, ReadBubble, ReadSheet, RowMark

_MADE = {}


def form_of(kit, page="a4", part="log-marks", sheet=1):
    """Return a sheet of a kit, made once."""
    key = (kit.hash, page, part, sheet)
    if key not in _MADE:
        _MADE[key] = make_form(kit, form_codes(kit, part, page)[sheet - 1])
    return _MADE[key]


def game_marks(kit, game, form, *, last_reply=False):
    """Return what is marked for a game: whatever the row asks for, turn by turn, however many
    rows it takes.
    """
    there = {(bubble.field, bubble.turn) for bubble in form.bubbles if bubble.row == 0}
    room = form.code.turns
    table = Table(kit.game, kit.game.start())
    if kit.game.repetition is not None:
        table.met[table.position] += 1
    picks = list(game.picks)
    moves = Moves(kit)
    turn = 1
    reply = None
    marks = []

    def note(field, *values):
        asked = (field, (turn - 1) % room + 1) in there
        marks.extend(RowMark(field, turn, value) for value in values if asked)

    for move in game.moves:
        if table.position.to_move != game.side:
            reply = move
        else:
            if reply is not None:
                note("reply", *moves.marks(reply))
            located = kit.locate(table.position)
            if located is not None:
                box, slot = picks.pop(0)
                note("box", kit.boxes[box].id)
                note("bead", kit.boxes[box].slots[slot].colour.key)
                note("move", *moves.marks(move))
            turn, reply = turn + 1, None
        table.play(move)
    if reply is not None and last_reply:
        note("reply", *moves.marks(reply))
    marks.append(RowMark("result", 0, RESULT_NAMES[game.outcome]))
    if ("starts", 0) in there:
        marks.append(RowMark("starts", 0, STARTS[game.side]))
    return marks


def empty_box(kit, game):
    """Return the id of the box at which a machine gave up."""
    table = Table(kit.game, kit.game.start())
    for move in game.moves:
        table.play(move)
    return kit.locate(table.position)[0].id if game.resigned else ""


def filled_in(kit, games, form, void=()):
    """Return the states of a sheet's bubbles after some games, and for each game its first row;
    None without room.

    Args:
        kit: the kit.
        games: the games.
        form: the sheet.
        void: rows that are crossed out, with the first half of another game.
    """
    at = {
        (bubble.row, RowMark(bubble.field, bubble.turn, bubble.value)): bubble
        for bubble in form.bubbles
    }
    states = dict.fromkeys(form.bubbles, UNMARKED)
    rows = []
    row = 0
    room = form.code.turns
    for game in games:
        while row in void:
            for mark in game_marks(kit, game, form)[::2]:
                if 0 < mark.turn <= room:
                    states[at[row, mark]] = MARKED
            states[at[row, RowMark("void", 0, "")]] = MARKED
            row += 1
        marks = game_marks(kit, game, form)
        needed = max([1, *(-(-mark.turn // room) for mark in marks)])
        if row + needed > len(form.rows):
            rows.append(None)
            continue
        rows.append(row)
        for number in range(1, needed):
            states[at[row + number, RowMark("on", 0, "")]] = MARKED
        for mark in marks:
            later, turn = divmod(max(mark.turn, 1) - 1, room)
            own = mark._replace(turn=turn + 1) if mark.turn else mark
            states[at[row + (later if mark.turn else needed - 1), own]] = MARKED
        row += needed
    return states, rows


def spoiled(states, rng, kind):
    """Return states with one bubble otherwise, and that bubble."""
    of = {
        "faint": (MARKED, "unsure"),
        "smudge": (UNMARKED, "unsure"),
        "missed": (MARKED, UNMARKED),
        "speck": (UNMARKED, MARKED),
    }
    before, after = of[kind]
    bubble = rng.choice([bubble for bubble, state in states.items() if state == before])
    return {**states, bubble: after}, bubble


def sheet_on_table(form, states, picture="photo.jpg", warnings=()):
    """Return a sheet as a camera would read it, without a camera."""
    readings = {bubble: ReadBubble(state, 0.5) for bubble, state in states.items()}
    return ReadSheet(
        picture, form, readings, tuple(warnings), lambda row: b"\x89PNG strip of row %d" % row
    )
