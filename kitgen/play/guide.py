"""The operator's guide: it gets the moves played on a real table and says what to do with the
boxes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from kitgen.errors import KitgenError, UsageError, command_line, quoted
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import spoken_game
from kitgen.journal.store import GameChange
from kitgen.journal.understand import ImpossibleGameError
from kitgen.kit.kit import Box
from kitgen.lab.experiment import seat
from kitgen.machine.paper_machine import SplitMix, Table
from kitgen.model import ARROWS, SWAPPED, UPENDED, Move, Position, Rng
from kitgen.play.conversation import Conversation
from kitgen.play.learners import OpenBox, SideMachine
from kitgen.play.sitting import HUMAN, MACHINE, Ply, Sitting
from kitgen.play.speech import Speech
from kitgen.reading.schema import MAX_GAME_NUMBER
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts, texts_for
from kitgen.record.rows import RESULT_WORDS, GameRow, Passages, PickedBead, parse_bead
from kitgen.record.table_side import TableSide


class RealMachine(SideMachine):
    """A machine whose beads a person picks from real boxes, which may hold other beads than its
    journal says.

    Attributes:
        doubtful: this game's beads that should not have been in their boxes, each as box and slot.
        met_empty: whether a box was empty in this game that should hold beads.
    """

    def __init__(self, journal: Journal, side: int) -> None:
        self.doubtful: list[tuple[int, int]] = []
        self.met_empty = False
        super().__init__(journal.kit, side, journal)

    def accept(self, table: Table, move: Move) -> None:
        """Accept a move as that of a picked bead, even one that should not be there."""
        opened = self.opened(table.position)
        slot = self.slot_of(table.position, move)
        if opened is None or slot is None or self.may_hold(opened, slot):
            super().accept(table, move)
        else:
            self.picked.append((opened.number, slot))
            self.doubtful.append((opened.number, slot))

    def may_hold(self, opened: OpenBox, slot: int) -> bool:
        """Return whether a box can have a bead for a slot: by the journal, or because it was
        filled again.
        """
        return bool(opened.beads[slot]) or (self.rule.when_empty.refills and not any(opened.beads))

    def give_up(self, opened: OpenBox) -> None:
        """Give up at a box that is empty on the real table."""
        self._resigned = True
        self.met_empty = any(opened.beads)

    def forget(self) -> None:
        """Leave the game, finished or not."""
        super().forget()
        self.doubtful = []
        self.met_empty = False

    def note(self) -> None:
        """Leave the finished game to ``write``, which can be repeated after a failure."""

    def write(self) -> None:
        """Record the finished game in a transaction of its own; when this returns it is on the
        disk.

        Raises:
            OutputError: it cannot be written; it stays pending.
        """
        rows = list(self._waiting)
        try:
            super().note()
        except KitgenError:
            self._waiting = rows
            raise


class RealTable(Sitting):
    """A sitting whose moves are reported by a person at the real table.

    Attributes:
        side: what can come next in the game, and is accepted.
    """

    def __init__(self, journal: Journal, side: int, rng: Rng) -> None:
        self.real = RealMachine(journal, side)
        self._passages = Passages(journal.kit, as_it_lies=True)
        super().__init__(journal.kit.game, [None, None], journal.kit.oracle, rng)
        self.seat_machine(side)

    def seat_machine(self, side: int) -> None:
        """Let the machine play a side, and begin a new game."""
        self.real.take_side(side)
        self.machines[side] = self.real
        self.machines[1 - side] = None
        self.new_game()

    def new_game(self, start: Position | None = None) -> None:
        """Begin a game."""
        super().new_game(start)
        self.side = TableSide(self._passages, side=self.real.side)

    @property
    def at_stake(self) -> bool:
        """Whether a game is under way."""
        return bool(self.plies)

    @property
    def machine_moves(self) -> bool:
        """Whether the machine is to move."""
        return self.side.machine_moves

    def open_box(self) -> OpenBox | None:
        """Return the box that the machine to move opens, or None."""
        if self.ended or self.to_move != self.real.side:
            return None
        return self.real.opened(self.table.position)

    def called(self, side: int) -> str:
        """Return the name of a side's player; empty without one."""
        return self.names[side]

    def report(self, move: Move) -> Ply | None:
        """Make a move that needs no bead; return None if the machine would have no answer to it."""
        if self.side.report(move) is not None:
            return None
        return self.play(move)

    def pick_bead(self, opened: OpenBox, slot: int) -> Ply:
        """Make the move of a bead that a person has picked from the open box."""
        move = opened.moves[slot]
        self._take(opened, slot, move)
        return self.play(move)

    def draw(self) -> Ply | None:
        """Pick a bead for the machine and make its move; None if its box is empty and the game
        has ended.
        """
        self.players[self.real.side] = MACHINE
        try:
            ply = self.pick()
            if ply is None:
                return None
            assert isinstance(ply.opened, OpenBox) and ply.slot is not None  # noqa: S101, PT018 - as the box is open
            self._take(ply.opened, ply.slot, ply.move)
            return self.make()
        finally:
            self.players[self.real.side] = HUMAN

    def _take(self, opened: OpenBox, slot: int, move: Move) -> None:
        refusal = self.side.pick(PickedBead.of(opened.box, opened.box.slots[slot]), move)
        assert refusal is None  # noqa: S101 - the box is open

    def give_up(self, opened: OpenBox) -> None:
        """Let the machine give up: its box is empty on the real table."""
        self.real.give_up(opened)
        self._given_up()

    def _given_up(self) -> None:
        self.side.give_up()
        super()._given_up()

    def take_back(self) -> bool:
        """Take back the last reported move and what came after it; return whether there was one."""
        if not self.side.undo():
            return False
        left = self.plies[: len(self.side.moves)]
        super().new_game()
        for ply in left:
            self.play(ply.move)
        return True


#: The texts for the signs of a box's orientation.
_LIES = {
    ARROWS[1]: "right",
    ARROWS[2]: "round",
    ARROWS[3]: "left",
    SWAPPED: "mirrored",
    UPENDED: "upended",
}


class Guide(Conversation):
    """A conversation beside a real table, whose games go into a journal one by one."""

    TEXTS = "journal-play"

    def __init__(
        self, journal: Journal, texts: Texts, rng: Rng, *, side: int | None, plain: bool
    ) -> None:
        if side is None:
            side = journal.kit.players[-1]
        self.table = RealTable(journal, side, rng)
        super().__init__(Speech(journal.kit.game, texts), self.table, plain=plain)
        self.journal = journal
        self._doubted = ""

    @property
    def main_side(self) -> int:
        """The machine's side."""
        return self.table.real.side

    def refusal(self, error: KitgenError) -> str:
        """Return why something is refused; an impossible game in the journal's language."""
        if isinstance(error, ImpossibleGameError):
            return error.problem.sentence(self.words.texts)
        return super().refusal(error)

    @property
    def farewell(self) -> str:
        """The last line."""
        return self.say("bye_unended" if self.table.plies else "bye")

    def greeting(self) -> list[str]:
        """Return the first lines."""
        title = self.say(
            "title",
            kit=self.words.title(self.journal.kit),
            path=self.journal.path.name,
            rule=self.journal.rule_name,
        )
        lines = [title, self.say("how", draw=self.word("draw"), help=self.word("help"))]
        if self.screened:
            lines.append(self.say("click"))
        return [*lines, *self.begin()]

    @property
    def last_game(self) -> int:
        """The number of the last recorded game; 0 before the first."""
        rows = self.journal.games()
        return rows[-1].game if rows else 0

    def begin(self) -> list[str]:
        """Return the first lines of a game, at which the journal is read again if another window
        changed it.
        """
        if self.journal.changed_elsewhere():
            self.table.real.read(self.journal)
        side = self.words.side(self.table.real.side)
        lines = ["", self.say("game", number=self.last_game + 1, side=side)]
        if len(self.journal.kit.players) > 1:
            lines.append(self.say("sides", side=self.word("side")))
        return [*lines, *self.run_on()]

    def empty_line(self) -> Iterable[str]:
        """Give up at a box that should be empty, record a game that is still pending, or show
        the board.
        """
        table = self.table
        if table.ended is not None:
            return self._end()
        if self._should_be_empty(table.open_box()):
            return self._do_empty([])
        return self.standing()

    def move_line(self, line: str) -> Iterable[str]:
        """Accept a move of the other side, or the picked bead."""
        table = self.table
        if table.ended is not None:
            return self._end()
        opened = table.open_box()
        if opened is not None:
            return self._picked(opened, self._bead(opened, line))
        move = self.read_move(line)
        self._doubted = ""
        ply = table.report(move)
        if ply is None:
            return [self.say("no_answer", move=table.game.move_text(move)), *self.standing()]
        return [*self.words.stages(ply), *self.run_on()]

    def _bead(self, opened: OpenBox, line: str) -> int:
        """Return the number of the slot that a line names, by its bead or its move."""
        move_text = self.table.game.move_text
        colours = [slot.colour for slot in opened.box.slots]
        named = []
        for number, (colour, move) in enumerate(zip(colours, opened.moves, strict=True)):
            names = (colour.letter, colour.key, colour.name, move_text(move))
            if line.casefold() in map(str.casefold, names):
                named.append(number)
        if len(named) == 1:
            return named[0]
        if named:
            all_named = " / ".join(colours[number].name for number in named)
            raise UsageError(self.say("two_beads", said=quoted(line), colours=all_named))
        move = self.read_move(line)
        slot = self.table.real.slot_of(self.table.position, move)
        if slot is None:
            raise UsageError(self.say("no_bead", box=opened.box.id, move=move_text(move)))
        return slot

    def _picked(self, opened: OpenBox, slot: int) -> list[str]:
        may_hold = self.table.real.may_hold(opened, slot)
        if not may_hold and not self._insists(f"{opened.box.id} {slot}"):
            return [self._say_bead("gone", opened.box, slot)]
        return self._move_lines(self.table.pick_bead(opened, slot))

    def _do_draw(self, _rest: list[str]) -> list[str]:
        if not self.table.machine_moves:
            raise UsageError(self.words("no_box_here"))
        ply = self.table.draw()
        return self._end() if ply is None else self._move_lines(ply)

    def _do_empty(self, _rest: list[str]) -> list[str]:
        """Accept that the box is empty; one that should not be, only the second time."""
        opened = self.table.open_box()
        if opened is None:
            raise UsageError(self.words("no_box_here"))
        box_id = opened.box.id
        if any(opened.beads) and not self._insists(f"{box_id} empty"):
            beads = self._beads(opened)
            return [self.say("full", box=box_id, beads=beads, empty=self.word("empty"))]
        self.table.give_up(opened)
        return self._end()

    def _do_back(self, rest: list[str]) -> list[str]:
        for number in range(self.number(rest, 1, MAX_GAME_NUMBER)):
            if not self.table.take_back():
                if number:
                    break
                raise UsageError(self.say("no_move_back", undo=self.word("undo")))
        return self.run_on()

    def _leave(self) -> list[str]:
        lines = [self.say("left")] if self.table.plies else []
        self.table.new_game()
        return lines

    def _do_new(self, _rest: list[str]) -> Iterator[str]:
        yield self.leaving
        yield from [*self._leave(), *self.begin()]

    def _do_box(self, rest: list[str]) -> Iterable[str]:
        return super()._do_box(rest) if rest else self.standing()

    def _do_side(self, rest: list[str]) -> Iterator[str]:
        yield self.leaving
        side = self.words.parse_side(rest[0]) if rest else 1 - self.main_side
        if side not in self.journal.kit.players:
            raise UsageError(self.say("one_side", side=self.words.side(self.main_side)))
        yield from self._leave()
        self.table.seat_machine(side)
        yield from self.begin()

    def _game_number(self, rest: list[str]) -> int:
        if not rest:
            raise UsageError(self.say("say_game"))
        return self.number(rest, 0, MAX_GAME_NUMBER)

    def _do_undo(self, rest: list[str]) -> Iterator[str]:
        after = self.number(rest, 0, MAX_GAME_NUMBER, least=0) if rest else None
        games = len(self.journal.undoing(after))
        return self._mend(games, lambda: self._change_lines(self.journal.undo(after)))

    def _do_redo(self, _rest: list[str]) -> Iterator[str]:
        games = len(self.journal.redoing())
        return self._mend(games, lambda: self._change_lines(self.journal.redo()))

    def _do_remove(self, rest: list[str]) -> Iterator[str]:
        number = self._game_number(rest)

        def remove() -> Iterator[str]:
            return self._change_lines([GameChange(self.journal.remove(number), None)])

        return self._mend(1, remove)

    def _do_edit(self, rest: list[str]) -> Iterator[str]:
        number = self._game_number(rest)
        noted = self.journal.game(number)
        row = self._row_typed(rest[1:], noted)
        if row == noted:
            raise UsageError(self.say("same", number=number, game=self._spoken(row)))

        def edit() -> list[str]:
            edited = self.journal.edit(number, row)
            return [self.say("edited", number=number, game=self._spoken(edited))]

        return self._mend(1, edit)

    def _do_insert(self, rest: list[str]) -> Iterator[str]:
        number = self._game_number(rest)
        row = self._row_typed(rest[1:], None)
        games = 1 + sum(row.game >= number for row in self.journal.games())

        def insert() -> list[str]:
            inserted, *_ = self.journal.insert(number, row)
            return [self.say("inserted", number=number, game=self._spoken(inserted))]

        return self._mend(games, insert)

    def _spoken(self, row: GameRow) -> str:
        return spoken_game(self.words.texts, row)

    def _row_typed(self, words: list[str], before: GameRow | None) -> GameRow:
        """Return a game as typed: a name or a remark behind their words, or beads and result, or
        one of these.
        """
        row = before or GameRow(0, (), 0)
        field, *rest = words or [""]
        if before is not None and field.casefold() in ("opponent", self.word("opponent")):
            return replace(row, opponent=" ".join(rest))
        if before is not None and field.casefold() in ("remark", self.word("remark")):
            return replace(row, remark=" ".join(rest))
        *beads, last = words or [""]
        result = self._result_called(last)
        if result is None:
            beads = words
            if before is not None:
                result = before.result
        if result is None or (before is None and not beads):
            raise UsageError(self.say("say_row"))
        picks = row.picks
        typed = " ".join(beads).replace(",", " ").split()
        if typed:
            pairs = zip(typed[::2], [*typed[1::2], ""], strict=False)
            picks = tuple(parse_bead(self.journal.kit, f"{box} {bead}") for box, bead in pairs)
        if picks == row.picks and result == row.result:
            return row
        return replace(row, picks=picks, result=result, resigned=None, last_only=False)

    def _result_called(self, word: str) -> int | None:
        """Return the result that a word names, in English or in this language; or None."""
        for result, english in RESULT_WORDS.items():
            if word.casefold() in (english, self.words(f"result.{english}").casefold()):
                return result
        return None

    def _mend(self, games: int, change: Callable[[], Iterable[str]]) -> Iterator[str]:
        """Change a number of games of the journal, and say what to do with the beads."""
        yield self.words("ask.games", count=games) if games > 1 else self.leaving
        machine = self.table.real
        before = [list(box) for box in machine.beads]
        lines = change()
        yield from self._leave()
        machine.read(self.journal)
        yield from lines
        changes = self.changes(_differences(before, machine.beads))
        yield self.say("undone" if changes else "undone_nothing")
        yield from changes
        yield from self.begin()

    def _change_lines(self, changes: Iterable[GameChange]) -> Iterator[str]:
        for change in changes:
            if change.after is None:
                key = "taken_back"
            elif change.before is None:
                key = "brought_back"
            else:
                key = "changed_back"
            beads = ", ".join(pick.text for pick in change.row.picks)
            yield self.say(key, number=change.row.game, beads=beads)

    def _insists(self, what: str) -> bool:
        """Return whether a statement that the journal contradicts comes for the second time."""
        again = self._doubted == what
        self._doubted = what
        return again

    def _should_be_empty(self, opened: OpenBox | None) -> bool:
        return (
            opened is not None
            and not any(opened.beads)
            and not self.journal.kit.rule.when_empty.refills
        )

    def _move_lines(self, ply: Ply) -> list[str]:
        assert isinstance(ply.opened, OpenBox) and ply.slot is not None  # noqa: S101, PT018 - a bead was picked from it
        self._doubted = ""
        move = self.table.game.move_text(ply.move)
        line = self._say_bead("picked", ply.opened.box, ply.slot, move=move)
        return [line, *self.words.stages(ply), *self.run_on()]

    def run_on(self) -> list[str]:
        """Make moves that need no box, and return them with the state or the end of the game."""
        table = self.table
        lines = []
        only = table.side.only_move()
        while only is not None:
            ply = table.report(only)
            assert ply is not None  # noqa: S101 - otherwise the move before would have been refused
            lines.append(self.say("no_box", move=table.game.move_text(only)))
            lines += self.words.stages(ply)
            only = table.side.only_move()
        if table.ended is None:
            return [*lines, *self.standing()]
        return [*lines, *self._end()]

    def standing(self) -> list[str]:
        """Return the board, and what to do."""
        table = self.table
        words = self.words
        lines = [*self._board(), *self.lead()]
        opened = table.open_box()
        if opened is None:  # moves of the machine without a box have been made
            moves = words.moves(table.legal)
            return [*lines, self.say("other", side=words.side(table.to_move), moves=moves)]
        lines.append(self.say("open", box=opened.box.id, lies=self._lies()))
        if any(opened.beads):
            key = "inside"
        elif self._should_be_empty(opened):
            key = "empty"
        else:
            key = "refill"
        beads = self._beads(opened, first=key == "refill")
        return [*lines, self.say(key, box=opened.box.id, beads=beads, draw=self.word("draw"))]

    def _board(self) -> list[str]:
        return [] if self.screened else [self.board()]

    def _beads(self, opened: OpenBox, *, first: bool = False) -> str:
        """Return the beads in a box, by the journal, or those with which it was filled at first."""
        counts = [slot.beads for slot in opened.box.slots] if first else opened.beads
        held = []
        for slot, count in enumerate(counts):
            if count:
                move = self.table.game.move_text(opened.moves[slot])
                held.append(self._say_bead("held", opened.box, slot, number=count, move=move))
        return ", ".join(held)

    def _say_bead(self, key: str, box: Box, slot: int, **values: object) -> str:
        colour = box.slots[slot].colour
        return self.say(key, box=box.id, letter=colour.letter, colour=colour.name, **values)

    def _lies(self) -> str:
        view = self.table.side.open_box()
        assert view is not None  # noqa: S101 - its box is open
        keys = [_LIES[sign] for sign in view.sign if sign in _LIES]
        if not keys:
            keys = ["otherwise" if view.sign else "same"]
        return " ".join(self.words.texts(f"web.lies_{key}") for key in keys)

    def _end(self) -> list[str]:
        table = self.table
        machine = table.real
        ended = table.ended
        assert ended is not None  # noqa: S101 - the game is over
        try:
            machine.write()
        except KitgenError as error:
            return [str(error), self.say("not_noted")]
        lines = self._board()
        if ended.resigned is not None:
            lines.append(self.say("resigned"))
        result = RESULT_WORDS[ended.outcome if machine.side == 0 else -ended.outcome]
        lines += [self.say(result), self.say("noted", number=self.last_game)]
        if any(isinstance(ply.opened, OpenBox) for ply in table.plies):
            lines.append(self.say("back_in"))
        for number, slot in machine.doubtful:
            lines.append("  " + self._say_bead("keep_out", self.journal.kit.boxes[number], slot))
        updates = ended.learned[machine.side] or ()
        changes = self.changes(
            (update.box, update.slot, update.after - update.before) for update in updates
        )
        lines += changes or [f"  {self.say('nothing')}"]
        if machine.doubtful or machine.met_empty:
            count_again = command_line("kitgen", "journal", "count", self.journal.path)
            lines.append(self.say("doubt", command=count_again))
        table.new_game()
        return [*lines, *self.begin()]

    def changes(self, changes: Iterable[tuple[int, int, int]]) -> list[str]:
        """Return the beads to put in and take out; a change is a box, a slot, and the number of
        beads to add.
        """
        lines = []
        for number, slot, amount in sorted(changes):
            if not amount:
                continue
            box = self.journal.kit.boxes[number]
            bead = box.slots[slot].colour
            key = "audit.put_in" if amount > 0 else "audit.take_out"
            text = self.words.texts(
                key, box=box.id, amount=abs(amount), colour=bead.name, letter=bead.letter
            )
            lines.append(f"  {text}")
        return lines


def _differences(
    before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]
) -> Iterator[tuple[int, int, int]]:
    """Yield each box and slot, and how many more beads are in it than before."""
    for box, (old_counts, counts) in enumerate(zip(before, after, strict=True)):
        for slot, (old, new) in enumerate(zip(old_counts, counts, strict=True)):
            yield box, slot, new - old


def sit_beside(
    journal: Journal,
    *,
    seed: int,
    side: str | None = None,
    plain: bool = False,
    templates: Templates | None = None,
) -> Guide:
    """Return the operator's guide at a real table, whose finished games go into an open journal.

    ``seed`` is for beads that nobody has picked; ``side`` is the machine's, where it serves both:
    the second if None.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from kitgen.sources.journal_start import new_journal
    >>> with (
    ...     tempfile.TemporaryDirectory() as folder,
    ...     new_journal("her", Path(folder) / "class3b.kitgen") as journal,
    ... ):
    ...     for sentence in sit_beside(journal, seed=1).answer("a1a2")[-2].split(". "):
    ...         print(sentence)
    The machine is to move
    Open box A1
    It is the mirror image of the table: left and right are swapped.
    """
    kit = journal.kit
    texts = texts_for(kit.choices.language, templates or Templates())
    number = None if side is None else seat(kit, side)
    return Guide(journal, texts, SplitMix(seed), side=number, plain=plain)
