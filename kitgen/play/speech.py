"""Sentences of the table in the player's language, from ``texts/LANGUAGE/play.toml``."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.kit.kit import Kit
from kitgen.model import Game, Move
from kitgen.paper.spoken_game import Spoken, spoken_title, victory
from kitgen.play.learners import Choice, Comparison, Figures, PositionMachine
from kitgen.play.saves import Saved
from kitgen.play.sitting import HUMAN, MACHINE, Ended, Ply, Sitting, level_of
from kitgen.reading.templates import capitalised
from kitgen.reading.texts import Texts


class Speech:
    """Sentences about games, boxes and machines."""

    def __init__(self, game: Game, texts: Texts) -> None:
        self.game = game
        self.texts = texts
        self._own = game.spoken(texts, texts.language)

    def __call__(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text of ``play.toml``."""
        return self.sentence(f"play.{key}", count=count, **values)

    def sentence(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text; if it begins with the name of a side, in a capital letter."""
        text = self.texts(key, count=count, **values)
        if "side" in values and text.startswith(str(values["side"])):
            return capitalised(text)
        return text

    def side(self, side: int) -> str:
        """Return the name of a side; in a theme its piece: "Monkey moves", not "Monkeys moves"."""
        kinds = [*self.game.diagram.theme]
        if len(kinds) == len(self.game.sides):
            return self.texts(f"games.{self.game.name}.piece.{kinds[side]}")
        name = self.game.sides[side].name
        return self.texts.get(
            f"games.{self.game.name}.side.{name}", self._own.get(f"side.{name}", name)
        )

    def refusal(self, error: KitgenError) -> str:
        """Return why something is refused, in the player's language if it has words for it."""
        return self.texts.reason(str(error)) or str(error)

    def title(self, kit: Kit) -> str:
        """Return a kit's title."""
        return spoken_title(Spoken(kit, self.texts))

    def parse_side(self, text: str) -> int:
        """Return the side that a word names, in this language or in English."""
        for number, side in enumerate(self.game.sides):
            if text.casefold() in (
                side.name.casefold(),
                side.letter.casefold(),
                self.side(number).casefold(),
            ):
                return number
        raise UsageError(
            self("no_side", said=quoted(text), sides=", ".join(map(self.side, (0, 1))))
        )

    def player(self, player: str) -> str:
        """Return a player's name or description."""
        if player in (HUMAN, MACHINE):
            return self(f"player.{player}")
        level = level_of(self.game, player)
        if level is None:
            return player
        kind, figure = level
        return self(f"player.{kind}", figure=f"{figure:g}")

    def seated(self, side: int, player: str) -> str:
        """Return a line that says who plays a side."""
        return capitalised(self("seated", side=self.side(side), player=self.player(player)))

    def moves(self, moves: Sequence[Move]) -> str:
        """Return moves in one line."""
        return " ".join(self.game.move_text(move) for move in moves)

    def choice(self, key: str, side: int, choice: Choice, picked: int | None = None) -> str:
        """Return a line with the beads, or numbers, that a machine chooses from; the picked one is
        in brackets.

        ``key`` is that of the text for a box.
        """
        moves = [self.game.move_text(move) for move in choice.moves]
        if isinstance(choice, Comparison):
            key = "compares"
            box = ""
            numbers = zip(moves, choice.numbers, strict=True)
            parts = [f"{move} {signed(number)}" for move, number in numbers]
        else:
            box = choice.box.id
            slots = zip(choice.box.slots, moves, choice.beads, strict=True)
            parts = [f"{slot.colour.letter} {move} ×{count}" for slot, move, count in slots]
        if picked is not None:
            parts[picked] = f"[{parts[picked]}]"
        line = "  ".join(parts)
        return self(key, side=self.side(side), box=box, beads=line, numbers=line)

    def ply(self, ply: Ply) -> Iterator[str]:
        """Yield a move's lines."""
        side = self.side(ply.side)
        move = self.game.move_text(ply.move)
        if ply.opened is not None and ply.slot is not None:
            yield self.choice("opens", ply.side, ply.opened, ply.slot)
        key = "moves" if ply.player else "moves_written"
        yield self(key, side=side, move=move, player=self.player(ply.player))
        if ply.gain:
            yield self("wins_points", side=side, points=ply.gain)

    def stages(self, ply: Ply) -> list[str]:
        """Return a line with a move's steps over the board; nothing for a plain move."""
        names = self.game.diagram.names
        parts = []
        all_stages = self.game.stages(ply.position, ply.move)
        for act, stages in groupby(all_stages, key=lambda stage: stage.act):
            cells = []
            for stage in stages:
                cell = names[stage.cell] if names else str(stage.cell + 1)
                cells.append(cell if act == "put" else f"{cell} ({stage.count})")
            parts.append(self(f"stage.{act}", cells=" ".join(cells)))
        if not parts:
            return []
        return [f"  {self.texts.joined(parts)}"]

    def outcome(self, ended: Ended) -> str:
        """Return who has won: in a sentence with article and number if these are known, else
        with the name alone.
        """
        if not ended.outcome:
            return self("drawn")
        side = 0 if ended.outcome == 1 else 1
        name = self.game.sides[side].name
        sentence = victory(self.texts, name, self._own.get(f"wins.{name}", ""))
        return sentence or self("won", side=self.side(side))

    def ended(self, sitting: Sitting, ended: Ended) -> Iterator[str]:
        """Yield how a game ended, and what each side has learned from it."""
        if ended.resigned is not None:
            yield self("resigned", side=self.side(ended.resigned))
        yield self.outcome(ended)
        for machine in sitting.playing_machines():
            side = self.side(machine.side)
            updates = ended.learned[machine.side]
            if updates is None:
                yield self("learned.strayed" if machine.learns else "learned.off", side=side)
            elif isinstance(machine, PositionMachine):
                positions, amount = machine.lesson
                key = "numbers" if positions else "learned.no_number"
                yield self(key, side=side, count=positions or None, amount=signed(amount))
            elif not updates:
                yield self("learned.nothing", side=side)
            for update in updates or ():
                box = machine.kit.boxes[update.box]
                yield self(
                    "learned.bead",
                    side=side,
                    box=box.id,
                    letter=box.slots[update.slot].colour.letter,
                    before=update.before,
                    after=update.after,
                )

    def standing(self, figures: Figures) -> str:
        """Return a machine's level, or how many positions it has met."""
        if figures.positions is not None:
            return self("screen.positions", positions=figures.positions)
        return self("screen.level", level=figures.level)

    def figures(self, side: int, figures: Figures) -> str:
        """Return a machine's results in one line."""
        rate = "–" if figures.rate is None else self("percent", number=figures.rate)
        results = self(
            "figures",
            side=self.side(side),
            standing=self.standing(figures),
            games=figures.games,
            won=figures.won,
            drawn=figures.drawn,
            lost=figures.lost,
            rate=rate,
        )
        return " · ".join(filter(None, (results, self.perfection(figures))))

    def perfection(self, figures: Figures) -> str:
        """Return in words whether a machine can still lose; nothing if that is not known."""
        if figures.perfect is None:
            return ""
        if not figures.perfect:
            return self("perfect.no")
        if figures.perfect_since:
            return self("perfect.since", game=figures.perfect_since)
        return self("perfect.yes")

    def saved(self, saved: Saved) -> str:
        """Return a saved machine's kit and results, or why it cannot be read."""
        return saved.fault or self(
            "save", kit=saved.kit, won=saved.won, drawn=saved.drawn, lost=saved.lost
        )


def signed(number: int) -> str:
    """Return a number with its sign, and 0 without.

    >>> [signed(number) for number in (2, 0, -1)]
    ['+2', '0', '-1']
    """
    return f"{number:+d}" if number else "0"


#: Signs of a curve from low to high, and the same in ASCII.
BLOCKS = "▁▂▃▄▅▆▇█"
PLAIN_BLOCKS = "_.-=*#%@"
#: The fewest games of a column of a curve, where there are many.
MIN_GAMES_OF_A_COLUMN = 5


def curve(results: Sequence[int], width: int, height: int = 1, *, plain: bool = False) -> list[str]:
    """Return the share of won games, from the first to the last, as lines of signs; ``plain`` ones
    are ASCII.

    A result is 1 for won, 0 for drawn, -1 for lost. There are at most ``width`` columns; with many
    games, each stands for at least five.

    >>> curve([-1, -1, 1, 1], 4, plain=True)
    ['__@@']
    """
    if not results:
        return [""] * height
    signs = PLAIN_BLOCKS if plain else BLOCKS
    fewest = min(MIN_GAMES_OF_A_COLUMN, len(results) // MIN_GAMES_OF_A_COLUMN)
    games = max(-(-len(results) // width), fewest, 1)
    parts = [results[start : start + games] for start in range(0, len(results), games)]
    shares = [part.count(1) / len(part) for part in parts]
    return [
        "".join(_block(share * height - line + 1, line, signs) for share in shares)
        for line in range(height, 0, -1)
    ]


def _block(filled: float, line: int, signs: str) -> str:
    """Return the sign of a column in a line, counted from below, of which a share is filled.

    The lowest line shows a column without any win, too.
    """
    highest = len(signs) - 1
    step = round(filled * highest)
    if step < min(line - 1, 1):
        return " "
    return signs[min(step, highest)]
