"""The words of tables of games: headings, results, answers and colours, in many languages.

They come from kitgen's own files, from the log sheet, and from
``templates/tables/table_words.toml``.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

from msgspec import Struct

from kitgen.errors import RecordError, TemplateError, quoted
from kitgen.kit.kit import row_letter
from kitgen.reading.templates import Templates, flat, read_toml
from kitgen.record.rows import RESULT_WORDS, RESULTS

#: The columns of a row of a marked sheet.
MARKED_COLUMNS = ("sheet", "row", "how")
#: Columns with free text.
WRITTEN_COLUMNS = ("opponent", "starts", "when", "remark")
#: Columns that follow from the others, and are not read.
FOLLOWS = ("beads", "score")
#: The columns in files that kitgen writes.
COLUMNS = (
    "game",
    *WRITTEN_COLUMNS,
    "moves",
    "result",
    "resigned",
    "last_only",
    *MARKED_COLUMNS,
    *FOLLOWS,
)
#: A column that says who won, in place of the machine's result.
WINNER = "winner"
#: The most signs of a letter for a result: one alone may mean another result in another language.
MAX_SIGNS_OF_A_LETTER = 2
_ENDS = {"win": 1, "draw": 0, "loss": -1, "won": 1, "drawn": 0, "lost": -1}


class ResultLetters(Struct, frozen=True, forbid_unknown_fields=True):
    """Letters for results that are used together; one that is left out has no letter."""

    won: str = ""
    drawn: str = ""
    lost: str = ""

    def meanings(self) -> dict[str, int]:
        """Return the result for each of the letters, in small letters."""
        letters = {self.won: 1, self.drawn: 0, self.lost: -1}
        return {letter.casefold(): result for letter, result in letters.items() if letter}


class LanguageWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language in ``tables/table_words.toml``, which explains them."""

    machine: tuple[str, ...]
    opponent: tuple[str, ...]
    won: tuple[str, ...]
    drawn: tuple[str, ...]
    lost: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    turn: tuple[str, ...]
    ordinals: tuple[tuple[str, ...], ...]
    numbered: tuple[str, ...]
    letters: tuple[ResultLetters, ...]
    columns: dict[str, tuple[str, ...]]
    colours: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a table in one language, in small letters.

    Attributes:
        columns: from a heading to one of ``COLUMNS``, or to ``WINNER``.
        results: from a word, or a letter with one meaning, to the result for the machine.
        answers: from a word for yes or no.
        letters: sets of letters for results that are used together.
        unsure: letters that need others beside them to have one meaning.
        turns: words for a turn, which stand beside its number in a heading.
        ordinals: words for first, second and so on.
        numbered: what stands behind a number that is an ordinal one.
        colours: from a word to the key of a colour.
        language: its code; empty for the words of kitgen's own files.
        meaning: a usual word for each result.
        log_letters: the letters for results on the log sheet.
    """

    columns: Mapping[str, str]
    results: Mapping[str, int]
    answers: Mapping[str, bool]
    letters: Sequence[Mapping[str, int]] = ()
    unsure: Collection[str] = ()
    turns: Sequence[str] = ()
    ordinals: Sequence[Sequence[str]] = ()
    numbered: Sequence[str] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    language: str = ""
    meaning: Mapping[int, str] = field(default_factory=lambda: RESULT_WORDS)
    log_letters: Sequence[str] = ()

    def are_results(self, title: str) -> bool:
        """Return whether a heading names the results that stand below it, such as ``won/lost``
        or ``G/V/U``.
        """
        named = [word.strip() for word in title.split("/")]
        known = {*self.results, *self.unsure}
        return len(named) > 1 and all(word in known for word in named)


_OWN_LETTERS = {letter.casefold(): result for letter, result in RESULTS.items()}
#: The words in files that kitgen writes, the same in every language.
OWN_WORDS = Vocabulary(
    {column: column for column in COLUMNS},
    _OWN_LETTERS,
    {"yes": True, "no": False},
    letters=(_OWN_LETTERS,),
)


def table_words(templates: Templates) -> dict[str, LanguageWords]:
    """Return the words of ``tables/table_words.toml`` by language; ``TemplateError`` for an
    unknown column.
    """
    words = templates.read("tables", "table_words", dict[str, LanguageWords])
    for language, own in words.items():
        for column in own.columns:
            if column not in (*COLUMNS, WINNER):
                known = ", ".join((*COLUMNS, WINNER))
                raise TemplateError(
                    f"tables/table_words.toml: {language} has a column "
                    f"{quoted(column)}, not {known}"
                )
    return words


def vocabularies(templates: Templates) -> list[Vocabulary]:
    """Return the words of kitgen's own files, then those of each language.

    >>> words = {vocabulary.language: vocabulary for vocabulary in vocabularies(Templates())}
    >>> english, italian = words["en"], words["it"]
    >>> italian.columns["partita"], italian.results["vi"], english.columns["machine"]
    ('game', 1, 'result')
    """
    words = table_words(templates)
    languages = dict.fromkeys([*templates.languages(), *words])
    vocabulary_list = [OWN_WORDS]
    for language in languages:
        vocabulary_list.append(_vocabulary(language, words.get(language), templates))
    return vocabulary_list


def vocabulary_of(language: str, templates: Templates) -> Vocabulary:
    """Return the words of one language."""
    return _vocabulary(language, table_words(templates).get(language), templates)


def _vocabulary(language: str, more: LanguageWords | None, templates: Templates) -> Vocabulary:
    """Return the words of a language: those of its texts, and ``more`` of the table of words."""
    words = _FoundWords()
    if more is not None:
        words.add_table_words(more)
    words.add_texts(language, templates)
    sure, unsure = _sorted_letters(words.letters)
    vocabulary = Vocabulary(
        columns=words.columns,
        results=words.results | sure,
        answers=words.answers,
        letters=words.letters,
        unsure=unsure,
        language=language,
        log_letters=tuple(words.log_letters),
    )
    if more is None:
        return vocabulary
    colours: dict[str, str] = {}
    for key, names in more.colours.items():
        colours |= dict.fromkeys(_small(names), key)
    return replace(
        vocabulary,
        turns=_small(more.turn),
        ordinals=tuple(map(_small, more.ordinals)),
        numbered=_small(more.numbered),
        colours=colours,
        meaning={1: more.won[0], 0: more.drawn[0], -1: more.lost[0]},
    )


class _FoundWords:
    """Words of a language as they are found; see ``Vocabulary``."""

    def __init__(self) -> None:
        self.columns: dict[str, str] = {}
        self.results: dict[str, int] = {}
        self.answers: dict[str, bool] = {}
        self.letters: list[Mapping[str, int]] = []
        self.log_letters: dict[str, int] = {}

    def add_table_words(self, more: LanguageWords) -> None:
        """Add the words of ``tables/table_words.toml``."""
        for column, names in more.columns.items():
            self.columns |= dict.fromkeys(_small(names), column)
        for names, result in (
            (more.machine, 1),
            (more.won, 1),
            (more.drawn, 0),
            (more.opponent, -1),
            (more.lost, -1),
        ):
            self.results |= dict.fromkeys(_small(names), result)
        self.answers |= dict.fromkeys(_small(more.yes), True)
        self.answers |= dict.fromkeys(_small(more.no), False)
        self.letters += [letters.meanings() for letters in more.letters]

    def add_texts(self, language: str, templates: Templates) -> None:
        """Add the words of the log sheet, and those in which a journal is shown."""
        for key, word in text_words(language, templates, "log", "journal"):
            *_, table, name = key.split(".")
            if table == "column" and name in COLUMNS:
                self.columns[word] = name
            elif table == "letter" and name in _ENDS:
                self.log_letters[word] = _ENDS[name]
            elif table == "say" and name in _ENDS:
                self.results[word] = _ENDS[name]
            elif table == "say" and name in ("yes", "no"):
                self.answers[word] = name == "yes"
        if self.log_letters and self.log_letters not in self.letters:
            self.letters.append(self.log_letters)


def _small(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words)


def _sorted_letters(letters: Sequence[Mapping[str, int]]) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the letters that always mean the same, kitgen's own included, and those that do not.

    They keep the order of the file: a page holds them, and is the same from every process.
    """
    meanings: dict[str, set[int]] = {}
    for used_together in (*letters, _OWN_LETTERS):
        for letter, result in used_together.items():
            meanings.setdefault(letter, set()).add(result)
    sure: dict[str, int] = {}
    unsure = []
    for letter in dict.fromkeys(chain.from_iterable(letters)):
        if len(meanings[letter]) == 1:
            sure[letter] = next(iter(meanings[letter]))
        else:
            unsure.append(letter)
    return sure, tuple(unsure)


#: The groups of ``turn_pattern`` before those of the ordinals.
_NUMBER_GROUP = 1
_ROW_GROUP = 2


def turn_pattern(words: Sequence[Vocabulary]) -> str:
    """Return the pattern of a whole heading of a turn, in small letters, as Python and JavaScript
    read it.

    It has the number of the turn (group 1), its row of boxes (group 2), or a word such as ``first``
    (a group for each number), perhaps beside a word for a turn: ``box 1``, ``2nd box``, ``row A``,
    ``first box``.
    """
    turns = _one_of(chain.from_iterable(vocabulary.turns for vocabulary in words))
    endings = _one_of(chain.from_iterable(vocabulary.numbered for vocabulary in words))
    ordinals = []
    for number in range(max(len(vocabulary.ordinals) for vocabulary in words)):
        same: list[str] = []
        for vocabulary in words:
            if number < len(vocabulary.ordinals):
                same += vocabulary.ordinals[number]
        ordinals.append(f"({_one_of(same)})")
    which = "|".join([rf"([0-9]{{1,2}})(?:{endings})?", "([a-z])", *ordinals])
    return rf"(?:(?:{turns})\s*)?(?:{which})(?:\s*(?:{turns}))?"


def _one_of(words: Iterable[str]) -> str:
    """Return the pattern of one of some words, the longest first."""
    return "|".join(map(re.escape, sorted(dict.fromkeys(words), key=len, reverse=True)))


def turn_row(match: re.Match[str]) -> str:
    """Return the row of boxes that a heading of a turn names.

    >>> pattern = re.compile(turn_pattern(vocabularies(Templates())))
    >>> titles = (
    ...     "turn 2",
    ...     "1er coup",
    ...     "3rd turn",
    ...     "4",
    ...     "reihe b",
    ...     "erste schachtel",
    ...     "segunda caja",
    ...     "turn 0",
    ...     "turn 12",
    ... )
    >>> [turn_row(pattern.fullmatch(title)) for title in titles]
    ['B', 'A', 'C', 'D', 'B', 'A', 'B', 'A', 'L']
    """
    if match[_ROW_GROUP]:
        return match[_ROW_GROUP].upper()
    if match[_NUMBER_GROUP]:
        return row_letter(int(match[_NUMBER_GROUP]) or 1)
    return row_letter((match.lastindex or 0) - _ROW_GROUP)


def text_words(language: str, templates: Templates, *files: str) -> Iterator[tuple[str, str]]:
    """Yield keys and words from some files of texts, a user's own last; printing reports files
    that cannot be read.
    """
    for root in reversed(templates.roots):
        for name in files:
            path = root / "texts" / language / f"{name}.toml"
            if not path.is_file():
                continue
            with suppress(TemplateError):
                for key, text in flat(name, read_toml(path, dict)):
                    if isinstance(text, str):
                        yield key, text.casefold()


@dataclass(frozen=True, slots=True)
class ResultWords:
    """The meanings of the results in a table, for the machine.

    Attributes:
        words: the result for each word, number or letter.
        unclear: for a letter with several meanings, these in words.
        letters: the letters that a message names.
        elsewhere: for a letter that is a result only in other languages, its meanings there.
    """

    words: Mapping[str, int]
    unclear: Mapping[str, str]
    letters: Sequence[str]
    elsewhere: Mapping[str, str]

    def result(self, text: str, opponent: str = "") -> int:
        """Return the result in a cell; ``RecordError`` if it is none, or may mean several
        things.

        ``opponent`` is named in the refusal as another word that may stand there.
        """
        word = " ".join(text.casefold().split())
        if word in self.words:
            return self.words[word]
        if word in self.unclear:
            raise RecordError(f"result {quoted(text.strip())} can mean {self.unclear[word]}")
        if not word:
            raise RecordError("there is no result")
        refusal = f"result {quoted(text.strip())} is not one of {', '.join(self.letters)}"
        if opponent:
            refusal += f", nor the opponent {quoted(opponent)}"
        if word in self.elsewhere:
            refusal += f"; in other languages it means {self.elsewhere[word]}"
        raise RecordError(refusal)


def meanings_of_results(
    used: Collection[str], best: Vocabulary, words: Sequence[Vocabulary]
) -> ResultWords:
    """Return what the results in a table mean.

    A letter has the meaning that it has in every set of letters with all that the table uses: P is
    *pari* beside S, and unclear beside V alone.

    Args:
        used: the words in the table's column of results, in small letters.
        best: the language of the table.
        words: all languages, of which whole words are understood as well.

    >>> languages = vocabularies(Templates())
    >>> italian = vocabulary_of("it", Templates())
    >>> meanings_of_results({"v", "p", "s"}, italian, languages).result("P")
    0
    >>> meanings_of_results({"v", "p"}, italian, languages).unclear["p"]
    'pari (drawn) or persa (lost); write the word'
    >>> english = vocabulary_of("en", Templates())
    >>> meanings_of_results({"v"}, english, languages).elsewhere["v"]
    'ganada or gagné or vinta (won), or verloren (lost); write the word'
    """
    shared = _shared_words(words)
    meanings = {word: shared[word] for word in shared if len(word) > MAX_SIGNS_OF_A_LETTER}
    meanings |= OWN_WORDS.results
    meanings |= best.results
    sets = [*best.letters, *OWN_WORDS.letters]
    present = set(chain.from_iterable(sets)).intersection(used)
    with_all = [letters for letters in sets if present <= letters.keys()]
    unclear = {}
    for letter in present:
        possible = {letters[letter] for letters in with_all or sets if letter in letters}
        could = sorted(possible, reverse=True)
        meanings.pop(letter, None)
        if len(could) == 1:
            meanings[letter] = could[0]
            continue
        ways = [f"{best.meaning[result]} ({RESULT_WORDS[result]})" for result in could]
        unclear[letter] = f"{' or '.join(ways)}; write the word"
    named = [word.capitalize() for word in (*OWN_WORDS.results, *best.log_letters)]
    unknown = [word for word in used if word not in meanings and word not in unclear]
    elsewhere = {}
    for word in unknown:
        in_other_languages = _meanings_elsewhere(word, words)
        if in_other_languages:
            elsewhere[word] = in_other_languages
    return ResultWords(
        words=meanings,
        unclear=unclear,
        letters=tuple(dict.fromkeys(named)),
        elsewhere=elsewhere,
    )


def _meanings_elsewhere(letter: str, words: Sequence[Vocabulary]) -> str:
    """Return what a letter means in any language, by a usual word for each result; empty if it
    is no result anywhere.
    """
    ways = []
    for result, english in RESULT_WORDS.items():
        usual = []
        for vocabulary in words:
            if any(letters.get(letter) == result for letters in vocabulary.letters):
                usual.append(vocabulary.meaning[result])
        if usual:
            ways.append(_in_english(usual, english))
    if not ways:
        return ""
    return f"{', or '.join(ways)}; write the word"


def _in_english(usual: Sequence[str], english: str) -> str:
    """Return words of one meaning with their English.

    >>> _in_english(["vinta", "ganada"], "won"), _in_english(["drawn"], "drawn")
    ('vinta or ganada (won)', 'drawn')
    """
    if set(usual) == {english}:
        return english
    return f"{' or '.join(dict.fromkeys(usual))} ({english})"


def refusal_of_unclear_letter(letter: str, language: str, words: Sequence[Vocabulary]) -> str:
    """Return the meanings of a letter that is no result in some language, or more than one; empty
    if it is one, or none anywhere.

    >>> refusal_of_unclear_letter("P", "it", vocabularies(Templates()))
    "result 'P' can mean pari (drawn) or persa (lost); write the word"
    """
    best = _in_language(language, words) or words[0]
    word = letter.casefold()
    results = meanings_of_results({word}, best, words)
    if word not in results.unclear and word not in results.elsewhere:
        return ""
    try:
        results.result(letter)
    except RecordError as error:
        return str(error)
    return ""


def known_results(language: str, words: Sequence[Vocabulary]) -> dict[str, int]:
    """Return the results that words and letters mean in a text in some language, without those
    that are unclear.
    """
    own = words[0]
    spoken = _in_language(language, words) or own
    shared = _shared_words(words)
    sure = {word: result for word, result in shared.items() if word not in spoken.unsure}
    return {**sure, **spoken.results, **own.results}


def _in_language(language: str, words: Sequence[Vocabulary]) -> Vocabulary | None:
    """Return the words of a language among those of all; None if they are not there."""
    for vocabulary in words:
        if vocabulary.language == language:
            return vocabulary
    return None


def _shared_words(words: Sequence[Vocabulary]) -> dict[str, int]:
    """Return the words of all languages that mean the same result in each that has them."""
    meanings: dict[str, set[int]] = {}
    for vocabulary in words:
        for word, result in vocabulary.results.items():
            meanings.setdefault(word, set()).add(result)
    return {word: next(iter(results)) for word, results in meanings.items() if len(results) == 1}
