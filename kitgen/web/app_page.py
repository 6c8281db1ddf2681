"""The pages of the app: what stands there before kitgen runs in the browser, in every language.

Each page has all forms; what changes is put in by the script (``page/app/main.js``), from the answers of ``engine``.
"""

import json
from collections.abc import Iterable, Sequence

from kitgen.sandbox.limits import LARGEST_FILE, MB
from kitgen.templates import Templates
from kitgen.web.address import LANGUAGE, fields
from kitgen.web.engine import MADE
from kitgen.web.forms import (
    KitForm,
    Markup,
    bounds_text,
    choices_form,
    fill,
    flag,
    games_form,
    kit_title,
    page_piece,
    texts_in,
    word_in,
)
from kitgen.web.script import script, stripped
from kitgen.web.tasks import LONGEST_POSITION, TABLES

#: The policy of the app: its own scripts, pictures and files, WebAssembly, and nothing from anywhere else.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
#: The forms by the text of their title; the first is shown at first.
PLACES = ("make", "find", "try", "verify")
#: What can be downloaded, with the text of its button.
DOWNLOADS = {
    "pdf": "pdf", "zip": "zip", "journal": "journal", "companion": "companion", "kit": "kit", "card": "card_svg",
    "labels": "sheet_svg",
}  # fmt: skip
#: The kit and the paper that are shown at first.
FIRST, PAPER = "her", "a4"


def ready_name(kit: str, language: str, page: str = PAPER) -> str:
    """Return the folder with a kit as it is printed most.

    >>> ready_name("her", "it")
    'ready/her-it-a4'
    """
    return f"ready/{kit}-{language}-{page}"


def app_files(folder: str, engine: str, ready: Sequence[str]) -> dict[str, str]:
    """Return the text files of the app, by path.

    Args:
        folder: holds all of them but the page.
        engine: the folder that holds Python and kitgen.
        ready: the folders of ready-made kits in the folder ``ready``.
    """
    languages = Templates().languages()
    frame = {"code": languages[0], "folder": folder, "engine": engine, "ready": " ".join(ready), "policy": POLICY}
    about = {
        "name": "kitgen", "start_url": "../", "scope": "../", "display": "standalone",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }  # fmt: skip
    return {
        "index.html": fill(page_piece("index.html"), body=app_body(languages[0], ready), **frame),
        **{f"{folder}/{language}.html": app_body(language, ready) for language in languages},
        f"{folder}/app.js": script("app/main.js"),
        f"{folder}/old.js": stripped(page_piece("old.js")),
        f"{folder}/worker.js": stripped(page_piece("worker.js")),
        f"{folder}/app.css": page_piece("pages.css") + page_piece("app.css"),
        f"{folder}/icon.svg": page_piece("icon.svg"),
        f"{folder}/app.webmanifest": json.dumps(about),
    }


def service_worker(version: str, files: Iterable[str]) -> str:
    """Return the service worker, which keeps the files of a version."""
    code = stripped(page_piece("service.js"))
    return code.replace("VERSION", version).replace('"FILES"', json.dumps(sorted(files)))


def headers(place: str = "") -> str:
    """Return ``_headers`` for hosts that read one: the policy, what is kept for ever, and what is asked for anew.

    Args:
        place: the folder of the app from the root of its host, with a slash before it.
    """
    forever = "  Cache-Control: public, max-age=31536000, immutable\n"
    policy = f"  Content-Security-Policy: {POLICY}; frame-ancestors 'self'\n"
    plain = "  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n"
    return (
        f"{place}/\n{policy}{plain}{place}/index.html\n{policy}{plain}{place}/sw.js\n  Cache-Control: no-cache\n"
        f"{place}/app-*\n{forever}{place}/engine-*\n{forever}"
    )


def app_body(language: str, ready: Iterable[str] = ()) -> Markup:
    """Return what stands on the page in a language, with links to what lies ready-made in it."""
    texts = texts_in(language)
    download = '<button type="button" data-made="{kind}"{main}>{text}</button>'
    buttons = fill(
        '<p class="buttons"><button type="button" id="play">{play}</button></p>'
        '<fieldset class="buttons fields downloads"><legend>{download}</legend>{buttons}</fieldset>',
        language,
        buttons=[
            fill(download, kind=kind, main=flag('class="main"', kind == "pdf"), text=texts(f"app.{text}"))
            for kind, text in DOWNLOADS.items()
        ],
    )
    place = '<button type="button" data-place="{name}"{current}>{title}</button>'
    other = '<a href="#lang={word}" data-language="{word}" lang="{word}" hreflang="{word}"{current}>{title}</a>'
    link = '<li><a href="ready/{name}/kit.pdf" download="{name}.pdf">{title} · {paper}</a></li>'
    lying = [(name, *name.rsplit("-", 2)) for name in ready]
    ready_made = fill(
        "<p>{lies_ready}</p><ul>{links}</ul>", language,
        links=[
            fill(link, name=name, title=kit_title(kit, language), paper=word_in(language, fields()["page"], paper))
            for name, kit, of, paper in lying if of == language
        ],
    )  # fmt: skip
    card, sheet = (f"{ready_name(FIRST, language)}/{name}.svg" for name in ("card", "sheet"))
    languages = fields()[LANGUAGE]
    return fill(
        page_piece("body.html"), language, card_path=card, sheet_path=sheet, qr=texts("app.code"),
        places=[
            fill(place, name=name, current=flag('aria-current="page"', name == PLACES[0]), title=texts(f"serve.{name}"))
            for name in PLACES
        ],
        languages=[
            fill(
                other, word=word, title=word_in(language, languages, word),
                current=flag('aria-current="true"', word == language),
            )
            for word in languages.words
        ],
        choices=choices_form(KitForm(language, {LANGUAGE: language}), {}, buttons),
        kinds=",".join((".pdf", ".jsonl", *TABLES, "text/*")), longest=LONGEST_POSITION,
        ready_made=ready_made, too_old_here=texts("app.unable", why=texts("app.too_old")),
        file_hint=texts("app.file_hint", megabytes=LARGEST_FILE // MB), app_link=texts("app.link"),
        app_footer=texts("app.footer"),
        bounds=bounds_text(language, LARGEST_FILE),
        words=Markup(_words(language)), **games_form(language, {}),
    )  # fmt: skip


def _words(language: str) -> str:
    """Return the texts that the script says, as JSON that cannot end the element around it."""
    texts = texts_in(language)
    words = {key.removeprefix("app."): texts.raw(key) for key in sorted(texts.keys()) if key.startswith("app.")}
    words |= {key: texts.raw(f"serve.{key}") for key in ("chosen", "refused", "make", "find", "try", "verify")}
    data = {"language": language, "words": words, "made": list(MADE)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
