"""The operator's guide: it is given the moves played on a real table and says what to do with the boxes."""

from collections.abc import Iterable, Iterator

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.journal.journal import Journal
from kitgen.machine.paper_machine import Table
from kitgen.model import Move, Rng, only_mirror
from kitgen.paper.card.board import named_board_text
from kitgen.paper.finder_index import SWAPPED, UPENDED, lie_of, view_at
from kitgen.paper.texts import Texts
from kitgen.play.conversation import Conversation, board_, by_word, help_, moves_, quit_
from kitgen.play.learners import OpenBox, SideMachine
from kitgen.play.sitting import HUMAN, MACHINE, Ply, Sitting
from kitgen.play.speech import Speech


class RealMachine(SideMachine):
    """A machine whose beads a person picks from real boxes, which may hold other beads than its journal says.

    Attributes:
        doubtful: this game's beads that should not have been in their boxes, each as box and slot.
        found_empty: whether a box was empty in this game that should hold beads.
    """

    def __init__(self, journal: Journal, side: int) -> None:
        self.doubtful: list[tuple[int, int]] = []
        self.found_empty = False
        super().__init__(journal.kit, side, journal)

    def told(self, table: Table, move: Move) -> None:
        """Accept a move as that of a picked bead, even one that should not be there."""
        opened, slot = self.opened(table.position), self.slot_of(table.position, move)
        filled = self.rule.when_empty.refills and opened is not None and not any(opened.beads)
        if opened is None or slot is None or opened.beads[slot] or filled:
            super().told(table, move)
        else:
            self.picked.append((opened.number, slot))
            self.doubtful.append((opened.number, slot))

    def give_up(self, opened: OpenBox) -> None:
        """Give up at a box that is empty on the real table."""
        self._resigned = True
        self.found_empty = any(opened.beads)

    def forget(self) -> None:
        """Leave the game, finished or not."""
        super().forget()
        self.doubtful, self.found_empty = [], False

    def note(self) -> None:
        """Leave the finished game to ``write``, which can be repeated after a failure."""

    def write(self) -> None:
        """Record the finished game in a transaction of its own; when this returns it is on the disk.

        Raises:
            OutputError: it cannot be written; it stays pending.
        """
        rows = list(self._waiting)
        try:
            super().note()
        except KitgenError:
            self._waiting = rows
            raise

    def read_again(self) -> None:
        """Take beads and results from the journal."""
        if self.journal is not None:
            self._read(self.journal)


class RealTable(Sitting):
    """A sitting whose moves are reported by a person at the real table."""

    def __init__(self, journal: Journal, side: int, rng: Rng) -> None:
        self.machine = RealMachine(journal, side)
        super().__init__(journal.kit.game, [None, None], journal.kit.oracle, rng)
        self.seat_machine(side)

    def seat_machine(self, side: int) -> None:
        """Let the machine play a side, and begin a new game."""
        self.machine.side = side
        self.machines[side], self.machines[1 - side] = self.machine, None
        self.new_game()

    @property
    def machine_moves(self) -> bool:
        """Whether the machine is to move."""
        return self.ended is None and self.to_move == self.machine.side

    def called(self, side: int) -> str:
        """Return the name of a side's player; empty without one."""
        return self.names[side]

    def draw(self) -> Ply | None:
        """Pick a bead for the machine and make its move; None if its box is empty and the game has ended."""
        self.players[self.machine.side] = MACHINE
        try:
            return self.make()
        finally:
            self.players[self.machine.side] = HUMAN

    def give_up(self, opened: OpenBox) -> None:
        """Let the machine give up: its box is empty on the real table."""
        self.machine.give_up(opened)
        self._given_up()

    def take_back(self) -> bool:
        """Take back the last reported move and what came after it; return whether there was one."""
        reported = [ply for ply in self.plies if ply.side != self.machine.side or ply.opened is not None]
        if not reported:
            return False
        moves = [ply.move for ply in self.plies[: self.plies.index(reported[-1])]]
        self.new_game()
        for move in moves:
            self.play(move)
        return True


# The commands, beside moves and beads.

#: The highest number of a game.
MOST_GAMES = 9_999_999


def draw_(guide: "Guide", _rest: list[str]) -> Iterator[str]:
    """Pick a bead for the class."""
    if not guide.table.machine_moves:
        raise UsageError(guide.words("no_box_here"))
    yield from guide.draw()


def empty_(guide: "Guide", _rest: list[str]) -> Iterator[str]:
    """Report that the box is empty."""
    yield from guide.give_up()


def back_(guide: "Guide", _rest: list[str]) -> Iterator[str]:
    """Take back the last move, of either side."""
    if not guide.table.take_back():
        raise UsageError(guide.say("no_move_back", undo=guide.word("undo")))
    yield from guide.run_on()


def new_(guide: "Guide", _rest: list[str]) -> Iterator[str]:
    """Leave the game and begin another."""
    yield from _leave(guide)
    guide.table.new_game()
    yield from guide.begin()


def undo_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Take back the last recorded game, or all after a given one, and say what to do with the beads."""
    number = guide.number(rest, -1, MOST_GAMES, least=0)
    machine = guide.table.machine
    before = [list(box) for box in machine.beads]
    undone = guide.journal.undo(None if number < 0 else number)
    yield from _leave(guide)
    machine.read_again()
    for change in undone:
        row = change.row
        key = "taken_back" if change.after is None else "brought_back" if change.before is None else "changed_back"
        yield guide.say(key, number=row.game, beads=", ".join(pick.text for pick in row.picks))
    changes = guide.changes(
        (box, slot, now - was)
        for box, (counts, old) in enumerate(zip(machine.beads, before, strict=True))
        for slot, (now, was) in enumerate(zip(counts, old, strict=True))
        if now != was
    )
    yield guide.say("undone" if changes else "undone_nothing")
    yield from changes
    guide.table.new_game()
    yield from guide.begin()


def _leave(guide: "Guide") -> Iterator[str]:
    if guide.table.plies:
        yield guide.say("left")


def box_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Show a box by its name, with the beads that it should hold; the open one without a name."""
    if not rest:
        yield from guide.standing()
        return
    kit, name = guide.journal.kit, rest[0].casefold()
    number = next((number for number, box in enumerate(kit.boxes) if box.id.casefold() == name), None)
    if number is None:
        raise UsageError(guide.words("no_box", said=quoted(rest[0])))
    box = kit.boxes[number]
    yield named_board_text(kit.game, box.position, plain=guide.plain)
    slots = zip(box.slots, guide.table.machine.beads[number], strict=True)
    beads = ", ".join(
        f"{count} {slot.colour.name} ({slot.colour.letter}) {kit.game.move_text(slot.moves[0])}"
        for slot, count in slots
    )
    yield guide.words("box", box=box.id, beads=beads)


def opponent_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Name the opponent, for the journal."""
    name, side = " ".join(rest)[:40], 1 - guide.table.machine.side
    guide.table.names[side] = name
    yield guide.words("called", side=guide.words.side(side), name=name or "–")


def side_(guide: "Guide", rest: list[str]) -> Iterator[str]:
    """Let the machine play the other side, if it serves both, and begin a new game."""
    now = guide.table.machine.side
    side = guide.words.parse_side(rest[0]) if rest else 1 - now
    if side not in guide.journal.kit.players:
        raise UsageError(guide.say("one_side", side=guide.words.side(now)))
    yield from _leave(guide)
    guide.table.seat_machine(side)
    yield from guide.begin()


def status_(guide: "Guide", _rest: list[str]) -> Iterator[str]:
    """Show the machine's results."""
    now = guide.journal.status()
    yield guide.say("status", games=now.games, won=now.won, drawn=now.drawn, lost=now.lost, beads=now.beads)
    if now.empty:
        yield guide.say("empty_boxes", boxes=", ".join(now.empty))


#: The texts for a box turned clockwise by so many quarters.
_TURNED = ("", "right", "round", "left")
_SWAPPED = {SWAPPED: "mirrored", UPENDED: "upended"}


class Guide(Conversation):
    """A conversation beside a real table, whose games go into a journal one by one."""

    COMMANDS = by_word(help_, board_, moves_, draw_, empty_, back_, new_, undo_, box_, opponent_, side_, status_, quit_)

    def __init__(
        self, journal: Journal, texts: Texts, rng: Rng, *, side: int | None = None, plain: bool = False
    ) -> None:
        super().__init__(Speech(journal.kit.game, texts), plain=plain)
        self.journal = journal
        self.table = RealTable(journal, journal.kit.players[-1] if side is None else side, rng)
        self._doubted = ""

    def say(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text of ``journal-play.toml``."""
        return self.words.sentence(f"journal-play.{key}", count=count, **values)

    def word(self, command: str) -> str:
        """Return the word of a command: its own, or that of ``kitgen play``."""
        own = f"journal-play.word.{command}"
        return self.texts(own) if self.texts.has(own) else super().word(command)

    @property
    def sitting(self) -> Sitting:
        """The game on the table."""
        return self.table

    @property
    def farewell(self) -> str:
        """The last line."""
        return self.say("bye_unended" if self.table.plies else "bye")

    def greeting(self) -> list[str]:
        """Return the first lines."""
        kit = self.journal.kit
        return [
            self.say("title", kit=kit.title, path=self.journal.path.name, rule=self.journal.rule_name),
            self.say("how", draw=self.word("draw"), help=self.word("help")),
            *([self.say("click")] if self.screened else []),
            *self.begin(),
        ]

    @property
    def last_game(self) -> int:
        """The number of the last recorded game; 0 before the first."""
        rows = self.journal.games()
        return rows[-1].game if rows else 0

    def begin(self) -> list[str]:
        """Return the first lines of a game."""
        lines = ["", self.say("game", number=self.last_game + 1, side=self.words.side(self.table.machine.side))]
        if len(self.journal.kit.players) > 1:
            lines.append(self.say("sides", side=self.word("side")))
        return [*lines, *self.run_on()]

    def entered(self) -> Iterable[str]:
        """Give up at a box that should be empty, record a game that is still pending, or show the board."""
        table = self.table
        if table.ended is not None:
            return self._end()
        if table.machine_moves and self._should_be_empty():
            return self.give_up()
        return self.standing()

    def told(self, line: str) -> Iterable[str]:
        """Accept a move of the other side, or the picked bead."""
        table = self.table
        if table.ended is not None:
            return self._end()
        opened = table.open_box()
        if table.machine_moves and isinstance(opened, OpenBox):
            return self._picked(opened, self._bead(opened, line))
        move = self.read_move(line)
        self._doubted = ""
        ply = table.play(move)
        if table.machine_moves and not table.machine.knows(table.position):
            table.take_back()
            return [self.say("no_answer", move=table.game.move_text(move)), *self.standing()]
        return [*self.words.stages(ply), *self.run_on()]

    def _bead(self, opened: OpenBox, line: str) -> int:
        word, slots = line.casefold(), opened.box.slots
        named = {
            number
            for number, slot in enumerate(slots)
            if word in (slot.colour.letter.casefold(), slot.colour.key.casefold(), slot.colour.name.casefold())
        }
        game = self.table.game
        named |= {number for number, move in enumerate(opened.moves) if game.move_text(move).casefold() == word}
        if len(named) == 1:
            return named.pop()
        if named:
            colours = " / ".join(slots[number].colour.name for number in sorted(named))
            raise UsageError(self.say("two_beads", said=quoted(line), colours=colours))
        move = self.read_move(line)
        slot = self.table.machine.slot_of(self.table.position, move)
        if slot is None:
            raise UsageError(self.say("no_bead", box=opened.box.id, move=game.move_text(move)))
        return slot

    def _picked(self, opened: OpenBox, number: int) -> list[str]:
        slot = opened.box.slots[number]
        filled = self.journal.kit.rule.when_empty.refills and not any(opened.beads)
        if not opened.beads[number] and not filled and not self._insists(f"{opened.box.id} {slot.colour.key}"):
            return [self.say("gone", box=opened.box.id, letter=slot.colour.letter, colour=slot.colour.name)]
        return self._move_lines(self.table.play(opened.moves[number]))

    def draw(self) -> list[str]:
        """Pick a bead for the class."""
        ply = self.table.draw()
        return self._end() if ply is None else self._move_lines(ply)

    def give_up(self) -> list[str]:
        """Accept that the box is empty; one that should not be, only the second time."""
        opened = self.table.open_box()
        if not self.table.machine_moves or not isinstance(opened, OpenBox):
            raise UsageError(self.words("no_box_here"))
        if any(opened.beads) and not self._insists(f"{opened.box.id} empty"):
            return [self.say("full", box=opened.box.id, beads=self._beads(opened), empty=self.word("empty"))]
        self.table.give_up(opened)
        return self._end()

    def _insists(self, what: str) -> bool:
        """Return whether a statement that the journal contradicts comes for the second time."""
        again, self._doubted = self._doubted == what, what
        return again

    def _should_be_empty(self) -> bool:
        opened = self.table.open_box()
        return isinstance(opened, OpenBox) and not any(opened.beads) and not self.journal.kit.rule.when_empty.refills

    def _move_lines(self, ply: Ply) -> list[str]:
        assert isinstance(ply.opened, OpenBox)  # noqa: S101 - a bead was picked from it
        assert ply.slot is not None  # noqa: S101 - the bead's
        self._doubted = ""
        colour = ply.opened.box.slots[ply.slot].colour
        move = self.table.game.move_text(ply.move)
        line = self.say("picked", letter=colour.letter, colour=colour.name, box=ply.opened.box.id, move=move)
        return [line, *self.words.stages(ply), *self.run_on()]

    def run_on(self) -> list[str]:
        """Make moves that need no box, and return them with the state or the end of the game."""
        table, lines = self.table, []
        while table.machine_moves and table.open_box() is None:
            only = self.journal.kit.unboxed(table.position)
            assert only is not None  # noqa: S101 - otherwise the move before would have been taken back
            ply = table.play(only)
            lines += [self.say("no_box", move=table.game.move_text(only)), *self.words.stages(ply)]
        return [*lines, *(self.standing() if table.ended is None else self._end())]

    def standing(self) -> list[str]:
        """Return the board, and what to do."""
        table, words = self.table, self.words
        lines = [*self._board(), *self.lead()]
        if not table.machine_moves:
            return [*lines, self.say("other", side=words.side(table.to_move), moves=words.moves(table.legal))]
        opened = table.open_box()
        assert isinstance(opened, OpenBox)  # noqa: S101 - moves without a box have been made
        lines.append(self.say("open", box=opened.box.id, lies=self._lies()))
        key = "inside" if any(opened.beads) else "refill" if not self._should_be_empty() else "empty"
        beads = self._beads(opened, first=key == "refill")
        return [*lines, self.say(key, box=opened.box.id, beads=beads, draw=self.word("draw"))]

    def _board(self) -> list[str]:
        return [] if self.screened else [self.board()]

    def _beads(self, opened: OpenBox, *, first: bool = False) -> str:
        slots = opened.box.slots
        counts = [slot.beads for slot in slots] if first else opened.beads
        return ", ".join(
            f"{count} {slot.colour.name} ({slot.colour.letter}) {self.table.game.move_text(move)}"
            for slot, move, count in zip(slots, opened.moves, counts, strict=True)
            if count
        )

    def _lies(self) -> str:
        kit, keys = self.journal.kit, list[str]()
        view = view_at(kit, self.table.position)
        assert view is not None  # noqa: S101 - it has a box
        lie = lie_of(kit.game.diagram, view.symmetry)
        if not view.sign:
            keys.append("same")
        elif only_mirror(kit.game) is not None:
            keys.append("mirrored")
        elif lie is None:
            keys.append("otherwise")
        else:
            keys += [_TURNED[lie.quarters]] * bool(lie.quarters) + ([_SWAPPED[lie.mirror]] if lie.swapped else [])
        return " ".join(self.texts(f"web.say.lies_{key}") for key in keys)

    def _end(self) -> list[str]:
        table, machine = self.table, self.table.machine
        ended = table.ended
        assert ended is not None  # noqa: S101 - the game is over
        try:
            machine.write()
        except KitgenError as error:
            return [str(error), self.say("not_noted")]
        lines = self._board()
        if ended.resigned is not None:
            lines.append(self.say("resigned"))
        lines.append(self.say(("drawn", "won", "lost")[ended.outcome_of(machine.side)]))
        lines.append(self.say("noted", number=self.last_game))
        if any(isinstance(ply.opened, OpenBox) for ply in table.plies):
            lines.append(self.say("back_in"))
        for number, slot in machine.doubtful:
            box = self.journal.kit.boxes[number]
            colour = box.slots[slot].colour
            lines.append("  " + self.say("keep_out", box=box.id, letter=colour.letter, colour=colour.name))
        updates = ended.learned[machine.side] or ()
        changes = self.changes((update.box, update.slot, update.after - update.before) for update in updates)
        lines += changes or [f"  {self.say('nothing')}"]
        if machine.doubtful or machine.found_empty:
            lines.append(self.say("doubt"))
        table.new_game()
        return [*lines, *self.begin()]

    def changes(self, changes: Iterable[tuple[int, int, int]]) -> list[str]:
        """Return the beads to put in and take out; a change is a box, a slot, and the number of beads to add."""
        lines = []
        for number, slot, amount in sorted(changes):
            box, key = self.journal.kit.boxes[number], "put_in" if amount > 0 else "take_out"
            colour, count = box.slots[slot].colour, abs(amount)
            lines.append(
                "  " + self.texts(f"audit.{key}", box=box.id, amount=count, colour=colour.name, letter=colour.letter)
            )
        return lines
