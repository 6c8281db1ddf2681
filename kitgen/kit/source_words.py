"""Where the beads of a machine come from, in words."""

import re

from kitgen.kit.kit import (
    PLAYED_IN_PYTHON,
    POLICY,
    TABLE_OF_BOXES,
    TABLE_OF_POSITIONS,
    TRAINED_IN_PLAY,
)
from kitgen.reading.texts import Texts

#: The key of the words for each of kitgen's own sources, in ``texts/LANG/journal.toml``.
SOURCE_KEYS = {
    TABLE_OF_BOXES: "boxes",
    TABLE_OF_POSITIONS: "positions",
    POLICY: "policy",
    TRAINED_IN_PLAY: "trained",
    PLAYED_IN_PYTHON: "played_with",
}
#: A machine of kitgen that was gone on with, perhaps by another rule.
_MACHINE_SOURCE = re.compile(
    r"(?P<machine>.+?)(?:, rule (?P<rule>\S+?))?(?:, game (?P<game>[0-9]+))?"
)


def source_words(texts: Texts, source: str) -> str:
    """Return where the beads of a machine come from: ``kit.json`` has it in English, or as a name.

    >>> from kitgen.reading.texts import texts_in
    >>> german = texts_in("de")
    >>> (
    ...     source_words(german, "a table of positions"),
    ...     source_words(german, "her, rule gardner, game 12"),
    ... )
    ('einer Tabelle von Situationen', 'her, Regel gardner, Partie 12')
    >>> source_words(german, "HexapawnRL")
    'HexapawnRL'
    """
    if source in SOURCE_KEYS:
        return texts(f"journal.source.{SOURCE_KEYS[source]}")
    match = _MACHINE_SOURCE.fullmatch(source)
    if match is None:
        return source
    words = [match["machine"]]
    if match["rule"]:
        words.append(texts("journal.source.rule", rule=match["rule"]))
    if match["game"]:
        words.append(texts("journal.source.game", game=match["game"]))
    return ", ".join(words)
