"""The operator's guide, line by line: it is told what is played on a real table, and says what to do with the boxes."""

from collections.abc import Iterable, Mapping

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.machine.rng import Rng
from kitgen.model import Move, only_mirror
from kitgen.paper.find.views import lie_of, view_at
from kitgen.paper.pictures.signs import board_text
from kitgen.paper.texts import Texts
from kitgen.play.conversation import Command, Conversation
from kitgen.play.guide.commands import COMMANDS
from kitgen.play.guide.real import RealTable
from kitgen.play.learners.side_machine import OpenBox
from kitgen.play.sitting import Ended, Ply
from kitgen.play.speech import Speech
from kitgen.session.session import Session

#: What the web page calls the ways in which a box lies after so many quarter turns clockwise.
_TURNED = ("", "right", "round", "left")


class Guide(Conversation):
    """A conversation beside a real table, whose games go into a journal one by one.

    Attributes:
        journal: the journal, open to be written.
        table: the game at hand, as it was told.
    """

    def __init__(
        self, journal: Session, texts: Texts, rng: Rng, *, side: int | None = None, plain: bool = False
    ) -> None:
        """Sit down beside the table.

        Args:
            journal: the journal, open to be written.
            texts: the texts of the language.
            rng: where beads come from that nobody has picked.
            side: the side that the machine plays; None where it plays only one.
            plain: True for boards in ASCII.
        """
        super().__init__(Speech(journal.kit.game, texts), plain=plain)
        self.journal = journal
        self.table = RealTable(journal, journal.kit.players[-1] if side is None else side, rng)
        self._doubted = ""

    def say(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text of ``session-play.toml``."""
        return self.words.sentence(f"session-play.{key}", count=count, **values)

    def word(self, command: str) -> str:
        """Return the word of a command: its own, or what it is called at the table of ``kitgen play``."""
        own = f"session-play.word.{command}"
        return self.texts(own) if self.texts.has(own) else super().word(command)

    @property
    def table_of_commands(self) -> Mapping[str, Command]:
        """All commands by their English words."""
        return COMMANDS

    @property
    def farewell(self) -> str:
        """What is said last."""
        return self.say("bye_unended" if self.table.plies else "bye")

    def greeting(self) -> list[str]:
        """Return what is said first."""
        kit = self.journal.kit
        return [
            self.say("title", kit=kit.title, path=self.journal.path.name, rule=self.journal.rule_name),
            self.say("how", draw=self.word("draw"), help=self.word("help")),
            *([self.say("click")] if self.screened else []),
            *self.begin(),
        ]

    @property
    def last_game(self) -> int:
        """The number of the last game that is noted; 0 before the first."""
        rows = self.journal.games()
        return rows[-1].game if rows else 0

    def begin(self) -> list[str]:
        """Return what is said when the pieces have been set up."""
        machine = self.words.side(self.table.machine.side)
        lines = ["", self.say("game", number=self.last_game + 1, side=machine)]
        if len(self.journal.kit.players) > 1:
            lines.append(self.say("sides", side=self.word("side")))
        return [*lines, *self.run_on()]

    def entered(self) -> Iterable[str]:
        """Let the machine give up at a box that should be empty, note what could not be noted, or show the board."""
        table = self.table
        if table.ended is not None:
            return self._end()
        if table.machine_moves and self._should_be_empty():
            return self.give_up()
        return self.standing()

    def told(self, line: str) -> Iterable[str]:
        """Take a move of the other side, or the bead that was picked."""
        table = self.table
        if table.ended is not None:
            return self._end()
        opened = table.open_box()
        if table.machine_moves and isinstance(opened, OpenBox):
            return self._picked(opened, self._bead(opened, line))
        return self._moved(self._move(line))

    def _move(self, line: str) -> Move:
        """Return the move on the table that a line says."""
        try:
            return self.table.read_move(line)
        except UsageError:
            legal = self.words.moves(self.table.legal)
            raise UsageError(self.words("no_move", said=quoted(line), moves=legal)) from None

    def _bead(self, opened: OpenBox, line: str) -> int:
        """Return the slot that a line names: by letter or colour, or by its move on the table.

        Raises:
            UsageError: there is none, or it may be two.
        """
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
        move = self._move(line)
        slot = self.table.machine.slot_of(self.table.position, move)
        if slot is None:
            raise UsageError(self.say("no_bead", box=opened.box.id, move=game.move_text(move)))
        return slot

    def _picked(self, opened: OpenBox, number: int) -> list[str]:
        """Hear which bead was picked; one that should not be there is asked for twice."""
        slot = opened.box.slots[number]
        filled = self.journal.kit.rule.when_empty.refills and not any(opened.beads)
        if not opened.beads[number] and not filled and not self._insists(f"{opened.box.id} {slot.colour.key}"):
            return [self.say("gone", box=opened.box.id, letter=slot.colour.letter, colour=slot.colour.name)]
        return self._tell(self.table.play(opened.moves[number]))

    def _moved(self, move: Move) -> list[str]:
        """Hear of a move of the other side; one after which the machine has no box is taken back."""
        table = self.table
        self._doubted = ""
        ply = table.play(move)
        if table.machine_moves and not table.machine.knows(table.position):
            table.take_back()
            return [self.say("no_answer", move=table.game.move_text(move)), *self.standing()]
        return [*self.words.stages(ply), *self.run_on()]

    def draw(self) -> list[str]:
        """Pick a bead for the class."""
        ply = self.table.draw()
        return self._end() if ply is None else self._tell(ply)

    def give_up(self) -> list[str]:
        """Hear that the box is empty; one that should not be is asked about twice."""
        opened = self.table.open_box()
        if not self.table.machine_moves or not isinstance(opened, OpenBox):
            raise UsageError(self.words("no_box_here"))
        if any(opened.beads) and not self._insists(f"{opened.box.id} empty"):
            return [self.say("full", box=opened.box.id, beads=self._beads(opened), empty=self.word("empty"))]
        self.table.give_up()
        return self._end()

    def _insists(self, what: str) -> bool:
        """Return whether something that the journal contradicts is said for the second time."""
        again, self._doubted = self._doubted == what, what
        return again

    def _should_be_empty(self) -> bool:
        """Return whether the box that is to be opened should hold no bead, and ends the game so."""
        opened = self.table.open_box()
        return isinstance(opened, OpenBox) and not any(opened.beads) and not self.journal.kit.rule.when_empty.refills

    def _tell(self, ply: Ply) -> list[str]:
        """Return which move a bead stands for, and what follows."""
        assert isinstance(ply.opened, OpenBox)  # noqa: S101 - a bead was picked from it
        assert ply.slot is not None  # noqa: S101 - the bead's
        self._doubted = ""
        colour = ply.opened.box.slots[ply.slot].colour
        move = self.table.game.move_text(ply.move)
        said = self.say("picked", letter=colour.letter, colour=colour.name, box=ply.opened.box.id, move=move)
        return [said, *self.words.stages(ply), *self.run_on()]

    def run_on(self) -> list[str]:
        """Return what happens until somebody has to say something: moves without a box, and the end of the game."""
        table, lines = self.table, []
        while table.machine_moves and table.open_box() is None:
            only = self.journal.kit.unboxed(table.position)
            assert only is not None  # noqa: S101 - otherwise the move before would have been taken back
            ply = table.play(only)
            lines += [self.say("no_box", move=table.game.move_text(only)), *self.words.stages(ply)]
        return [*lines, *(self.standing() if table.ended is None else self._end())]

    def standing(self) -> list[str]:
        """Return the board, and what is to be done."""
        table, words = self.table, self.words
        lines = self._board()
        if table.game.scoring:
            lines.append(words("lead", side=words.side(0), points=f"{table.lead:+d}"))
        if not table.machine_moves:
            return [*lines, self.say("other", side=words.side(table.to_move), moves=words.moves(table.legal))]
        opened = table.open_box()
        assert isinstance(opened, OpenBox)  # noqa: S101 - moves without a box have been made
        lines.append(self.say("open", box=opened.box.id, lies=self._lies()))
        key = "inside" if any(opened.beads) else "refill" if not self._should_be_empty() else "empty"
        beads = self._beads(opened, first=key == "refill")
        return [*lines, self.say(key, box=opened.box.id, beads=beads, draw=self.word("draw"))]

    def _board(self) -> list[str]:
        """Return the board, where no screen shows it."""
        table = self.table
        return [] if self.screened else [board_text(table.game, table.position, plain=self.plain, counted=True)]

    def _beads(self, opened: OpenBox, *, first: bool = False) -> str:
        """Return the beads in a box, each with its move on the table.

        Args:
            opened: the box.
            first: True for those that it held at first.
        """
        game, parts = self.table.game, []
        for slot, move, now in zip(opened.box.slots, opened.moves, opened.beads, strict=True):
            count = slot.beads if first else now
            if count:
                parts.append(f"{count} {slot.colour.name} ({slot.colour.letter}) {game.move_text(move)}")
        return ", ".join(parts)

    def _lies(self) -> str:
        """Return how the box lies beside the board."""
        kit, position = self.journal.kit, self.table.position
        view = view_at(kit, position)
        assert view is not None  # noqa: S101 - it has a box
        if not view.sign:
            return self.texts("web.say.lies_same")
        lie = lie_of(kit.game.diagram, view.symmetry)
        if only_mirror(kit.game) is not None:
            return self.texts("web.say.lies_mirrored")
        if lie is None:
            return self.texts("web.say.lies_otherwise")
        turned = [self.texts(f"web.say.lies_{_TURNED[lie.quarters]}")] if lie.quarters else []
        return " ".join([*turned, *([self.texts("web.say.lies_mirrored")] if lie.swapped else [])])

    def _end(self) -> list[str]:
        """Note the game that has ended, say what to do with its beads, and set up the next one."""
        table, machine = self.table, self.table.machine
        ended = table.ended
        assert ended is not None  # noqa: S101 - the game is over
        try:
            machine.write()
        except KitgenError as error:
            return [str(error), self.say("not_noted")]
        lines = self._board()
        lines += [self.say("resigned")] if ended.resigned is not None else []
        lines += [
            self.say(("drawn", "won", "lost")[ended.outcome_of(machine.side)]),
            self.say("noted", number=self.last_game),
        ]
        lines += self._lesson(ended)
        table.new_game()
        return [*lines, *self.begin()]

    def _lesson(self, ended: Ended) -> list[str]:
        """Return what to do with the beads after a game, box by box."""
        machine, boxes = self.table.machine, self.journal.kit.boxes
        lines = [self.say("back_in")] if any(isinstance(ply.opened, OpenBox) for ply in self.table.plies) else []
        for number, place in machine.doubtful:
            colour = boxes[number].slots[place].colour
            told = self.say("keep_out", box=boxes[number].id, letter=colour.letter, colour=colour.name)
            lines.append(f"  {told}")
        updates = ended.learned[machine.side] or ()
        changes = [(update.box, update.slot, update.after - update.before) for update in updates]
        lines += self.changes(changes) or [f"  {self.say('nothing')}"]
        return [*lines, self.say("doubt")] if machine.doubtful or machine.found_empty else lines

    def changes(self, changes: Iterable[tuple[int, int, int]]) -> list[str]:
        """Return what to put in and take out, box by box.

        Args:
            changes: for a slot of a box how many beads; negative for out.
        """
        lines = []
        for number, place, amount in sorted(changes):
            box, key = self.journal.kit.boxes[number], "put_in" if amount > 0 else "take_out"
            colour = box.slots[place].colour
            told = self.texts(f"audit.{key}", box=box.id, amount=abs(amount), colour=colour.name, letter=colour.letter)
            lines.append(f"  {told}")
        return lines
