"""A page for a browser with all unclear rows: a photo of each, and its possible games.

The page is self-contained and loads nothing. Its choices appear as lines of answers to copy.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from kitgen.marked.marked_games import (
    OWN_LEAVE,
    OWN_VOID,
    UNDECIDED,
    SeenRow,
    SheetWords,
    ending_once,
)
from kitgen.marked.row_games import COMPLETED
from kitgen.render.page_policy import source_hash

_STYLE = Path(__file__).with_name("review.css").read_text(encoding="utf-8")
_SCRIPT = Path(__file__).with_name("review.js").read_text(encoding="utf-8")
_POLICY = (
    "default-src 'none'; img-src data:; "
    f"style-src {source_hash(_STYLE)}; script-src {source_hash(_SCRIPT)}; "
    "base-uri 'none'; form-action 'none'"
)


def review_page(rows: Sequence[SeenRow], words: SheetWords, command: str) -> str:
    """Return the page, with the command that takes the answers."""
    texts = words.texts
    title = f"{texts('marked.page.title')}: {words.kit.title}"
    body = [f"<h1>{escape(title)}</h1>"]
    unclear = [row for row in rows if row.state == UNDECIDED]
    if unclear:
        body.append(f"<p>{escape(texts('marked.page.why'))}</p>")
        body += [_unclear(row, words) for row in unclear]
        label = f"<label for='answers'>{escape(texts('marked.page.answers'))}</label>"
        body.append(f"<p>{label}<code>{escape(command)}</code></p>")
        body.append(f"<textarea id='answers' readonly rows='{len(unclear) + 1}'></textarea>")
        body.append(f"<script>{_SCRIPT}</script>")
    settled = [(row, row.game) for row in rows if row.state == COMPLETED and row.game is not None]
    if settled:
        body.append(f"<h2>{escape(texts('marked.page.settled'))}</h2>")
        body.append(f"<p>{escape(texts('marked.page.settled_why'))}</p>")
    for row, game in settled:
        body += ["<fieldset>", *_head(row, words, words.game(game)), "</fieldset>"]
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(texts.language)}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body>{''.join(body)}</body></html>\n"
    )


def _unclear(row: SeenRow, words: SheetWords) -> str:
    """Return the field with an unclear row: its photo, the possible games and other answers."""
    texts = words.texts
    choices = {str(number): words.game(game) for number, game in enumerate(row.reading.proposed, 1)}
    choices[OWN_VOID] = texts("marked.page.void")
    choices[OWN_LEAVE] = texts("marked.page.leave")
    button = f"<label><input type='radio' name='game{row.number}' value="
    parts = [f"<fieldset data-game='{row.number}'>", *_head(row, words, words.why(row))]
    for value, text in choices.items():
        parts.append(f"{button}'{value}'> {escape(text)}</label>")
    example = escape(words.example(row), quote=True)
    entry = f"<input type='text' placeholder='{example}' size='40'>"
    parts.append(f"{button}''> {escape(texts('marked.page.other'))} {entry}</label>")
    parts.append("</fieldset>")
    return "".join(parts)


def _head(row: SeenRow, words: SheetWords, why: str) -> Iterator[str]:
    """Yield the title, the photo and the marks of a row."""
    title = words.texts("marked.asked", game=row.number, on=row.sheet.form.code.sheet, why=why)
    yield f"<legend>{escape(ending_once(title))}</legend>"
    marks = escape(words.texts("marked.marks", marks=words.marks(row.reading.marks)), quote=True)
    for index in row.written.rows:
        picture = b64encode(row.sheet.strip(index)).decode()
        yield f"<img src='data:image/png;base64,{picture}' alt='{marks}'>"
    yield f"<p>{marks}</p>"
