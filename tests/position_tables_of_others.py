"""Tables of positions as other people write them, from kits, and single typing errors in them."""

import csv
import io
import json
import random
from dataclasses import dataclass, replace

from kitgen.kit.kit import Kit
from kitgen.position_tables.board_notation import Boards, Squares, own_letters

FORMATS = ("csv", "json", "toml", "txt", "block")


@dataclass(frozen=True)
class Written:
    """A table about to be written: for each position its signs and its moves, and how both are
    written.
    """

    kit: Kit
    boards: Boards
    squares: Squares
    rows: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]

    def board(self, signs):
        if self.boards.letters:
            columns = self.boards.columns
            return "/".join("".join(signs[i : i + columns]) for i in range(0, len(signs), columns))
        example = self.boards.laid_out(self.boards.spelled(self.kit.game.start()))
        return example if len(signs) == 1 and example == signs[0] else self._numbers(signs, example)

    @staticmethod
    def _numbers(signs, example):
        per_row = example.partition("/")[0].count(",") + 1
        return "/".join(",".join(signs[i : i + per_row]) for i in range(0, len(signs), per_row))

    def text(self, form):
        """The table in a format."""
        rows = [(self.board(signs), list(moves)) for signs, moves in self.rows]
        if form == "json":
            return json.dumps(
                [{"position": board, "moves": moves} for board, moves in rows], indent=1
            )
        if form == "toml":
            entries = [
                f"[[entries]]\nposition = {json.dumps(b)}\n"
                f"moves = [{', '.join(map(json.dumps, m))}]\n"
                for b, m in rows
            ]
            return "\n".join(entries)
        if form == "txt":
            return "".join(f"{board}: {', '.join(moves)}\n" for board, moves in rows)
        if form == "block":
            return "\n\n".join(
                board.replace("/", "\n") + "\n" + " ".join(moves) for board, moves in rows
            )
        out = io.StringIO()
        csv.writer(out).writerows(
            [("position", "moves"), *((board, " ".join(moves)) for board, moves in rows)]
        )
        return out.getvalue()

    def save(self, folder, form):
        path = folder / f"table.{'txt' if form == 'block' else form}"
        path.write_text(self.text(form), encoding="utf-8")
        return path


def written(kit, letters=None, naming=None, *, upwards=False):
    """A kit's own table; ``letters`` are the signs for the contents 0, 1, 2."""
    game = kit.game
    mover = kit.players[0]
    own = own_letters(game, [box.position for box in kit.boxes])
    boards = Boards(game, mover, dict(zip(letters or own, own, strict=False)), own, upwards)
    squares = Squares(game, naming or ("1-9" if own else "own"), upwards)
    rows = []
    for box in kit.boxes:
        moves = [slot.moves[:1] if kit.choices.merged else slot.moves for slot in box.slots]
        rows.append(
            (boards.spelled(box.position), tuple(squares.spell(m) for some in moves for m in some))
        )
    return Written(kit, boards, squares, tuple(rows))


KINDS = (
    "cell",
    "letter",
    "swap",
    "cell lost",
    "cell twice",
    "square",
    "turned",
    "row lost",
    "row twice",
    "move lost",
    "move twice",
)


def mistyped(table, kind, seed):
    """The table with one typing error: the table, the number of the row, and the kind; None when
    there is no such.
    """
    rng = random.Random(f"{kind} {seed}")
    rows = list(table.rows)
    number = rng.randrange(len(rows))
    signs, moves = map(list, rows[number])
    pool = sorted({sign for row, _ in rows for sign in row})
    if not signs or not moves:
        return None
    at = rng.randrange(len(signs))
    move = rng.randrange(len(moves))
    names = sorted(table.squares.names.values()) or sorted({m for _, some in rows for m in some})
    match kind:
        case "cell":
            signs[at] = rng.choice([sign for sign in pool if sign != signs[at]])
        case "letter":
            signs[at] = "q"
        case "swap":
            other = rng.randrange(len(signs))
            signs[at], signs[other] = signs[other], signs[at]
        case "cell lost":
            del signs[at]
        case "cell twice":
            signs.insert(at, signs[at])
        case "square":
            parts = moves[move].split("-")
            part = rng.randrange(len(parts))
            parts[part] = rng.choice([name for name in names if name != parts[part]])
            moves[move] = "-".join(parts)
        case "turned":
            moves[move] = "-".join(reversed(moves[move].split("-")))
        case "move lost":
            del moves[move]
        case "move twice":
            moves.append(moves[move])
    rows[number] = (tuple(signs), tuple(moves))
    if kind == "row lost":
        del rows[number]
    elif kind == "row twice":
        rows.insert(rng.randrange(len(rows) + 1), rows[number])
    if rows == list(table.rows):
        return None
    return replace(table, rows=tuple(rows)), number
