"""All slips that may explain the counted beads."""

from collections.abc import Iterable

from kitgen.journal.course import Candidate
from kitgen.journal.slips.box_exchanges import BoxExchanges
from kitgen.journal.slips.candidate_pool import CandidatePool
from kitgen.journal.slips.hand_slips import HandSlips
from kitgen.journal.slips.note_slips import NoteSlips
from kitgen.journal.slips.unnoted_events import UnnotedEvents
from kitgen.journal.slips.unnoted_games import UnnotedGames


class Candidates:
    """The slips that may explain a journal and its counted beads.

    ``take_likely`` looks for those that change what differs. Others are looked for when a search
    asks: too many slips are possible at all times.

    Attributes:
        pool: all candidates, and what they are to explain.
        hands, notes, games, events, exchanges: who looks for slips of each kind.
    """

    def __init__(self, pool: CandidatePool) -> None:
        """Begin with what is in a pool, at first nothing."""
        self.course = pool.course
        self.pool = pool
        self.hands = HandSlips(pool)
        self.notes = NoteSlips(pool)
        self.games = UnnotedGames(pool)
        self.events = UnnotedEvents(pool)
        self.exchanges = BoxExchanges(pool)

    def take_likely(self) -> None:
        """Take the slips that change what differs, or what the first impossible game needs."""
        for after in range(len(self.course.rows)):
            self.hands.take_after_game(after)
            self.notes.take_of_game(after)
        self.single(self.pool.wanted)
        self.notes.wrong_beads_in(sorted(self.pool.wanted))
        self.games.take()
        broken = self.course.broken
        if self.pool.residual or broken is not None:
            self.exchanges.take()
            self.events.take_resets()
            self.events.take_spilled()
        if broken is not None and broken.after < len(self.course.rows):
            self.notes.two_wrong_beads_of(broken.after)

    def single(self, slots: Iterable[int]) -> list[Candidate]:
        """Return a bead lost and a bead found in each of some slots, and their boxes refilled;
        those that were not taken before.
        """
        taken = []
        for slot in sorted(slots):
            taken += self.hands.lost_and_found(slot)
            taken += self.events.refills(self.course.box_of[slot])
        return taken
