"""An invented language, as somebody's own templates: kitgen's English in Cyrillic letters, counted
as Ukrainian is.

A word in Latin letters on a page is then data, such as the name of a box, or stands in code.
"""

import re
from pathlib import Path

from kitgen.reading.templates import Templates, shipped
from kitgen.reading.texts import Texts

#: The language as kits and commands name it.
CYRILLIC = "uk"
#: One letter for one, so that nothing grows out of its place.
LATIN = "abcdefghijklmnoprstuvyz"
OTHERS = "абцдефгхијклмнопрстувыз"
TO_CYRILLIC = str.maketrans(LATIN + LATIN.upper(), OTHERS + OTHERS.upper())
#: The forms of Ukrainian plurals beside those of English; they stand in brackets behind their
#: texts.
COUNTED = ("few", "many")
#: What stays as it is: a place that is filled in, a command, and a link.
PLACE = re.compile(r"\{[^}]*\}|\*\*kitgen[^*]*\*\*")


def in_cyrillic(text: str) -> str:
    """Return a text in Cyrillic letters, its places left as they are."""
    pieces = PLACE.split(text)
    places = [*PLACE.findall(text), ""]
    return "".join(
        piece.translate(TO_CYRILLIC) + place for piece, place in zip(pieces, places, strict=True)
    )


def write_cyrillic(root: Path) -> Path:
    """Write all texts and guides of the language below a folder of templates, and return the
    folder.
    """
    own = root / "texts" / CYRILLIC
    own.mkdir(parents=True)
    english = Texts("en", Templates())
    files: dict[str, dict[str, str]] = {}
    keys = english.keys()
    for key in sorted(keys):
        file, _, inside = key.partition(".")
        text = in_cyrillic(english.raw(key))
        files.setdefault(file, {})[inside] = text
        if key.endswith(".other") and f"{key.removesuffix('other')}one" in keys:
            for form in COUNTED:
                files[file][inside.removesuffix("other") + form] = f"{text} ({form})"
    for file, texts in files.items():
        lines = [f"{key} = {_quoted(text)}" for key, text in texts.items()]
        (own / f"{file}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    colours = ("red", "blue", "yellow", "green", "sky", "pink", "orange", "black", "clear")
    lines = [
        f'{key} = {{ name = "{key.translate(TO_CYRILLIC)}", letter = "{letter}" }}'
        for key, letter in zip(colours, "ЧСЖЗНРПКЉ", strict=True)
    ]
    (own / "colours.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    guides = root / "guides" / CYRILLIC
    guides.mkdir(parents=True)
    for guide in (shipped() / "guides" / "en").glob("*.md"):
        (guides / guide.name).write_text(
            in_cyrillic(guide.read_text(encoding="utf-8")), encoding="utf-8"
        )
    return root


def _quoted(text: str) -> str:
    return '"""' + text.replace("\\", "\\\\").replace('"', '\\"') + '"""'
