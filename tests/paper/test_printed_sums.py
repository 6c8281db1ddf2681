"""The figures on every sheet, read out of the page by their places, against sums made from the kit
alone.

``READERS`` has a reader for each part that shows figures. A reader takes what is printed and yields
pairs: what it says, and what the kit says. A test changes each figure of a sheet, one at a time,
and counts those that are noticed.
"""

import math
import re
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import chain, pairwise

import msgspec
import pytest
from counting import at_least, at_least_one
from jobs import EDITIONS, make_job, slots_of
from printed_words import texts_on
from prints import document
from sampling import few, sample

from kitgen.paper.card.moves import marking_of
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.style import STYLE
from kitgen.papers import paper_name

#: Each edition with two rules, one that only takes and one that adds; papers, languages and stocks
#: take turns.
RULES = ("gardner", "michie", "never-last", "hexapawn-rl", "gardner-reward")
KITS = []
for number, name in enumerate(EDITIONS):
    for turn in range(2):
        rule = RULES[(number + turn) % 5]
        page = "a4" if (number + turn) % 2 == 0 else "letter"
        stock = "matchbox" if (number // 2 + turn) % 2 == 0 else "poker"
        if turn == 0:
            language = "en"
        else:
            language = "it" if number % 2 == 0 else "es"
        KITS.append((name, rule, page, language, stock))
FIGURE = re.compile(r"\d+")


#: How high the foot of a page is, whose figures are not of its part.
FOOT_MM = 22


def lines(sheets, part):
    """Return the texts of the pages of a part, but for their feet."""
    pages = []
    for sheet in sheets:
        if sheet.part == part:
            foot = sheet.scene.height - FOOT_MM
            pages.append([mark for mark in texts_on(sheet) if mark.at[1] < foot])
    return pages


def words(page):
    return " ".join(mark.text for mark in page)


def row_of(page, mark):
    """Return the texts right of one on its baseline, from the left; a J on its badge stands
    higher than others.
    """
    found = [m for m in page if abs(m.at[1] - mark.at[1]) < 0.6 and m.at[0] > mark.at[0] + 0.01]
    return sorted(found, key=lambda m: m.at[0])


def figures(text):
    return [int(number) for number in FIGURE.findall(text)]


def needed(kit):
    """Return how many beads of each colour lie in all boxes."""
    beads = Counter({colour.key: 0 for colour in kit.palette})
    for _, slot in slots_of(kit):
        beads[slot.colour.key] += slot.beads
    return beads


def spares(count):
    return max(2, -(-count // 10))


def filling(box):
    """Return what lies in a box, as numbers and letters are printed in a row."""
    return tuple((slot.beads, slot.colour.letter) for slot in box.slots)


def read_filling(marks):
    """Return pairs of a number and the letter of the badge behind it, as long as they go on."""
    found = []
    for number, badge in pairwise(marks):
        if number.text.isdigit() and badge.bold and len(badge.text) == 1:
            found.append((int(number.text), badge.text))
    return tuple(found)


# --- the readers
# --------------------------------------------------------------------------------------------------


def read_cover(job, sheets):
    """Boxes, beads and minutes; the page of every part."""
    kit = job.kit
    texts = job.texts
    (page,) = lines(sheets, "cover")
    page_words = words(page)
    boxes = len(kit.boxes)
    beads = sum(needed(kit).values())
    hooks = [texts(f"cover.hook.{thing}", count=boxes) for thing in ("matchbox", "box")]
    yield any(hook in page_words for hook in hooks), True
    what = texts("cover.what", boxes=boxes, beads=beads, game="|", learns="")
    yield what.partition("|")[0] in page_words, True
    size = {"width": f"{job.stock.width:g}", "height": f"{job.stock.height:g}"}
    made_from = "cards" if texts.made_of == "cards" else "labels"
    sized = any(sheet.part == made_from for sheet in sheets)
    yield (
        texts("cover.box" if sized else "cover.plain_box", count=boxes, **size) in page_words,
        True,
    )
    if texts.made_of == "cards":
        work = {"folded_card": 2.0}
    elif job.stock.page:
        work = {"bought_label": 0.5, "filled_box": 0.5}
    else:
        work = {"label": 1.5, "filled_box": 0.5}
    minutes = math.ceil(boxes * sum(work.values()) / 4)
    if minutes > 10:
        minutes = 5 * math.ceil(minutes / 5)
    each = ", ".join(texts(f"cover.work.{kind}", minutes=one) for kind, one in work.items())
    yield texts("cover.time", minutes=minutes, list=each) in page_words, True
    if texts.made_of == "boxes":
        bank = job.bank.beads if job.bank else {}
        total = sum(count + spares(count) + bank.get(key, 0) for key, count in needed(kit).items())
        games = job.bank.games if job.bank else 0
        key = "cover.bead.bank" if job.bank else "cover.bead.spares"
        colours = len(needed(kit))
        yield texts(key, count=beads, colours=colours, total=total, games=games) in page_words, True
    first = {}
    for number, sheet in enumerate(sheets, 1):
        ends = [sheet.title]
        if sheet.size != sheets[0].size:  # its file may stand in a line of its own
            file = f"(kit-{paper_name(*sheet.size)}.pdf)"
            ends = [f"{sheet.title} {file}", file]
        first.setdefault(sheet.part, (ends, number))
    for ends, number in at_least_one([entry for part, entry in first.items() if part != "cover"]):
        rows = [row_of(page, mark) for mark in page if mark.text in ends]
        yield [row[0].text for row in rows if row], [f"{number}"]


def read_beads(job, sheets):
    """The table of colours with its sums, and the number of beads of each colour in each box,
    below its badge.
    """
    kit = job.kit
    pages = lines(sheets, "beads")
    table = {}
    for colour in kit.palette:
        name = next(mark for mark in pages[0] if mark.text == colour.name)
        table[colour.key] = [int(mark.text) for mark in row_of(pages[0], name)]
        count = needed(kit)[colour.key]
        row = [count]
        if job.bank:
            row.append(job.bank.beads[colour.key])
        row.append(spares(count))
        yield table[colour.key], [*row, sum(row)]
    # The last word for a sum heads the row, and is not the heading of the column.
    *_, last = [mark for mark in pages[0] if mark.text == job.texts("beads.column.sum")]
    sums = [sum(column) for column in zip(*table.values(), strict=True)]
    yield [int(mark.text) for mark in row_of(pages[0], last)], sums
    if job.bank:
        opponent = job.texts(f"curve.band.{job.bank.opponent}")
        of = {"games": job.bank.games, "of_hundred": job.bank.of_hundred}
        said = job.texts.raw("claims.bank").format(opponent=opponent, **of)
        yield said in words(pages[0]), True
    yield job.texts("beads.spares", least=2) in words(pages[0]), True
    found = {}
    heads = job.texts("beads.column.box")
    for page in pages:
        ids = {box.id for box in kit.boxes}
        head = {m.at[1] for m in page if m.text == heads}
        badges = [
            m
            for m in page
            if m.bold and len(m.text) == 1 and any(abs(m.at[1] - y) < 2 for y in head)
        ]
        for mark in page:
            if mark.bold and mark.text in ids and mark.anchor == "start":
                right = min(
                    (m.at[0] for m in row_of(page, mark) if m.bold and m.text in ids),
                    default=math.inf,
                )
                for number in row_of(page, mark):
                    if number.at[0] < right and number.anchor == "middle":
                        badge = min(badges, key=lambda m: abs(m.at[0] - number.at[0]))
                        found.setdefault(mark.text, []).append((int(number.text), badge.text))
    yield (
        {name: tuple(row) for name, row in found.items()},
        {box.id: filling(box) for box in kit.boxes},
    )


def read_operator(job, sheets):
    """With how many beads each turn starts."""
    kit = job.kit
    texts = job.texts
    _, page, *_ = lines(sheets, "operator")
    beads = defaultdict(set)
    for box, slot in slots_of(kit):
        beads[box.turn].add(slot.beads)
    starts = [min(beads[turn]) for turn in sorted(beads)]
    title = texts("operator.start.title")
    start = next(number for number, mark in enumerate(page) if mark.text == title)
    page_words = words(page[start + 1 :]).split(texts("operator.game"))[0]
    if len(set(starts)) == 1:
        yield figures(page_words), [starts[0]]
    elif kit.choices.rows_by == "turn":
        while (
            len(starts) > 1 and starts[-1] == starts[-2] and len(starts) > len(figures(page_words))
        ):
            starts.pop()
        yield figures(page_words), starts
    else:
        yield figures(page_words), []
    yield all(len(each) == 1 for each in beads.values()), True


def read_log(_, sheets):
    """Games 1 to 50, a row each in their order, and a column for each turn."""
    seen = []
    for page in lines(sheets, "log"):
        numbers = [m for m in page if m.text.isdigit() and m.anchor == "middle"]
        yield [m.at[1] for m in numbers], sorted(m.at[1] for m in numbers)
        seen += [int(m.text) for m in numbers]
    yield seen, list(range(1, 51))


def read_museum(job, sheets):
    """What lies in each box at the start, and how many bags of each filling there are for which
    boxes.
    """
    kit = job.kit
    found = {}
    bags = {}
    ids = {box.id for box in kit.boxes}
    for page in lines(sheets, "museum"):
        for mark in page:
            if mark.text in ids and mark.bold:
                row = row_of(page, mark)
                stop = next((n for n, m in enumerate(row) if m.text in ids and m.bold), len(row))
                found[mark.text] = read_filling(row[:stop])
            elif mark.bold and re.fullmatch(r"\d+ ×", mark.text):
                below = [
                    m.at[1] for m in page if m.at[1] > mark.at[1] + 0.3 and m.at[0] == mark.at[0]
                ]
                row = row_of(page, mark)
                low = min(below, default=math.inf) - 0.3
                left = row[-1].at[0]
                names = [m for m in page if m.at[0] == left and mark.at[1] - 0.3 < m.at[1] < low]
                listed = words(names).replace(",", " ").split()
                bags[read_filling(row)] = (int(mark.text.split()[0]), listed)
    yield found, {box.id: filling(box) for box in kit.boxes}
    expected = {}
    for box in kit.boxes if job.texts.made_of == "boxes" else ():  # nobody pours beads into cards
        expected.setdefault(filling(box), []).append(box.id)
    yield bags, {content: (len(names), names) for content, names in expected.items()}
    stickers = lines(sheets, "museum")[-1]
    text = " ".join(mark.text for mark in stickers)  # the machine's words may take two lines
    shouts = {job.texts(f"guide.museum_pack.{result}") for result in ("won", "drew", "lost")}
    machine = job.texts("guide.museum_pack.machine", boxes=len(kit.boxes))
    yield text.count(machine), sum(m.text in shouts for m in stickers)


def read_deck(job, sheets):
    """As many cards of each colour as the list says; where beads are only taken, as any box has
    of it.
    """
    kit = job.kit
    pages = lines(sheets, "deck")
    marks = [*chain(*pages)]
    largest = max(mark.size for mark in marks)
    large = Counter(mark.text for mark in marks if mark.size == largest)
    page_words = words(pages[0])
    listed = {}
    for colour in kit.palette:
        row = re.search(rf"(\d+) × {colour.name} \({colour.letter}\)", page_words)
        listed[colour.letter] = int(row[1])
    yield listed, dict(large)
    if kit.rule.only_takes:
        most = Counter()
        for _, slot in slots_of(kit):
            letter = slot.colour.letter
            most[letter] = max(most[letter], slot.beads)
        yield listed, most


def read_spinner(job, sheets):
    """In each row of the dice tables every move has as many numbers, and all numbers are
    somewhere.
    """
    counts = {len(box.slots) for box in job.kit.boxes} - {1}
    *_, page = lines(sheets, "spinner")
    seen = set()
    for count in counts:
        names = [mark for mark in page if mark.text == job.texts("spinner.wheel", count=count)]
        yield len(names), 1
        row = [figures(mark.text) for mark in row_of(page, names[0])]
        *moves, again = [list(range(span[0], span[-1] + 1)) if span else [] for span in row]
        yield len(moves), count
        yield {len(numbers) for numbers in moves}, {len(moves[0])}
        faces = 6 if count <= 6 else 36
        yield [*chain(*moves), *again], list(range(1, faces + 1))
        yield len(again) < count, True
        seen.add(count)
    yield seen, counts


def read_class_set(job, sheets):
    """As many pieces as a game needs at most."""
    kit = job.kit
    (page,) = lines(sheets, "class-set")
    start = Counter(content for content in kit.game.start().cells if content)
    cells = len(kit.game.start().cells)
    pieces = {
        "hexapawn": [*start.values()],
        "tictactoe": [(cells + 1) // 2, cells // 2],
        "nim": [cells],
    }
    how = words([m for m in page if m.size == STYLE.letters.small])
    seeds = sum(kit.game.start().cells)
    if kit.game.name == "awari":
        yield job.texts("class-set.seeds", number=seeds) in how, True
    else:
        told = how.rpartition(kit.title)[2]  # which may have figures of its own
        yield [int(n) for n in re.findall(r"(\d+) ", told)], pieces[kit.game.name]


def read_fields(part):
    """Return the reader of a sheet with a field for each number, behind the badge of its move,
    or with wells.
    """

    def read(job, sheets):
        kit = job.kit
        found = {}
        name = None
        ids = {box.id for box in kit.boxes}
        letters = {colour.letter for colour in kit.palette}
        if kit.rule.only_takes and all(slot.beads == 1 for box, slot in slots_of(kit)):
            return
        for page in lines(sheets, part):
            for before, mark in pairwise(page):
                if before.bold and before.text in ids:
                    name = before.text
                is_number = mark.text.isdigit() and mark.anchor == "middle"
                if is_number and before.bold and before.text in letters:
                    found.setdefault(name, []).append((int(mark.text), before.text))
        yield (
            {key: tuple(row) for key, row in found.items()},
            {box.id: filling(box) for box in kit.boxes},
        )

    return read


def read_sweets(job, sheets):
    """As many sweets of each colour as there are rings."""
    kit = job.kit
    page, *_ = lines(sheets, "sweets")
    count = job.texts("sweets.needed", count=sum(needed(kit).values()), width="").partition(",")[0]
    yield any(mark.text.startswith(f"{count},") for mark in page), True
    for colour in kit.palette:
        begin = f"{colour.name} "
        found = [mark.text for mark in page if mark.text.startswith(begin)]
        yield found, [f"{begin}{needed(kit)[colour.key]}"]


def read_labels(job, sheets):
    """The number of beads behind each badge of each label's list."""
    found = Counter()
    for page in lines(sheets, "labels"):
        for badge, mark in pairwise(page):
            if re.fullmatch(r"× ?\d+|\d+ ?×", mark.text):
                found[int(mark.text.strip("× ")), badge.text] += 1
    expected = Counter()
    for box in job.kit.boxes:
        expected.update(filling(box))
    yield found, expected


READERS = {
    "cover": read_cover,
    "labels": read_labels,
    "beads": read_beads,
    "operator": read_operator,
    "log": read_log,
    "museum": read_museum,
    "deck": read_deck,
    "spinner": read_spinner,
    "class-set": read_class_set,
    "poster": read_fields("poster"),
    "sweets": read_sweets,
    "zero": read_fields("zero"),
}
#: Sheets of many boards, which take long to draw, are read of these kits alone.
SMALL = ("her", "him", "gardner24", "ladder")
MANY_BOARDS = ("labels", "poster", "sweets", "zero")


def printed(name, rule, page, language, stock):
    """Return the print run of a kit with all parts that are read, and its sheets."""
    choices = {"page": page, "language": language, "stock": stock, "rule": rule, "beads_bank": 5}
    job = make_job(name, **choices)
    sweets = marking_of(job.kit.game.diagram).arrows and rule in ("gardner", "never-last")
    parts = tuple(
        p for p in READERS if (name in SMALL or p not in MANY_BOARDS) and (sweets or p != "sweets")
    )
    return job, document(name, parts, **choices)


def faults(job, sheets, part):
    """Return what a part says otherwise than the kit; a page that cannot be read at all says it
    so.
    """
    try:
        return [(said, true) for said, true in READERS[part](job, sheets) if said != true]
    except (AssertionError, LookupError, StopIteration, TypeError, ValueError) as error:
        return [(repr(error), "a page that can be read")]


@pytest.mark.parametrize("run", few(KITS, one_in=32), ids="-".join)
def test_every_figure_is_the_sum_that_the_kit_makes(run):
    job, made = printed(*run)
    for part in at_least(8, [part.name for part in made.parts]):
        assert not faults(job, made.sheets, part), part


#: What else on these sheets has figures: ids of boxes, squares of boards, steps, and sentences of
#: figures of their own (dice, rules of games, what a rule does), which tests/paper/test_parts.py,
#: test_makers.py and test_guides.py read.
DAMAGED = [
    ("cover", KITS[0], 21),
    ("cover", KITS[1], 15),
    ("labels", KITS[0], 45),
    ("beads", KITS[0], 80),
    ("beads", KITS[1], 88),
    ("operator", KITS[10], 1),
    ("operator", KITS[11], 4),
    ("log", KITS[0], 50),
    ("museum", KITS[2], 114),
    ("deck", KITS[1], 4),
    ("spinner", KITS[0], 19),
    ("class-set", KITS[0], 2),
    ("poster", KITS[1], 64),
    ("zero", KITS[1], 64),
    ("sweets", KITS[0], 5),
]


@pytest.mark.parametrize(("part", "run", "least"), sample(DAMAGED, one_in=12))
def test_a_figure_that_is_changed_is_found(part, run, least):
    """Each figure of a sheet is raised by one, alone; so many of them at least are read."""
    job, made = printed(*run)
    sheets = list(made.sheets)
    found = 0
    for number, sheet in enumerate(sheets):
        if sheet.part != part:
            continue
        for index, mark in enumerate(sheet.scene.marks):
            if not isinstance(mark, Text) or mark.at[1] > sheet.scene.height - FOOT_MM:
                continue
            for figure in FIGURE.finditer(mark.text):
                raised = str(int(figure[0]) + 1)
                text = mark.text[: figure.start()] + raised + mark.text[figure.end() :]
                marks = [*sheet.scene.marks]
                marks[index] = msgspec.structs.replace(mark, text=text)
                scene = Scene(sheet.scene.width, sheet.scene.height, marks)
                damaged = [*sheets[:number], replace(sheet, scene=scene), *sheets[number + 1 :]]
                found += bool(faults(job, damaged, part))
    assert found >= least, found


def test_a_page_too_many_is_found_in_the_list_of_contents():
    job, made = printed(*KITS[0])
    assert not faults(job, made.sheets, "cover")
    assert faults(job, (made.sheets[0], *made.sheets[0:1], *made.sheets[1:]), "cover")
