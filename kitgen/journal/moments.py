"""Moments of games, remembered: a search for slips comes to the same ones in thousands of
stories.
"""

from collections.abc import Iterable, Sequence

from kitgen.record.rows import Bead, Passages, Stand


class Moment:
    """A moment of a game, by the states in which the game may be, and what can follow it.

    Attributes:
        possible: whether there is such a state at all.
        ends: how the game may end without another bead: its result, and whether the machine gives
            up.
        boxes: those that may be opened next.
    """

    __slots__ = ("_after", "_moments", "_stands", "boxes", "ends", "possible")

    def __init__(self, stands: tuple[Stand, ...], moments: "Moments") -> None:
        self._stands = stands
        self._moments = moments
        self._after: dict[int, Moment] = {}
        self.possible = bool(stands)
        self.ends = moments.passages.ends(stands)
        self.boxes = tuple(moments.passages.next_boxes(stands))

    def after(self, slot: int) -> "Moment":
        """Return the moment after the bead of a slot was picked; one that is not possible if it
        cannot be picked here.
        """
        if slot not in self._after:
            bead = self._moments.bead_of[slot]
            self._after[slot] = self._moments.of(self._moments.passages.after(self._stands, bead))
        return self._after[slot]

    def follow(self, slots: Iterable[int]) -> "Moment":
        """Return the moment after the beads of some slots were picked."""
        moment = self
        for slot in slots:
            if not moment.possible:
                break
            moment = moment.after(slot)
        return moment


class Moments:
    """The moments of a machine's games, each once.

    Attributes:
        bead_of: the bead of each slot.
    """

    def __init__(self, passages: Passages, bead_of: Sequence[Bead]) -> None:
        self.passages = passages
        self.bead_of = bead_of
        self._known: dict[tuple[Stand, ...], Moment] = {}
        self.start = self.of(passages.start)

    def of(self, stands: tuple[Stand, ...]) -> Moment:
        """Return the moment at which a game may be in these states."""
        moment = self._known.get(stands)
        if moment is None:
            moment = self._known[stands] = Moment(stands, self)
        return moment
