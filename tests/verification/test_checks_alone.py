"""Checks asked one by one, of kits and drawings with a fault: all that each of them says."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import msgspec
import pytest
from counting import at_least
from jobs import kit_of
from report_text import in_words
from test_verify import GARDNER, HER, MIRROR, changed, second_image, slot_changed, unreachable

from kitgen.errors import TooLargeError
from kitgen.kit.job_json import JobPart
from kitgen.model import Move
from kitgen.theory.solve import Value
from kitgen.verification import kit_checks as checks
from kitgen.verification import pdf_checks as marks
from kitgen.verification.drawn_boxes import PrintedBox, PrintedSlot
from kitgen.verification.finder_key import PrintedKey, key_rows, laid
from kitgen.verification.reference import Reference, Searcher, least_image, orbits, replies, walk
from kitgen.verification.report import Check

TICTACTOE = kit_of("tictactoe", side="x", merged=False, colour_by="cell")
EXPRESS = kit_of("her", express=True)
LADDER = kit_of("ladder")
AWARI = kit_of("awari-mini")
ENDLESS = kit_of("told:hare-hounds-end")


# --- kits ---


def with_choices(kit, **values):
    return replace(kit, choices=msgspec.structs.replace(kit.choices, **values))


def with_boxes(kit, *boxes):
    return replace(kit, boxes=boxes)


def with_colour(kit, number, slot, **values):
    own = kit.boxes[number].slots[slot].colour
    return slot_changed(kit, number, slot, colour=msgspec.structs.replace(own, **values))


def named(kit, *ids):
    """The kit with other ids for its first boxes."""
    for number, box_id in enumerate(ids):
        kit = changed(kit, number, id=box_id)
    return kit


B2 = next(number for number, box in enumerate(GARDNER.boxes) if box.id == "B2")
OF_A_KIT = {
    checks.mirrors: [
        HER,
        GARDNER,
        second_image(),
        changed(GARDNER, B2, position=GARDNER.boxes[B2 - 1].position),
        changed(GARDNER, B2, mirror_of="Z9"),
        changed(GARDNER, B2, mirror_of="C1"),
        replace(GARDNER, boxes=(*GARDNER.boxes, replace(GARDNER.boxes[B2], id="B9"))),
        with_boxes(GARDNER, *(box for box in GARDNER.boxes if box.id not in ("B1", "B2"))),
    ],
    checks.ids: [
        HER,
        named(HER, "A1", "A1"),
        named(HER, "AA1", "B1"),
        replace(HER, always=(replace(HER.boxes[0], id="C*1", turn=1),)),
        LADDER,
        named(LADDER, "4", "A1"),
        with_choices(HER, rows_by="lying"),
        named(with_choices(HER, rows_by="lying"), "B1"),
        AWARI,
    ],
    checks.slots: [
        HER,
        TICTACTOE,
        slot_changed(HER, 0, 0, moves=(Move(0, 4),)),
        slot_changed(HER, 1, 0, moves=HER.boxes[1].slots[0].moves[:1]),
        slot_changed(TICTACTOE, 1, 0, moves=(Move(None, 8), Move(None, 7))),
        with_boxes(HER),
    ],
    checks.colours: [
        HER,
        with_colour(HER, 0, 1, key="red"),
        with_colour(HER, 0, 1, letter="R"),
        with_colour(HER, 0, 1, symbol=HER.boxes[0].slots[0].colour.symbol),
        TICTACTOE,
        with_colour(TICTACTOE, 2, 0, key="gold"),
        with_boxes(HER),
    ],
    checks.policy: [HER, LADDER, AWARI, replace(HER, outcome=Value(1, 5))],
    checks.endless: [
        ENDLESS,
        replace(ENDLESS, outcome=Value(0, None)),
        slot_changed(ENDLESS, 0, 0, value=0, plies=None),
    ],
    checks._hash: [HER, replace(HER, hash="0" * 64)],
}
BY_REFERENCE = {
    checks.complete: [
        HER,
        with_boxes(HER, *HER.boxes[2:]),
        unreachable(),
        changed(HER, 0, position=HER.game.start()),
        EXPRESS,
        replace(EXPRESS, always=EXPRESS.always[:1]),
    ],
    checks.turns: [
        HER,
        changed(HER, 1, turn=2),
        changed(HER, 1, later=True),
        unreachable(),
        replace(EXPRESS, always=(replace(EXPRESS.always[0], turn=9), *EXPRESS.always[1:])),
    ],
    checks.arrivals: [
        HER,
        changed(HER, 2, arrivals=HER.boxes[2].arrivals[1:]),
        changed(HER, 0, arrivals=(*HER.boxes[0].arrivals * 2, Move(6, 3))),
    ],
    checks.draws: [HER, replace(HER, draws=True), replace(TICTACTOE, draws=False), AWARI],
}
BY_SEARCH = {
    checks.verdicts: [
        HER,
        slot_changed(HER, 0, 0, value=1, plies=3),
        slot_changed(HER, 0, 0, moves=(Move(0, 4),)),
        slot_changed(AWARI, 0, 0, value=9),
    ],
    checks.outcome: [
        HER,
        replace(HER, outcome=Value(-1, 8)),
        replace(AWARI, outcome=Value(9, None)),
    ],
    checks.express: [
        EXPRESS,
        replace(EXPRESS, boxes=(*EXPRESS.boxes, next(box for box in HER.boxes if box.id == "B2"))),
        replace(
            EXPRESS,
            always=(
                replace(
                    EXPRESS.always[0],
                    slots=(replace(EXPRESS.always[0].slots[0], moves=(Move(0, 8),)),),
                ),
            ),
        ),
    ],
}


def test_all_that_checks_of_a_kit_say(golden):
    lines = []
    for check, kits in at_least(7, OF_A_KIT.items()):
        lines += [in_words([check(kit)]) for kit in kits]
    for check, kits in at_least(4, BY_REFERENCE.items()):
        lines += [in_words([check(kit, Reference(kit))]) for kit in kits]
    for check, kits in at_least(3, BY_SEARCH.items()):
        lines += [in_words([check(kit, Searcher(kit.game))]) for kit in kits]
    none = Searcher(HER.game, limit=1)
    lines.append(in_words([checks.verdicts(HER, none), checks.outcome(HER, none)]))
    lines.append(in_words([checks.games_agree(2, ["one", "two"], ["game 3"])]))
    golden("verify/checks-of-kits", "\n".join(lines))


def test_what_search_cannot_decide_is_no_fault_beside_others():
    wrong = slot_changed(HER, 0, 0, value=1, plies=3)
    searcher = Searcher(HER.game)
    all_moves = searcher.moves

    def moves(position):
        known = all_moves(position)
        last = [*known][-1]
        return known | ({last: None} if position != HER.boxes[0].position else {})

    searcher.moves = moves
    check = checks.verdicts(wrong, searcher)
    assert (check.verdict, len(check.faults), check.not_read) == ("wrong", 1, ())
    check = checks.verdicts(HER, searcher)
    assert check.not_read == ("18 of 47 moves lead to too many positions",)


def test_what_takes_too_long_is_not_decided(monkeypatch):
    def refuse(*_):
        raise TooLargeError("too many positions")

    monkeypatch.setattr(checks, "Walk", refuse)
    monkeypatch.setattr(checks, "told_faults", refuse)
    for check in (checks.policy(HER), checks.told_game(ENDLESS)):
        assert (check.verdict, check.not_read) == ("not decided", ("too many positions",))


def test_the_letters_of_turns():
    assert [checks._letter(turn) for turn in (1, 26, 27, 52, 53, 78)] == [
        "A", "Z", "AA", "AZ", "BA", "BZ",
    ]  # fmt: skip


def test_the_checks_of_a_kit_come_in_their_order(golden, monkeypatch):
    monkeypatch.setattr(
        checks, "made_again", lambda *_, **named: Check("made again", "", str(named))
    )
    monkeypatch.setattr(checks, "safe", lambda _, sound: Check("safe", "", str(sound)))
    lines = []
    for each in (HER, EXPRESS, LADDER, ENDLESS, replace(HER, boxes=HER.boxes[1:])):
        lines.append(each.name)
        lines += [
            f"  {check.name} {check.verdict} {check.found}"
            for check in checks.kit_checks(each, {"a": "b"}, "words")
        ]
    golden("verify/order-of-checks", "\n".join(lines))


# --- the rules alone ---


def test_why_positions_are_no_decisions():
    skipping = kit_of("him", forced="skip")
    reference = Reference(skipping)
    game = skipping.game
    assert reference.why_not(game.start()) is None
    assert reference.why_not(game.parse("bbb/.../www b")) == "the other side is to move"
    over = next(position for position in walk(game, 1000) if game.result(position) is not None)
    reference.kit = SimpleNamespace(players=(0, 1), choices=skipping.choices)
    assert reference.why_not(over) == "the game is over"
    forced = next(
        position
        for position in walk(game, 1000)
        if position.to_move == 0
        and len(orbits(game, position)) == 1
        and game.result(position) is None
    )
    assert reference.why_not(forced) == (
        "its only move is forced, and such positions have no box here"
    )
    assert Reference(kit_of("him", forced="box")).why_not(forced) is None
    stuck = SimpleNamespace(
        result=lambda _: None, legal_moves=lambda _: (), symmetries=game.symmetries
    )
    reference.game = stuck
    assert reference.why_not(game.start()) == "there is no move"


def test_what_opponents_answer_and_how_moves_are_images():
    game = HER.game
    said = {}
    for expect in ("any", "sensible"):
        kit = with_choices(HER, expect=expect)
        for text in ("bbb/..w/ww. b", ".bb/w../..w w"):
            moves = replies(kit, game.parse(text))
            said[expect, text] = " ".join(map(game.move_text, moves))
    assert said == {
        ("any", "bbb/..w/ww. b"): "a3a2 b3b2 b3c2",
        ("sensible", "bbb/..w/ww. b"): "a3a2 b3b2 b3c2",
        ("any", ".bb/w../..w w"): "a2a3 a2b3 c1c2",
        ("sensible", ".bb/w../..w w"): "a2a3 a2b3",
    }
    start = game.start()
    groups = [sorted(map(game.move_text, group)) for group in orbits(game, start)]
    assert sorted(groups) == [["a1a2", "c1c2"], ["b1b2"]]
    image = least_image(game, game.parse("bbb/w../.ww b"))
    assert image == min(
        (game.parse("bbb/w../.ww b"), game.parse("bbb/..w/ww. b")), key=lambda each: each.cells
    )
    assert len(walk(game, 135)) == 135
    with pytest.raises(TooLargeError, match="has more than 134 positions"):
        walk(game, 134)
    assert walk(game, 500)[start] == [0]


# --- drawings ---


def drawn(kit, number=0, symmetry=None, **values):
    """A box as it is drawn right, or as its image."""
    box = kit.boxes[number]
    symmetry = symmetry or kit.game.symmetries[0]
    slots = [
        PrintedSlot(
            symmetry.move(slot.moves[0]),
            slot.colour.letter,
            slot.colour.fill,
            slot.colour.symbol,
            slot.beads,
        )
        for slot in box.slots
    ]
    twins = [symmetry.move(move) for slot in box.slots for move in slot.moves[1:]]
    found = PrintedBox(
        4, box.id, symmetry.position(box.position), tuple(slots), tuple(sorted(twins))
    )
    return replace(found, **values)


def drawn_slots(kit, number, slot, **values):
    slots = list(drawn(kit, number).slots)
    slots[slot] = replace(slots[slot], **values)
    return drawn(kit, number, slots=tuple(slots))


DRAWINGS = {
    "right": drawn(HER),
    "with twins": drawn(HER, 1),
    "mirrored": drawn(HER, 0, MIRROR),
    "without beads": drawn_slots(HER, 0, 0, beads=None),
    "other beads": drawn_slots(HER, 0, 0, beads=7),
    "another colour": drawn_slots(HER, 0, 0, fill="#123456"),
    "a known colour": drawn_slots(HER, 0, 0, fill=HER.palette[1].fill.lower()),
    "no symbol and no letter": drawn_slots(HER, 0, 0, letter="", symbol=""),
    "another move": drawn_slots(HER, 0, 0, move=Move(0, 8)),
    "a move left out": drawn(HER, 0, slots=drawn(HER).slots[1:]),
    "twins left out": drawn(HER, 1, twins=()),
    "a twin too many": drawn(HER, 0, twins=(Move(0, 8),)),
    "another position": drawn(HER, 0, position=HER.game.start()),
    "faults of its own": drawn(HER, 0, faults=("the id is covered", "an arrow leaves the board")),
    "without an id": drawn(HER, 0, id=None),
    "an unknown id": drawn(HER, 0, id="Z9"),
    "an id of another": drawn(HER, 0, id="A2"),
}


def part(shows, name="labels"):
    return JobPart(name, name.capitalize(), 3, 2, shows)


def keys_of(kit):
    game = kit.game
    for box in kit.boxes[:12]:
        rows = key_rows(game.diagram, box.position.cells)
        for sign in ("", "▶", "⇄"):
            yield PrintedKey(5, box.id, sign, sum(laid(rows, sign), ()))


def test_all_that_checks_of_drawings_say(golden):
    lines = []
    for name, box in DRAWINGS.items():
        lines += [name, *(f"    {fault}" for fault in marks.box_faults(HER, box))]
    menace = kit_of("menace")
    lines += ["marks", *marks.box_faults(menace, drawn_slots(menace, 1, 0, beads=1))]
    boxes = [drawn(HER, number) for number in range(len(HER.boxes))]
    mirrored = [drawn(HER, number, MIRROR) for number in range(len(HER.boxes))]
    always = [replace(drawn(HER), id=box.id, position=box.position) for box in EXPRESS.always]
    found = []
    for shows in ("cards", "walls", "boards", "always"):
        kit = EXPRESS if shows == "always" else HER
        own = [] if shows == "always" else mirrored * (shows == "boards")
        for printed in ([*boxes, *own], boxes[1:], [*boxes, boxes[0]], always, []):
            found.append(marks.complete_part(kit, part(shows), printed))
    without_beads = [drawn_slots(HER, 0, 0, beads=None), *boxes[1:]]
    no_beads = [replace(boxes[0], slots=()), *boxes[1:]]
    found.append(marks.complete_part(HER, part("cards"), without_beads))
    found.append(marks.complete_part(HER, part("cards"), no_beads))
    keys = [*keys_of(menace)]
    found.append(marks.key_check(menace, "the key", keys))
    wrong = [replace(keys[0], id="Z9"), replace(keys[1], faults=("2 cells stand before A1",))]
    found.append(marks.key_check(menace, "the key", [*wrong, *keys[2:], keys[3]]))
    lines.append(in_words(found))
    golden("verify/checks-of-drawings", "\n".join(lines))


@pytest.mark.parametrize(
    ("pages", "count", "missing", "found", "faults"),
    [
        (3, 3, "", "3 pages", ()),
        (
            3,
            2,
            "",
            "2 pages",
            ("1 of 3 pages missing; the numbers at the foot of the sheets tell which",),
        ),
        (1, 3, "", "3 pages", ("page 2 belongs to no part", "page 3 belongs to no part")),
        (None, 1, "it has no job.json", "1 page", ("it has no job.json; print it again",)),
    ],
)
def test_all_pages_are_there(pages, count, missing, found, faults):
    job = None if pages is None else SimpleNamespace(pages=pages)
    check = marks._all_pages(job, count, missing)
    assert (check.name, check.found, check.faults) == ("all pages are there", found, faults)
    assert check.expected == (
        "as many as were printed" if job is None else f"{pages} page{'s' * (pages > 1)}"
    )


@pytest.mark.parametrize(
    ("nameless", "found", "faults"),
    [
        ([], "4", ()),
        ([2], "3", (f"page 2 does not carry the hash {HER.short_hash}",)),
        ([1, 2, 4], "1", (f"pages 1-2, 4 do not carry the hash {HER.short_hash}",)),
    ],
)
def test_every_sheet_carries_the_hash(nameless, found, faults):
    check = marks._hash_on_pages(HER, SimpleNamespace(nameless=nameless, count=4))
    assert (check.name, check.expected) == ("every sheet carries the kit's hash", "4 pages")
    assert (check.found, check.faults) == (found, faults)


def test_which_parts_are_checked(monkeypatch):
    calls = []

    def note(name, *args):
        calls.append((name, *args[1:]))
        return name

    for name in ("route_check", "key_check", "complete_part"):
        monkeypatch.setattr(marks, name, partial(note, name))
    blocks = [SimpleNamespace(page=page) for page in (2, 3, 4, 5)]
    parts = [part(shows, shows) for shows in ("route", "boards", "cards", "tiles", "nothing")]
    keyed = part("boards", "finder")
    read = SimpleNamespace(
        route=blocks,
        keys={each: [] for each in parts} | {keyed: ["key"]},
        boxes={each: [] for each in parts},
    )
    for each in (*parts, keyed):
        list(marks._part_checks(HER, each, read))
    assert calls == [
        ("route_check", "every answer leads on as the route says", blocks[1:3]),
        ("complete_part", parts[1], []),
        ("complete_part", parts[2], []),
        ("key_check", "every position leads to its box in the finder", ["key"]),
    ]
