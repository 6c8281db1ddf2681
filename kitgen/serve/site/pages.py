"""The pages of the site: what frames them all, and the one on which a kit is chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kitgen.check.pdf.limits import MB
from kitgen.serve.asked.address import LANGUAGE, Asked
from kitgen.serve.asked.fields import fields
from kitgen.serve.bounds import LARGEST_UPLOAD, MOST_POSITIONS, MOST_SHEETS
from kitgen.serve.site.form import KitForm
from kitgen.serve.site.labels import texts_in, word_in
from kitgen.serve.site.markup import Child, Element, html, tag

#: What the site is called.
NAME = "kitgen"
#: What is made at the press of a button, by the word in the texts that the button says, and the button's look.
BUTTONS = {
    "pdf": ("kit.pdf", "main"),
    "zip": ("kit.zip", ""),
    "companion": ("companion.html", ""),
    "play": ("play.html", ""),
}
#: The pages, by the word in the texts that names each.
PLACES = {"make": "/", "find": "/find", "try": "/simulate", "verify": "/verify"}


@dataclass(frozen=True, slots=True)
class Sight:
    """What a page is shown for.

    Attributes:
        language: of the page.
        asked: the kit; None where what the address says is refused.
        said: what the address says, by name.
        more: what it says beside the kit.
        refusal: why it is refused; empty otherwise.
    """

    language: str
    asked: Asked | None
    said: Mapping[str, str]
    more: Mapping[str, str]
    refusal: str = ""

    @property
    def query(self) -> str:
        """The kit, for addresses of other pages."""
        return f"{LANGUAGE}={self.language}" if self.asked is None else self.asked.query

    def path(self, name: str, more: str = "") -> str:
        """Return the address of something that is made of the kit."""
        if self.asked is None:
            raise AssertionError("there is no kit")
        return f"/kit/{self.asked.digest}/{name}?{self.asked.query}{more}"


def page(shown: Sight, place: str, *content: Child | Sequence[Child], script: bool = True) -> str:
    """Return a whole page.

    Args:
        shown: what it is shown for.
        place: its name in ``PLACES``; empty for a page of none of them.
        content: what stands in it.
        script: whether it has the site's script.
    """
    texts = texts_in(shown.language)
    links = [
        tag("a", texts(f"serve.{name}"), href=f"{path}?{shown.query}", aria_current="page" if name == place else None)
        for name, path in PLACES.items()
    ]
    title = texts(f"serve.{place}") if place else texts("serve.waiting")
    whole = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("title", f"{title} · {NAME}"),
            tag("link", rel="stylesheet", href="/style.css"),
            tag("link", rel="icon", href="/icon.svg", type="image/svg+xml"),
            tag("script", src="/serve.js", type="module") if script else None,
        ),
        tag(
            "body",
            tag("a", texts("serve.skip"), href="#content", class_="skip"),
            tag("header", tag("p", NAME, class_="name"), tag("p", texts("serve.lead"), class_="quiet"),
                tag("div", tag("nav", links, aria_label=NAME), _languages(shown, place), class_="ways")),
            tag("main", tag("h1", title), *content, id="content"),
            tag("footer", tag("p", texts("serve.footer")), tag("p", _limits(shown.language))),
        ),
        lang=shown.language,
    )  # fmt: skip
    return f"<!doctype html>\n{html(whole)}\n"


def _languages(shown: Sight, place: str) -> Element:
    """Return links to the same page in the other languages."""
    texts, every = texts_in(shown.language), fields()[LANGUAGE]
    links = []
    for word in every.words:
        said = shown.query.replace(f"{LANGUAGE}={shown.language}", f"{LANGUAGE}={word}")
        current = "true" if word == shown.language else None
        name = word_in(shown.language, every, word)
        links.append(
            tag("a", name, href=f"{PLACES.get(place, '/')}?{said}", lang=word, hreflang=word, aria_current=current)
        )
    return tag("nav", links, class_="languages", aria_label=texts("serve.language"))


def _limits(language: str) -> str:
    """Return in words how much is made at most."""
    megabytes = LARGEST_UPLOAD // MB
    return texts_in(language)(
        "serve.limits", positions=f"{MOST_POSITIONS:,}".replace(",", " "), sheets=MOST_SHEETS, megabytes=megabytes
    )


def refusal(language: str, why: str) -> Element:
    """Return why something cannot be done."""
    texts = texts_in(language)
    return tag("div", tag("h2", texts("serve.refused")), tag("p", why, lang="en"), class_="warning", role="alert")


def make_page(shown: Sight, figures: Child, *, pictures: bool = True) -> str:
    """Return the page on which a kit is chosen, looked at and downloaded.

    Args:
        shown: the kit.
        figures: what it comes to, as ``figures_of`` draws it, or what is said in its place.
        pictures: False where there are none, for the kit cannot be made.
    """
    texts, form = texts_in(shown.language), KitForm(shown.language, shown.said)

    def folded(name: str, about: str, *content: Child | Sequence[Child]) -> Element:
        is_open = form.open(about) if about else "parts" in shown.said
        return tag("details", tag("summary", texts(f"serve.{name}")), *content, open=is_open)

    chosen = tag(
        "form",
        tag("fieldset", tag("legend", texts("serve.machine")), form.kit(), class_="fields"),
        tag("fieldset", tag("legend", texts("serve.paper")), form.paper(), class_="fields"),
        tag(
            "div",
            tag("button", texts("serve.show"), id="show"),
            *(
                tag("button", texts(f"serve.{name}"), formaction=f"/kit/-/{path}", class_=main or None)
                for name, (path, main) in BUTTONS.items()
            ),
            class_="fields buttons",
        ),
        folded("more", "kit", tag("div", form.more(), class_="fields")),
        folded("parts", "", tag("p", texts("serve.parts_usual"), class_="quiet"),
               tag("div", form.parts(), class_="parts")),
        folded("settings", "part", tag("p", texts("serve.settings_lead"), class_="quiet"),
               tag("div", form.settings(), class_="fields")),
        id="kit-form", action="/", method="get",
    )  # fmt: skip
    seen = tag(
        "section",
        tag("h2", texts("serve.pictures")),
        tag("div", look(shown) if pictures else None, id="look", aria_live="polite"),
        tag("div", figures, id="figures", aria_live="polite"),
        tag("p", texts("serve.link"), class_="quiet") if shown.asked and pictures else None,
        class_="seen",
    )
    return page(shown, "make", tag("div", chosen, seen, class_="two"))


def look(shown: Sight) -> Element:
    """Return the pictures of a kit; of one that is refused, why."""
    if shown.asked is None:
        return refusal(shown.language, shown.refusal)
    texts = texts_in(shown.language)
    pictures = []
    for name, file in (("card", "card.svg"), ("sheet", "sheet.svg")):
        path = shown.path(file)
        picture = tag("img", src=path, alt=texts(f"serve.{name}"), class_=name)
        pictures.append(tag("figure", tag("a", picture, href=path), tag("figcaption", texts(f"serve.{name}"))))
    return tag("div", pictures, class_="pictures")
