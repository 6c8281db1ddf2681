"""What is said at the table, in the language of whoever plays: all from ``texts/LANGUAGE/play.toml``."""

from collections.abc import Sequence
from itertools import groupby

from kitgen.errors import UsageError, quoted
from kitgen.model import Game, Move
from kitgen.paper.texts import Texts
from kitgen.play.ahead.levels import level_of
from kitgen.play.figures import Figures
from kitgen.play.learners.kinds import Choice
from kitgen.play.learners.position_machine import Comparison, PositionMachine, Renumbering
from kitgen.play.learners.side_machine import OpenBox
from kitgen.play.sitting import HUMAN, MACHINE, Ended, Ply, Sitting


class Speech:
    """Sentences about games, boxes and machines.

    Attributes:
        game: the game.
        texts: the texts of the language.
    """

    def __init__(self, game: Game, texts: Texts) -> None:
        self.game = game
        self.texts = texts

    def __call__(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text of ``play.toml``."""
        return self.sentence(f"play.{key}", count=count, **values)

    def sentence(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text; one that begins with the name of a side begins with a capital."""
        text = self.texts(key, count=count, **values)
        return text[:1].upper() + text[1:] if text.startswith(str(values.get("side", "\0"))) else text

    def side(self, side: int) -> str:
        """Return the name of a side."""
        key = f"games.{self.game.name}.side.{self.game.sides[side].name}"
        return self.texts(key) if self.texts.has(key) else self.game.sides[side].name

    def parse_side(self, text: str) -> int:
        """Return the side that a word names, in this language or in English.

        Raises:
            UsageError: there is none.
        """
        for side, one in enumerate(self.game.sides):
            if text.casefold() in (one.name.casefold(), one.letter.casefold(), self.side(side).casefold()):
                return side
        raise UsageError(self("no_side", said=quoted(text), sides=", ".join(map(self.side, (0, 1)))))

    def player(self, player: str) -> str:
        """Return who plays, in words."""
        if player in (HUMAN, MACHINE):
            return self(f"player.{player}")
        level = level_of(self.game, player)
        return player if level is None else self(f"player.{level[0]}", figure=f"{level[1]:g}")

    def seated(self, side: int, player: str) -> str:
        """Return who plays a side, in a line."""
        name = self.side(side)
        return f"{name[:1].upper()}{name[1:]}: {self.player(player)}"

    def moves(self, moves: Sequence[Move]) -> str:
        """Return some moves in a line."""
        return " ".join(self.game.move_text(move) for move in moves)

    def chosen_from(self, choice: Choice, picked: int | None = None) -> str:
        """Return what a machine chooses from: its beads, slot by slot, or numbers; what is picked is in brackets."""
        moves = [self.game.move_text(move) for move in choice.moves]
        if isinstance(choice, Comparison):
            parts = [f"{move} {signed(number)}" for move, number in zip(moves, choice.numbers, strict=True)]
        else:
            slots = zip(choice.box.slots, moves, choice.beads, strict=True)
            parts = [f"{slot.colour.letter} {move} ×{count}" for slot, move, count in slots]
        return "  ".join(f"[{part}]" if number == picked else part for number, part in enumerate(parts))

    def ply(self, ply: Ply) -> list[str]:
        """Return what was done in a move, line by line."""
        who, move = self.side(ply.side), self.game.move_text(ply.move)
        lines = []
        if ply.opened is not None and ply.slot is not None:
            told = self.chosen_from(ply.opened, ply.slot)
            box = ply.opened.box.id if isinstance(ply.opened, OpenBox) else None
            lines.append(
                self("compares", side=who, numbers=told)
                if box is None
                else self("opens", side=who, box=box, beads=told)
            )
        key = "moves" if ply.player else "moves_written"
        lines.append(self(key, side=who, move=move, player=self.player(ply.player)))
        if ply.gain:
            lines.append(self("wins_points", side=who, points=ply.gain))
        return lines

    def stages(self, ply: Ply) -> list[str]:
        """Return in a line what a hand did in a move, one thing after the other; no line of a plain move."""
        stages, names = self.game.stages(ply.position, ply.move), self.game.diagram.names
        parts = []
        for act, run in groupby(stages, key=lambda stage: stage.act):
            cells = [(names[one.cell] if names else str(one.cell + 1), one.count) for one in run]
            told = [name if act == "put" else f"{name} ({count})" for name, count in cells]
            parts.append(self(f"stage.{act}", cells=" ".join(told)))
        return ["  " + "; ".join(parts)] if parts else []

    def outcome(self, ended: Ended) -> str:
        """Return who has won."""
        return self("drawn") if not ended.outcome else self("won", side=self.side(0 if ended.outcome == 1 else 1))

    def ended(self, sitting: Sitting, ended: Ended) -> list[str]:
        """Return how a game ended, and what each side has learned from it."""
        lines = []
        if ended.resigned is not None:
            lines.append(self("resigned", side=self.side(ended.resigned)))
        lines.append(self.outcome(ended))
        for side, machine in enumerate(sitting.machines):
            updates = ended.learned[side]
            if machine is None or sitting.players[side] not in (HUMAN, MACHINE):
                continue
            if updates is None:
                lines.append(self("learned.off" if not machine.learns else "learned.strayed", side=self.side(side)))
            elif isinstance(machine, PositionMachine):
                lines.append(self.lesson(side, machine.lesson))
            elif not updates:
                lines.append(self("learned.nothing", side=self.side(side)))
            for update in updates or ():
                assert not isinstance(machine, PositionMachine)  # noqa: S101 - it changes no beads
                box = machine.kit.boxes[update.box]
                letter = box.slots[update.slot].colour.letter
                lines.append(
                    self("learned.bead", side=self.side(side), box=box.id, letter=letter, before=update.before,
                         after=update.after)
                )  # fmt: skip
        return lines

    def lesson(self, side: int, lesson: Renumbering) -> str:
        """Return what a game has done to the numbers of a machine."""
        if not lesson.positions:
            return self("learned.no_number", side=self.side(side))
        return self("numbers", count=lesson.positions, side=self.side(side), amount=signed(lesson.amount))

    def standing(self, figures: Figures) -> str:
        """Return how far a machine has come: its level, or how many positions it has met."""
        if figures.positions is not None:
            return self("screen.positions", positions=figures.positions)
        return self("screen.level", level=figures.level)

    def figures(self, side: int, figures: Figures) -> str:
        """Return how a machine stands, in a line."""
        parts = [
            self("figures", side=self.side(side), standing=self.standing(figures), games=figures.games,
                 won=figures.won, drawn=figures.drawn, lost=figures.lost, rate=figures.rate or "–"),
            self.perfection(figures),
        ]  # fmt: skip
        return " · ".join(part for part in parts if part)

    def perfection(self, figures: Figures) -> str:
        """Return in words whether a machine can still lose."""
        if figures.perfect is None:
            return ""
        if not figures.perfect:
            return self("perfect.no")
        return self("perfect.since", game=figures.perfect_since) if figures.perfect_since else self("perfect.yes")


def signed(number: int) -> str:
    """Return a number with its sign, and 0 without.

    >>> [signed(number) for number in (2, 0, -1)]
    ['+2', '0', '-1']
    """
    return f"{number:+d}" if number else "0"
