"""The words of the companion page: its own in each language, and those that read files of games."""

from collections.abc import Mapping, Sequence
from typing import Any

from kitgen.claims.claims import facts_of, say
from kitgen.journal.journal_words import result_letter
from kitgen.kit.editions import read_edition
from kitgen.kit.kit import Kit
from kitgen.kit.palette import read_palette
from kitgen.paper.game_sheets import learning_rows
from kitgen.paper.spoken_game import (
    Spoken,
    game_aim,
    game_rules,
    machine_side,
    piece_name,
    side_name,
    spoken_title,
)
from kitgen.paper.theme import texts_in_theme
from kitgen.reading.templates import Templates, title_in
from kitgen.reading.texts import Texts
from kitgen.record.rows import RESULT_WORDS
from kitgen.record.table_words import vocabularies
from kitgen.web.page_data import all_colours

#: The prefix of the page's texts.
WEB = "web."
#: The claims of the page by the keys of its words, with the places that its script fills in.
PAGE_CLAIMS = {
    "tab_watch": ("watch_tab", ()),
    "press_to_watch": ("watch_start", ()),
    "finished": ("finished_page", ()),
    "over_band": ("band_page", ("against",)),
    "scored": ("band_point", ("score", "games", "low", "high")),
}
#: What the page calls as a sheet is called, by the keys of its words: the class draws its curve on
#: the sheet of that name.
SHEET_TITLES = {"curve_title": "curve.title"}
#: The sign between words of one meaning; a word that has it is left out.
BETWEEN_WORDS = "|"


def page_words(
    kits: Sequence[Kit], language: str, templates: Templates, theme: str = ""
) -> dict[str, Any]:
    """Return all words of a page in a language, in those of a theme if there is one.

    They are its own, and those for the game, the rule and the beads.
    """
    kit = kits[0]
    texts = Texts(language, templates)
    if theme:
        texts = texts_in_theme(texts, theme, templates)
    here = Spoken(kit, texts)
    titles = {key: texts(title) for key, title in SHEET_TITLES.items()}
    pieces = kit.game.diagram.pieces.items()
    return {
        "title": _title(here, templates),
        "words": texts.raw_under(WEB)
        | _results(texts)
        | _claims(kit, texts)
        | titles
        | number_words(texts),
        "rules": game_rules(here),
        "aim": game_aim(here),
        "machine": machine_side(here),
        "sides": [side_name(here, side) for side in (0, 1)],
        "pieces": {str(content): piece_name(here, kind) for content, kind in pieces},
        "learning": [list(row) for row in learning_rows(kit, texts)],
        "colours": _colour_names(kits, language, templates),
        "endings": _endings(kit, texts),
    }


def _endings(kit: Kit, texts: Texts) -> dict[str, str]:
    """Return the sentences about the ends of a game; games told as data share theirs."""
    prefix = f"games.{kit.game.name}.ending."
    if kit.game.spoken(texts, texts.language):
        prefix = "told.ending."
    return {ending: texts(f"{prefix}{ending}") for ending in texts.raw_under(prefix)}


def _title(here: Spoken, templates: Templates) -> str:
    """Return a kit's title; an edition's in this language, unless somebody has changed it."""
    kit = here.kit
    if kit.name in templates.names("editions"):
        titles = read_edition(kit.name, templates).title
        if titles.get(kit.choices.language) == kit.title:
            return title_in(here.texts.language, titles, kit.name)
    return spoken_title(here)


def number_words(texts: Texts) -> dict[str, str]:
    """Return how a language writes numbers: what stands between thousands, and a percentage."""
    return {"thousands": texts.between_thousands, "percent": texts.raw("play.percent")}


def _results(texts: Texts) -> dict[str, str]:
    """Return the words for the results of games, each with its letter on the log sheet."""
    words = {}
    for result, word in RESULT_WORDS.items():
        own = texts(f"{WEB}result_{word}")
        words[f"result_{word}"] = texts(
            "journal.change.result_of", result=own, letters=result_letter(texts, result)
        )
    return words


def _claims(kit: Kit, texts: Texts) -> dict[str, str]:
    """Return the words of the claims that hold for a kit.

    The others are left out, and the script never says them.
    """
    words = {}
    for key, (claim, places) in PAGE_CLAIMS.items():
        left_open = {place: f"{{{place}}}" for place in places}
        sentence = say(texts, claim, facts_of(kit, **left_open))
        if sentence:
            words[key] = sentence
    return words


def _colour_names(kits: Sequence[Kit], language: str, templates: Templates) -> list[str]:
    """Return the names of the beads; a colour that a user has named keeps its name."""
    names: dict[str, str] = {}
    for kit in kits:
        palette = read_palette(kit.choices.palette, language, templates)
        names |= {colour.key: colour.name for colour in palette}
    return [names.get(colour.key, colour.name) for colour in all_colours(kits)]


def words_of_tables(kit: Kit, templates: Templates) -> list[dict[str, Any]]:
    """Return the words of tables.

    First come those of kitgen's own files, then of the kit's language, then of all others.
    """
    own, *languages = vocabularies(templates)
    languages.sort(key=lambda words: words.language != kit.choices.language)
    return [
        {
            "columns": _by_meaning(words.columns),
            "results": _by_meaning(words.results),
            "letters": [dict(letters) for letters in words.letters],
            "answers": dict(words.answers),
            "colours": _by_meaning(words.colours),
        }
        for words in (own, *languages)
    ]


def _by_meaning(words: Mapping[str, object]) -> dict[str, str]:
    """Return the words of each meaning in one text.

    This takes less room than the meaning of each word.
    """
    by_meaning: dict[str, list[str]] = {}
    for word, meaning in words.items():
        if BETWEEN_WORDS not in word:
            by_meaning.setdefault(str(meaning), []).append(word)
    return {meaning: BETWEEN_WORDS.join(alike) for meaning, alike in by_meaning.items()}
