"""The table in lines of text: each line that is typed gets an answer, in any terminal, pipe or screen reader.

The screens send what is typed through here as well, so that every command means the same in both.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kitgen.errors import UsageError, quoted
from kitgen.paper.pictures.signs import board_text
from kitgen.paper.texts import Texts
from kitgen.play.commands import COMMANDS
from kitgen.play.conversation import Command, Conversation
from kitgen.play.host import Host
from kitgen.play.sitting import HUMAN, Ended, Ply
from kitgen.play.speech import Speech


class Console(Conversation):
    """A conversation about one sitting.

    Attributes:
        host: who looks after the sitting.
        advance: is told, in automatic learning and analysis, how much is done, and of how much; or None.
    """

    def __init__(
        self, host: Host, texts: Texts, *, plain: bool = False, advance: Callable[[int, int], object] | None = None
    ) -> None:
        """Begin.

        Args:
            host: who looks after the sitting.
            texts: the texts of the language.
            plain: True for boards in ASCII.
            advance: is told, in automatic learning and analysis, how much is done, and of how much.
        """
        super().__init__(Speech(host.sitting.game, texts), plain=plain)
        self.host = host
        self.advance = advance
        self._told: Ended | None = None

    @property
    def farewell(self) -> str:
        """What is said last."""
        return self.words("bye" if self.host.keeps else "bye_unkept")

    @property
    def table_of_commands(self) -> Mapping[str, Command]:
        """All commands by their English words."""
        return COMMANDS

    def greeting(self) -> list[str]:
        """Return what is said first: the game, who plays, and the board."""
        host, words = self.host, self.words
        sitting = host.sitting
        lines = [host.kit.title if host.kit else sitting.game.spec]
        lines += [words.seated(side, sitting.players[side]) for side in (0, 1)]
        if host.kit is not None:
            lines.append(self._kept())
            if host.machine(host.side).results:
                lines.append(words.figures(host.side, host.figures(host.side)))
        lines.append(words("hint"))
        if host.file is not None:
            self.heard()
            lines.append(self.written_game())
        return [*lines, *self.run_on()]

    def _kept(self) -> str:
        """Return where the machine is kept, or why it is not."""
        host = self.host
        if host.saves is None:
            return self.words("not_kept")
        if not host.keeps:
            return self.words("cannot_keep")
        return self.words("kept", name=host.name, folder=host.saves.folder)

    def written_game(self) -> str:
        """Return which game of which file lies on the table."""
        host = self.host
        assert host.file is not None  # noqa: S101 - one has been opened
        games, file = len(host.file), host.file.path.name
        return self.words("game_of", number=host.number, games=games, file=file, note=host.note).rstrip(" :")

    def entered(self) -> Iterable[str]:
        """Let the game go on."""
        return COMMANDS["go"](self, [])

    def told(self, line: str) -> Iterable[str]:
        """Make a move for whoever sits at the keyboard."""
        sitting, words = self.host.sitting, self.words
        if sitting.opened and sitting.looks_back:
            sitting.go_on_from_shown()
        if sitting.ended is not None:
            sitting.new_game()
        if not sitting.waits:
            raise UsageError(words("not_your_move", side=words.side(sitting.to_move)))
        try:
            move = sitting.read_move(line)
        except UsageError:
            raise UsageError(words("no_move", said=quoted(line), moves=words.moves(sitting.legal))) from None
        ply = sitting.play(move)
        return [*self._told_of(replace(ply, opened=None)), *self.run_on()]

    def run_on(self) -> list[str]:
        """Return what happens until somebody at the keyboard has to move, or the game ends; and how it stands then."""
        sitting = self.host.sitting
        lines: list[str] = []
        if self.screened:
            return lines
        if sitting.looks_back or (sitting.opened and sitting.ended is not None and self.is_told()):
            return self.standing()
        while HUMAN in sitting.players and not sitting.waits and sitting.ended is None:
            lines += self.step()
        if sitting.ended is None:
            return [*lines, *self.standing()]
        if sitting.ended is not self._told:
            lines += self._after()
        if HUMAN in sitting.players:
            sitting.new_game()
            lines += ["", self.words("new_game"), *self.run_on()]
        return lines

    def step(self) -> list[str]:
        """Make one move for a side that nobody at the keyboard plays."""
        ply = self.host.sitting.make()
        return [] if ply is None else self._told_of(ply)

    def _told_of(self, ply: Ply) -> list[str]:
        """Return what was done in a move; where no screen shows it, also what the hand did on the board."""
        return self.words.ply(ply) if self.screened else [*self.words.ply(ply), *self.words.stages(ply)]

    def _after(self) -> list[str]:
        """Return how the game ended, and what the machines have learned."""
        host, words = self.host, self.words
        ended = host.sitting.ended
        assert ended is not None  # noqa: S101 - the game is over
        self._told = ended
        lines = [self._board(), *words.ended(host.sitting, ended)]
        return [*lines, words.figures(host.side, host.figures(host.side))] if host.kit else lines

    def heard(self) -> None:
        """Take the end of the game for told."""
        self._told = self.host.sitting.ended

    def is_told(self) -> bool:
        """Return whether the end of the game has been told of."""
        return self._told is self.host.sitting.ended

    def standing(self) -> list[str]:
        """Return the board, and who has to move."""
        sitting, words = self.host.sitting, self.words
        lines = [self._board()]
        if sitting.game.scoring:
            lines.append(words("lead", side=words.side(0), points=f"{sitting.lead:+d}"))
        return [*lines, self.state()]

    def state(self) -> str:
        """Return in a line how the game stands."""
        sitting, words = self.host.sitting, self.words
        side = words.side(sitting.to_move)
        if sitting.looks_back:
            key = "shown_opened" if sitting.opened else "shown"
            return words(key, shown=sitting.shown, moves=len(sitting.plies))
        if sitting.ended is not None:
            return words.outcome(sitting.ended)
        if sitting.waits:
            return words("your_move", side=side, moves=words.moves(sitting.legal))
        return words("its_move", side=side, player=words.player(sitting.players[sitting.to_move]))

    def _board(self) -> str:
        sitting = self.host.sitting
        return board_text(sitting.game, sitting.position, plain=self.plain, counted=True)

    def side(self, rest: Sequence[str]) -> int:
        """Return the side that is named, or else that of the machine."""
        return self.words.parse_side(rest[0]) if rest else self.host.side
