"""What stands beside the board: the open box with its beads, the figures, the moves."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from kitgen.model import Game
from kitgen.play.console import Console
from kitgen.play.conversation import Conversation
from kitgen.play.figures import curve
from kitgen.play.learners.position_machine import Comparison
from kitgen.play.learners.side_machine import OpenBox
from kitgen.play.sitting import Ply, Sitting
from kitgen.play.speech import signed

#: So many beads of a slot are drawn one by one; more are told by their number.
DRAWN = 8


class BoxPanel(Static):
    """The box that is open, bead by bead; a click on a slot picks its move for whoever sits at the keyboard."""

    class SlotClicked(Message):
        """Somebody has clicked a slot.

        Attributes:
            slot: its index in the box.
        """

        def __init__(self, slot: int) -> None:
            super().__init__()
            self.slot = slot

    def __init__(self, talk: Conversation, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__("", id=id, markup=False)
        self.talk = talk
        self.colours = True
        self._slots = 0

    def show(self, sitting: Sitting, ply: Ply | None) -> None:
        """Show the box of a move that was picked or made; the open box of the table when None."""
        plain, words, game = self.talk.plain, self.talk.words, sitting.game
        opened = ply.opened if ply is not None else sitting.open_box()
        if opened is None:
            self._slots = 0
            self.update(Content.styled(words("screen.no_box"), "dim"))
            return
        self._slots = len(opened.moves)
        picked = None if ply is None else ply.slot
        bead, hand = ("o", ">") if plain else ("●", "▶")
        if not isinstance(opened, OpenBox):
            self.update(self._numbers(game, opened, picked, hand))
            return
        parts: list[str | tuple[str, str]] = [(words("screen.box", box=opened.box.id), "bold"), "\n"]
        for number, (slot, move, count) in enumerate(zip(opened.box.slots, opened.moves, opened.beads, strict=True)):
            chosen = number == picked
            parts.append(
                (
                    f"{hand if chosen else ' '} {slot.colour.letter} {game.move_text(move):5}",
                    "reverse" if chosen else "",
                )
            )
            parts.append(f"{count:>3} ")
            beads = bead * min(count, DRAWN) + ("…" if count > DRAWN and not plain else "")
            parts += [(beads, slot.colour.fill if self.colours else ""), "\n"]
        self.update(Content.assemble(*parts))

    def _numbers(self, game: Game, compared: Comparison, picked: int | None, hand: str) -> Content:
        """Return the positions that are compared, each by the move that leads there and its number."""
        words = self.talk.words
        parts: list[str | tuple[str, str]] = [(words("screen.compares"), "bold"), "\n"]
        for number, (move, value) in enumerate(zip(compared.moves, compared.numbers, strict=True)):
            chosen = number == picked
            parts.append((f"{hand if chosen else ' '} {game.move_text(move):5}", "reverse" if chosen else ""))
            parts.append(f"{signed(value):>6}\n")
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Tell of the slot that was clicked: they begin below the name of the box."""
        if 1 <= event.y <= self._slots:
            self.post_message(self.SlotClicked(event.y - 1))


def figures_text(console: Console) -> str:
    """Return the figures of both sides, those of the machine in the first place with all that is known."""
    host, words = console.host, console.words
    sitting = host.sitting
    lines = []
    for side in (host.side, 1 - host.side):
        lines.append(
            ", ".join(part for part in (words.seated(side, sitting.players[side]), sitting.names[side]) if part)
        )
        if host.kit is None:
            continue
        now = host.figures(side)
        if not now.games and side != host.side:
            continue
        rate = words("screen.rate", rate=now.rate) if now.rate else ""
        lines.append(f"  {words.standing(now)} · {words('screen.games', games=now.games)}")
        score = [words("screen.won", games=now.won), words("screen.lost", games=now.lost)]
        if host.kit.draws or now.drawn:
            score.insert(1, words("screen.drawn", games=now.drawn))
        lines.append("  " + " · ".join(score))
        lines.append("  " + " · ".join(part for part in (rate, words.perfection(now)) if part))
    if sitting.game.scoring:
        lines.append(words("lead", side=words.side(0), points=f"{sitting.lead:+d}"))
    return "\n".join(lines)


def curve_text(console: Console, width: int, height: int) -> str:
    """Return the curve of the machine in the first place, as it is now."""
    host = console.host
    results = host.machine(host.side).results if host.kit is not None else []
    lines = curve(results, width, height, plain=console.plain)
    return "\n".join([console.words("screen.curve"), *lines]) if results else ""


def moves_text(console: Console) -> str:
    """Return the moves of the game at hand, two in a line; the one that is looked at is in brackets."""
    sitting = console.host.sitting
    parts = []
    for number, ply in enumerate(sitting.plies):
        text = sitting.game.move_text(ply.move)
        here = number == sitting.shown - 1 and sitting.shown < len(sitting.plies)
        parts.append(f"[{text}]" if here else text)
    return "\n".join(
        f"{number // 2 + 1:>3}. {'  '.join(f'{one:7}' for one in parts[number : number + 2])}".rstrip()
        for number in range(0, len(parts), 2)
    )
