"""What a kit's folder is called when nobody says: the kit's name, and what was chosen otherwise than usual."""

import hashlib
import re
import shlex
from collections.abc import Iterator

from kitgen.door.printing import PAGE, STOCK
from kitgen.errors import KitgenError
from kitgen.files.inside import is_device
from kitgen.kit.choices import CHOICES, Choices, Wish
from kitgen.kit.editions import plan_kit
from kitgen.kit.kit import Kit
from kitgen.kit.offers import Offered
from kitgen.paper.layout.stock import read_stock
from kitgen.templates import Templates

#: The longest name, in letters: longer ones end in a part of their digest.
LONGEST = 80
#: Choices that a kit's own name says already.
IN_THE_NAME = ("side", "express", "opponent")


def default_folder(kit: Kit, page: str | None, stock: str, templates: Templates, *, economy: bool = False) -> str:
    """Return what the folder of a kit is called when nobody says: kits whose sheets differ have different names.

    Args:
        kit: the kit.
        page: the paper, as for ``print_kit``.
        stock: the size of label or card, as for ``print_kit``.
        templates: where texts and all else are read from.
        economy: True for a print of the fewest sheets.

    Raises:
        UsageError: the size is unknown or malformed.
        TemplateError: the file of that name is wrong.

    >>> from kitgen.door.making import make_kit
    >>> default_folder(make_kit("her"), None, "matchbox", Templates())
    'her'
    >>> default_folder(make_kit("her", language="it", rule="michie"), "letter", "poker", Templates())
    'her-michie-it-letter-poker'
    """
    label = read_stock(stock, templates)
    words = [kit.name, *_chosen(kit, templates)]
    if page is not None and page != (label.page or PAGE):
        words.append(page)
    if label.name != STOCK:
        words.append(re.sub(r".*[/\\]|\.toml$", "", label.name, flags=re.IGNORECASE))
    if economy:
        words.append("economy")
    if templates.own is not None:
        words.append(templates.own.resolve().name)
    name = "-".join(filter(None, map(_plain, words))) or "kit"
    if len(name) > LONGEST:
        name = f"{name[: LONGEST - 9].rstrip('-.')}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return f"kit-{name}" if is_device(name) else name


def _plain(word: str) -> str:
    """Return a word with nothing in it that means something in a path."""
    return re.sub(r"[^\w.]+", "-", word).strip("-.")


def _chosen(kit: Kit, templates: Templates) -> Iterator[str]:
    """Yield a word or two for each choice that is not the usual one of the kit's edition or game."""
    usual = _usual(kit, templates)
    for one in CHOICES:
        value = getattr(kit.choices, one.key)
        if one.offer.option and one.key not in IN_THE_NAME and value != getattr(usual, one.key):
            yield _word(one, value)


def _word(one: Offered, value: object) -> str:
    """Return what a choice is called in a name: a name stands for itself, all else is said as on the command line."""
    said = one.said(value)
    plain = getattr(one.kind, "__origin__", one.kind)  # without what a text has to look like
    return said[-1] if plain is str else " ".join(said)


def _usual(kit: Kit, templates: Templates) -> Choices:
    """Return what the edition or game chooses that a kit is called after."""
    try:
        word = shlex.split(kit.command)[2]
        if kit.name.startswith("".join(sign if sign.isalnum() else "-" for sign in word)):
            return plan_kit(word, Wish(), templates).choices
    except (KitgenError, ValueError, IndexError):
        pass  # a command that somebody has changed, or an edition that is not here
    return Choices(kit.choices.side)
