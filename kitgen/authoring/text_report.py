"""A page for a reader: each text of a language beside its English and its place on a sheet.

Sheets are drawn of a few kits; texts that stand on none of these, such as those of the app, have no
picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

from kitgen.authoring.language_checks import English, is_english, written_texts
from kitgen.authoring.template_checks import CheckedTemplates
from kitgen.authoring.trial_sheets import TRIALS, trial_job, trial_sheets
from kitgen.errors import KitgenError, UsageError, many
from kitgen.files import write_whole
from kitgen.paper.document import Sheet
from kitgen.paper.layout.frame import extent
from kitgen.paper.marks.scene import Mark, Text
from kitgen.papers import Bounds
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.render.page_policy import source_hash
from kitgen.render.svg import FAMILIES, mark_text

#: The paper around a text that its picture shows, in mm.
AROUND_MM = 14.0
#: The most height of a picture, in mm of the sheet.
MAX_HEIGHT_MM = 90.0
#: A line of fewer letters is no proof that a text stands there, unless it is the whole text.
MIN_LETTERS_OF_A_LINE = 8
#: The frame around the text.
_FRAME = "#D55E00"
#: The frame's distance from the text, beside and above it, in mm.
FRAME_BESIDE_MM = 1.0
FRAME_ABOVE_MM = 0.5
#: The style and the script of the page, which it contains.
_STYLE = Path(__file__).with_name("text_report.css").read_text(encoding="utf-8")
_SCRIPT = Path(__file__).with_name("text_report.js").read_text(encoding="utf-8")


class RecordedTexts(Texts):
    """Texts that note how each of them was filled in first."""

    def __init__(self, language: str, templates: Templates) -> None:
        super().__init__(language, templates)
        self.filled: dict[str, str] = {}

    def _filled_in(self, key: str, count: int | None, values: dict[str, object]) -> str:
        text = super()._filled_in(key, count, values)
        if count is not None:
            key = f"{key}.{self._plurals.form(count)}"
        self.filled.setdefault(self._own(key), text)
        return text


@dataclass(frozen=True, slots=True)
class TextPicture:
    """A text on a sheet: the part, the kit, and a drawing as SVG."""

    part: str
    kit: str
    svg: str


def write_text_report(path: Path, checked: CheckedTemplates, language: str | None) -> None:
    """Write the page for a language of a checked folder.

    None stands for the only language besides English.
    """
    languages = [complete.language for complete in checked.languages]
    translated = [name for name in languages if not is_english(name)]
    if language is None and len(translated) == 1:
        language = translated[0]
    if language not in checked.unreviewed:
        raise UsageError(
            f"which language is the report about? --language takes {', '.join(checked.unreviewed)}"
        )
    page = text_report(language, Templates(checked.folder), checked.unreviewed[language])
    write_whole(path, page.encode())


def text_report(language: str, templates: Templates, unread: Sequence[str]) -> str:
    """Return the page as HTML; it contains all its pictures and loads nothing."""
    pictures = pictures_of(language, templates)
    english = English()
    texts = written_texts(language, templates)
    rows = []
    for file, keys in groupby(sorted(texts), key=lambda key: key.partition(".")[0]):
        rows.append(f"<h2>{escape(file)}.toml</h2>")
        for key in keys:
            is_read = key not in unread
            row = _row(key, texts[key], english.like(key), pictures.get(key), is_read=is_read)
            rows.append(row)
    title = (
        f"{language}: {many(len(texts), 'text')}, {len(pictures)} with a picture, "
        f"{len(unread)} unreviewed"
    )
    button = "<button>Save remarks</button>"
    lead = (
        "Mark what you would not write, with what you would write; the button saves your "
        "remarks in a file."
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">\n'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>"
        f'<p lang="en">{lead} {button}</p>{"".join(rows)}<script>{_SCRIPT}</script></body></html>\n'
    )


def pictures_of(language: str, templates: Templates) -> dict[str, TextPicture]:
    """Return a picture of each text that stands on a sheet of the trial kits, by its key."""
    pictures: dict[str, TextPicture] = {}
    for trial in TRIALS:
        texts = RecordedTexts(language, templates)
        for sheets in trial_sheets(trial_job(trial, texts)):
            if isinstance(sheets, KitgenError):
                continue
            for sheet in sheets:
                pictures |= _pictures_on(sheet, texts.filled, pictures, trial.kit)
    return pictures


def _pictures_on(
    sheet: Sheet, filled: dict[str, str], known: dict[str, TextPicture], kit: str
) -> dict[str, TextPicture]:
    """Return pictures of the texts on a sheet that have none yet."""
    lines = [mark for mark in sheet.scene.marks if isinstance(mark, Text) and mark.text.strip()]
    pictures = {}
    for key, text in filled.items():
        if key in known:
            continue
        own_lines = lines_of(text, lines)
        if own_lines:
            pictures[key] = TextPicture(sheet.part, kit, _drawing(sheet, own_lines))
    return pictures


def lines_of(text: str, lines: Sequence[Text]) -> list[Text]:
    """Return the lines of a sheet on which a text stands; none if it is not found.

    >>> lines = [
    ...     Text((0, 0), "Log sheet", 9),
    ...     Text((0, 5), "Write each", 9),
    ...     Text((0, 9), "game here.", 9),
    ... ]
    >>> [line.text for line in lines_of("Write each game here.", lines)]
    ['Write each', 'game here.']
    """
    letters = _plain(text)
    if not letters:
        return []
    for number, line in enumerate(lines):
        of_line = _plain(line.text)
        is_whole_text = letters == of_line
        if is_whole_text or (len(letters) >= MIN_LETTERS_OF_A_LINE and letters in of_line):
            return [line]
        if len(of_line) >= MIN_LETTERS_OF_A_LINE and letters.startswith(of_line):
            return [line, *_lines_with(letters.removeprefix(of_line), lines[number + 1 :])]
    return []


def _lines_with(rest: str, lines: Sequence[Text]) -> list[Text]:
    """Return the first lines, as long as each goes on with the rest of a text."""
    own = []
    for line in lines:
        of_line = _plain(line.text)
        if not rest.startswith(of_line):
            break
        own.append(line)
        rest = rest.removeprefix(of_line)
    return own


def _plain(text: str) -> str:
    """Return the letters of a text alone: lines break it, and bold words have signs around them."""
    return "".join(text.replace("**", "").split())


def _drawing(sheet: Sheet, lines: Sequence[Text]) -> str:
    """Return the part of a sheet around some of its lines as SVG, with a frame around them."""
    left, top, right, bottom = _around([extent(line) for line in lines])
    view_left = max(0, left - AROUND_MM)
    view_top = max(0, top - AROUND_MM)
    view_right = min(sheet.scene.width, right + AROUND_MM)
    view_bottom = min(sheet.scene.height, bottom + AROUND_MM, top + MAX_HEIGHT_MM)
    view = (view_left, view_top, view_right, view_bottom)
    marks = "".join(mark_text(mark) for mark in sheet.scene.marks if _meets(mark, view))
    width = view_right - view_left
    height = view_bottom - view_top
    frame_width = right - left + 2 * FRAME_BESIDE_MM
    frame_height = bottom - top + 2 * FRAME_ABOVE_MM
    return (
        f'<svg viewBox="{view_left:.1f} {view_top:.1f} {width:.1f} {height:.1f}" '
        f'style="width:{width:.0f}mm">'
        '<g stroke-linejoin="round" fill-rule="evenodd" '
        f'font-family="{", ".join(FAMILIES)}">{marks}</g>'
        f'<rect x="{left - FRAME_BESIDE_MM:.1f}" y="{top - FRAME_ABOVE_MM:.1f}" '
        f'width="{frame_width:.1f}" height="{frame_height:.1f}" '
        f'fill="none" stroke="{_FRAME}" stroke-width="0.4"/></svg>'
    )


def _around(places: Sequence[Bounds]) -> Bounds:
    lefts, tops, rights, bottoms = zip(*places, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _meets(mark: Mark, view: Bounds) -> bool:
    left, top, right, bottom = extent(mark)
    view_left, view_top, view_right, view_bottom = view
    across = left <= view_right and right >= view_left
    down = top <= view_bottom and bottom >= view_top
    return across and down


def _row(key: str, text: str, english: str, picture: TextPicture | None, *, is_read: bool) -> str:
    state = "" if is_read else ' <b lang="en">unreviewed</b>'
    shown = ""
    if picture:
        caption = (
            f'<figcaption lang="en">{escape(picture.part)}, {escape(picture.kit)}</figcaption>'
        )
        shown = f"<figure>{picture.svg}{caption}</figure>"
    return (
        f'<section data-key="{escape(key)}"><p><code>{escape(key)}</code>{state}</p>'
        f'<p lang="en">{escape(english)}</p><p class="own">{escape(text)}</p>'
        '<p class="remark" contenteditable="plaintext-only" '
        f'aria-label="{escape(key)}"></p>{shown}</section>'
    )


def _policy() -> str:
    """Return the policy of a page that loads nothing and runs its own script alone."""
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {source_hash(_SCRIPT)}; "
        "base-uri 'none'"
    )
