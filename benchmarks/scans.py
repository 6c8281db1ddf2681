"""How well sheets on paper are compared: cards that are right and cards with one fault, printed,
worn and taken.

    python benchmarks/scans.py                                  # the table of docs/reliability.md
    python benchmarks/scans.py --sheets 3 --faults 3 --seed 2   # fewer pictures of each kind
    python benchmarks/scans.py --wears "phone, folded" --pictures /tmp/scans  # keeps the pictures

Pictures that have been kept are judged again, and not made again. What happens to paper is
simulated by ``tests/worn_paper.py``, and faults are drawn by ``tests/damaged_cards.py``.
"""

import argparse
import pathlib
import sys
from collections import Counter
from functools import cache
from typing import NamedTuple

import msgspec
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))
import damaged_cards
import worn_paper
from jobs import kit_of
from prints import document

from kitgen.paper.document import Document
from kitgen.paper.marks.scene import Mark, Text
from kitgen.pictures.picture_files import COLOURS, PicturePage, frames
from kitgen.render.pdf import pdf_bytes
from kitgen.verification.remake import Remade
from kitgen.verification.scan import SheetsOnPaper

#: The most boxes, and letters of a refusal, that a line on a wrong judgement has.
MAX_BOXES_NAMED = 6
MAX_LETTERS_OF_REASON = 60
#: Kits and their labels, taken in turn.
SHEETS = (("her", "matchbox"), ("menace", "matchbox"), ("her", "35x15"), ("gardner24", "matchbox"))
WEARS = {
    "scan": worn_paper.Wear(),
    "scan, low toner": worn_paper.Wear(toner=0.3),
    "scan, rough paper": worn_paper.Wear(texture=0.06),
    "scan, folded": worn_paper.Wear(fold=0.35),
    "scan, labels glued": worn_paper.Wear(glued=(0.7, 1)),
    "phone": worn_paper.Wear(taken="mild", light="cold"),
    "phone, yellowish light": worn_paper.Wear(taken="mild", light="yellowish"),
    "phone, folded": worn_paper.Wear(taken="mild", fold=0.3, light="lamp"),
    "phone, labels glued": worn_paper.Wear(taken="mild", glued=(0.7, 1)),
    "phone in passing": worn_paper.Wear(taken="middle", light="lamp"),
    "grey scan": worn_paper.Wear(taken="grey flatbed"),
    "printed in black": worn_paper.Wear(colours=False),
}


class Judged(NamedTuple):
    """How many cards of a picture were compared, the boxes of those that were called wrong, and why
    it was refused, if it was.
    """

    compared: int
    boxes: list[str]
    why: str


@cache
def sheets(name: str, stock: str) -> tuple[Document, SheetsOnPaper]:
    drawn = document(name, ("labels", "finder"), stock=stock)
    return drawn, SheetsOnPaper(kit_of(name), Remade(pdf_bytes(drawn), drawn.parts))


@cache
def labels(name: str, stock: str) -> dict[str, worn_paper.Card]:
    """The place of each label of the first sheet, by its box."""
    drawn, _ = sheets(name, stock)
    places = {}
    for mark in drawn.sheets[0].scene.marks:
        if is_box_name(mark):
            card = damaged_cards.Card(drawn, mark.text)
            xs, ys = zip(*card.ground.points, strict=True)
            places[mark.text] = (min(xs), min(ys), max(xs), max(ys))
    return places


def is_box_name(mark: Mark) -> bool:
    """Whether a mark is the name of a box on its label, such as A12."""
    return isinstance(mark, Text) and mark.bold and mark.text[1:].isdigit()


@cache
def colours(name: str, stock: str) -> list[str]:
    """The colours of the badges on the first sheet."""
    drawn, _ = sheets(name, stock)
    fills = set()
    for box in labels(name, stock):
        card = damaged_cards.Card(drawn, box)
        fills |= {card.marks[number].fill for number in card.badges}
    return sorted(fills)


def spoilt(
    key: tuple[str, str], rng: np.random.Generator, kind: str
) -> tuple[set[str], Document] | None:
    """The sheets with one fault of a kind, and the boxes that have it; None where a card cannot
    have it.
    """
    drawn, _ = sheets(*key)
    places = labels(*key)
    used = colours(*key)
    box = str(rng.choice(list(places)))
    card = damaged_cards.Card(drawn, box)
    slots = len(card.letters)

    def other(fill: str) -> str:
        return str(rng.choice([colour for colour in used if colour != fill]))

    slot = int(rng.integers(slots))
    fill = card.marks[card.badges[slot]].fill
    if kind == "arrow's colour" and card.arrows:
        return {box}, damaged_cards.recolour_arrow(drawn, box, slot, other(fill))
    if kind == "arrow turned" and card.arrows:
        return {box}, damaged_cards.turn_arrow(
            drawn, box, slot, float(rng.choice([45, 90, 180, 270]))
        )
    if kind == "arrow missing" and card.arrows:
        return {box}, damaged_cards.remove_arrow(drawn, box, slot)
    if kind == "badge's colour":
        return {box}, damaged_cards.recolour_badge(drawn, box, slot, other(fill))
    if kind == "colour of both":
        return {box}, damaged_cards.recolour_move(drawn, box, slot, other(fill))
    if kind == "pawn" and card.arrows:  # where moves have arrows, pieces are pawns
        number = int(rng.choice(card.pieces))
        pawn = card.marks[number]
        fill = "#FFFFFF" if pawn.fill == damaged_cards.DARK else damaged_cards.DARK
        return {box}, card.changed(number, msgspec.structs.replace(pawn, fill=fill))
    if kind == "labels":
        size = size_of(places[box])
        alike = [name for name in places if name != box and size_of(places[name]) == size]
        second = str(rng.choice(alike))
        return {box, second}, damaged_cards.exchange_labels(drawn, box, second)
    return None


def size_of(card: worn_paper.Card) -> tuple[int, int]:
    """The width and height of a label, in whole mm."""
    left, top, right, bottom = card
    return round(right - left), round(bottom - top)


#: All kinds of faults; those whose name has "colour" in it cannot be seen without colours.
FAULTS = (
    "arrow's colour",
    "badge's colour",
    "colour of both",
    "arrow turned",
    "arrow missing",
    "pawn",
    "labels",
)


def judged(key: tuple[str, str], data: bytes) -> Judged:
    """What is said of a picture."""
    _, judge = sheets(*key)
    ((_, frame),) = frames(COLOURS, data)
    page = judge.judge(msgspec.msgpack.decode(frame, type=PicturePage), 1)
    return Judged(
        compared=len(page.compared),
        boxes=[mismatch.box for mismatch in page.wrong],
        why="; ".join(page.check.not_read),
    )


def measured(
    name: str, number: int, planted: int, seed: int, pictures: pathlib.Path | None
) -> Counter[str]:
    """The figures of one kind of wear, from a number of pictures without a fault and some with one
    ``planted``.
    """
    counts: Counter[str] = Counter()
    way = WEARS[name]
    has_colours = way.colours and way.taken != "grey flatbed"
    kinds = [kind for kind in FAULTS if has_colours or "colour" not in kind]
    for turn in range(number + planted):
        rng = np.random.default_rng([seed, list(WEARS).index(name), turn])
        key = SHEETS[turn % len(SHEETS)]
        drawn, _ = sheets(*key)
        should = set[str]()
        kind = "nothing"
        if turn >= number:
            kind = kinds[(turn - number) % len(kinds)]
            fault = spoilt(key, rng, kind)
            while fault is None:
                key = SHEETS[int(rng.integers(len(SHEETS)))]
                fault = spoilt(key, rng, kind)
            should, drawn = fault
        path = pictures / f"{seed} {name} {turn} {kind}.jpg" if pictures else None
        if path and path.exists():
            data = path.read_bytes()
        else:
            data, _ = worn_paper.taken(pdf_bytes(drawn), 0, list(labels(*key).values()), way, rng)
            if path:
                path.write_bytes(data)
        answer = judged(key, data)
        named = set(answer.boxes)
        counts["pictures"] += 1
        if answer.compared:
            counts["cards"] += answer.compared - len(should)
            counts["wrongly"] += len(named - should)
            counts.update(found(kind, should, named))
        else:
            counts["refused"] += 1
        if not answer.compared or named != should:
            boxes = answer.boxes[:MAX_BOXES_NAMED]
            why = answer.why[:MAX_LETTERS_OF_REASON]
            fault = f"{kind} {sorted(should)}"
            line = f"  {name} {turn} {key} {fault} named: {boxes} {why}"
            print(line, file=sys.stderr, flush=True)
    return counts


def found(kind: str, should: set[str], named: set[str]) -> Counter[str]:
    """How many faults a picture has, 0 or 1, and how many of them were named, in all and of a
    kind.
    """
    if not should:
        return Counter()
    counts = Counter(["faults", f"faults {kind}"])
    if should <= named:
        counts.update(["found", f"found {kind}"])
    return counts


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument(
        "--sheets", type=int, default=8, help="pictures without a fault, of each kind of wear"
    )
    parser.add_argument(
        "--faults", type=int, default=14, help="pictures with one fault, of each kind of wear"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wears", action="append", choices=list(WEARS))
    parser.add_argument(
        "--pictures",
        type=pathlib.Path,
        help="the folder where pictures are kept, and taken from again",
    )
    options = parser.parse_args()
    whole: Counter[str] = Counter()
    print(
        "| | pictures | refused | right cards | named wrongly | faults | named |\n"
        "|---|--:|--:|--:|--:|--:|--:|"
    )
    for name in options.wears or WEARS:
        counts = measured(name, options.sheets, options.faults, options.seed, options.pictures)
        figures = (
            counts[key] for key in ("pictures", "refused", "cards", "wrongly", "faults", "found")
        )
        print(f"| {name} | {' | '.join(f'{figure:,}' for figure in figures)} |", flush=True)
        whole += counts
    print("\n| fault | planted | named |\n|---|--:|--:|")
    for kind in FAULTS:
        print(f"| {kind} | {whole[f'faults {kind}']} | {whole[f'found {kind}']} |")


if __name__ == "__main__":
    main()
