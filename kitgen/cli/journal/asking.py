"""``kitgen session add SESSION -``: asks for a game box by box, and shows what it may be."""

from collections.abc import Iterator

import click

from kitgen.cli.streams import lines_of_input
from kitgen.errors import RecordError
from kitgen.kit.kit import Kit
from kitgen.record.passages import Stand
from kitgen.record.rows import RESULTS, GameRow, PickedBead
from kitgen.session.session import Session, game_text
from kitgen.session.understand import beads_of, cannot_come, nearest, parse_bead, understood

#: What takes back the last bead, and what ends the asking.
BACK, END = "back", "end"
#: The most boxes of which the beads are named, too.
_SHOWN = 12
_LETTERS = {result: letter for letter, result in RESULTS.items()}


def ask_games(session: Session) -> int:
    """Ask for games until the input ends; each is on the disk before the next one is asked for.

    Off a terminal it works line by line all the same. A line may hold several answers, with commas between them.

    Returns:
        How many answers could not be.
    """
    click.echo(f"Write box and bead, such as {_example(session.kit)}; at the end W, D or L, as the machine did.")
    click.echo(f"'{BACK}' takes a bead back, '{END}' ends.")
    asking = _Asking(session)
    answers = _answers()
    while True:
        click.echo(asking.question())
        answer = next(answers, END)
        if answer.casefold() == END:
            break
        try:
            row = asking.hear(answer)
        except RecordError as error:
            asking.refused += 1
            click.echo(f"{error}", err=True)
            continue
        if row is not None:
            last = " (by its last beads alone, for the rule needs no more)" if row.last_only else ""
            click.echo(f"game {row.game} is noted: {game_text(row)}{last}")
    if asking.picks:
        click.echo(f"the last game was not ended, and is not noted: {', '.join(pick.text for pick in asking.picks)}")
    return asking.refused


def _answers() -> Iterator[str]:
    """Yield the answers of all lines that come in."""
    for line in lines_of_input():
        for part in (line or "").split(","):
            if part.strip():
                yield part.strip()


def _example(kit: Kit) -> str:
    """Return a bead as it may be written."""
    return f"{kit.boxes[0].id} {kit.boxes[0].slots[0].colour.letter}"


class _Asking:
    """A game as far as it has been told.

    Attributes:
        picks: the beads so far.
        refused: how many answers could not be.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.picks: list[PickedBead] = []
        self.refused = 0

    def question(self) -> str:
        """Return what is asked next, with all that can be answered."""
        passages, kit = self.session.passages, self.session.kit
        stands = self._stands()
        boxes = passages.next_boxes(stands)
        status = self.session.status()
        empty = not boxes.keys().isdisjoint(status.empty)  # then the machine may have to give up
        ways = {_LETTERS[outcome] for outcome, gave_up in passages.ends(stands) if empty or not gave_up}
        ends = sorted(ways, reverse=True)
        named = nearest(self.picks[-1].box if self.picks else "A1", boxes)
        if len(boxes) <= _SHOWN:
            letters = {box.id: " ".join(slot.colour.letter for slot in box.slots) for box in kit.boxes}
            named = ", ".join(f"{box} ({letters[box]})" for box in sorted(boxes, key=_by_number))
        said = " or ".join([named] * bool(boxes) + ["/".join(ends)] * bool(ends))
        return f"game {status.last + 1}, bead {len(self.picks) + 1}: {said}"

    def hear(self, answer: str) -> GameRow | None:
        """Take an answer; return the game that is noted with it, or None where it goes on.

        Raises:
            RecordError: it cannot be.
        """
        if answer.casefold() == BACK:
            if not self.picks:
                raise RecordError("there is no bead to take back; 'kitgen session undo' takes back games")
            self.picks.pop()
            return None
        if answer.upper() in RESULTS:
            row = self.session.add(GameRow(0, tuple(self.picks), RESULTS[answer.upper()]))
            self.picks.clear()
            return row
        pick = parse_bead(self.session.kit, answer)
        picks = (*self.picks, pick)
        beads = beads_of(self.session.kit, GameRow(0, picks, 0))
        if not self.session.passages.after(self._stands(), beads[-1]) and not (not self.picks and self._last(pick)):
            raise RecordError(cannot_come(self.session.passages, [()] * len(self.picks) + [self._stands()], picks))
        self.picks.append(pick)
        return None

    def _stands(self) -> tuple[Stand, ...]:
        """Return how the game may stand."""
        passages = self.session.passages
        beads = beads_of(self.session.kit, GameRow(0, tuple(self.picks), 0))
        if beads and not passages.after(passages.start, beads[0]):  # only its last beads are told
            return passages.follow(beads, passages.before(beads[0][0]))[-1]
        return passages.follow(beads)[-1]

    def _last(self, pick: PickedBead) -> bool:
        """Return whether a bead alone may be all that the rule needs of a game."""
        for result in RESULTS.values():
            try:
                if understood(self.session.passages, GameRow(0, (pick,), result)).last_only:
                    return True
            except RecordError:
                continue
        return False


def _by_number(box: str) -> tuple[str, int]:
    """Return what boxes are listed by."""
    letters = box.rstrip("0123456789")
    return letters, int(box[len(letters) :])
