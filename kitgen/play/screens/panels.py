"""The panels beside the board: the open box with its beads, the figures, the moves."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from kitgen.play.console import Console
from kitgen.play.conversation import Conversation
from kitgen.play.figures import curve
from kitgen.play.learners import OpenBox
from kitgen.play.sitting import Ply, Sitting
from kitgen.play.speech import signed

#: The most beads of a slot that are drawn one by one.
DRAWN = 8


class BoxPanel(Static):
    """The open box, bead by bead; a click on a slot picks its move for a person."""

    class SlotClicked(Message):
        """Somebody has clicked a slot."""

        def __init__(self, slot: int) -> None:
            super().__init__()
            self.slot = slot

    def __init__(self, talk: Conversation, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__("", id=id, markup=False)
        self.talk = talk
        self.colours = True
        self._slots = 0

    def show(self, sitting: Sitting, ply: Ply | None) -> None:
        """Show the box of a picked or made move; without one, the table's open box."""
        plain, words, game = self.talk.plain, self.talk.words, sitting.game
        opened = ply.opened if ply is not None else sitting.open_box()
        if opened is None:
            self._slots = 0
            self.update(Content.styled(words("screen.no_box"), "dim"))
            return
        self._slots = len(opened.moves)
        picked = None if ply is None else ply.slot
        bead, hand = ("o", ">") if plain else ("●", "▶")
        side = words.side(sitting.to_move if ply is None else ply.side)
        title = words("screen.compares")
        if isinstance(opened, OpenBox):
            title = words("screen.box", side=side, box=opened.box.id)
        parts: list[str | tuple[str, str]] = [(title, "bold"), "\n"]
        for number, move in enumerate(opened.moves):
            mark, style = (hand, "reverse") if number == picked else (" ", "")
            text = f"{game.move_text(move):5}"
            if isinstance(opened, OpenBox):
                colour, count = opened.box.slots[number].colour, opened.beads[number]
                beads = bead * min(count, DRAWN) + ("…" if count > DRAWN and not plain else "")
                parts += [(f"{mark} {colour.letter} {text}", style), f"{count:>3} "]
                parts += [(beads, colour.fill if self.colours else ""), "\n"]
            else:
                parts += [(f"{mark} {text}", style), f"{signed(opened.numbers[number]):>6}\n"]
        self.update(Content.assemble(*parts))

    def on_click(self, event: events.Click) -> None:
        """Report the clicked slot: they begin below the title."""
        if 1 <= event.y <= self._slots:
            self.post_message(self.SlotClicked(event.y - 1))


def figures_text(console: Console) -> str:
    """Return the figures of both sides, the main machine's first and in full."""
    host, words, sitting = console.host, console.words, console.sitting
    lines = []
    for side in (host.side, 1 - host.side):
        seated, name = words.seated(side, sitting.players[side]), sitting.names[side]
        lines.append(f"{seated}, {name}" if name else seated)
        if host.kit is None:
            continue
        now = sitting.figures(side)
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
    """Return the main machine's present curve."""
    host = console.host
    results = console.sitting.machine(host.side).results if host.kit is not None else []
    lines = curve(results, width, height, plain=console.plain)
    return "\n".join([console.words("screen.curve"), *lines]) if results else ""


def moves_text(console: Console) -> str:
    """Return the moves of the game, two in a line; the shown one is in brackets."""
    sitting = console.sitting
    parts = []
    for number, ply in enumerate(sitting.plies):
        text = sitting.game.move_text(ply.move)
        here = number == sitting.shown - 1 and sitting.shown < len(sitting.plies)
        parts.append(f"[{text}]" if here else text)
    return "\n".join(
        f"{number // 2 + 1:>3}. {'  '.join(f'{move:7}' for move in parts[number : number + 2])}".rstrip()
        for number in range(0, len(parts), 2)
    )
