"""The pages of the app, and of ``kitgen serve``, as they are before an engine answers, in every
language.

Each page has all forms; the script (``page/app/main.js``) fills in the answers of ``engine``.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from kitgen.reading.templates import USUAL_LANGUAGE, Templates
from kitgen.reading.texts import texts_in
from kitgen.sandbox.limits import LARGEST_FILE, MB
from kitgen.web.address import LANGUAGE, NAMES_IN_1_0, fields
from kitgen.web.engine import MADE
from kitgen.web.forms import KitForm, editions_in, games_form, word_in
from kitgen.web.game_form import games_to_begin_with
from kitgen.web.markup import Markup, app_file, fill, flag, option_list
from kitgen.web.page_build import inline_json
from kitgen.web.script import script, source, squeezed, stripped
from kitgen.web.shelf import shelf_html, shelf_pictures
from kitgen.web.tasks import MAX_POSITION_LETTERS, MAX_POSITIONS, MAX_SHEETS, TABLES

#: The policy of the app: its own scripts, pictures and files, WebAssembly, and nothing from
#: anywhere else.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
#: The place that is open at first.
SHELF = "shelf"
#: The place that is open where an address names a kit.
MAKE = "make"
#: All places of the page, by the text of their title.
PLACES = (SHELF, MAKE, "invent", "find", "try", "verify")
#: What can be downloaded, with the text of its button.
DOWNLOADS = {
    "pdf": "pdf",
    "zip": "zip",
    "journal": "journal",
    "companion": "companion",
    "class-board": "class_board",
    "kit": "kit",
    "card": "card_svg",
    "labels": "sheet_svg",
}
#: The download beside the pictures of the kit; the others are below the choices.
FIRST_DOWNLOAD = "pdf"
#: The kit that is shown at first.
FIRST_KIT = "her"
#: The paper of its sheets.
FIRST_PAPER = "a4"


def ready_name(kit: str, language: str, page: str = FIRST_PAPER) -> str:
    """Return the folder of a ready-made kit.

    >>> ready_name("her", "it")
    'ready/her-it-a4'
    """
    return f"ready/{kit}-{language}-{page}"


def app_files(folder: str, engine: str, ready: Sequence[str]) -> dict[str, str]:
    """Return the text files of the app, by path: all but the page are in ``folder``.

    Args:
        engine: the folder with Python and kitgen.
        ready: the folders of ready-made kits in the folder ``ready``.
    """
    bodies = {language: app_body(language, folder, ready) for language in Templates().languages()}
    usual = bodies[USUAL_LANGUAGE]
    own_files: dict[str, str] = {f"{language}.html": body for language, body in bodies.items()}
    own_files |= page_files()
    own_files["worker.js"] = stripped(app_file("worker.js"))
    frame = app_frame(usual, USUAL_LANGUAGE, folder, POLICY, engine, " ".join(ready))
    return {"index.html": frame} | {
        f"{folder}/{name}": content for name, content in own_files.items()
    }


def app_frame(
    body: str, code: str, folder: str, policy: str, engine: str = "", ready: str = ""
) -> Markup:
    """Return the page with a body in a language.

    ``engine`` is the folder with Python and kitgen; without it, a server does the work.
    """
    return fill(
        app_file("index.html"),
        body=body,
        code=code,
        folder=folder,
        policy=policy,
        engine=engine,
        ready=ready,
    )


def page_files() -> dict[str, str]:
    """Return the files that the page loads, by name, except the worker."""
    return {
        "app.js": script("app/main.js"),
        "old.js": stripped(app_file("old.js")),
        "app.css": squeezed(source("look.css") + app_file("pages.css") + app_file("app.css")),
        "icon.svg": source("robot.svg"),
        "app.webmanifest": app_file("app.webmanifest"),
        **shelf_pictures(),
    }


def service_worker(version: str, files: Iterable[str]) -> str:
    """Return the service worker, which caches the files of a version."""
    code = stripped(app_file("service.js"))
    code = code.replace("VERSION", version)
    return code.replace('"FILES"', json.dumps(sorted(files)))


def headers(place: str = "") -> str:
    """Return ``_headers``, for hosts that read it.

    It has the policy, and how long browsers may cache each file. ``place`` is the folder of the app
    from the root of its host, with a slash before it.
    """
    # Browsers heed frame-ancestors only in a header, not in the policy that stands in the page.
    page = (
        f"  Content-Security-Policy: {POLICY}; frame-ancestors 'self'\n"
        "  X-Content-Type-Options: nosniff\n"
        "  Referrer-Policy: no-referrer\n"
    )
    always_new = "  Cache-Control: no-cache\n"
    a_year = "  Cache-Control: public, max-age=31536000, immutable\n"
    return (
        f"{place}/\n{page}"
        f"{place}/index.html\n{page}"
        f"{place}/sw.js\n{always_new}"
        f"{place}/app-*\n{a_year}"
        f"{place}/engine-*\n{a_year}"
    )


def app_body(
    language: str,
    folder: str,
    ready: Iterable[str] = (),
    chosen: Mapping[str, str] | None = None,
    *,
    place: str = SHELF,
    **own: object,
) -> Markup:
    """Return the body of the page in a language, with links to the ready-made kits in it.

    Args:
        folder: where the page's files are.
        ready: as in ``app_files``.
        place: which of ``PLACES`` is open.
        chosen: the values of the form, if its buttons ask a server even without scripts.
        own: a server's own texts, by their place in the page.
    """
    values = _words_of_page(language)
    values |= _places_and_languages(language, place)
    values |= _first_pictures(language)
    values |= games_form(language)
    buttons = _buttons(language, works_without_script=chosen is not None)
    values |= {
        "first_buttons": _first_buttons(language),
        "choices": KitForm(language, chosen or {}).choices(buttons),
        "shelf_boards": shelf_html(language, folder),
        "ready_made": _ready_made(language, ready),
        "begin_options": option_list(games_to_begin_with(language), ""),
        "kinds": ",".join((".pdf", ".jsonl", *TABLES, "text/*")),  # of files to be checked
        "longest": MAX_POSITION_LETTERS,
        "why": None,  # a server fills it in with a refusal
    }
    return fill(app_file("body.html"), language, **values | own)


def _words_of_page(language: str) -> dict[str, object]:
    """Return the texts of the page that a server may replace, or that have figures; and those of
    its script, as data.
    """
    texts = texts_in(language)
    megabytes = LARGEST_FILE // MB
    return {
        "qr": texts("app.code"),
        "mend": texts("app.mend"),
        "no_script": texts("app.no_script"),
        "too_old_here": texts("app.unable", why=texts("app.too_old")),
        "file_hint": texts("app.file_hint", megabytes=megabytes),
        "app_link": texts("app.link"),
        "app_footer": texts("app.footer"),
        "bounds": texts(
            "serve.limits",
            positions=MAX_POSITIONS,
            sheets=MAX_SHEETS,
            megabytes=megabytes,
        ),
        "words": _words_of_script(language),
    }


def _words_of_script(language: str) -> Markup:
    """Return the texts that the script of the page fills in, as JSON."""
    texts = texts_in(language)
    words = texts.raw_under("app.")
    for key in ("chosen", "unreachable", *PLACES):
        words[key] = texts.raw(f"serve.{key}")
    data = {
        "language": language,
        "words": words,
        "made": list(MADE),
        "names_in_1_0": NAMES_IN_1_0,
    }
    return Markup(inline_json(data))


def _places_and_languages(language: str, open_place: str) -> dict[str, object]:
    """Return the buttons for the places of the page and the links to its other languages."""
    return {
        "places": [_place_button(language, name, open_place) for name in PLACES],
        "languages": [_language_link(language, word) for word in fields()[LANGUAGE].words],
        "shelf_hidden": flag("hidden", open_place != SHELF),
        "make_hidden": flag("hidden", open_place != MAKE),
    }


def _place_button(language: str, name: str, open_place: str) -> Markup:
    return fill(
        '<button type="button" data-place="{name}"{current}>{title}</button>',
        name=name,
        current=flag('aria-current="page"', name == open_place),
        title=texts_in(language)(f"serve.{name}"),
    )


def _language_link(language: str, word: str) -> Markup:
    """Return the link from a page in one language to that in another, or in the same one."""
    return fill(
        '<a href="#language={word}" data-language="{word}" lang="{word}" '
        'hreflang="{word}"{current}>{title}</a>',
        word=word,
        title=word_in(language, fields()[LANGUAGE], word),
        current=flag('aria-current="true"', word == language),
    )


def _first_pictures(language: str) -> dict[str, object]:
    """Return the pictures that are there before any kit is made."""
    folder = ready_name(FIRST_KIT, language)
    return {
        "robot": Markup(source("robot.svg")),
        "card_path": f"{folder}/card.svg",
        "sheet_path": f"{folder}/sheet.svg",
    }


def _first_buttons(language: str) -> Markup:
    """Return the buttons beside the pictures: the first download, playing, and changing the kit."""
    play = '<button form="kit-form" formaction="kit/-/play.html" id="play">{play}</button>'
    change = (
        '<button type="button" id="change-do" aria-controls="change" aria-expanded="false" '
        "hidden>{change}</button>"
    )
    first = [_download(language, FIRST_DOWNLOAD), fill(play, language), fill(change, language)]
    return fill('<p class="buttons fields">{first}</p>', first=first)


def _buttons(language: str, *, works_without_script: bool) -> Markup:
    """Return the buttons below the choices: all other downloads, and without scripts one that
    shows what was chosen.
    """
    show = None
    if works_without_script:
        show = fill("<noscript><button>{show}</button></noscript>", language)
    return fill(
        '<p class="buttons">{show}</p>'
        '<fieldset class="buttons fields downloads">'
        "<legend>{download}</legend>{downloads}</fieldset>",
        language,
        show=show,
        downloads=[_download(language, kind) for kind in DOWNLOADS if kind != FIRST_DOWNLOAD],
    )


def _download(language: str, kind: str) -> Markup:
    """Return the button of a download. Where scripts run it sends no form."""
    button = (
        '<button form="kit-form" formaction="kit/-/{path}" data-made="{kind}"{main}>{text}</button>'
    )
    return fill(
        button,
        path=MADE[kind].name,
        kind=kind,
        main=flag('class="main"', kind == FIRST_DOWNLOAD),
        text=texts_in(language)(f"app.{DOWNLOADS[kind]}"),
    )


def _ready_made(language: str, ready: Iterable[str]) -> Markup:
    """Return the links to the ready-made kits in a language."""
    titles = editions_in(language)
    papers = fields()["page"]
    link = '<li><a href="ready/{name}/kit.pdf" download="{name}.pdf">{title} · {paper}</a></li>'
    links = []
    for name in ready:
        kit, of_language, paper = name.rsplit("-", 2)  # as ``ready_name`` joins them
        if of_language != language:
            continue
        title = titles.get(kit, kit)
        links.append(fill(link, name=name, title=title, paper=word_in(language, papers, paper)))
    return fill("<p>{lies_ready}</p><ul>{links}</ul>", language, links=links)
