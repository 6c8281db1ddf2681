"""The pages of the site: their frame and their forms, about a kit and other questions.

Their HTML is in the folder ``page``, but for small pieces that come many times.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import urlencode

from kitgen.sandbox.limits import LARGEST_FILE, MB
from kitgen.serve.bounds import LARGEST_UPLOAD
from kitgen.web.address import LANGUAGE, KitAddress, fields
from kitgen.web.forms import (
    KitForm,
    Markup,
    bounds_text,
    choices_form,
    fill,
    flag,
    games_form,
    kit_pictures,
    kit_title,
    refusal,
    texts_in,
    word_in,
)
from kitgen.web.tasks import LONGEST_POSITION, POSITION, TABLES


@cache
def own_file(name: str) -> str:
    """Return a file of the folder ``page``."""
    return files("kitgen.serve").joinpath("page", name).read_text(encoding="utf-8")


#: The pages by the text of their title.
PLACES = {"make": "/", "find": "/find", "try": "/simulate", "verify": "/verify"}


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a page.

    Attributes:
        address: the kit; None for a refused address.
        choices: the address's values about the kit, by name.
        more: its other values.
        refusal: the reason for refusing the address, or empty.
        root: the path under which a proxy offers the site, or empty.
    """

    language: str
    address: KitAddress | None
    choices: Mapping[str, str]
    more: Mapping[str, str]
    refusal: str = ""
    root: str = ""

    @property
    def query(self) -> str:
        """The kit's query, for addresses of other pages."""
        return f"{LANGUAGE}={self.language}" if self.address is None else self.address.query

    def path(self, name: str) -> str:
        """Return the address of something made of the kit."""
        if self.address is None:
            raise AssertionError("there is no kit")
        more = "".join(f"&{urlencode({key: value})}" for key, value in self.more.items())
        return f"{self.root}/kit/{self.address.digest}/{name}?{self.address.query}{more}"


def page(subject: Subject, place: str, content: Markup, *, script: bool = True) -> str:
    """Return a whole page; ``place`` is its name in ``PLACES``, or empty for a page of none of them."""
    texts, languages = texts_in(subject.language), fields()[LANGUAGE]
    link, marked = '<a href="{root}{path}?{query}"{current}>{title}</a>', 'aria-current="page"'
    links = [
        fill(
            link, root=subject.root, path=path, query=subject.query, current=flag(marked, name == place),
            title=texts(f"serve.{name}"),
        )
        for name, path in PLACES.items()
    ]  # fmt: skip
    other = '<a href="{root}{path}?{query}" lang="{word}" hreflang="{word}"{current}>{title}</a>'
    others = [
        fill(
            other, root=subject.root, path=PLACES.get(place, "/"), word=word,
            query=subject.query.replace(f"{LANGUAGE}={subject.language}", f"{LANGUAGE}={word}"),
            current=flag('aria-current="true"', word == subject.language),
            title=word_in(subject.language, languages, word),
        )
        for word in languages.words
    ]  # fmt: skip
    module = fill('<script src="{root}/serve.js" type="module"></script>', root=subject.root) if script else None
    bounds = bounds_text(subject.language, LARGEST_UPLOAD)
    title = texts(f"serve.{place}") if place else texts("serve.waiting")
    return fill(
        own_file("frame.html"), subject.language, code=subject.language, title=title, root=subject.root, script=module,
        links=links, languages=others, content=content, bounds=bounds,
    )  # fmt: skip


def make_page(subject: Subject, figures: Markup | None, *, pictures: bool = True) -> str:
    """Return the page for choosing, viewing and downloading a kit, with its figures or a message instead.

    ``pictures`` is False for a kit that cannot be made.
    """
    made = subject.address is not None and pictures
    buttons = fill(own_file("buttons.html"), subject.language, root=subject.root)
    content = fill(
        own_file("make.html"), subject.language, root=subject.root, figures=figures,
        choices=choices_form(KitForm(subject.language, subject.choices), subject.choices, buttons),
        look=subject_pictures(subject) if pictures else None,
        address_is_kit=fill('<p class="quiet">{link}</p>', subject.language) if made else None,
    )  # fmt: skip
    return page(subject, "make", content)


def subject_pictures(subject: Subject) -> Markup:
    """Return the pictures of a kit, or the reason for its refusal."""
    if subject.address is None:
        return refusal(subject.language, subject.refusal)
    return kit_pictures(subject.language, lambda name: subject.path(f"{name}.svg"))


# The other pages, each with a form and its result.


def find_page(subject: Subject, result: Markup | None) -> str:
    """Return the page for finding a position."""
    value = subject.more.get(POSITION, "")[:LONGEST_POSITION]
    return _form_page(subject, "find", result, value=value, longest=LONGEST_POSITION)


def simulate_page(subject: Subject, result: Markup | None) -> str:
    """Return the page for testing machines."""
    return _form_page(subject, "try", result, **games_form(subject.language, subject.more))


def _form_page(subject: Subject, place: str, result: Markup | None, **values: object) -> str:
    """Return a page with a form about a kit that is chosen elsewhere."""
    title = texts_in(subject.language)(
        "serve.chosen", title=kit_title(subject.choices.get("kit", "her"), subject.language)
    )
    line = '<p>{title} · <a href="{root}/?{query}">{change}</a></p>'
    kit_line = fill(line, subject.language, title=title, root=subject.root, query=subject.query)
    content = fill(
        own_file(f"{PLACES[place][1:]}.html"), subject.language, root=subject.root, kit_line=kit_line,
        hidden=KitForm(subject.language, subject.choices).hidden(), result=result, **values,
    )  # fmt: skip
    return page(subject, place, content)


def verify_page(subject: Subject, outcome: Markup | None) -> str:
    """Return the page for checking a file."""
    content = fill(
        own_file("verify.html"), subject.language, root=subject.root, code=subject.language,
        kinds=",".join((".pdf", *TABLES, "text/*")), outcome=outcome,
        hint=texts_in(subject.language)("serve.file_hint", megabytes=LARGEST_FILE // MB),
        kit_fields=KitForm(subject.language, subject.choices).kit(any_language=False),
    )  # fmt: skip
    return page(subject, "verify", content)
