"""The gallery: a page for each edition with every part of it, and one page of all editions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from docs.site.played import GAMES
from docs.site.prints import PAPERS, PLAYED, Print
from docs.site.words import Words
from kitgen.kit.editions import read_edition
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts, texts_in

#: The part whose picture stands for an edition on the page of all editions.
FACE = "labels"
#: What the file of all parts together is called, beside the files of single parts.
WHOLE_KIT = "kit"


@dataclass(frozen=True, slots=True)
class Shelf:
    """All prints of one edition.

    Attributes:
        edition: its name.
        prints: by language, then paper; the first paper has the pictures and the companion page.
    """

    edition: str
    prints: Mapping[str, Mapping[str, Print]]

    def shown(self, language: str) -> Print:
        """Return the print whose pictures a page in this language shows."""
        return next(iter(self.prints[language].values()))

    def title(self, language: str) -> str:
        """Return the title of the edition."""
        return read_edition(self.edition, Templates()).title[language]

    def about(self, language: str) -> str:
        """Return a sentence about the edition."""
        return read_edition(self.edition, Templates()).about[language]


def figures(shelf: Shelf, words: Words) -> str:
    """Return the figures of an edition, in a line."""
    report = shelf.shown(words.language).report
    colours = report["to_buy"]  # a row for each colour
    return words(
        "figures",
        boxes=words.number(report["boxes"]),
        beads=words.number(report["beads"]),
        colours=len(colours),
        sheets=report["sheets"],
        minutes=report["minutes"],
    )


def gallery(shelves: Sequence[Shelf], words: Words) -> str:
    """Return the page of all editions."""
    cards = []
    for shelf in shelves:
        made = shelf.shown(words.language)
        title = shelf.title(words.language)
        cards += [
            "<div markdown>",
            f"[![{title}](../{made.address(FACE, '.png')})]({shelf.edition}.md)",
            "",
            f"**[{title}]({shelf.edition}.md)**",
            "",
            f"{shelf.about(words.language)}.",
            "",
            (
                f"[{words('play')}](../{made.address('play', '.html')}) · "
                f"[{words('parts')}]({shelf.edition}.md)"
            ),
            "</div>",
        ]
    return _page(words("gallery"), [words("gallery_about"), _grid("kits", cards)])


def edition_page(shelf: Shelf, words: Words) -> str:
    """Return the page of one edition."""
    made = shelf.shown(words.language)
    texts = Texts(words.language, Templates())
    play = (
        f"[{words('play')}](../{made.address('play', '.html')}){{ .md-button .md-button--primary }}"
    )
    buttons = []
    for on_paper in shelf.prints[words.language].values():
        label = words("whole", paper=PAPERS[on_paper.page])
        address = on_paper.address(WHOLE_KIT, ".pdf")
        buttons.append(f"[{label}](../{address}){{ .md-button }}")
    lines = [
        f"{shelf.about(words.language)}.",
        figures(shelf, words),
        " ".join([play, *buttons]),
        f"`{made.report['command']}` · [{words('lesson')}](../lessons/{shelf.edition}.md)",
        f"{words('whole_in')}: {downloads(shelf, WHOLE_KIT)}",
        f"{words('play_in')}: {_plays(shelf)}",
        f"## {words('every_part')}",
        words("every_part_about"),
    ]
    cards = []
    for name in made.pages:
        cards += _card(shelf, made, name, texts(f"parts.{name}"), words)
    lines.append(_grid("parts", cards))
    if made.refused:
        lines += [f"## {words('not_here')}", _not_here(made, texts, words)]
    return _page(shelf.title(words.language), lines)


def own_name(language: str) -> str:
    """Return what a language calls itself."""
    return texts_in(language)("serve.own_name")


def downloads(shelf: Shelf, what: str) -> str:
    """Return the links to a PDF in every language on every paper that has it.

    ``what`` is the name of a part, or ``WHOLE_KIT``.
    """
    by_language = []
    for language, papers in shelf.prints.items():
        links = [own_name(language)]
        for page, made in papers.items():
            if what == WHOLE_KIT or what in made.pages:
                links.append(f"[{PAPERS[page]}](../{made.address(what, '.pdf')})")
        by_language.append(" ".join(links))
    return " · ".join(by_language)


def _plays(shelf: Shelf) -> str:
    """Return the links to the companion page in every language."""
    links = []
    for language in shelf.prints:
        address = shelf.shown(language).address("play", ".html")
        links.append(f"[{own_name(language)}](../{address})")
    return " · ".join(links)


def _card(shelf: Shelf, made: Print, name: str, about: str, words: Words) -> list[str]:
    """Return the lines that show one part."""
    count = made.pages[name]
    pages = words("page" if count == 1 else "pages", count=count)
    return [
        "<div markdown>",
        f"[![{about}](../{made.address(name, '.png')})](../{made.address(name, '.pdf')})",
        "",
        f"**{name}** ({pages}{_way_of_printing(made, name, words)}): {about}",
        "",
        downloads(shelf, name),
        "</div>",
    ]


def _way_of_printing(made: Print, name: str, words: Words) -> str:
    """Return what printing a part takes besides its name; nothing where the name is enough."""
    besides_name = made.besides_name.get(name, "")
    if besides_name == PLAYED:
        return f", {words('played', games=GAMES)}"
    return f", `{besides_name}`" if besides_name else ""


def _not_here(made: Print, texts: Texts, words: Words) -> str:
    """Return the parts that this kit does not have, each with the reason that kitgen gives."""
    return "\n".join(
        f"- **{name}**: {texts(f'parts.{name}')}. {words('refused')}: *{reason}*"
        for name, reason in made.refused.items()
    )


def _grid(kind: str, cards: Sequence[str]) -> str:
    """Return cards beside each other, as many as fit."""
    return "\n".join([f'<div class="shelf {kind}" markdown>', *cards, "</div>"])


def _page(title: str, paragraphs: Sequence[str]) -> str:
    """Return a page with a title and paragraphs.

    It has no table of contents, which would take room from the pictures.
    """
    return "\n\n".join(["---\nhide:\n  - toc\n---", f"# {title}", *paragraphs]) + "\n"
