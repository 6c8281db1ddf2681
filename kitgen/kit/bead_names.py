"""Beads by what their owners call them: colours in any language, numbers of makers, shades that no
palette has.

Names of a palette's colours are in ``texts/LANGUAGE/colours.toml``, other words for them in the
glossaries, makers' numbers and shades in ``tables/own_beads.toml``. How many beads of each colour
a box gets is left to others.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import COMPARED, TemplateError, UsageError, quoted, suggested
from kitgen.kit.colours import difference, fill_called
from kitgen.kit.kit_words import languages_in_order
from kitgen.kit.palette import (
    WIDE_PALETTE,
    BeadsAtHand,
    Colour,
    beads_text,
    newest_palette,
    palette_name,
    read_palette,
)
from kitgen.reading.glossary import read_glossary
from kitgen.reading.schema import Fill, Key, TextLine
from kitgen.reading.templates import Templates, plain_word

#: Where a palette lacks the colour at the left, beads of the one at the right serve as well.
_STANDS_FOR = {"white": "clear"}
#: How much a word that is no colour must be like the name of one, or of a shade, to be taken for
#: it: the ratio of difflib, from 0 to 1. There are more shades than colours, so that more of them
#: are alike by chance.
MIN_LIKE_A_COLOUR = 0.6
MIN_LIKE_A_SHADE = 0.7
#: Two digits, as on a maker's bags.
BagNumber = Annotated[str, Meta(pattern=r"^[0-9]{2}\Z", description="two digits")]


class Maker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A maker of fuse beads in ``templates/tables/own_beads.toml``.

    Attributes:
        title: its name.
        source: where the numbers come from.
        written: how its numbers are written; ``{n}`` is the number.
        numbers: for each number the key of a colour or of a shade.
    """

    title: TextLine
    source: TextLine
    written: tuple[TextLine, ...]
    numbers: dict[BagNumber, Key]


class OwnBeadsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/own_beads.toml``.

    Attributes:
        shades: colours of beads that no palette has, as they look.
        makers: makers of fuse beads, with their numbers.
    """

    shades: dict[Key, Fill]
    makers: dict[Key, Maker]


@dataclass(frozen=True, slots=True)
class NamedBeads:
    """A user's beads by the keys of a palette's colours, in its order."""

    palette: str
    beads: BeadsAtHand


def read_own_beads(templates: Templates) -> OwnBeadsFile:
    """Return makers' numbers and the shades that no palette has."""
    return templates.read("tables", "own_beads", OwnBeadsFile)


def makers_numbers(
    colours: Sequence[Colour], templates: Templates
) -> dict[str, dict[str, list[str]]]:
    """Return the numbers that makers have for each colour of a palette, by its key and the makers'
    names.

    >>> palette = read_palette("beads", "en", Templates())
    >>> makers_numbers(palette, Templates())["brown"]
    {'Hama': ['12'], 'Perler': ['12']}
    """
    numbers: dict[str, dict[str, list[str]]] = {colour.key: {} for colour in colours}
    for maker in read_own_beads(templates).makers.values():
        for number, key in maker.numbers.items():
            meant = _colour_meant(key, numbers)
            if meant is not None:
                numbers[meant].setdefault(maker.title, []).append(number)
    return numbers


def _colour_meant(key: str, keys: Collection[str]) -> str | None:
    """Return the key of a palette's colour for beads of a colour: its own, or one that serves as
    well; None if the palette has neither.
    """
    if key in keys:
        return key
    other = _STANDS_FOR.get(key)
    return other if other in keys else None


def beads_named(
    beads: BeadsAtHand, palettes: Sequence[str], language: str, templates: Templates
) -> NamedBeads:
    """Return a user's beads by the colours of the first palette that has them all.

    The words of the user's own language come first, then those of one other language, then of
    several.

    >>> beads_named((("rouge", 20), ("H08", 30)), ["okabe-ito"], "en", Templates())
    NamedBeads(palette='okabe-ito', beads=(('red', 20), ('blue', 30)))
    >>> beads_named((("brown", 20), ("red", 30)), ["okabe-ito@2", "beads"], "en", Templates())
    NamedBeads(palette='beads', beads=(('red', 30), ('brown', 20)))
    """
    own, *others = languages_in_order(language, templates)
    tried = [(palette, [own]) for palette in palettes]
    for palette in palettes:
        tried += [(palette, [other]) for other in others]
    tried += [(palette, [own, *others]) for palette in palettes]
    for palette, languages in tried:
        words = _words_for_colours(palette, languages, templates)
        keys = [words.get(plain_word(name)) for name, _ in beads]
        all_known = None not in keys
        all_different = len({*keys}) == len(keys)
        if all_known and all_different:
            return NamedBeads(palette, _in_order(palette, language, templates, keys, beads))
    raise _refusal(beads, palettes, language, templates)


def _in_order(
    palette: str,
    language: str,
    templates: Templates,
    keys: Sequence[str | None],
    beads: BeadsAtHand,
) -> BeadsAtHand:
    counts = {key: number for key, (_, number) in zip(keys, beads, strict=True)}
    colours = read_palette(palette, language, templates)
    return tuple((colour.key, counts[colour.key]) for colour in colours if colour.key in counts)


def _words_for_colours(
    palette: str, languages: Iterable[str], templates: Templates
) -> dict[str, str]:
    """Return the keys of a palette's colours by all words for them, plain, in some languages;
    the first one wins.
    """
    words: dict[str, str] = {}
    for language in languages:
        try:
            colours = read_palette(palette, language, templates)
        except TemplateError:  # this language has no names for the palette
            continue
        for word, key in _names_in(language, colours, templates):
            words.setdefault(plain_word(word), key)
    return words


def _names_in(
    language: str, colours: Sequence[Colour], templates: Templates
) -> Iterator[tuple[str, str]]:
    """Yield each word for a palette's colours with its key: names, keys, other words, and
    makers' numbers.
    """
    keys = {colour.key for colour in colours}
    yield from ((colour.name, colour.key) for colour in colours)
    yield from ((key, key) for key in keys)
    called = read_glossary(language, templates).colours
    numbers = list(_written_numbers(templates))
    for key in [*keys, *_STANDS_FOR]:
        meant = _colour_meant(key, keys)
        if meant is not None:
            yield from ((word, meant) for word in called.get(key, ()))
            yield from ((word, meant) for word, own in numbers if own == key)


def _written_numbers(templates: Templates) -> Iterator[tuple[str, str]]:
    """Yield each number of a maker as it may be written, with the key of its colour or shade."""
    for maker in read_own_beads(templates).makers.values():
        for number, key in maker.numbers.items():
            for form in maker.written:
                yield form.replace("{n}", number), key
                yield form.replace("{n}", number.lstrip("0")), key


# Beads that no palette has: the nearest colour that is free, and the words to type.


def _refusal(
    beads: BeadsAtHand, palettes: Sequence[str], language: str, templates: Templates
) -> UsageError:
    """Return the error for beads that a palette does not have, or that are named twice."""
    palette = palettes[-1]
    meant = _keys_meant(beads, palette, language, templates)
    unknown = [name for (name, _), key in zip(beads, meant, strict=True) if key is None]
    if not unknown:
        return _named_twice(beads, meant)
    looks = {}
    spelled = {}
    for name in unknown:
        look = _look_of(name, language, templates)
        if look is None:
            near = _spelled_like(name, palettes, language, templates)
            if near is None:
                return _never_heard(name, beads, palette, language, templates)
            spelled[name] = near
            look = _look_of(near, language, templates) or _printed_fill(
                near, palettes, language, templates
            )
        looks[name] = look
    if not spelled:
        return _not_in_palette(beads, meant, looks, spelled, palette, language, templates)
    # With the words that were probably meant, an earlier palette may have them all.
    wanted = [plain_word(spelled.get(name, name)) for name, _ in beads]
    first = _first_with(wanted, palettes, language, templates)
    meant_there = _keys_meant(beads, first, language, templates)
    return _not_in_palette(beads, meant_there, looks, spelled, first, language, templates)


def _keys_meant(
    beads: BeadsAtHand, palette: str, language: str, templates: Templates
) -> list[str | None]:
    """Return the key of the colour of a palette that each word for beads means, in any language."""
    words = _words_for_colours(palette, languages_in_order(language, templates), templates)
    return [words.get(plain_word(name)) for name, _ in beads]


def _named_twice(beads: BeadsAtHand, meant: Sequence[str | None]) -> UsageError:
    """Return the error for beads of which two words mean the same colour."""
    second = next(place for place, key in enumerate(meant) if key in meant[:place])
    first = meant.index(meant[second])
    one_word, _ = beads[first]
    other_word, _ = beads[second]
    both = ""
    if one_word.lower() != other_word.lower():
        both = f", as {quoted(one_word)} and {quoted(other_word)}"
    return UsageError(
        f"beads: colour {quoted(meant[second])} is named twice{both}; "
        "write its beads together, once"
    )


def _first_with(
    wanted: Collection[str], palettes: Sequence[str], language: str, templates: Templates
) -> str:
    """Return the first palette that has all wanted colours, or the last one."""
    languages = languages_in_order(language, templates)
    for palette in palettes:
        words = _words_for_colours(palette, languages, templates)
        if all(word in words for word in wanted):
            return palette
    return palettes[-1]


def _spelled_like(
    name: str, palettes: Sequence[str], language: str, templates: Templates
) -> str | None:
    """Return the colour or shade whose name is spelled most like a word, as the kit's language
    calls it; a shade that no palette has, by the word itself.

    Makers' numbers are never taken for others that are spelled alike.
    """
    word = plain_word(name[:COMPARED])
    if any(letter.isdigit() for letter in word):
        return None
    for palette in palettes:
        names = {}
        for colour in read_palette(palette, language, templates):
            names[plain_word(colour.key)] = colour.name
            names[plain_word(colour.name)] = colour.name
        close = get_close_matches(word, names, n=1, cutoff=MIN_LIKE_A_COLOUR)
        if close:
            return names[close[0]]
    fills = _shades_called(language, templates)
    close = get_close_matches(word, fills, n=1, cutoff=MIN_LIKE_A_SHADE)
    if not close:
        return None
    return _name_in_widest(close[0], language, templates)


def _name_in_widest(word: str, language: str, templates: Templates) -> str:
    """Return what a language calls the colour of the widest palette that a plain word means in
    any; the word itself, if that palette has no such colour.
    """
    wide = newest_palette(WIDE_PALETTE, templates)
    keys = _words_for_colours(wide, languages_in_order(language, templates), templates)
    for colour in read_palette(wide, language, templates):
        if colour.key == keys.get(word):
            return colour.name
    return word


def _never_heard(
    name: str, beads: BeadsAtHand, palette: str, language: str, templates: Templates
) -> UsageError:
    """Return the error for a word that is no colour: with all colours, and how one is typed."""
    colours = read_palette(palette, language, templates)
    words = _words_for_colours(palette, languages_in_order(language, templates), templates)
    known = set[str]()
    for colour in colours:
        known |= {colour.key, colour.name}
    used = {words.get(plain_word(other)) for other, _ in beads}
    free = [colour.name for colour in colours if colour.key not in used]
    message = (
        f"palette {quoted(palette)} has no bead colour {quoted(name)}; "
        f"there are: {', '.join(sorted(known))}"
    )
    typed = []
    for other, count in beads:
        if plain_word(other) in words:
            typed.append((other, count))
        elif free:
            typed.append((free.pop(0), count))
    if len(typed) == len(beads):
        example = suggested("--beads", beads_text(tuple(typed)))
        message += f"; write one that is free, as in {example}"
    return UsageError(message)


def _not_in_palette(
    beads: BeadsAtHand,
    meant: Sequence[str | None],
    looks: Mapping[str, str],
    spelled: Mapping[str, str],
    palette: str,
    language: str,
    templates: Templates,
) -> UsageError:
    """Return the error for colours that a palette lacks, each with the nearest that is free, and
    the words to type; ``spelled`` are colours that some of them may be meant for.
    """
    colours = read_palette(palette, language, templates)
    free = [colour for colour in colours if colour.key not in meant]
    instead = []
    typed = []
    for name, number in beads:
        if name not in looks:
            typed.append((name, number))
        elif free:
            nearest = _nearest(free, looks[name], language, templates)
            free.remove(nearest)
            instead.append(nearest.name)
            typed.append((nearest.name, number))
    several = len(looks) > 1
    colour_or_colours = "colours" if several else "colour"
    lacking = " and ".join(map(quoted, looks))
    fault = f"palette {quoted(palette)} has no bead {colour_or_colours} {lacking}"
    words = suggested("--beads", beads_text(tuple(typed)))
    if len(instead) < len(looks):
        return UsageError(
            f"{fault}, and too few of its colours are free; use fewer colours: {words}"
        )
    advice = _advice(looks, spelled, instead, words)
    wide = newest_palette(WIDE_PALETTE, templates)
    in_wide = _words_for_colours(wide, languages_in_order(language, templates), templates)
    if palette != wide and all(plain_word(name) in in_wide for name in looks):
        lacked = "them" if several else "it"
        advice += f", or choose --palette {palette_name(wide)}, which has {lacked}"
    return UsageError(f"{fault}; {advice}")


def _nearest(free: Sequence[Colour], fill: str, language: str, templates: Templates) -> Colour:
    """Return the colour whose beads look most like a fill.

    The widest palette has colours as beads look; those of others are made to be printed.
    """
    wide = newest_palette(WIDE_PALETTE, templates)
    bead_fills = {colour.key: colour.fill for colour in read_palette(wide, language, templates)}
    return min(free, key=lambda colour: difference(fill, bead_fills.get(colour.key, colour.fill)))


def _advice(
    looks: Collection[str], spelled: Mapping[str, str], instead: Sequence[str], words: str
) -> str:
    """Return what to type in place of colours that a palette lacks."""
    question = ""
    if spelled:
        question = f"did you mean {' and '.join(map(quoted, spelled.values()))}? "
        if list(spelled.values()) == list(instead):
            return f"{question}Write {words}"
    nearest = "the nearest that is free is"
    if len(looks) > 1:
        nearest = "those that are free and nearest are"
    if question:
        nearest = nearest.capitalize()
    return f"{question}{nearest} {' and '.join(instead)}: write {words}"


def _look_of(name: str, language: str, templates: Templates) -> str | None:
    """Return the fill of a colour that a palette lacks: of a shade, of another palette's colour,
    or of one of CSS.
    """
    word = plain_word(name)
    fills = _shades_called(language, templates)
    return fills[word] if word in fills else fill_called(word)


def _printed_fill(name: str, palettes: Sequence[str], language: str, templates: Templates) -> str:
    """Return the fill of a colour that only a user's own palette has, by its name."""
    colours = [
        colour for palette in palettes for colour in read_palette(palette, language, templates)
    ]
    return next(colour.fill for colour in colours if colour.name == name)


def _shades_called(language: str, templates: Templates) -> dict[str, str]:
    """Return the fills of all shades, and of the colours of the widest palette, by all words for
    them, plain.
    """
    own = read_own_beads(templates)
    languages = languages_in_order(language, templates)
    wide = newest_palette(WIDE_PALETTE, templates)
    looks = {colour.key: colour.fill for colour in read_palette(wide, language, templates)}
    fills = {
        word: looks[key] for word, key in _words_for_colours(wide, languages, templates).items()
    }
    for other in languages:
        called = read_glossary(other, templates).colours
        for key, fill in own.shades.items():
            for word in (key, *called.get(key, ())):
                fills.setdefault(plain_word(word), fill)
    for word, key in _written_numbers(templates):
        if key in own.shades:
            fills.setdefault(plain_word(word), own.shades[key])
    return fills
