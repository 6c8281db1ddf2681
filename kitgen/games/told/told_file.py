"""A told game from its file: what the file leaves unsaid, and what it says in vain.

A kit holds its game in one form, as ``canonical`` writes it, in which a side without ``faces``
faces up if it begins and down if it does not. A file says less: a side faces as it stands in the
start picture, whoever begins.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from kitgen.errors import KitgenError, TemplateError, UsageError, quoted
from kitgen.games.told import told_language
from kitgen.games.told.told_board import COMMON, CONTENTS_OF, EMPTY, across, grid_of
from kitgen.games.told.told_drawing import turning_matters
from kitgen.games.told.told_game import Movement, ToldGame, signs_of
from kitgen.games.told.told_language import (
    Lines,
    OwnPieces,
    Pieces,
    Told,
    check_file,
    kinds_of,
    parsed,
    refused_file,
    side_order,
    with_line,
)
from kitgen.games.told.told_words import KNOWN, never_stuck
from kitgen.reading.templates import Templates, read_toml

#: Why the keys ``lines`` and ``taken`` can have no effect.
NO_ROW = "no straight row of the board is so long"
NO_PIECES = "the side has no piece in start and none in its hand"
NOTHING_TAKES = "no piece takes another; it goes with take or jump-takes"


def game_at(path: Path) -> ToldGame:
    """Return the game of a file; a mistake in it is refused with its line."""
    return game_of_file(read_game_file(path), path)


def game_of_text(text: str) -> ToldGame:
    r"""Return the game that a text tells, as a file would; a mistake in it is refused with its
    line.

    >>> game_of_text('name = "x"\nboard = 3\n')
    Traceback (most recent call last):
    kitgen.errors.TemplateError: the text of the game, line 2: board is 3; write board = "3x3"
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.toml"
        path.write_text(text, encoding="utf-8")
        try:
            return game_at(path)
        except KitgenError as error:
            error.args = (str(error).replace(quoted(path), "the text of the game"),)
            raise


def read_told(text: str, templates: Templates) -> ToldGame:
    """Return a game: the text itself in JSON, or the file with this name in a folder of templates.

    >>> read_told("notakto", Templates()).impartial
    True
    """
    if text.startswith("{"):
        return ToldGame(parsed(text))
    return game_at(templates.path("games", text))


def read_game_file(path: Path) -> Told:
    """Return what a file tells, or refuse it with file, line and what to write instead."""
    return facing_as_placed(told_language.read_game(path))


def game_of_file(told: Told, path: Path) -> ToldGame:
    """Return the game of a file that has been read.

    Rules that cannot work are refused with their line, and so is a key that has no effect, or that
    its sentence on the sheets does not explain. Kits keep both: only files are refused.
    """
    check_file(path)
    ends = read_toml(path, dict[str, Any]).get("end", {})
    if "taken" in ends and not any(pieces.takes for pieces in told.kinds):
        # Before anything else: a side that has put no piece yet would be one that has lost them
        # all.
        raise _idle("end.taken", NOTHING_TAKES, path)
    try:
        game = ToldGame(told)
    except UsageError as error:
        raise refused_file(path, f"{quoted(path)}: {error}") from None
    for key, reason in idle_keys(game, ends):
        raise _idle(key, reason, path)
    for problem in unclear_rules(game):
        raise TemplateError(with_line(f"{quoted(path)}: {problem}", path))
    return game


def _idle(key: str, reason: str, path: Path) -> TemplateError:
    return TemplateError(with_line(f"{quoted(path)}: {key} has no effect here: {reason}", path))


# Where sides face.


def facing_as_placed(told: Told) -> Told:
    """Return a game in which each side faces as it stands in the start picture, or else as it
    stands in the file.

    The side whose pieces stand lower faces up, and the other one down. If they stand equally high,
    or not both of them are in the picture, the side that comes first in the file faces up.

    >>> from kitgen.games.told.told_language import OwnPieces
    >>> sides = {"hens": OwnPieces(step=("forward",)), "fox": OwnPieces(step=("any",), goal="far")}
    >>> told = Told(name="Hens", board="3x3", start=(".f.", "...", "hhh"), side=sides, first="fox")
    >>> [side.faces for side in facing_as_placed(told).side.values()]
    ['up', 'down']
    """
    if not isinstance(told.board, str) or grid_of(told.board) is None or len(told.side) != 2:
        return told
    usual = dict(zip(side_order(told), ("up", "down"), strict=True))
    sides = dict(told.side)
    for name, faces in zip(_from_below(told), ("up", "down"), strict=True):
        pieces = told.side[name]
        if pieces.faces is None and faces != usual.get(name) and turning_matters(pieces):
            sides[name] = replace(pieces, faces=faces)
    return told if sides == told.side else replace(told, side=sides)


def _from_below(told: Told) -> list[str]:
    """Return the names of both sides, the one that stands lower in the start picture first."""
    first, second = told.side
    height = _mean_height(told, signs_of(told, first))
    other = _mean_height(told, signs_of(told, second))
    if height is not None and other is not None and other < height:
        return [second, first]
    return [first, second]


def _mean_height(told: Told, signs: Sequence[str]) -> float | None:
    heights = []
    for height, row in enumerate(reversed(told.start)):
        heights += [height] * sum(map(row.count, signs))
    return sum(heights) / len(heights) if heights else None


# Rules that two readers of the sheets would play in two ways.


def unclear_rules(game: ToldGame) -> Iterator[str]:
    """Yield what is wrong with each rule whose sentence on the sheets does not say what to do."""
    yield from _edges_of_holes(game)
    if game.told.falls:
        yield from _hollow_columns(game)


def _edges_of_holes(game: ToldGame) -> Iterator[str]:
    """Yield each edge of a board where only holes are: which row is the far one, and what is its
    mirror image?
    """
    start = game.told.start
    if game.board.grid is None or not start:
        return
    columns, rows = game.board.grid
    picture = across(start)
    edges = {
        "first row": (start[0], columns, rows - 1),
        "last row": (start[-1], columns, rows - 1),
        "first column": (picture[0], columns - 1, rows),
        "last column": (picture[-1], columns - 1, rows),
    }
    for edge, (signs, width, height) in edges.items():
        if {*signs} == {"#"}:
            yield (
                f"start has only holes in its {edge}; leave them out, and write board = "
                f'"{width}x{height}"'
            )


def _hollow_columns(game: ToldGame) -> Iterator[str]:
    """Yield each column in which a piece would come to lie above an empty square: which is its
    lowest empty one?
    """
    start = game.told.start
    for letter, column in zip(ascii_lowercase, across(start), strict=False):
        below_the_first = column.lstrip("#").lstrip(".")
        if "." in below_the_first:
            yield (
                f"falls: an empty square of column {letter} lies below a hole or a piece in "
                "start; pieces fall onto "
                "other pieces or to the end of the column"
            )


# Keys without effect.


def idle_keys(game: ToldGame, ends: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each key that changes nothing in a game, whatever its value, with the reason.

    ``not-beside`` depends on its value: it may keep away from pieces that there never are, and
    others be there.

    Args:
        ends: the keys of ``[end]`` as the file has them, those with their usual values too.
    """
    effects = _Effects(game)
    yield from effects.of_the_board()
    for number, side in enumerate(game.sides):
        for key, reason in effects.of_side(number):
            yield f"side.{side.name}.{key}", reason
    for key, reason in effects.of_common():
        yield f"common.{key}" if key else "common", reason
    for key, reason in effects.of_ends():
        if key in ends:
            yield f"end.{key}", reason


#: A key with the reason why it has no effect.
_Idle = Iterator[tuple[str, str]]


class _Effects:
    """What each key of a game brings about."""

    def __init__(self, game: ToldGame) -> None:
        self.game = game
        self.told = game.told
        self.cells = game.start().cells
        self.movements = [*chain.from_iterable(game.movements)]
        self.acts = set().union(*map(self._acts, self.movements))

    # What there is in a game.

    def _acts(self, movement: Movement) -> set[str]:
        """Return what pieces of one kind do: ``step``, ``take``, ``slide`` or ``jump``."""
        if not self._is_there(movement.content) or _never_moves(movement):
            return set()
        acts = set[str]()
        for ways in movement.ways:
            acts.update(act for act, wanted, _ in ways if self._is_there(wanted))
        if any(movement.jumps.leaps) and any(self._jumped_by(movement)):
            acts.add("jump")
        return acts

    def _jumped_by(self, movement: Movement) -> Iterator[int]:
        """Yield the contents that pieces of one kind can jump over."""
        for content in movement.jumps.over:
            alone = (
                content == movement.content
                and not self._puts(content)
                and self.cells.count(content) == 1
            )
            if self._is_there(content) and not alone:
                yield content

    def _is_there(self, content: int) -> bool:
        """Return whether pieces of a kind are on the board, at the start or later."""
        return content == EMPTY or content in self.cells or self._puts(content)

    def _puts(self, content: int) -> bool:
        """Return whether pieces of a kind are ever put on the board."""
        for movement in self.movements:
            if movement.content == content and movement.puts:
                return movement.hand is None or self.cells.count(content) < movement.hand
        return False

    # Whether each key has an effect.

    def of_the_board(self) -> _Idle:
        """Yield keys of the whole game that have no effect."""
        told = self.told
        if told.links and self.game.board.grid is None:
            yield "links", "at the top it is for boards of squares"
        elif told.links and not self._uses_links():
            yield "links", "no piece goes along links, and none asks what is next to a point"
        if told.lines and all(side.lines for side in told.side.values()) and told.common is None:
            yield "lines", "both sides have lines of their own"
        elif self._is_too_long(told.lines):
            yield "lines", NO_ROW
        elif told.lines and not any(
            self._can_fill(owned, told.lines) for owned in self._share_lines()
        ):
            yield "lines", "no line can be filled with the pieces that there are"
        if told.leaves == "block" and not self.acts:
            yield "leaves", "no piece ever leaves a point"

    def _is_too_long(self, lines: Lines) -> bool:
        return isinstance(lines, int) and not self.game.board.straight(lines)

    def of_side(self, number: int) -> _Idle:
        """Yield keys of a side that have no effect."""
        pieces = self.told.side[self.game.sides[number].name]
        kinds = kinds_of(pieces)
        for content, (name, kind) in zip(CONTENTS_OF[number], kinds.items(), strict=False):
            if name and not self._is_there(content):
                yield f"piece.{name}", "start has no such piece"
                continue
            for key, reason in self._of_pieces(kind, content):
                # What a side says of both kinds has no effect only if it has none on either.
                if not name:
                    yield key, reason
                elif key not in ("links", "enter"):
                    yield f"piece.{name}.{key}", reason
        if len(kinds) > 1:
            yield from self._of_both(pieces, number)
        yield from self._of_words(pieces, number)
        yield from self._of_goal(pieces, number)
        yield from self._of_lines(pieces, number)
        if pieces.faces is not None and not (self.game.board.grid and turning_matters(pieces)):
            yield "faces", "the pieces move alike wherever they face"

    def _of_goal(self, pieces: Pieces, number: int) -> _Idle:
        if not pieces.goal:
            return
        standing = self._standing(self.game.owned[number])
        if not self._side_is_there(number):
            yield "goal", NO_PIECES
        elif self.game.diagram.goals[number].isdisjoint(standing):
            yield "goal", "no piece of the side can come there"

    def _of_lines(self, pieces: OwnPieces, number: int) -> _Idle:
        if not pieces.lines:
            return
        if not self._side_is_there(number):
            yield "lines", NO_PIECES
        elif self._is_too_long(pieces.lines):
            yield "lines", NO_ROW
        elif not self._can_fill(self.game.owned[number], pieces.lines):
            yield "lines", "no line can be filled with the pieces that there are"

    def _of_both(self, pieces: Pieces, number: int) -> _Idle:
        """Yield what a side says of both its kinds of pieces, and what changes neither."""
        idle_for_each = []
        for kind, content in zip(kinds_of(pieces).values(), CONTENTS_OF[number], strict=True):
            idle_for_each.append({key for key, _ in self._of_pieces(kind, content)})
        idle_for_both = set.intersection(*idle_for_each)
        if "links" in idle_for_both:
            yield "links", "these pieces do not step or take along links"
        if "enter" in idle_for_both:
            yield "enter", "no piece can move onto these points"

    def _of_words(self, pieces: OwnPieces, number: int) -> _Idle:
        """Yield what a side says of its name and its pieces in vain."""
        side = self.game.sides[number].name
        shown = side not in KNOWN or not pieces.name.keys().isdisjoint(pieces.with_article)
        if pieces.with_article and not shown:
            yield "with-article", f"kitgen has its own words for {quoted(side)}; it goes with name"
        if pieces.several and not (pieces.with_article and shown):
            yield "several", "no sentence has the name; it goes with with-article"
        if not self._side_is_there(number):
            for key in ("sign", "looks", "piece", "called"):
                if getattr(pieces, key) and not isinstance(pieces.piece, dict):
                    yield key, NO_PIECES

    # Where pieces can be.

    def _standing(self, contents: frozenset[int]) -> set[int]:
        """Return the points on which pieces of some kinds can ever stand, as far as ways lead;
        others may bar them.
        """
        standing = set[int]()
        for movement in self.movements:
            if movement.content in contents:
                standing |= self._standing_of(movement)
        return standing

    def _standing_of(self, movement: Movement) -> set[int]:
        """Return the points on which pieces of a kind can ever stand."""
        acts = self._acts(movement)
        waiting = [point for point, content in enumerate(self.cells) if content == movement.content]
        if self._puts(movement.content):
            waiting += movement.puts
        standing = {*waiting}
        while waiting:
            point = waiting.pop()
            ends = set[int]()
            for act, _, points in movement.ways[point]:
                if act in acts:
                    ends.update(points)
            if "jump" in acts and any(movement.jumps.leaps):
                ends |= {end for _, end in movement.jumps.leaps[point]}
            waiting += ends - standing
            standing |= ends
        return standing

    def _can_fill(self, contents: frozenset[int], lines: Lines) -> bool:
        """Return whether pieces of some kinds are enough for one of these lines, and can stand
        on all of its points.
        """
        standing = self._standing(contents)
        board = self.game.board
        if isinstance(lines, int):
            rows = board.straight(lines)
        else:
            rows = [board.points(line) for line in lines]
        longest = self._most(contents)
        if longest is not None:
            rows = [row for row in rows if len(row) <= longest]
        return any(row <= standing for row in rows)

    def _most(self, contents: frozenset[int]) -> int | None:
        """Return the most pieces of some kinds that are ever on the board; None if there are
        always more.
        """
        most = 0
        for content in contents:
            hands = [
                movement.hand
                for movement in self.movements
                if movement.content == content and movement.puts
            ]
            if self._puts(content) and None in hands:
                return None
            most += max([self.cells.count(content), *(hand or 0 for hand in hands)])
        return most

    def _share_lines(self) -> Iterator[frozenset[int]]:
        """Yield the kinds of pieces that can fill the lines at the top, together."""
        for number, side in enumerate(self.game.sides):
            if not self.told.side[side.name].lines:
                yield self.game.owned[number]
        if self.told.common is not None:
            yield frozenset({COMMON})

    def _side_is_there(self, number: int) -> bool:
        """Return whether a side has pieces on the board, at the start or later."""
        return any(map(self._is_there, self.game.owned[number]))

    def of_common(self) -> _Idle:
        pieces = self.told.common
        if pieces is None:
            return
        yield from self._of_pieces(pieces, COMMON)
        if not self._is_there(COMMON):
            yield "", "there are no such pieces: none in start, and none in a hand"
        if pieces.goal:
            yield "goal", "only a side has a goal, and common pieces are of no side"

    def of_ends(self) -> _Idle:
        """Yield ends that no game can have."""
        has_goal = False
        for number, side in enumerate(self.game.sides):
            has_goal |= bool(self.told.side[side.name].goal) and self._side_is_there(number)
        if not has_goal:
            yield "reach", "no side has a goal"
        if not self.told.lines and not any(side.lines for side in self.told.side.values()):
            yield "line", "there are no lines"
        if not any(map(self._takes_others, (0, 1))):
            yield "taken", NOTHING_TAKES
        if never_stuck(self.game):
            yield "stuck", "each side always has a move until the game ends otherwise"
        if self.game.repetition is None or not all(map(self._moves_on, (0, 1))):
            yield "endless", "no position can come again"

    def _moves_on(self, side: int) -> bool:
        """Return whether a side moves pieces without taking any."""
        return any(
            self._acts(movement) - self._taking(movement) for movement in self.game.movements[side]
        )

    @staticmethod
    def _taking(movement: Movement) -> set[str]:
        """Return the acts by which pieces of one kind take others."""
        return {"take", "jump"} if movement.jumps.takes else {"take"}

    def _takes_others(self, side: int) -> bool:
        """Return whether a side takes pieces of the other side."""
        for movement in self.game.movements[side]:
            taking = self._acts(movement) & self._taking(movement)
            others = self.game.owned[1 - side]
            if "take" in taking or (
                "jump" in taking and not others.isdisjoint(self._jumped_by(movement))
            ):
                return True
        return False

    def _of_pieces(self, pieces: Pieces, content: int) -> _Idle:
        """Yield keys of a kind of pieces that have no effect."""
        movements = [each for each in self.movements if each.content == content]
        acts = set().union(*map(self._acts, movements))
        yield from self._of_hand(pieces, content, movements)
        for key in ("step", "slide", "take", "jump"):
            if getattr(pieces, key) and key not in acts:
                yield key, self._why_idle(key, content, movements)
        yield from self._of_jumps(pieces, movements)
        has_links = "links" in (*pieces.step, *pieces.take)
        if pieces.links and (not has_links or all(map(_never_moves, movements))):
            yield "links", "these pieces do not step or take along links"
        enters = any(self._enters(movement, acts) for movement in movements)
        if pieces.enter is not None and not enters:
            yield "enter", "no piece can move onto these points"

    def _of_hand(self, pieces: Pieces, content: int, movements: Sequence[Movement]) -> _Idle:
        """Yield what is said in vain of how pieces of one kind are put on the board."""
        if not self._puts(content):
            if pieces.hand:
                yield "hand", "start already has so many of these pieces"
            for key in ("on", "not-first", "not-beside", "only-beside"):
                if getattr(pieces, key.replace("-", "_")):
                    yield key, "no piece is put; it goes with hand"
            return
        avoided = set[int]()
        for movement in movements:
            avoided.update(movement.not_beside or ())
        if avoided and not any(map(self._is_there, avoided)):
            yield "not-beside", "there are never such pieces on the board"
        if pieces.not_first:
            if content in self.cells:
                yield "not-first", "start already has such pieces, so that the first is there"
            elif not any(self._can_begin_on(movement) for movement in movements):
                yield "not-first", "no piece can be put on these points anyway"

    def _can_begin_on(self, movement: Movement) -> bool:
        """Return whether pieces of one kind could begin on one of the points where they may not."""
        return any(
            self.cells[point] == EMPTY for point in movement.not_first.intersection(movement.puts)
        )

    @staticmethod
    def _of_jumps(pieces: Pieces, movements: Sequence[Movement]) -> _Idle:
        if pieces.jump:
            if pieces.chain and not any(movement.jumps.follow for movement in movements):
                yield "chain", "on this board no jump can follow another"
            return
        for key, usual in (("over", "any"), ("jump-takes", False), ("chain", False)):
            if getattr(pieces, key.replace("-", "_")) != usual:
                yield key, "no piece jumps; it goes with jump"

    def _why_idle(self, act: str, content: int, movements: Sequence[Movement]) -> str:
        if not self._is_there(content):
            return "there are no such pieces: none in start, and none in a hand"
        if all(map(_never_moves, movements)):
            return "a piece is put on each turn, as there are always more; none ever moves"
        if act == "take" and not any(map(self._is_there, self._taken_by(content))):
            return "there are no pieces to take"
        # The contents are numbers, and 0 is an empty point, over which nothing jumps.
        if act == "jump" and not any(any(self._jumped_by(movement)) for movement in movements):
            return "there are no pieces to jump over"
        return "no point of the board lies there"

    def _taken_by(self, content: int) -> frozenset[int]:
        for side, own in enumerate(self.game.owned):
            if content in own:
                return self.game.owned[1 - side]
        return frozenset[int]().union(*self.game.owned)

    @staticmethod
    def _enters(movement: Movement, acts: set[str]) -> bool:
        for ways in movement.ways:
            for act, _, points in ways:
                if act in acts and not movement.entries.isdisjoint(points):
                    return True
        if "jump" not in acts:
            return False
        landings = (target for leaps in movement.jumps.leaps for _, target in leaps)
        return not movement.entries.isdisjoint(landings)

    def _uses_links(self) -> bool:
        """Return whether moves depend on the lines of the board, or its drawing has them."""
        for pieces in self.told.kinds:
            moves = pieces.hand != "any"
            if moves and ("links" in (*pieces.step, *pieces.take) or pieces.enter is not None):
                return True
            if pieces.hand and (pieces.not_beside or pieces.only_beside):
                return True
        return False


def _never_moves(movement: Movement) -> bool:
    """Return whether there are always more pieces to put, so that those on the board stay where
    they are.
    """
    return bool(movement.puts) and movement.hand is None
