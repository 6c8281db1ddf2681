"""A sheet has one name in each language, its title; and Italian is written with one voice."""

import re
from dataclasses import replace
from functools import cache
from string import Formatter

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEMPLATES, TEXTS, kit_of, make_job
from journal_games import rows_of
from printed_words import lines_on, words_on
from prints import as_printed
from sampling import few

from kitgen.authoring.template_checks import check_templates
from kitgen.errors import TemplateError
from kitgen.journal.beads import gone_on, played
from kitgen.paper.job import Band, bead_totals, count_in_words
from kitgen.paper.parts import PARTS, load_part
from kitgen.press.machine_figures import past_of
from kitgen.reading.templates import Templates, shipped
from kitgen.reading.texts import Texts, guide_names, guide_path

#: Words that stand before "sheet" or after "foglio" where no sheet is named by them.
NO_NAMES = {
    "en": r"\b(?!(?:a|all|an|the|this|these|each|that|one|few|first|on) )\w+ sheets?\b",
    "es": r"\bhojas? (?:del|de la|de las|de los)\b ?\w+",
    "it": r"\bfogli(?:o|e|) d(?:el|ello|ella|ei|egli|elle|l')\b ?\w+",
}
#: What one thing is called in Italian, and words for it that stood beside the one.
ONE_WORD = {
    "tavoliere": "scacchier",
    "ruota": "trottol",
    "diario": "registr",
    "fascia": "foder",
    "pareggio": "patt[ae]",
    "pescare": "estra",
    "immagine allo specchio": "specular",
}
#: Verbs that may follow "si": a thing does it by itself, or it is seen in a picture; none tells
#: anybody what to do.
WITH_SI = {
    "aggiungere",
    "alza",
    "arrende",
    "attesta",
    "chiama",
    "chiamano",
    "chiude",
    "chiudono",
    "continua",
    "conosce",
    "conoscono",
    "controllano",
    "ferma",
    "impara",
    "lasciano",
    "legge",
    "percorrono",
    "piega",
    "ricomincia",
    "ricorda",
    "salvano",
    "sposta",
    "spostano",
    "staccano",
    "trova",
    "vede",
    "vedono",
    "è",
}
#: A first word that tells nobody in person what to do; nouns end so, too.
INFINITIVE = re.compile(
    r"(?!Tavoliere\b|Lettere\b)[A-ZÈ](?:\w+[aei]re|\w+[aei]rsi|\w{2,}[aei]rl[aeio])\b"
)
#: Texts that are the same in both languages: names, letters and what holds places alone.
SAME = {
    *(f"playing-cards.rank.{rank}" for rank in (1, 11, 12, 13)),
    *(f"themes.any.hexapawn.{key}" for key in ("side.white", "side.black")),
    *(f"themes.any.tictactoe.{key}" for key in ("side.x", "side.o")),
    *(f"themes.any.nim.piece{key}" for key in (".counter", "s.counter.one", "s.counter.other")),
    *(f"themes.any.sheets.finder.counters.{form}" for form in ("one", "other")),
    *(
        f"themes.any.hexapawn.piece{key}"
        for key in (
            ".pawn-light",
            ".pawn-dark",
            "s.pawn-light.one",
            "s.pawn-light.other",
            "s.pawn-dark.one",
            "s.pawn-dark.other",
        )
    ),
    *(
        f"themes.any.tictactoe.piece{key}"
        for key in (
            ".cross",
            ".ring",
            "s.cross.one",
            "s.cross.other",
            "s.ring.one",
            "s.ring.other",
        )
    ),
    "boxes.bottom",
    "claims.kept_in.beads",
    "class-board.beads",
    "cover.more",
    "lesson.time",
    "games.awari.name",
    "games.connect.side.o",
    "games.connect.side.x",
    "games.dodgem.name",
    "games.hexapawn.name",
    "games.tictactoe.side.o",
    "games.tictactoe.side.x",
    "play.filter.negative",
    "play.filter.positive",
    "guide.award.machine",
    "log.column.turn",
    "play.percent",
    "play.no",
    "play.seated",
    "play.watched",
    "questions.no",
    "row.lying",
    "row.short.lying",
    "row.short.none",
    "serve.no",
    "journal.change.from_to",
    "journal.change.result_of",
    "journal.say.no",
    "lesson.sheet",
    "sheet.author",
    "sheet.hash",
    "sheet.in_file",
    "sheet.of",
    "sheet.parts",
    "told.counted_kind",
    "told.each",
    "told.join.comma",
    "told.join.list",
    "told.of_kind",
    "web.keeper_copy",
    "web.chance",
    "web.learns_by",
    "web.of",
    "web.parts",
    "told.known.o.name",
    "told.known.o.the",
    "told.known.x.name",
    "told.known.x.the",
    "web.real_bead",
    "web.seat_no",
    "zero.learning.all",
}
#: What is typed after an option has a decimal point in any language.
TYPED = "1.5,-0.5"


@cache
def wordings(language):
    """Return all that is written in a language by its key, guides by their files."""
    texts = TEXTS[language]
    said = {key: texts.raw(key) for key in texts.keys()}  # noqa: SIM118 - a method of Texts
    for name in guide_names(TEMPLATES, language):
        said[f"guides/{name}"] = guide_path(shipped(), language, name).read_text(encoding="utf-8")
    return said


def bare(text):
    """Return a text without its places."""
    return re.sub(r"\{[^}]*\}", "", text)


def spoken_of(text):
    """Return the sheets that a text names by their titles, in order."""
    return sorted(
        name for _, name, _, _ in Formatter().parse(text) if name and name.startswith("sheet[")
    )


def title(language, part):
    return TEXTS[language](TEXTS[language].title_key(part))


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=12))
@pytest.mark.parametrize("part", sorted(set(PARTS) - {"story"}))  # a story is told from a log
def test_pages_are_called_by_the_title_of_their_part(part, language):
    stock = "L7160" if part == "outline" else "matchbox"
    job = make_job(
        "ladder", stock=stock, language=language, bands=(Band("random", (-1,) * 50, (1,) * 50),)
    )
    kit = "her" if part in ("finder", "questions", "route", "sweets", "always") else "ladder"
    wishes = {
        "express": part == "always" or None,
        "lesson_name": "ladder-15",
        "groups": 3 * (part in ("groups", "class-board")),
    }
    job = make_job(kit, stock=stock, language=language, bands=job.bands, **wishes)
    if PARTS[part].past:
        trained = gone_on(job.kit, played(rows_of(job.kit, 5)))
        job = replace(job, kit=trained, past=past_of(trained, (part,)))
    names = {title(language, part), *([job.texts("spinner.dice")] if part == "spinner" else [])}
    for sheet in at_least_one(load_part(part).sheets(job)):
        assert any(sheet.title.startswith(name) for name in names), sheet.title


def test_no_two_parts_have_one_title():
    for language in LANGUAGES:
        titles = [title(language, part) for part in PARTS]
        assert len(set(titles)) == len(PARTS) > 25


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_a_sheet_is_spoken_of_by_its_title_alone(language):
    """A title that is typed into a sentence would stay when the sheet is called otherwise; so
    would another name.
    """
    titles = {part: title(language, part) for part in PARTS}
    for key, text in at_least(200, wordings(language).items()):
        if key.startswith(
            ("checks.", "parts.", "refusals.")
        ):  # what no sheet says, or beside a name
            continue
        whole_text = bare(text)
        for part, name in at_least_one(titles.items()):
            if re.search(r"\W", name) and key != TEXTS[language].title_key(
                part
            ):  # one word may be meant as a word
                typed = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", whole_text, re.IGNORECASE)
                assert not typed, f"{key}: say {{sheet[{part}]}}"
        if key != TEXTS[language].title_key("log"):
            assert language not in NO_NAMES or not re.search(
                NO_NAMES[language], whole_text, re.IGNORECASE
            ), key


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en"}))
def test_all_languages_speak_of_the_same_sheets(language):
    english = wordings("en")
    other = wordings(language)
    mentions = {key: spoken_of(text) for key, text in english.items() if spoken_of(text)}
    assert len(mentions) > 20
    assert {key: spoken_of(text) for key, text in other.items() if spoken_of(text)} == mentions


def test_a_mention_is_the_title_in_the_words_of_the_machine():
    boxes = TEXTS["en"]
    assert "(the Box finder shows both)" in boxes("operator.mirror")
    assert "(the Card finder shows both)" in boxes.speaking_of("cards")("operator.mirror")


def test_a_sheet_that_there_is_not_is_refused(tmp_path):
    for folder, name, text in (
        ("texts", "log.toml", 'score = "On the {sheet[curv]}."'),
        ("guides", "a.md", "{sheet[x]}"),
    ):
        (tmp_path / folder / "en").mkdir(parents=True)
        (tmp_path / folder / "en" / name).write_text(text + "\n", encoding="utf-8")
    with pytest.raises(TemplateError, match=r"'log.score' asks for an unknown \{sheet\[curv\]\}"):
        Texts("en", Templates(tmp_path))("log.score")
    with pytest.raises(TemplateError, match=r"a\.md' asks for an unknown \{sheet\[x\]\}"):
        Texts("en", Templates(tmp_path)).guide("a")
    faults = [fault.text for fault in check_templates(tmp_path).faults]
    assert "key 'score' asks for an unknown {sheet[curv]}; did you mean 'sheet[curve]'?" in faults
    assert any(text.startswith("asks for an unknown {sheet[x]}") for text in faults)


def test_a_language_may_speak_of_a_sheet_where_english_does_not(tmp_path):
    (tmp_path / "texts" / "en").mkdir(parents=True)
    (tmp_path / "texts" / "en" / "log.toml").write_text(
        'beads = "Not on the {sheet[map]}."\n', encoding="utf-8"
    )
    (tmp_path / "guides" / "en").mkdir(parents=True)
    (tmp_path / "guides" / "en" / "a.md").write_text("See the {sheet[map]}.\n", encoding="utf-8")
    assert not check_templates(tmp_path).faults
    assert Texts("en", Templates(tmp_path))("log.beads") == "Not on the Table map."


# --- Italian
# --------------------------------------------------------------------------------------------------


def test_no_english_text_is_left_in_italian():
    english = wordings("en")
    italian = wordings("it")
    assert {key for key in at_least(200, italian) if italian[key] == english[key]} == SAME


def test_italian_tells_the_reader_what_to_do():
    """Nobody is told "si apre la scatola", "Stampare il kit" or "leggete": it is "apri",
    "stampa", "leggi".
    """
    for key, text in at_least(200, wordings("it").items()):
        whole_text = bare(text)
        for line in at_least_one(re.split(r"\n|(?<=[.:;!?]) ", whole_text)):
            start = re.sub(r"^[\W\d_]+", "", line)  # past a bullet, a number or a sign
            assert not INFINITIVE.match(start), f"{key}: {line}"
        for verb in re.findall(r"\b[Ss]i (\w+)", whole_text):
            assert verb in WITH_SI, f"{key}: si {verb}"
        plural = re.search(
            r"\b(?:vostr[aeio]|(?:legg|mett|prend|scegli|chied|apr|segu)ete|\w{3,}ate tutt\w)\b",
            whole_text,
        )
        assert not plural, f"{key}: {plural}"
        assert not re.search(r"\w’", text), f"{key}: the apostrophe is '"


def test_italian_has_one_word_for_each_thing():
    for key, text in at_least(200, wordings("it").items()):
        for word, other in at_least_one(ONE_WORD.items()):
            assert not re.search(rf"\b{other}", bare(text), re.IGNORECASE), f"{key}: say {word!r}"
    for kind in ("editions", "rules"):
        for name in at_least_one(TEMPLATES.names(kind)):
            data = TEMPLATES.read(kind, name, dict)
            sentence = f"{data['title']['it']} {data.get('about', {}).get('it', '')}"
            assert not re.search("scacchier", sentence), name


@pytest.mark.parametrize("part", ["cover", "boxes", "calibration", "map", "tactile", "labels"])
def test_italian_pages_have_decimal_commas(part):
    job = make_job("her", language="it", stock="L7160")
    lines = lines_on(*load_part(part).sheets(job))
    for line in at_least_one(lines):
        assert not re.search(r"\d\.\d", line.replace(TYPED, "")), line


def test_sizes_are_written_as_the_language_does():
    def page(language):
        (sheet,) = load_part("cover").sheets(
            make_job("her", language=language, stock="L7160", parts=("cover", "labels"))
        )
        return words_on(sheet)

    assert "63.5 × 38.1 mm" in page("en")
    assert "63,5 × 38,1 mm" in page("it")


def test_thousands_stand_apart_from_five_digits_on_as_the_language_has_it():
    for language, number in (
        ("en", "12,345"),
        ("fr", "12\u202f345"),
        ("de", "12\u202f345"),
        ("it", "12.345"),
        ("es", "12\u202f345"),
    ):
        texts = TEXTS[language]
        sentence = texts("groups.beads", total=12345, list="", filled=9876)
        assert number in sentence, language
        assert "9876" in sentence, language
        row = next(iter(bead_totals(kit_of("her", language=language))))
        assert count_in_words(texts, row.colour, 12345).endswith(f"\u00a0{number}"), language


def test_italian_texts_have_no_decimal_points():
    for key, text in at_least(200, wordings("it").items()):
        assert not re.search(r"\d\.\d", text.replace(TYPED, "")), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("rule", "key"),
    [("gardner", "log.beads_out"), ("michie", "log.beads"), ("gardner-reward", "log.beads")],
)
def test_a_log_speaks_of_beads_that_come_in_only_where_the_rule_puts_some_in(language, rule, key):
    texts = TEXTS[language]
    words = words_on(*load_part("log").sheets(make_job("her", language=language, rule=rule)))
    for each in at_least(2, ("log.beads_out", "log.beads")):
        assert (as_printed(texts(each)) in as_printed(words)) == (each == key)
