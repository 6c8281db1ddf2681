"""Smaller kits for short lessons: what express kits leave out, and that nothing they could learn
goes with it.

The proof for the Hexapawn kits looks at every bead state at once: a set of bead states is one long
integer with a bit for each state, so that "in which states can this bead be lost" is found for
65,536 states in a few steps.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, make_job, slots_of
from printed_words import texts_on
from prints import read_boxes
from sampling import few

from kitgen.errors import UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.machine.paper_machine import PaperMachine, Shelf, SplitMix, Table
from kitgen.model import Move, Position
from kitgen.paper.document import Document, Sheet
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Disc, Polygon, Scene, Text
from kitgen.render import save
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph, verdict
from kitgen.verification.pdf_checks import box_faults

EDITIONS = (
    "her",
    "him",
    "her-3x4",
    "her-4x3",
    "menace",
    "menace-second",
    "ladder",
    "awari-mini",
    "awari-3x1",
)


@cache
def kit_of(name: str, *, express: bool = False, expect: str = "any") -> Kit:
    return build_kit(name, Wish(express=express, expect=expect))


def verdicts(kit: Kit) -> list[frozenset[str]]:
    return [frozenset(verdict(slot.value) for slot in box.slots) for box in kit.boxes]


def test_her_needs_ten_boxes_that_learn_and_two_that_empty() -> None:
    kit = kit_of("her", express=True)
    found = verdicts(kit)
    assert found.count(frozenset({"wins", "loses"})) == 10
    assert found.count(frozenset({"loses"})) == 2
    assert (len(kit.boxes), len(kit.always), kit.name) == (12, 7, "her-express")


@pytest.mark.parametrize(
    ("name", "boxes", "always"), [("him", 10, 7), ("menace", 201, 42), ("ladder", 8, 1)]
)
def test_other_express_kits(name: str, boxes: int, always: int) -> None:
    kit = kit_of(name, express=True)
    assert (len(kit.boxes), len(kit.always)) == (boxes, always)


@pytest.mark.parametrize("name", few(EDITIONS, one_in=3))
def test_boxes_learn_or_empty_and_the_sheet_holds_what_is_settled(name: str) -> None:
    whole = kit_of(name)
    express = kit_of(name, express=True)
    slots = {box.position: box.slots for box in whole.boxes}
    for box, found in at_least_one(zip(express.boxes, verdicts(express), strict=True)):
        assert len(found) > 1 or found == {"loses"}
        assert [(s.moves, s.value, s.plies) for s in box.slots] == [
            (s.moves, s.value, s.plies) for s in slots[box.position]
        ]
    for box in at_least_one(express.always):
        kinds = {verdict(slot.value) for slot in slots[box.position]}
        assert len(kinds) == 1
        assert "loses" not in kinds
        (played,) = box.slots
        assert played.value == max(slot.value for slot in slots[box.position])
        rivals = [slot.plies or 0 for slot in slots[box.position] if slot.value == played.value]
        assert (played.plies or 0) == min(rivals), "the soonest of the best"
        assert played.beads == 0


@pytest.mark.parametrize("opponent", ["any", "sensible"])
@pytest.mark.parametrize("express", [False, True])
@pytest.mark.parametrize(
    "name", few([*EDITIONS, "hexapawn:3x5", "nim:14,take=4", "awari:2x1,rules=simple"], one_in=6)
)
def test_a_smaller_kit_is_the_whole_one_with_boxes_left_in_the_cupboard(
    name: str, express: bool, opponent: str
) -> None:
    """Each box has the id, turn, moves, colours, letters and beads that it has in the whole kit."""
    if opponent == "sensible" and "awari" in name:
        pytest.skip("no move of Awari wins at once")
    whole = kit_of(name)
    kit = kit_of(name, express=express, expect=opponent)
    boxes = {box.id: box for box in whole.boxes}
    assert [box for box in at_least_one(kit.boxes) if boxes[box.id] != box] == []
    for box in kit.always:
        same = boxes[box.id]
        assert (box.position, box.turn, box.later) == (same.position, same.turn, same.later)
    assert len({box.id for box in kit.all_boxes}) == len(kit.boxes) + len(kit.always)
    assert express or opponent == "sensible" or kit.boxes == whole.boxes


def met_by(kit: Kit) -> Iterator[Position]:
    """Yield each position that the machine of a kit meets as it lies on the table, whatever the
    other side does.
    """
    shelf = Shelf(kit)
    for player in kit.players:
        seen = {kit.game.start()}
        waiting = list(seen)
        while waiting:
            position = waiting.pop()
            moves = kit.game.legal_moves(position)
            if moves and position.to_move == player:
                yield position
                moves = shelf.find(position).moves
            elif kit.choices.expect == "sensible":
                ends = [
                    move
                    for move in moves
                    if kit.game.result(kit.game.play(position, move).position) == -1
                ]
                moves = tuple(ends) or moves
            for move in moves:
                child = kit.game.play(position, move).position
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)


@pytest.mark.parametrize(
    ("name", "express", "opponent"), few(EDITIONS, [False, True], ["any", "sensible"], one_in=4)
)
def test_a_machine_knows_what_to_do_and_no_box_is_in_vain(
    name: str, express: bool, opponent: str
) -> None:
    """Every position that is met has a box, a line on the sheet, or one move; and each box is
    met.
    """
    if opponent == "sensible" and name.startswith("awari"):
        pytest.skip("no move of Awari wins at once")
    kit = kit_of(name, express=express, expect=opponent)
    opened = set()
    for position in met_by(kit):
        found = kit.locate(position) or kit.always_played(position)
        if found is None:
            assert kit.choices.forced == "skip"
            assert kit.unboxed(position) is not None
        else:
            opened.add(found[0].id)
    assert opened == {box.id for box in kit.all_boxes}


class States:
    """Which beads a machine under Gardner's rule can lose, in all bead states at once.

    Attributes:
        beads: the losing beads, as position of the box and first move; other beads are never lost.
        has: for each bead the set of states in which it is still there.
        lost: for each bead the set of states in which the next game can take it away.
        reached: the set of states that can be reached from the full boxes.
    """

    def __init__(self, whole: Kit, kit: Kit) -> None:
        self.kit = kit
        self.beads = [(b.position, s.moves[0]) for b, s in slots_of(whole) if s.value < 0]
        size = 1 << len(self.beads)
        self.all = (1 << size) - 1
        self.has = [self._states_with(bead, size) for bead in range(len(self.beads))]
        self.lost = [0] * len(self.beads)
        self._play()
        self.reached = 1 << (size - 1)  # the state with all beads has the highest number
        before = 0
        while before != self.reached:
            before = self.reached
            for bead, lost in enumerate(self.lost):
                # Taking bead i away turns the state of number s into s - 2**i.
                self.reached |= (self.reached & lost & self.has[bead]) >> (1 << bead)

    @staticmethod
    def _states_with(bead: int, size: int) -> int:
        """Return the states whose number has a bit set: blocks of ones, doubled until they fill
        the width.
        """
        width = 2 << bead
        states = ((1 << (1 << bead)) - 1) << (1 << bead)
        while width < size:
            states |= states << width
            width *= 2
        return states

    def _play(self) -> None:
        """Find in which states each position is met, turn by turn, and which beads are lost from
        there.
        """
        kit = self.kit
        graph = explore(self.kit.game)
        number = {bead: index for index, bead in enumerate(self.beads)}
        met = dict.fromkeys((node.position for node in graph.nodes), 0)
        met[graph.nodes[0].position] = self.all
        boxes = {box.position: box for box in kit.all_boxes}
        for node in graph.nodes:  # by turn: on this board no position is met on two turns
            states = met[node.position]
            assert not node.later
            if node.position.to_move not in kit.players:
                for edge in self._replies(graph.nodes, node.edges):
                    met[graph.nodes[edge.child].position] |= states
                continue
            if not states or not node.edges:
                continue
            edges = {edge.moves[0]: edge for edge in node.edges}
            for slot in boxes[node.position].slots:
                bead = number.get((node.position, slot.moves[0]))
                drawn = states if bead is None else states & self.has[bead]
                after = graph.nodes[edges[slot.moves[0]].child]
                met[after.position] |= drawn
                for reply in self._replies(graph.nodes, after.edges):
                    end = graph.nodes[reply.child]
                    stuck = (
                        drawn
                        if end.result == -1
                        else drawn & self._empty(boxes, number, end.position)
                    )
                    if stuck and end.result != 1:
                        assert bead is not None, "only a losing bead can be followed by a loss"
                        self.lost[bead] |= stuck

    def _replies(self, nodes, edges):
        """Return the moves of the other side: all, or those that win at once where it is
        sensible.
        """
        wins = [edge for edge in edges if nodes[edge.child].result == -1]
        return wins if wins and self.kit.choices.expect == "sensible" else edges

    def _empty(self, boxes, number: dict[tuple[Position, Move], int], position: Position) -> int:
        """Return the states in which the box of a position has no bead left."""
        states = self.all
        box = boxes.get(position)
        for slot in box.slots if box is not None else ():
            bead = number.get((position, slot.moves[0]))
            states &= 0 if bead is None else self.all ^ self.has[bead]
        return states if box is not None else 0

    def final(self) -> int:
        """Return the reached states in which no bead can be lost any more."""
        losable = 0
        for lost, has in zip(self.lost, self.has, strict=True):
            losable |= lost & has
        return self.reached & ~losable

    def losses(self, states: int) -> set[int]:
        """Return how many beads are gone in some states."""
        return {
            len(self.beads) - index.bit_count()
            for index in range(1 << len(self.beads))
            if states >> index & 1
        }


def test_her_express_learns_exactly_what_her_learns() -> None:
    """In each of the 65,536 bead states the next game can cost the same beads; so all that
    follows is the same.
    """
    whole = States(kit_of("her"), kit_of("her"))
    express = States(kit_of("her"), kit_of("her", express=True))
    assert len(whole.beads) == 16
    for bead, has in enumerate(whole.has):
        assert whole.lost[bead] & has == express.lost[bead] & has
    assert whole.reached == express.reached == whole.all
    assert (
        whole.losses(whole.final()) == express.losses(express.final()) == set(range(9, 17))
    )  # 9 to 16 losses


def test_him_express_reaches_the_same_bead_states() -> None:
    """HIM's fixed moves leave out some ways to lose a bead, but lead to the same states in the
    end.
    """
    whole = States(kit_of("him"), kit_of("him"))
    express = States(kit_of("him"), kit_of("him", express=True))
    assert whole.reached == express.reached
    assert whole.reached.bit_count() == 57_600
    assert whole.final() == express.final()
    for ours, theirs in zip(express.lost, whole.lost, strict=True):
        assert ours & ~theirs == 0


def test_against_a_sensible_white_her_loses_nine_times() -> None:
    for express in (False, True):
        states = States(kit_of("her"), kit_of("her", express=express, expect="sensible"))
        assert states.losses(states.final()) == {9}


def test_the_states_are_those_of_a_machine_at_play() -> None:
    """The sets say of a played machine which beads its next loss may take."""
    kit = kit_of("her", express=True)
    states = States(kit_of("her"), kit)
    shelf = Shelf(kit)
    rng = SplitMix(3)
    machine = PaperMachine(shelf)
    state = (1 << len(states.beads)) - 1
    for _ in range(300):
        outcome = first_sides_outcome(kit, machine, rng)
        for update in machine.finish(-outcome):
            box = kit.boxes[update.box]
            bead = states.beads.index((box.position, box.slots[update.slot].moves[0]))
            assert states.lost[bead] >> state & 1
            state -= 1 << bead
    assert states.final() >> state & 1, "after 300 games nothing can be lost"


def first_sides_outcome(kit: Kit, machine: PaperMachine, rng: SplitMix) -> int:
    """Play a game of the machine, which is second, against moves at random."""
    table = Table(kit.game, kit.game.start())
    while table.ended() is None:
        if table.position.to_move == 0:
            moves = kit.game.legal_moves(table.position)
            move = moves[rng.below(len(moves))]
        else:
            move = machine.move(table, rng)
        if move is None:
            return 1
        table.play(move)
    return table.ended()


def test_express_play_keeps_the_value_of_every_position() -> None:
    """A machine that picks a best bead, or follows the sheet, gets what the position is worth
    against anyone.
    """
    kit = kit_of("menace", express=True)
    solution = solve_graph(explore(kit.game))
    best = {box.position: max(slot.value for slot in box.slots) for box in kit.all_boxes}
    for position, value in at_least(243, best.items()):
        assert value == solution.values[solution.graph.index[position]]


def test_the_sheet_is_turned_to_the_table() -> None:
    kit = kit_of("her", express=True)
    position = kit.game.parse("bb./wb./..w b")  # the mirror image of a line on the sheet
    box, symmetry = kit.always_played(position)
    assert symmetry.name == "mirror"
    assert kit.locate(position) is None
    assert kit.game.move_text(kit.unboxed(position)) == "b2c1"
    assert kit.game.move_text(box.slots[0].moves[0]) == "b2a1"


def test_of_moves_that_are_mirror_images_the_first_is_made() -> None:
    kit = build_kit("him", Wish(forced="skip"))
    position = kit.game.parse(".../wbw/... w")
    assert [kit.game.move_text(move) for move in kit.game.legal_moves(position)] == ["a2a3", "c2c3"]
    assert kit.game.move_text(kit.unboxed(position)) == "a2a3"


def test_without_a_box_is_only_what_the_machine_may_meet() -> None:
    kit = kit_of("her", express=True)
    box = kit.boxes[0].position
    assert kit.unboxed(box) is None  # it has a box
    assert kit.unboxed(Position(box.cells, 1 - box.to_move)) is None  # the other side is to move


def test_express_kits_are_written_and_read() -> None:
    kit = kit_of("menace", express=True, expect="sensible")
    assert read_kit(write_kit(kit), "kit.json") == kit
    assert kit.command == "kitgen print menace --expect sensible --express"
    assert kit.hash != kit_of("menace").hash


def test_a_changed_sheet_is_noticed() -> None:
    data = write_kit(kit_of("her", express=True)).replace(
        b'"move": "b2a1",\n   "equivalent"', b'"move": "b2b1",\n   "equivalent"'
    )
    with pytest.raises(Exception, match="has been changed since kitgen made it"):
        read_kit(data, "kit.json")


@pytest.mark.parametrize(
    ("name", "wish", "says"),
    [
        ("gardner24@1", Wish(express=True), "none of its boxes can be left out"),
        ("gardner24@1", Wish(expect="sensible"), "none of its boxes can be left out"),
        ("gardner24@1", Wish(side="white"), "has no mirror image that the machine could meet"),
        ("awari-mini", Wish(expect="sensible"), "decided by points"),
        ("nim:1", Wish(side="first", express=True), "nothing to decide"),
    ],
)
def test_what_cannot_be_made_smaller_is_refused(name: str, wish: Wish, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        build_kit(name, wish)


def sheet_of(name: str, language: str = "en") -> list[Sheet]:
    return list(run_parts(make_job(name, language=language, express=True), ["always"]).sheets)


@pytest.mark.parametrize(("language", "name"), few(
    LANGUAGES, ["her", "him", "her-4x3", "menace", "menace-second", "ladder"], one_in=12
))  # fmt: skip
def test_all_that_is_always_played_stands_on_one_sheet(name: str, language: str) -> None:
    (sheet,) = sheet_of(name, language)
    marks = texts_on(sheet)
    words = [mark.text for mark in marks]
    kit = kit_of(name, express=True)
    ids = {box.id for box in kit_of(name).boxes}
    first = min(mark.at[0] for mark in marks if mark.text == kit.always[0].id)
    named = [
        mark.text
        for mark in marks
        if mark.text in ids and (name != "ladder" or mark.at[0] == first)
    ]
    assert named == [box.id for box in kit.always]
    for box in kit.always:
        assert kit.game.move_text(box.slots[0].moves[0]) in words


def test_mirror_images_stand_beside_their_positions() -> None:
    (sheet,) = sheet_of("her")
    arrows = [
        mark for mark in sheet.scene.marks if isinstance(mark, Polygon) and len(mark.points) == 7
    ]
    assert len(arrows) == 14  # seven positions and their seven mirror images


def test_a_kit_with_all_boxes_has_no_such_sheet() -> None:
    with pytest.raises(UsageError, match="always has no page in kit 'her'"):
        run_parts(make_job("her"), ["always"])


def faults_of(sheet: Sheet, kit: Kit, path: Path) -> list[str]:
    save(Document("title", "author", "subject", "en", (sheet,)), path)
    return [fault for box in read_boxes(path, kit) for fault in box_faults(kit, box)]


@pytest.mark.parametrize("name", few(["her", "menace", "ladder", "awari-mini"], one_in=4))
def test_the_sheet_is_read_back_and_damage_is_named(name: str, tmp_path: Path) -> None:
    """Every board of the sheet says what the kit says; with a mark taken away, the position is
    named.
    """
    kit = kit_of(name, express=True)
    (sheet,) = sheet_of(name)
    path = tmp_path / "always.pdf"
    assert faults_of(sheet, kit, path) == []
    assert {box.id for box in read_boxes(path, kit)} == {box.id for box in kit.always}
    marks = sheet.scene.marks
    place = next(
        number for number, mark in enumerate(marks) if isinstance(mark, Text) and mark.text == "!"
    )
    assert isinstance(marks[place - 1], Disc)
    broken = Scene(
        sheet.scene.width, sheet.scene.height, [*marks[: place - 1], *marks[place + 1 :]]
    )
    found = faults_of(replace(sheet, scene=broken), kit, path)
    assert found
    assert all(f"box {kit.always[0].id} " in fault for fault in found)
