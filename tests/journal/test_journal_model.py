"""The journal against a model: whatever is noted, taken back, closed and opened, in any order, by two hands."""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from jobs import kit_of
from journals import rows_of

from kitgen.errors import RecordError
from kitgen.journal.journal import Journal
from kitgen.machine.learning import learn, schedule_of, starting_beads

KIT = kit_of("her")
#: Games to note, each of which can have been; and which of a kit's slots they picked.
GAMES = [replace(row, game=0) for row in rows_of(KIT, 30)]
SLOTS = {
    (box.id, slot.colour.letter): (number, place)
    for number, box in enumerate(KIT.boxes)
    for place, slot in enumerate(box.slots)
}


class JournalModel(RuleBasedStateMachine):
    """The model is a list of games in the order in which they were noted."""

    @initialize()
    def begin(self):
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "a.kitgen"
        Journal.create(self.path, KIT).close()
        self.hands = [Journal(self.path, write=True) for _ in range(2)]
        self.noted = []

    def standing(self):
        return sorted(self.noted, key=lambda row: row.game)

    def last(self):
        return max((row.game for row in self.noted), default=0)

    @rule(hand=st.integers(0, 1), game=st.sampled_from(GAMES))
    def add_the_next(self, hand, game):
        noted = self.hands[hand].add(game)
        assert noted == replace(game, game=self.last() + 1)
        self.noted.append(noted)

    @rule(hand=st.integers(0, 1), games=st.lists(st.tuples(st.sampled_from(GAMES), st.integers(1, 12)), max_size=4))
    def add_a_table(self, hand, games):
        rows = [replace(game, game=number) for game, number in games]
        there = {row.game: row for row in self.noted}
        twice = len({row.game for row in rows}) < len(rows)
        if twice or any(there.get(row.game, row) != row for row in rows):
            with pytest.raises(RecordError, match=r"is there already|is given twice"):
                self.hands[hand].add_all(rows)
            return
        new = [row for row in rows if row.game not in there]
        assert list(self.hands[hand].add_all(rows)) == new
        self.noted += new

    @rule(hand=st.integers(0, 1), game=st.sampled_from(GAMES))
    def add_what_cannot_be(self, hand, game):
        with pytest.raises(RecordError, match="cannot be drawn"):
            self.hands[hand].add_all([game, replace(game, result=0)])

    @rule(hand=st.integers(0, 1))
    def undo(self, hand):
        if not self.noted:
            with pytest.raises(RecordError, match="no game to take back"):
                self.hands[hand].undo()
            return
        assert self.hands[hand].undo() == (self.noted.pop(),)

    @rule(hand=st.integers(0, 1), to=st.integers(0, 13))
    def undo_to(self, hand, to):
        gone = [row for row in self.standing() if row.game > to]
        if gone:
            assert list(self.hands[hand].undo(to)) == gone
        self.noted = [row for row in self.noted if row.game <= to]

    @rule(hand=st.integers(0, 1))
    def close_and_open(self, hand):
        self.hands[hand].close()
        self.hands[hand] = Journal(self.path, write=True)

    @invariant()
    def all_see_the_same(self):
        for journal in self.hands:
            assert list(journal.games()) == self.standing()
        assert self.hands[0].beads() == self.beads_by_hand()
        with Journal(self.path) as reader:
            assert reader.status().games == len(self.noted)

    def beads_by_hand(self):
        """Return the beads as an operator moves them, slot by slot."""
        beads, schedule = starting_beads(KIT), schedule_of(KIT.rule)
        for row in self.standing():
            for update in learn(schedule, beads, [SLOTS[pick.box, pick.bead] for pick in row.picks], row.result):
                beads[update.box][update.slot] = update.after
        return beads

    def teardown(self):
        if not hasattr(self, "folder"):
            return
        for journal in self.hands:
            journal.close()
        assert [one.name for one in self.folder.iterdir()] == ["a.kitgen"]
        shutil.rmtree(self.folder)


JournalModel.TestCase.settings = settings(max_examples=15, stateful_step_count=12, deadline=None)
TestJournal = JournalModel.TestCase
