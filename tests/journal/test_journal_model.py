"""The journal against a model: whatever is noted, taken back, closed and opened, in any order,
by two hands.
"""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from jobs import kit_of
from journal_games import rows_of
from sampling import examples

from kitgen.errors import RecordError
from kitgen.journal.journal import Journal
from kitgen.machine.learning import learn, schedule_of, starting_beads

KIT = kit_of("her")
#: Games to note, each of which can have been; and which of a kit's slots they picked.
GAMES = [replace(row, game=0) for row in rows_of(KIT, 30)]
SLOTS = {}
for number, box in enumerate(KIT.boxes):
    for place, slot in enumerate(box.slots):
        SLOTS[box.id, slot.colour.letter] = (number, place)


class JournalModel(RuleBasedStateMachine):
    """The model is the present games, with those before each step, and all that before each
    undoing.

    After all games behind one were taken out, nothing is known of the steps before: ``None`` is
    below them.
    """

    @initialize()
    def begin(self):
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "a.kitgen"
        Journal.create(self.path, KIT).close()
        self.hands = [Journal(self.path, write=True) for _ in range(2)]
        self.noted = []
        self.past = []
        self.future = []

    def step(self, noted):
        self.past = [*self.past, self.noted]
        self.noted = noted
        self.future = []

    def standing(self):
        return sorted(self.noted, key=lambda row: row.game)

    def last(self):
        return max((row.game for row in self.noted), default=0)

    @rule(hand=st.integers(0, 1), game=st.sampled_from(GAMES))
    def add_the_next(self, hand, game):
        noted = self.hands[hand].add(game)
        assert noted == replace(game, game=self.last() + 1)
        self.step([*self.noted, noted])

    @rule(
        hand=st.integers(0, 1),
        games=st.lists(st.tuples(st.sampled_from(GAMES), st.integers(1, 12)), max_size=4),
    )
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
        if new:
            self.step([*self.noted, *new])

    @rule(hand=st.integers(0, 1), game=st.sampled_from(GAMES))
    def add_what_cannot_be(self, hand, game):
        with pytest.raises(RecordError, match="cannot be drawn"):
            self.hands[hand].add_all([game, replace(game, result=0)])

    @rule(
        hand=st.integers(0, 1),
        game=st.sampled_from(GAMES),
        number=st.integers(1, 9),
        name=st.sampled_from(["", "A"]),
    )
    def edit(self, hand, game, number, name):
        before = next((row for row in self.noted if row.game == number), None)
        after = replace(game, game=number, opponent=name)
        if before in (None, after):
            with pytest.raises(RecordError, match=r"has no game|is noted like that already"):
                self.hands[hand].edit(number, after)
            return
        assert self.hands[hand].edit(number, after) == after
        self.step([*(row for row in self.noted if row != before), after])

    @rule(hand=st.integers(0, 1), number=st.integers(1, 9))
    def remove(self, hand, number):
        gone = [row for row in self.noted if row.game == number]
        if not gone:
            with pytest.raises(RecordError, match=f"has no game {number}; "):
                self.hands[hand].remove(number)
            return
        assert [self.hands[hand].remove(number)] == gone
        self.step([row for row in self.noted if row.game != number])

    @rule(hand=st.integers(0, 1), game=st.sampled_from(GAMES), number=st.integers(1, 9))
    def insert(self, hand, game, number):
        numbers = {row.game for row in self.noted}
        moved = number
        while moved in numbers:
            moved += 1
        self.hands[hand].insert(number, game)
        later = []
        for row in self.noted:
            makes_room = number <= row.game < moved
            later.append(replace(row, game=row.game + 1) if makes_room else row)
        self.step([*later, replace(game, game=number)])

    @rule(hand=st.integers(0, 1))
    def undo(self, hand):
        if not self.past:
            with pytest.raises(RecordError, match="has nothing to undo"):
                self.hands[hand].undo()
            return
        *earlier, known = self.past
        try:
            self.hands[hand].undo()
        except RecordError:
            assert known is None
            return
        self.future.append((self.noted, self.past))
        if known is None:
            earlier = [None]
            known = list(self.hands[hand].games())
        self.noted = known
        self.past = earlier

    @rule(hand=st.integers(0, 1), after=st.integers(0, 13))
    def undo_after(self, hand, after):
        gone = [row for row in self.standing() if row.game > after]
        if gone:
            assert [change.before for change in self.hands[hand].undo(after)] == gone
            self.future.append((self.noted, self.past))
            self.past = [None]
        self.noted = [row for row in self.noted if row.game <= after]

    @rule(hand=st.integers(0, 1))
    def redo(self, hand):
        if not self.future:
            with pytest.raises(RecordError, match="has nothing to redo"):
                self.hands[hand].redo()
            return
        self.hands[hand].redo()
        self.noted, self.past = self.future.pop()

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
        beads = starting_beads(KIT)
        schedule = schedule_of(KIT.rule)
        for row in self.standing():
            picks = [SLOTS[pick.box, pick.bead] for pick in row.picks]
            for update in learn(schedule, beads, picks, row.result):
                beads[update.box][update.slot] = update.after
        return beads

    def teardown(self):
        if not hasattr(self, "folder"):
            return
        for journal in self.hands:
            journal.close()
        assert [one.name for one in self.folder.iterdir()] == ["a.kitgen"]
        shutil.rmtree(self.folder)


JournalModel.TestCase.settings = settings(
    max_examples=examples(15), stateful_step_count=16, deadline=None
)
TestJournal = JournalModel.TestCase
