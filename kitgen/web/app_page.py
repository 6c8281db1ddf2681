"""The pages of the app, and of ``kitgen serve``, as they are before an engine answers, in every
language.

Each page has all forms; the script (``page/app/main.js``) fills in the answers of ``engine``.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from kitgen.reading.templates import USUAL_LANGUAGE, Templates
from kitgen.reading.texts import texts_in
from kitgen.sandbox.limits import LARGEST_FILE, MB
from kitgen.web.address import LANGUAGE, fields
from kitgen.web.engine import MADE
from kitgen.web.forms import KitForm, editions_in, figure, games_form, word_in
from kitgen.web.game_form import games_to_begin_with
from kitgen.web.markup import Markup, app_file, fill, flag, option_list
from kitgen.web.page_build import inline_json
from kitgen.web.script import script, source, squeezed, stripped
from kitgen.web.shelf import shelf_html, shelf_pictures
from kitgen.web.tasks import LONGEST_POSITION, MOST_POSITIONS, MOST_SHEETS, TABLES

#: The policy of the app: its own scripts, pictures and files, WebAssembly, and nothing from
#: anywhere else.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
#: The place that is open at first, and the one for a kit that an address names.
SHELF = "shelf"
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
FIRST_MADE = "pdf"
#: The kit and the paper that are shown at first.
FIRST, PAPER = "her", "a4"


def ready_name(kit: str, language: str, page: str = PAPER) -> str:
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
    return {
        "index.html": app_frame(usual, USUAL_LANGUAGE, folder, POLICY, engine, " ".join(ready)),
        **{f"{folder}/{language}.html": body for language, body in bodies.items()},
        **{f"{folder}/{name}": content for name, content in page_files().items()},
        f"{folder}/worker.js": stripped(app_file("worker.js")),
    }


def app_frame(
    body: str, code: str, folder: str, policy: str, engine: str = "", ready: str = ""
) -> Markup:
    """Return the page with a body in a language; without the folder of an ``engine``, a server
    does the work.
    """
    frame = {"code": code, "folder": folder, "policy": policy, "engine": engine, "ready": ready}
    return fill(app_file("index.html"), body=body, **frame)


def page_files() -> dict[str, str]:
    """Return the files that the page loads, by name, but for the worker's."""
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
    return (
        stripped(app_file("service.js"))
        .replace("VERSION", version)
        .replace('"FILES"', json.dumps(sorted(files)))
    )


def headers(place: str = "") -> str:
    """Return ``_headers``, for hosts that read it: the policy, and how long browsers may cache each
    file.

    ``place`` is the folder of the app from the root of its host, with a slash before it.
    """
    forever = "  Cache-Control: public, max-age=31536000, immutable\n"
    policy = f"  Content-Security-Policy: {POLICY}; frame-ancestors 'self'\n"
    plain = "  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n"
    return (
        f"{place}/\n{policy}{plain}{place}/index.html\n{policy}{plain}{place}/sw.js\n"
        "  Cache-Control: no-cache\n"
        f"{place}/app-*\n{forever}{place}/engine-*\n{forever}"
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
    texts, megabytes = texts_in(language), LARGEST_FILE // MB
    # With scripts, these buttons send no form.
    made = (
        '<button form="kit-form" formaction="kit/-/{path}" data-made="{kind}"{main}>{text}</button>'
    )
    downloads = {}
    for kind, text in DOWNLOADS.items():
        main = flag('class="main"', kind == FIRST_MADE)
        downloads[kind] = fill(
            made, path=MADE[kind][0], kind=kind, main=main, text=texts(f"app.{text}")
        )
    play = '<button form="kit-form" formaction="kit/-/play.html" id="play">{play}</button>'
    change = (
        '<button type="button" id="change-do" aria-controls="change" aria-expanded="false" '
        "hidden>{change}</button>"
    )
    first = [downloads.pop(FIRST_MADE), fill(play, language), fill(change, language)]
    first_buttons = fill('<p class="buttons fields">{first}</p>', first=first)
    buttons = fill(
        '<p class="buttons">{show}</p>'
        '<fieldset class="buttons fields '
        'downloads"><legend>{download}</legend>{downloads}</fieldset>',
        language,
        downloads=list(downloads.values()),
        show=None
        if chosen is None
        else fill("<noscript><button>{show}</button></noscript>", language),
    )
    current = 'aria-current="true"'
    place_key = '<button type="button" data-place="{name}"{current}>{title}</button>'
    other = (
        '<a href="#language={word}" data-language="{word}" lang="{word}" '
        'hreflang="{word}"{current}>{title}</a>'
    )
    link = '<li><a href="ready/{name}/kit.pdf" download="{name}.pdf">{title} · {paper}</a></li>'
    editions, languages, pages = editions_in(language), fields()[LANGUAGE], fields()["page"]
    ready_kits = [(name, *name.rsplit("-", 2)) for name in ready]
    links = [
        fill(link, name=name, title=editions.get(kit, kit), paper=word_in(language, pages, paper))
        for name, kit, of, paper in ready_kits
        if of == language
    ]
    ready_made = fill("<p>{lies_ready}</p><ul>{links}</ul>", language, links=links)
    words = texts.raw_under("app.") | {
        key: texts.raw(f"serve.{key}") for key in ("chosen", "unreachable", *PLACES)
    }
    card, sheet = (f"{ready_name(FIRST, language)}/{name}.svg" for name in ("card", "sheet"))
    places: dict[str, object] = dict(
        robot=Markup(source("robot.svg")),
        card_path=card,
        sheet_path=sheet,
        qr=texts("app.code"),
        why=None,
        places=[
            fill(
                place_key,
                name=name,
                current=flag('aria-current="page"', name == place),
                title=texts(f"serve.{name}"),
            )
            for name in PLACES
        ],
        languages=[
            fill(
                other,
                word=word,
                title=word_in(language, languages, word),
                current=flag(current, word == language),
            )
            for word in languages.words
        ],
        shelf_hidden=flag("hidden", place != SHELF),
        make_hidden=flag("hidden", place != MAKE),
        shelf_boards=shelf_html(language, folder),
        change_open=None,
        choices=KitForm(language, chosen or {}).choices(buttons),
        first_buttons=first_buttons,
        mend=texts("app.mend"),
        kinds=",".join((".pdf", ".jsonl", *TABLES, "text/*")),
        longest=LONGEST_POSITION,
        no_script=texts("app.no_script"),
        ready_made=ready_made,
        starting=None,  # without scripts nothing starts
        too_old_here=texts("app.unable", why=texts("app.too_old")),
        file_hint=texts("app.file_hint", megabytes=megabytes),
        app_link=texts("app.link"),
        app_footer=texts("app.footer"),
        bounds=texts(
            "serve.limits",
            positions=figure(MOST_POSITIONS),
            sheets=MOST_SHEETS,
            megabytes=megabytes,
        ),
        begin_options=option_list(games_to_begin_with(language), ""),
        words=Markup(inline_json({"language": language, "words": words, "made": list(MADE)})),
        **games_form(language),
    )
    return fill(app_file("body.html"), language, **places | own)
