"""The guides: text flowed onto pages, figures from the kit itself, exercises whose answers
follow from the rules.
"""

import re
from dataclasses import replace
from itertools import chain, pairwise

import pytest
from card_geometry import apart_by, letter_corners, outline, path_points
from counting import at_least, at_least_one
from jobs import EDITIONS, LANGUAGES, TEXTS, kit_of, make_job
from journal_games import rows_of
from printed_words import lines_on, marks_on, texts_on, words_on
from sampling import few

from kitgen.errors import TemplateError
from kitgen.journal.beads import gone_on, played
from kitgen.kit.build import build_kit
from kitgen.paper.card.board import CUT
from kitgen.paper.declared import PartOptions
from kitgen.paper.exercises import WRITING, disguise, move_signs, spread
from kitgen.paper.layout.flow import flow_pages
from kitgen.paper.marks.scene import Disc, Line, Path, Polygon, Text
from kitgen.paper.next_boxes import names_each_next
from kitgen.paper.parts import load_part
from kitgen.paper.parts.errata import compared, invented, published
from kitgen.paper.parts.guide import figures
from kitgen.paper.parts.route import route_places
from kitgen.paper.style import BODY, text_width
from kitgen.press.machine_figures import past_of
from kitgen.press.print_job import simulate_for
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Decided, Texts

TEMPLATES = Templates()
PARTS = ("guide", "worksheet", "errata", "museum", "certificate")


def words(scene):
    return [mark.text for mark in scene.marks if isinstance(mark, Text)]


def test_text_is_broken_into_lines_and_pages_and_none_is_lost():
    text = "\n\n".join(f"Paragraph {number} " + "word " * 30 for number in range(20))
    pages = flow_pages(text, 80, 60, "test")
    assert len(pages) > 2
    drawn = " ".join(" ".join(words(page)) for page in pages)
    assert drawn.split() == text.split()
    for page in pages:
        for mark in page.marks:
            assert mark.at[0] + text_width(mark.text, mark.size, bold=mark.bold) <= 80
            assert mark.at[1] <= 60


def test_a_heading_stays_with_its_text():
    pages = flow_pages("word " * 40 + "\n\n## Heading\n\ntext below", 80, 37, "test")
    assert words(pages[-1]) == ["Heading", "text below"]


def test_what_leads_to_a_quotation_stays_with_it():
    pages = flow_pages("word " * 40 + "\n\nSay:\n\n> this", 80, 35, "test")
    assert words(pages[-1]) == ["Say:", "this"]


def test_the_words_before_a_table_stay_with_it():
    pages = flow_pages(
        "word " * 40 + "\n\n## Heading\n\nwords\n\n| x |\n|---|\n| y |\n", 80, 50, "test"
    )
    assert words(pages[-1]) == ["Heading", "words", "x", "y"]


def test_a_rule_breaks_the_page_and_bold_words_are_bold():
    first, second = flow_pages("one **two**\n\n---\n\nthree", 80, 60, "test")
    assert [(mark.text, mark.bold) for mark in first.marks] == [("one", False), ("two", True)]
    assert words(second) == ["three"]


def test_lists_are_numbered_and_tables_keep_every_cell():
    (page,) = flow_pages("3. a\n4. b\n\n| x | y |\n|---|---|\n| p q | r |\n", 80, 60, "test")
    assert [text for text in words(page) if text] == ["3.", "a", "4.", "b", "x", "y", "p q", "r"]


def test_a_column_of_short_texts_is_not_broken_because_others_are_long():
    long = "an opponent that moves at random, but takes every win at once"
    rows = [f"| {long} | {won} won, {100 - won} lost | {long} |" for won in (55, 60)]
    (page,) = flow_pages("\n".join(["| x | y | z |", "|---|---|---|", *rows]), 120, 200, "test")
    assert {"55 won, 45 lost", "60 won, 40 lost"} <= set(words(page))


@pytest.mark.parametrize("text", ["![picture](x.png)", "#### too deep", "    code", "a [link](x)"])
def test_what_cannot_be_drawn_is_an_error(text):
    with pytest.raises(TemplateError, match="in the test"):
        flow_pages(text, 80, 60, "in the test")


def test_a_table_too_high_for_a_page_is_an_error():
    with pytest.raises(TemplateError, match="does not fit"):
        flow_pages("| x |\n|---|\n| " + "word " * 400 + "|\n", 40, 60, "test")


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        (
            "her",
            {
                "boxes": 19,
                "beads": 45,
                "boxes_only_good": 7,
                "boxes_hopeless": 2,
                "boxes_mixed": 10,
            },
        ),
        ("him", {"boxes": 18, "beads": 37}),
        ("menace", {"boxes": 304, "beads": 1720}),
    ],
)
def test_the_guide_has_the_figures_of_its_kit(name, figure):
    kit = build_kit(name)
    said = figures(make_job(name))
    assert {key: said[key] for key in figure} == figure
    assert said["boxes_only_good"] + said["boxes_hopeless"] + said["boxes_mixed"] == len(kit.boxes)


@pytest.mark.parametrize(
    ("name", "says"),
    [("her", "machine can always win, within 6 moves"), ("him", "opponent can always win, within")],
)
def test_the_guide_says_who_should_win(name, says):
    assert says in figures(make_job(name))["outcome"]


def test_the_guide_says_how_long_boxes_take_where_a_sheet_is_the_machine():
    """Nothing is made for such a machine, and the guide speaks of boxes all the same."""
    usual = figures(make_job("her", parts=("guide", "labels")))["build_minutes"]
    assert figures(make_job("her", parts=("guide", "zero")))["build_minutes"] == usual > 0


@pytest.mark.every
@pytest.mark.parametrize(
    ("name", "told"),
    [("her", ["random", "winning-move", "perfect"]), ("misere", ["random", "perfect"])],
)
def test_an_opponent_that_does_as_chance_does_is_not_told_again(name, told):
    """In misère no move wins at once."""
    forecasts = simulate_for(kit_of(name), ["guide"], PartOptions()).forecasts
    assert [row.opponent for row in forecasts] == told


def test_the_published_table_has_the_mistakes_that_are_known():
    kit = build_kit("her")
    said = {}
    for entry in published(kit, TEMPLATES):
        wrong = [*map(kit.game.move_text, entry.wrong)]
        missing = [*map(kit.game.move_text, entry.missing)]
        said[kit.game.text(entry.position)] = (wrong, missing)
    assert said == {
        ".b./wb./... b": (["b3b1"], ["b3a2"]),
        ".bb/wb./..w b": ([], ["b3a2"]),
        "bbb/.w./w.w b": ([], ["c3b2"]),
    }
    assert published(build_kit("him"), TEMPLATES) == ()


@pytest.mark.parametrize("name", ["her", "menace", "ladder", "awari-mini"])
def test_invented_mistakes_are_of_every_kind_and_their_answers_right(name):
    kit = build_kit(name)
    exercises = invented(kit, 6)
    assert any(e.missing for e in exercises)
    assert any(e.wrong for e in exercises)
    assert any(not e.wrong and not e.missing for e in exercises)
    for exercise in exercises:
        legal = set(kit.game.legal_moves(exercise.position))
        assert (set(exercise.shown) - set(exercise.wrong)) | set(exercise.missing) == legal
    assert (
        compared(kit, kit.boxes[0].position, kit.game.legal_moves(kit.boxes[0].position)).wrong
        == ()
    )


@pytest.mark.parametrize(
    "name", ["her", "him", "her-4x3", "menace", "ladder", "nim:21", "awari-mini", "awari-3x1"]
)
def test_no_mistake_looks_like_a_legal_move(name):
    """A table shows no move twice, and a move that is not allowed reads unlike each that is."""
    kit = build_kit(name)
    for exercise in at_least(6, invented(kit, 12)):
        shown = [move_signs(kit, move) for move in exercise.shown]
        assert len({*shown}) == len(shown)
        legal = {move_signs(kit, move) for move in kit.game.legal_moves(exercise.position)}
        assert not legal & {move_signs(kit, move) for move in exercise.wrong}


#: The names of the squares of a board of 3 x 3.
SQUARES = {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}


@pytest.mark.parametrize(
    ("name", "says", "signs"),
    [
        ("ladder", "means: take", set()),
        ("awari-mini", "sows the seeds of pit", {"A", "B", "a", "b"}),
        ("menace", "puts a piece on the square", SQUARES),
        ("her", "moves the piece from", SQUARES),
    ],
)
def test_the_errata_lab_says_how_its_moves_are_read(name, says, signs):
    """A cell is called what stands in it; where a move is a number of counters, no other number
    stands about.
    """
    (sheet,) = load_part("errata").sheets(make_job(name))
    words = lines_on(sheet)
    assert says in " ".join(words)
    small = {word for word in words if len(word) <= 2 and word.isalnum()}
    assert small >= signs if name == "awari-mini" else small == signs


def is_piece(mark):
    """Return whether a mark may be a cross, a ring or a pawn."""
    if isinstance(mark, Polygon):
        return len(mark.points) == 12
    return isinstance(mark, Disc | Path)


@pytest.mark.parametrize("part", ["worksheet", "errata"])
@pytest.mark.parametrize("name", ["menace", "her-3x4", "connect"])
def test_no_piece_covers_the_name_of_a_square_in_an_exercise(name, part):
    """The answers are these names; crosses and rings were printed through some of them."""
    sheet = load_part(part).sheets(make_job(name))[0]
    names = [mark for mark in texts_on(sheet) if re.fullmatch("[a-d][1-4]", mark.text)]
    pieces = [outline(mark) for mark in marks_on(sheet) if is_piece(mark)]
    for mark in at_least(4 * 9, names):
        assert mark.size >= 7
        corners = letter_corners(mark)
        for piece in at_least(4, pieces):
            assert apart_by(corners, piece, 0.2)


def test_a_number_of_counters_is_quoted_in_the_key_of_the_errata_lab():
    """“1. 1 is missing.” reads as the number of an exercise, twice; a square needs no marks."""
    (ladder,), (menace,) = (
        load_part("errata").sheets(make_job(kit)) for kit in ("ladder", "menace")
    )
    assert re.search(r"“\d” is (missing|not allowed)", words_on(ladder))
    assert re.search(r"[abc]\d is (missing|not allowed)", words_on(menace))


def test_points_are_called_in_exercises_as_on_the_playing_board():
    """Around a wheel by numbers, on a grid as in chess; where there are two kinds of moves, both
    are explained.
    """
    (wheel,), (grid,) = (
        load_part("errata").sheets(make_job(kit)) for kit in ("told:mu-torere", "told:tapatan")
    )
    centre, first, last = (words(wheel.scene).count(name) for name in ("9", "1", "8"))
    assert centre == first == last > 0
    heights = {
        mark.text: mark.at[1]
        for mark in wheel.scene.marks
        if isinstance(mark, Text) and mark.text in set("159")
    }
    assert heights["1"] < heights["9"] < heights["5"], (
        "1 is at the top, 9 in the middle, 5 at the foot"
    )
    text = " ".join(words(grid.scene))
    assert "puts a piece on the point with this name" in text
    assert "Each point has its name beside it" in text
    assert "in its corner" not in text


@pytest.mark.parametrize("name", ["her", "awari-mini"])
def test_a_guide_says_how_much_looking_up_the_route_spares(name):
    job = make_job(name, parts=("guide", "route", "labels"))
    page_words = words_on(*load_part("guide").sheets(job))
    unsure = "?" in words_on(*load_part("route").sheets(job))
    assert unsure == (name == "awari-mini")
    assert ("so that you look up only the first." in page_words) == (not unsure)
    assert ("look up only the first, and the next where it has a “?”." in page_words) == unsure


@pytest.mark.parametrize(
    ("name", "forced"),
    few(
        ["her", "menace", "awari-3x1", "told:frogs-and-toads", "told:hens-on-guard", "her-4x3"],
        ["box", "skip"],
        one_in=4,
    ),
)
def test_where_a_route_has_a_question_mark_not_each_next_box_is_named(name, forced):
    kit = kit_of(name, forced=forced)
    for turned in (False, True):
        goals = []
        for _, legs in route_places(kit, turned=turned):
            for leg in legs:
                goals += [following.goal for following in leg.nexts]
        assert names_each_next(kit) == ("?" not in at_least(20, goals))


def test_a_guide_recommends_the_route_where_there_is_one():
    for kit, has in (("her", True), ("ladder", False), ("told:mu-torere", False)):
        job = make_job(kit)
        assert bool(figures(job)["find_boxes"]) == has == bool(load_part("route").sheets(job)), kit


@pytest.mark.parametrize(
    ("kit", "rule", "taught"),
    [
        ("her", "gardner", {"won": "yes", "lost": "no"}),
        ("him", "gardner", {"won": "changed", "lost": "no"}),  # it gets no better
        ("her", "gardner-reward", {"won": "yes", "lost": "yes"}),
        # A bead that is alone in its box and has the most that it may have stays as it is.
        ("her", "hexapawn-rl", {"won": "yes", "lost": "maybe"}),
        ("her", "never-last", {"won": "maybe", "lost": "no"}),
    ],
)
def test_a_sticker_says_that_the_machine_learned_where_its_rule_does(kit, rule, taught):
    job = make_job(kit, rule=rule)
    words = [m.text for m in load_part("museum").sheets(job)[-1].scene.marks if isinstance(m, Text)]
    for result, key in at_least(2, taught.items()):
        first = words.index(job.texts(f"guide.museum_pack.{result}"))
        text = " ".join(words[first : first + 6])
        assert job.texts.claimed(Decided(f"taught.{key}")) in text
        for other in {"yes", "maybe", "no", "changed"} - {key}:
            assert (
                job.texts.claimed(Decided(f"taught.{other}")) not in text.partition(" I ")[2][:60]
            )


def test_a_sticker_of_a_draw_says_what_the_rule_does():
    for rule, key in (("michie", "yes"), ("gardner", "no")):
        job = make_job("menace", rule=rule)
        words = [
            m.text for m in load_part("museum").sheets(job)[-1].scene.marks if isinstance(m, Text)
        ]
        first = words.index(job.texts("guide.museum_pack.drew"))
        assert job.texts.claimed(Decided(f"taught.{key}")) in " ".join(words[first : first + 6])


def test_numbers_of_beads_are_clear_of_their_badges():
    pairs = []
    for mark, badge in pairwise(marks_on(*load_part("museum").sheets(make_job("menace")))):
        if isinstance(mark, Text) and mark.text.isdigit() and isinstance(badge, Polygon):
            pairs.append((mark, badge))
    for number, badge in at_least(400, pairs):
        end = number.at[0] + text_width(number.text, number.size, bold=number.bold)
        assert min(x for x, _ in badge.points) - end > 0.4, number.text


def test_boxes_of_the_worksheet_are_spread_and_some_disguised():
    kit = build_kit("menace")
    boxes = spread(kit, 4)
    assert len({box.id for box in boxes}) == 4
    images = [
        disguise(kit, box.position, index).position(box.position) for index, box in enumerate(boxes)
    ]
    assert [image == box.position for image, box in zip(images, boxes, strict=True)] == [
        True,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("her", "look for the mirror image", "mirrored"),
        ("gardner24", "", ""),
        ("gardner24@1", "look for the mirror image", "mirrored"),
        ("menace", "turn or mirror the picture", "turned or mirrored"),
        ("awari-mini", "", ""),
        ("ladder", "", ""),
    ],
)
def test_the_worksheet_asks_for_symmetries_that_the_game_has(name, asked, said):
    pictures, page = load_part("worksheet").sheets(make_job(name))
    foot = cut_line(page)
    key = [mark.text for mark in page.scene.marks if isinstance(mark, Text) and mark.at[1] > foot]
    sheet = lines_on(pictures)
    words = " ".join(sheet)
    squares = [word for word in sheet if word == said]
    assert asked in words
    assert bool(re.search("mirror|turn", words)) is bool(asked)
    assert len(squares) == (4 if said else 0)
    assert any("as it is printed" in word for word in key) is bool(asked)
    for word in key:
        assert bool(said) or not re.search("mirror|turn|printed", word)


@pytest.mark.parametrize("page", ["a4", "letter"])
@pytest.mark.parametrize("name", ["nim:28,take=4", "nim:8"])
def test_moves_that_no_picture_of_the_worksheet_has_room_for_are_not_asked_for(name, page):
    job = make_job(name, page, side="second")
    pictures, questions = (lines_on(sheet) for sheet in load_part("worksheet").sheets(job))
    assert ("picked the bead beside each box" in " ".join(pictures)) is (name == "nim:8")
    numbers = sorted(text for text in (*pictures, *questions) if re.fullmatch(r"[0-9]\.", text))
    assert numbers == sorted(
        [f"{number}." for number in range(1, 9 if name == "nim:8" else 8)] * 2
    ), "task and answer"


@pytest.mark.parametrize("page", few(["a4", "letter"], one_in=2))
@pytest.mark.parametrize("part", ["worksheet", "errata"])
@pytest.mark.parametrize("name", few(EDITIONS, one_in=3))
def test_answers_are_below_the_line_where_they_are_cut_off_and_nothing_else_is(name, part, page):
    """The last page is full down to the line: pupils have room to write or draw, and it is not
    left half empty.
    """
    for language in at_least(3, LANGUAGES):
        *_, sheet = load_part(part).sheets(make_job(name, page, language))
        texts = Texts(language, TEMPLATES)
        foot = cut_line(sheet)
        below = [mark.text for mark in texts_on(sheet) if mark.at[1] > foot]
        assert texts(f"guide.{part}_key") in below
        count = {"worksheet": 8, "errata": 6}[part]
        assert [word for word in below if re.fullmatch(r"[0-9]\.", word)] == [
            f"{n}." for n in range(1, count + 1)
        ]
        lines = [
            mark.start[1]
            for mark in sheet.scene.marks
            if isinstance(mark, Line) and mark.stroke == WRITING
        ]
        frames = []
        for mark in sheet.scene.marks:
            if isinstance(mark, Path):
                frames += [y for _, y in path_points(mark)]
        last = max(*at_least(8, lines), *(y for y in frames if y < foot))
        assert last < foot - 1
        # Where the last page has lines alone, it may miss the three that one more answer would
        # have.
        has_frame = any(sheet.scene.height / 4 < y < foot for y in frames)
        assert last > foot - (14 if has_frame else 35)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worksheets_key_says_which_moves_the_beads_name_and_what_becomes_of_them(language):
    job = make_job(language=language)
    kit = job.kit
    pictures, page = load_part("worksheet").sheets(job)
    known = {box.id: box for box in kit.boxes}
    words = texts_on(pictures)
    tasks = []
    for mark in words:
        if mark.text not in known or mark.size != BODY:
            continue  # on pictures of boxes
        right = [
            m
            for m in words
            if m.size == 22 and m.at[0] > mark.at[0] and 0 < m.at[1] - mark.at[1] < 40
        ]
        letter = min(right, key=lambda m: (round(m.at[1] - mark.at[1]), m.at[0])).text
        (slot,) = (slot for slot in known[mark.text].slots if slot.colour.letter == letter)
        # The cells of HER stand row by row from the top left, and are named as on a chessboard.
        cells = (slot.moves[0].source, slot.moves[0].target)
        move = "".join("abc"[cell % 3] + str(3 - cell // 3) for cell in cells)
        tasks.append(job.texts("sheet.of", of=mark.text, what=move))
    assert len(tasks) == 4
    foot = cut_line(page)
    key = [mark.text for mark in page.scene.marks if isinstance(mark, Text) and mark.at[1] > foot]
    assert key[key.index("2.") + 1] == job.texts.joined(tasks).replace("\xa0", " ")
    first, last = key[key.index("3.") + 1].split(job.texts.joined(["", ""]))
    # By Gardner's rule only the bead of the last move leaves.
    assert first.endswith(job.texts("turn.back"))
    assert last.endswith(job.texts("turn.fewer", count=1))


def cut_line(sheet):
    """Return how far down the line is along which answers are cut off."""
    (line,) = (mark for mark in sheet.scene.marks if isinstance(mark, Line) and mark.stroke == CUT)
    return line.start[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pupils_sheet_of_a_guide_has_a_head_of_its_own(language):
    run = make_job(language=language)
    run = replace(run, options=replace(run.options, guide_name="invent"), reader="teacher")
    sheets = load_part("guide").sheets(run)
    pages = [texts_on(sheet) for sheet in sheets]
    titles = [max(page, key=lambda mark: mark.size).text for page in pages]
    words = {run.texts(f"sheet.reader.{reader}"): reader for reader in ("teacher", "pupil")}
    readers = [words[line] for line in lines_on(*sheets) if line in words]
    assert readers == ["teacher"] * (len(pages) - 1) + ["pupil"]
    text, _ = run.texts.guide("invent", **figures(run))
    assert {*titles[:-1]} == {run.texts("guide.title")}
    assert f"\n# {titles[-1]}\n" in text


@pytest.mark.parametrize(
    ("language", "few_won", "many_lost"),
    [
        ("en", "0 won", "95 lost"),
        ("it", "1 vinta", "95 perse"),
        ("es", "1 ganada", "95 perdidas"),
        ("fr", "0 gagnée", "95 perdues"),
        ("de", "0 gewonnen", "95 verloren"),
    ],
)
def test_results_in_the_guide_agree_with_their_numbers(language, few_won, many_lost):
    texts = TEXTS[language]
    won, lost = (int(words.split()[0]) for words in (few_won, many_lost))
    assert texts("guide.expect.won", count=won) == few_won
    assert texts("guide.expect.lost", count=lost) == many_lost


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_to_write_on_begin_after_their_words(language):
    run = make_job(language=language)
    marks = load_part("worksheet").sheets(run)[0].scene.marks
    lines = [mark for mark in marks if isinstance(mark, Line)]
    for key in ("name", "date"):
        (word,) = (
            m for m in marks if isinstance(m, Text) and m.text == run.texts(f"guide.sheet.{key}")
        )
        beside = [
            line
            for line in lines
            if abs(line.start[1] - word.at[1]) < 1 and line.end[0] > word.at[0]
        ]
        assert (
            min(line.start[0] for line in beside)
            >= word.at[0] + text_width(word.text, word.size) + 1
        ), word.text


@pytest.mark.parametrize(
    ("language", "name"), few(LANGUAGES, ["her", "menace", "ladder", "awari-mini"], one_in=5)
)
def test_guides_stay_on_their_pages_in_every_language(name, language):
    run = make_job(name, "letter" if language == "en" else "a4", language)
    for part in PARTS:
        for sheet in at_least_one(load_part(part).sheets(run)):
            for mark in at_least_one(sheet.scene.marks):
                if isinstance(mark, Text):
                    width = text_width(mark.text, mark.size, bold=mark.bold)
                    left = mark.at[0] - {"start": 0, "middle": width / 2, "end": width}[mark.anchor]
                    assert run.page.margin - 0.01 <= left, (part, mark)
                    assert left + width <= run.page.width - run.page.margin + 0.01, (part, mark)
                    assert run.page.margin <= mark.at[1] <= run.page.height - 20, (part, mark)
                    assert mark.size >= 5
                    assert "{" not in mark.text


#: What adults ask of figures, and children do not: none of it stands on their sheets.
STATISTICS = r"±|[Ss]imul|[Ee]xact(?!ement)|[Ee]satt|[Gg]enau|[Mm]ittel\b|moyenne|average"


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_children_read_of_their_machine_without_statistics_and_teachers_with(language):
    run = make_job("her", language=language)
    trained = gone_on(run.kit, played(rows_of(run.kit, 12)))
    run = replace(run, kit=trained, past=past_of(trained, ("report",)))
    run = replace(run, bands=run.past.bands)

    def said(part):
        return " ".join(
            chain.from_iterable(words(sheet.scene) for sheet in load_part(part).sheets(run))
        )

    for part in ("curve", "report"):
        assert not re.search(STATISTICS, said(part))
        assert " 10" in said(part)
    assert re.search(r"\(± \d[.,]\d\)", said("guide"))
    assert len(re.findall(STATISTICS, said("guide"))) > 4
