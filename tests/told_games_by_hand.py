"""Told games by rules written by hand, with nothing of kitgen: positions, boxes and values counted
another way.

A position is a text: the squares row by row from the top, then who moves, ``1`` or ``2``.
Symmetries are stated, not searched, and values come from sweeps over all positions.
"""

from itertools import product
from math import inf


class HandGame:
    """A game on a board of squares: subclasses say how it begins, what can be done, and how it
    ends.
    """

    columns = 3
    rows = 3
    #: Whose piece each letter is.
    owners = {"w": "1", "b": "2"}  # noqa: RUF012
    #: Exchanges of squares that keep the rules, each as a function of column and row.
    images = (lambda x, y: (x, y),)
    start = ""
    repeats = False

    def at(self, x, y):
        """Return the number of a square, or None beside the board."""
        if 0 <= x < self.columns and 0 <= y < self.rows:
            return y * self.columns + x
        return None

    def places(self):
        """Return the column and the row of each square, in their order."""
        return [(x, y) for y, x in product(range(self.rows), range(self.columns))]

    def moves(self, position):
        """Return the moves, each as its two squares (or one, if a piece is put), with the
        squares after it.
        """
        raise NotImplementedError

    def ended(self, position):
        """Return 1, 0 or -1 for the side to move if the last move has ended the game, and None
        if it goes on.
        """
        raise NotImplementedError

    def after(self, position):
        if self.ended(position) is not None:
            return {}
        waits = waiting_side(position)
        return {move: f"{squares}{waits}" for move, squares in self.moves(position)}

    def result(self, position):
        """Return the same as ``ended``, also for a side that cannot move, which has lost."""
        end = self.ended(position)
        if end is None and not self.after(position):
            return -1
        return end


def waiting_side(position):
    """Return the side that has moved last, and does not move now."""
    if position[-1] == "1":
        return "2"
    return "1"


def with_changes(squares, changes):
    """Return squares with other letters on some of them."""
    return "".join(changes.get(n, letter) for n, letter in enumerate(squares))


class Frogs(HandGame):
    """Frogs go right and toads left: a step, or a jump over one of the others."""

    columns = 5
    rows = 2
    owners = {"f": "1", "t": "2"}  # noqa: RUF012
    images = (lambda x, y: (x, y), lambda x, y: (x, 1 - y))
    start = "ff.ttff.tt1"

    def moves(self, position):
        squares = position[:-1]
        mine, foe, way = "f", "t", 1
        if position[-1] == "2":
            mine, foe, way = "t", "f", -1
        for x, y in self.places():
            here = self.at(x, y)
            if squares[here] != mine:
                continue
            next_to = self.at(x + way, y)
            behind = self.at(x + 2 * way, y)
            if next_to is not None and squares[next_to] == ".":
                yield (here, next_to), with_changes(squares, {here: ".", next_to: mine})
            if behind is not None and squares[next_to] == foe and squares[behind] == ".":
                yield (here, behind), with_changes(squares, {here: ".", behind: mine})

    def ended(self, position):  # noqa: ARG002 - whoever cannot move loses, and nothing else ends it
        return None


class Draughts(HandGame):
    """Pieces step and jump diagonally ahead; jumps take, and go on; who reaches the far row
    wins.
    """

    columns = 4
    rows = 4
    start = ".b.b........w.w.1"

    def moves(self, position):
        squares = position[:-1]
        mine, up = "w", -1
        if position[-1] == "2":
            mine, up = "b", 1
        for x, y in self.places():
            here = self.at(x, y)
            if squares[here] != mine:
                continue
            for aside in (-1, 1):
                target = self.at(x + aside, y + up)
                if target is not None and squares[target] == ".":
                    yield (here, target), with_changes(squares, {here: ".", target: mine})
            yield from self.jumps(with_changes(squares, {here: "."}), here, x, y, mine, up)

    def jumps(self, squares, start, x, y, mine, up):
        """Yield the ends of jumps of a piece that is lifted off the board."""
        for aside in (-1, 1):
            over = self.at(x + aside, y + up)
            target = self.at(x + 2 * aside, y + 2 * up)
            if target is None or squares[target] != "." or squares[over] in (".", mine):
                continue
            left = with_changes(squares, {over: "."})
            yield (start, target), with_changes(left, {target: mine})
            if self.rows > 4:
                yield from self.jumps(left, start, x + 2 * aside, y + 2 * up, mine, up)

    def ended(self, position):
        squares = position[:-1]
        if waiting_side(position) == "1":
            has_arrived = "w" in squares[: self.columns]
        else:
            has_arrived = "b" in squares[-self.columns :]
        return lost_if(has_arrived)


def lost_if(has_won):
    """Return the end of a game for the side to move, if the other one has won by its last move."""
    if has_won:
        return -1
    return None


class LongDraughts(Draughts):
    """The same on a longer board, where one jump can follow another."""

    columns = 4
    rows = 5
    start = ".b.b.............w.w1"


#: The rows, columns and long diagonals of nine points.
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
#: The turns and mirror images of a square of nine points.
SQUARE = (
    lambda x, y: (x, y),
    lambda x, y: (2 - y, x),
    lambda x, y: (2 - x, 2 - y),
    lambda x, y: (y, 2 - x),
    lambda x, y: (2 - x, y),
    lambda x, y: (x, 2 - y),
    lambda x, y: (y, x),
    lambda x, y: (2 - y, 2 - x),
)


#: The ways to the eight squares round a square.
ALL_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


def letter_of(side):
    """Return the letter of a side's pieces."""
    return {"1": "w", "2": "b"}[side]


def has_row(position, letter, barred=()):
    """Return whether three pieces with a letter stand in a row, other than in one that does not
    count.
    """
    rows = [row for row in ROWS if row != barred]
    return any({position[point] for point in row} == {letter} for row in rows)


def morris_steps(game, squares, mine):
    """Yield the steps of a side along rows, columns and the two long diagonals of nine points."""
    for x, y in game.places():
        here = game.at(x, y)
        if squares[here] != mine:
            continue
        for right, down in ALL_AROUND:
            target = game.at(x + right, y + down)
            if target is None or squares[target] != ".":
                continue
            is_straight = 0 in (right, down)
            through_middle = (x, y) == (1, 1) or target == 4
            if is_straight or through_middle:
                yield (here, target), with_changes(squares, {here: ".", target: mine})


class TantFant(HandGame):
    """Three pieces each, on their home rows; whoever has three in a row elsewhere wins."""

    images = (SQUARE[0], SQUARE[4])
    start = "bbb...www1"
    repeats = True

    def moves(self, position):
        return morris_steps(self, position[:-1], letter_of(position[-1]))

    def ended(self, position):
        side = waiting_side(position)
        home = {"1": (6, 7, 8), "2": (0, 1, 2)}[side]
        return lost_if(has_row(position, letter_of(side), home))


class TapatanWithoutCentre(HandGame):
    """Three pieces each are put, White's first not in the middle; then they step. Three in a row
    win.
    """

    images = SQUARE
    start = ".........1"
    repeats = True

    def moves(self, position):
        squares = position[:-1]
        mine = letter_of(position[-1])
        if squares.count(mine) == 3:
            yield from morris_steps(self, squares, mine)
            return
        for here in range(9):
            barred = here == 4 and mine == "w" and "w" not in squares
            if squares[here] == "." and not barred:
                yield (here,), with_changes(squares, {here: mine})

    def ended(self, position):
        return lost_if(has_row(position, letter_of(waiting_side(position))))


class LittleChess(HandGame):
    """A king and a pawn each: the king steps and takes all around, the pawn as in Hexapawn; the
    far row wins.
    """

    images = (SQUARE[0], SQUARE[4])
    start = "pk.....KP1"
    repeats = True

    def moves(self, position):
        squares = position[:-1]
        king, pawn, foes, up = "K", "P", "kp", -1
        if position[-1] == "2":
            king, pawn, foes, up = "k", "p", "KP", 1
        for x, y in self.places():
            here = self.at(x, y)
            piece = squares[here]
            if piece == king:
                targets = self.kings_targets(squares, x, y, foes)
            elif piece == pawn:
                targets = self.pawns_targets(squares, x, y + up, foes)
            else:
                continue
            for target in targets:
                yield (here, target), with_changes(squares, {here: ".", target: piece})

    def kings_targets(self, squares, x, y, foes):
        """Yield the squares to which a king can go: all around it, empty or with a foe."""
        for right, down in ALL_AROUND:
            target = self.at(x + right, y + down)
            if target is not None and squares[target] in f".{foes}":
                yield target

    def pawns_targets(self, squares, x, y, foes):
        """Yield the squares to which a pawn can go, in the row ahead: straight to an empty one,
        aside to a foe.
        """
        for right in (-1, 0, 1):
            target = self.at(x + right, y)
            if target is None:
                continue
            wanted = "." if right == 0 else foes
            if squares[target] in wanted:
                yield target

    def ended(self, position):
        if waiting_side(position) == "1":
            have_arrived = {*"KP"} & {*position[:3]}
        else:
            have_arrived = {*"kp"} & {*position[6:9]}
        return lost_if(have_arrived)


def reached(game):
    """Return every position with those after it, by move."""
    found = {}
    waiting = [game.start]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found[position] = game.after(position)
            waiting += found[position].values()
    return found


def mappings(game):
    """Return each symmetry as the number of the square to which each goes."""
    symmetries = []
    for image in game.images:
        symmetries.append([game.at(*image(x, y)) for x, y in game.places()])
    return symmetries


def moved(position, to):
    """Return the image of a position."""
    squares = [""] * len(to)
    for letter, target in zip(position, to, strict=False):
        squares[target] = letter
    return "".join(squares) + position[-1]


def worths(game, found):
    """Return the value of each position for the side to move, and the plies to the end."""
    known = {position: (game.result(position), 0) for position, after in found.items() if not after}
    plies = 0
    while True:
        plies += 1
        new = {}
        for position, after in found.items():
            if position in known:
                continue
            scores = {known.get(child, (None, 0))[0] for child in after.values()}
            if -1 in scores:
                new[position] = 1, plies
            elif scores == {1}:
                new[position] = -1, plies
        if not new:
            return {position: known.get(position, (0, inf)) for position in found}
        known |= new


def figures(game):
    """Return the figures in the order of ``FIGURES`` in ``test_told_figures.py``, then the boxes
    where it matters.
    """
    found = reached(game)
    symmetries = mappings(game)
    running = [position for position, after in found.items() if after]

    def alike(position):
        return min(moved(position, to) for to in symmetries)

    worth = worths(game, found)
    boxes = []
    mattering = []
    for side in "12":
        counts = [0, 0, 0]
        matter = 0
        for box in {alike(position) for position in running if position[-1] == side}:
            position = next(moved(box, to) for to in symmetries if moved(box, to) in found)
            keeping = [to for to in symmetries if moved(position, to) == position]
            different = {
                min(tuple(to[square] for square in move) for to in keeping)
                for move in found[position]
            }
            counts[0] += 1
            counts[1] += len(found[position]) > 1
            counts[2] += len(different) > 1
            matter += len({worth[child][0] for child in found[position].values()}) > 1
        boxes.append(tuple(counts))
        mattering.append(matter)
    classes = {alike(position) for position in found}
    ended = {alike(position) for position, after in found.items() if not after}
    return (
        len(found),
        len(found) - len(running),
        tuple(sum(position[-1] == side for position in running) for side in "12"),
        len(symmetries),
        (len(classes), len(ended)),
        *boxes,
        max(map(len, found.values())),
        outcome(*worth[game.start]),
        game.repeats,
    ), tuple(mattering)


def outcome(score, plies):
    """Return who wins, and in how many plies, by what the start is worth."""
    if score == 0:
        return "draw"
    winner = "A" if score > 0 else "B"
    return f"{winner} {plies}"
