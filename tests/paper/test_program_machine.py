"""Machines that a program keeps, by a rule without beads: no sheet speaks of boxes and beads to
buy, fill or find.
"""

import re
from io import BytesIO

import pytest
from counting import at_least_one
from jobs import LANGUAGES, kit_of, make_job
from places import ROOT
from printed_words import words_on
from prints import as_printed
from sampling import few

from kitgen.claims.claims import decide
from kitgen.claims.facts import Facts
from kitgen.errors import UsageError
from kitgen.kit.rule import read_rule
from kitgen.machine.first_games import FirstGames, forecast, opponents_of
from kitgen.machine.learning import with_rule
from kitgen.paper.make import run_parts
from kitgen.paper.parts import PARTS, usual_parts
from kitgen.press.print_job import request_for
from kitgen.press.print_run import print_kit
from kitgen.reading.templates import Templates

TEMPLATES = Templates()
#: A rule of somebody's own, beside those that come with kitgen.
OWN_RULE = """
source = "our own class"
learns = "positions"
title = { en = "Ours", it = "Nostra", es = "Nuestra", fr = "La nôtre", de = "Unsere" }
win = { every = 2 }
loss = { every = -3 }
"""
PROGRAMS = [
    name for name in TEMPLATES.names("rules") if read_rule(name, TEMPLATES).learns != "beads"
] + ["own"]
FOR_PROGRAMS = [name for name, part in PARTS.items() if part.of_program]
#: What a machine of boxes, cards or cups is made of and needs, in each language.
THINGS = {
    "en": r"\bbox(es)?\b|matchbox|\bbeads?\b|\bcups?\b|\bchips?\b|\bbag\b|\bfinder\b|\bglue one\b",
    "it": r"\bscatol|\bperlin|\bbicchier|\bgetton|\bsacchett|\bfiammiferi",
    "es": r"\bcajas?\b|\bcajita|\bbolitas?\b|\bvasos?\b|\bfichas de papel|\bbolsa|\bcerillas",
    "fr": r"\bboîtes?\b|\bperles?\b|\bgobelet|\bjetons? de papier|\bsachet|\ballumettes",
    "de": r"[Ss]chachtel|\bPerlen?\b|\bBecher|\bPlättchen aus Papier|\bBeutel|[Ss]treichholz",
}
#: Texts that say that there are none, tell how it began, or speak of what is sown on a board.
MAY_NAME_THINGS = (
    "cover.what",
    "operator.software",
    "board.seeds",
    "class-set.seeds",
    "guide.story.hexapawn",
    "guide.story.tictactoe",
    "guide.story.tictactoe_misere",
)


@pytest.fixture
def ruled(tmp_path):
    def kit_by(name, rule, language):
        if rule != "own":
            return kit_of(name, language=language, rule=rule)
        path = tmp_path / "own.toml"
        path.write_text(OWN_RULE, encoding="utf-8")
        return with_rule(kit_of(name, language=language), read_rule(str(path), TEMPLATES), "own")

    return kit_by


def printed_words(kit, part, language):
    """Return the words of a part, without the texts that may name boxes and beads."""
    return words_of(make_job(kit, language=language, parts=(part,)), part)


def words_of(job, part):
    """Return the words of a part of a print run, without the texts that may name them."""
    words = as_printed(words_on(*run_parts(job, (part,)).sheets))
    for key in MAY_NAME_THINGS:
        for sentence in re.split(r"(?<=[.:;])\s+", job.texts.raw(key)):
            known = as_printed(sentence.partition("{")[0])
            if known:
                words = words.replace(known, " ")
    return words


@pytest.mark.parametrize("rule", PROGRAMS)
@pytest.mark.parametrize(
    ("kit", "language"),
    few(["her", "menace", "nim:8", "awari-3x1", "told:notakto"], LANGUAGES, one_in=6),
)
def test_no_sheet_speaks_of_boxes_and_beads(rule, kit, language, ruled):
    made = ruled(kit, rule, language)
    for part in at_least_one(FOR_PROGRAMS):
        found = re.search(THINGS[language], printed_words(made, part, language))
        assert found is None, f"{part} prints {found[0]!r}"


def test_the_words_for_things_are_those_of_each_language():
    for language, things in THINGS.items():
        for part in ("cover", "operator"):
            words = printed_words(kit_of("her", language=language), part, language)
            assert re.search(things, words), f"{part} in {language}"


@pytest.mark.parametrize("rule", PROGRAMS)
@pytest.mark.parametrize("part", [name for name in PARTS if name not in FOR_PROGRAMS])
def test_other_parts_are_refused(rule, part, ruled):
    with pytest.raises(UsageError, match=f"keeps numbers in a program.*no part {part}"):
        print_kit(ruled("her", rule, "en"), BytesIO(), parts=[part])


@pytest.mark.every
@pytest.mark.parametrize(
    ("rule", "stock"), few(PROGRAMS, ["matchbox", "cups", "poker", "egg-carton"], one_in=3)
)
def test_the_usual_print_leaves_them_out(rule, stock, ruled):
    printed = print_kit(ruled("her", rule, "en"), BytesIO(), stock=stock)
    assert [part.name for part in printed.parts] == ["cover", "board", "operator", "curve"]
    assert set(FOR_PROGRAMS).intersection(usual_parts("label")) == {
        part.name for part in printed.parts
    }
    assert printed.report()["to_buy"] == []


@pytest.mark.parametrize("wish", [{"groups": 6}, {"laser": "usual"}, {"svg": True}])
def test_groups_and_files_of_boxes_are_refused(wish, ruled, tmp_path):
    with pytest.raises(UsageError, match="keeps numbers in a program"):
        print_kit(ruled("her", "tris", "en"), tmp_path / "kit", **wish)


def test_the_cover_says_how_the_machine_is_started(ruled):
    words = printed_words(ruled("her", "tris", "en"), "cover", "en")
    assert "Can a program beat you?" in words
    assert "kitgen play kit.pdf" in words
    assert "For a first lesson" not in words


@pytest.mark.every
def test_its_guide_has_figures_and_answers_but_no_lesson_with_boxes(ruled):
    kit = ruled("her", "tris", "en")
    forecasts = [forecast(FirstGames(kit, opponent)) for opponent in opponents_of(kit)]
    assert decide("perfect", Facts(kit, forecasts)) is None, "it speaks of good moves in boxes"
    words = printed_words(kit, "guide", "en")
    assert "In numbers, one for each position, which the program keeps." in words
    assert "Can it become perfect?" not in words


def test_its_guide_is_refused_for_a_machine_of_boxes():
    with pytest.raises(UsageError, match="guide 'program' is for a rule"):
        print_kit("her", BytesIO(), parts=["guide"], guide_name="program")


@pytest.mark.every
@pytest.mark.parametrize("language", LANGUAGES)
def test_nor_does_a_sheet_in_the_words_of_a_theme(language):
    """Those of nim tell of a ladder of boxes."""
    kit = kit_of("nim:8", language=language, rule="tris")
    request = request_for(
        kit,
        page=None,
        stock="matchbox",
        parts=["cover", "guide"],
        templates=TEMPLATES,
        options={"theme": "coins"},
    )
    job = request.job()
    for name in ("cover", "guide"):
        words = words_of(job, name)
        found = re.search(THINGS[language], words)
        assert found is None, f"{name} prints {found[0]!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_guide_has_lines_of_the_teachers_guide_alone(language):
    """So whoever words that one anew is told of this one."""
    guides = ROOT / "templates" / "guides" / language
    lines = (guides / "teacher.md").read_text(encoding="utf-8").splitlines()
    for line in at_least_one((guides / "program.md").read_text(encoding="utf-8").splitlines()):
        assert any(known.endswith(line.removeprefix("{expect}")) for known in lines), line
