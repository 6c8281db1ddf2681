"""The default name of a kit's folder: the kit's name and the choices that differ from the usual ones."""

import hashlib
import re
import shlex
from collections.abc import Iterator

from kitgen.errors import KitgenError
from kitgen.files.tree import is_device
from kitgen.kit.choices import CHOICES, Choices, Wish
from kitgen.kit.editions import plan_kit
from kitgen.kit.kit import Kit
from kitgen.kit.palette import newest_palette, palette_name
from kitgen.paper.job import read_stock
from kitgen.press.print_run import DEFAULT_PAGE, DEFAULT_STOCK
from kitgen.templates import Templates

#: The longest name, in letters; longer ones end in a part of their digest.
LONGEST = 80
#: Choices that are already in a kit's own name.
IN_THE_NAME = ("side", "express", "opponent")


def default_folder(kit: Kit, page: str | None, stock: str, templates: Templates, *, economy: bool = False) -> str:
    """Return the default name of a kit's folder: kits with different sheets have different names.

    >>> from kitgen.kit_sources import make_kit
    >>> default_folder(make_kit("her"), None, "matchbox", Templates())
    'her'
    >>> default_folder(make_kit("her", language="it", rule="michie"), "letter", "poker", Templates())
    'her-michie-it-letter-poker'
    """
    label = read_stock(stock, templates)
    words = [kit.name, *_chosen(kit, templates)]
    if page is not None and page != (label.page or DEFAULT_PAGE):
        words.append(page)
    if label.name != DEFAULT_STOCK:
        words.append(re.sub(r".*[/\\]|\.toml$", "", label.name, flags=re.IGNORECASE))
    if economy:
        words.append("economy")
    if templates.own is not None:
        words.append(templates.own.resolve().name)
    plain = (re.sub(r"[^\w.]+", "-", word).strip("-.") for word in words)  # nothing that has a meaning in a path
    name = "-".join(filter(None, plain)) or "kit"
    if len(name) > LONGEST:
        name = f"{name[: LONGEST - 9].rstrip('-.')}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return f"kit-{name}" if is_device(name) else name


def _chosen(kit: Kit, templates: Templates) -> Iterator[str]:
    """Yield a word or two for each choice that differs from the kit's edition or game."""
    usual = _usual(kit, templates)
    for choice in CHOICES:
        value, before = getattr(kit.choices, choice.key), getattr(usual, choice.key)
        if choice.key == "palette":
            value, before = _without_newest(value, templates), palette_name(before)
        if choice.offer.option and choice.key not in IN_THE_NAME and value != before:
            words = choice.arguments(value)
            kind = getattr(choice.kind, "__origin__", choice.kind)  # without the pattern of a text
            yield words[-1] if kind is str else " ".join(words)  # a text stands for itself


def _without_newest(palette: str, templates: Templates) -> str:
    """Return the name of a palette, with its version only if there is a newer one."""
    name = palette_name(palette)
    return name if name in templates.names("palettes") and newest_palette(name, templates) == palette else palette


def _usual(kit: Kit, templates: Templates) -> Choices:
    """Return the choices of the edition or game in a kit's name."""
    try:
        word = shlex.split(kit.command)[2]
        if kit.name.startswith("".join(sign if sign.isalnum() else "-" for sign in word)):
            return plan_kit(word, Wish(), templates).choices
    except (KitgenError, ValueError, IndexError):
        pass  # a changed command, or an edition that is not here
    return Choices(kit.choices.side)
