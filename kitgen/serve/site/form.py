"""The form of a kit: a field for each thing that an address may say, filled in as the address says it."""

from collections.abc import Mapping

from kitgen.serve.asked.address import KIT, LANGUAGE, NAMED, OWN, SIZE
from kitgen.serve.asked.fields import NO, YES, Field, fields
from kitgen.serve.site.labels import editions_in, games_in, texts_in, word_in
from kitgen.serve.site.markup import Element, tag

#: The fields that everybody sees, group by group; all others are folded away.
MACHINE, PAPER = (LANGUAGE, "side", "rule"), ("page", "for", OWN, "beads", "economy")
#: What stands in a field at most, in letters.
LONGEST = 400


class KitForm:
    """Draws the fields of a form in one language.

    Args:
        language: of the page.
        said: what the address says, by name; shown again, right or wrong.
    """

    def __init__(self, language: str, said: Mapping[str, str]) -> None:
        self.texts = texts_in(language)
        self._language = language
        self._said = {**said, LANGUAGE: said.get(LANGUAGE, language)}
        self._fields = fields()

    def kit(self, *, any_language: bool = True) -> list[Element]:
        """Return the fields that say which machine it is.

        Args:
            any_language: False to leave out the language.
        """
        named = self._said.get(NAMED, KIT)
        name, _, rest = named.partition(":")
        known = {**editions_in(self._language), **games_in(self._language)}
        size = self._said.get(SIZE, rest)
        kit = tag(
            "select",
            tag("optgroup", self._options(editions_in(self._language), name), label=self.texts("serve.editions")),
            tag("optgroup", self._options(games_in(self._language), name), label=self.texts("serve.games")),
            tag("option", name[:LONGEST], value=name[:LONGEST], selected=True) if name not in known else None,
            id=NAMED, name=NAMED,
        )  # fmt: skip
        shown = [self._labelled(NAMED, kit), self._labelled(SIZE, self._input(SIZE, size))]
        return shown + [self.field(name) for name in MACHINE if any_language or name != LANGUAGE]

    def paper(self) -> list[Element]:
        """Return the fields that say how it is printed."""
        return [self._own() if name == OWN else self.field(name) for name in PAPER]

    def more(self) -> list[Element]:
        """Return the other choices of the machine."""
        return [self.field(one.name) for one in self._others("kit", (*MACHINE, *PAPER))]

    def settings(self) -> list[Element]:
        """Return the settings of single parts."""
        return [self.field(one.name) for one in self._others("part", ())]

    def open(self, about: str) -> bool:
        """Return whether something is said that is folded away."""
        return any(one.name in self._said for one in self._others(about, (*MACHINE, *PAPER)))

    def parts(self) -> list[Element]:
        """Return a box to tick for each part."""
        chosen = {word.strip() for word in self._said.get("parts", "").split(",")}
        return [
            tag(
                "label",
                tag("input", type="checkbox", name="parts", value=word, checked=word in chosen),
                tag("span", tag("b", word_in(self._language, self._fields["parts"], word)), " ",
                    tag("span", self.texts(f"parts.{word}"), class_="quiet")),
                class_="part",
            )
            for word in self._fields["parts"].words
        ]  # fmt: skip

    def hidden(self) -> list[Element]:
        """Return all that is said, out of sight, for a form that asks something else of the same kit."""
        return [tag("input", type="hidden", name=name, value=value) for name, value in self._said.items()]

    def field(self, name: str) -> Element:
        """Return a field with its label."""
        one = self._fields[name]
        value = self._said.get(name, one.usual)
        if one.switch and one.about != "kit":
            box = tag("input", type="checkbox", id=name, name=name, value=YES, checked=value == YES)
            return tag("div", tag("label", box, self.texts(f"serve.field.{name}"), for_=name), class_="field switch")
        if one.switch:
            return self._labelled(
                name, self._select(one, value, {word: self.texts(f"serve.{word}") for word in (YES, NO)})
            )
        if one.words and (not one.pattern or one.name in ("for", "side")):
            words = {word: word_in(self._language, one, word) for word in one.words}
            if value and value not in words and one.name != "for":
                words[value[:LONGEST]] = value[:LONGEST]
            return self._labelled(name, self._select(one, value, words))
        if one.number:
            value = value.replace(".", self.texts("sheet.decimal"))
        return self._labelled(name, self._input(name, value, number=bool(one.number)))

    def _others(self, about: str, shown: tuple[str, ...]) -> list[Field]:
        """Return the fields about something that are not among those shown."""
        return [
            one
            for one in self._fields.values()
            if one.about == about and one.name not in shown and (one.pattern or one.words != (one.usual,))
        ]

    def _own(self) -> Element:
        """Return the field for a size of label of one's own."""
        stock = self._said.get("for", "")
        own = self._said.get(OWN, "" if stock in self._fields["for"].words else stock)
        return self._labelled(OWN, self._input(OWN, own))

    def _select(self, one: Field, value: str, words: Mapping[str, str]) -> Element:
        """Return a choice among words; where nothing is usual, the first is what the kit says."""
        own = f"serve.usual.{one.name}"
        said = self.texts(own if self.texts.has(own) else "serve.as_usual")
        usual = None if one.usual or one.name == LANGUAGE else tag("option", said, value="")
        return tag("select", usual, self._options(words, value), id=one.name, name=one.name)

    def _options(self, words: Mapping[str, str], value: str) -> list[Element]:
        """Return the words of a choice."""
        return [tag("option", said, value=word, selected=word == value) for word, said in words.items()]

    def _input(self, name: str, value: str, *, number: bool = False) -> Element:
        """Return a field to write in."""
        hint = f"hint-{name}" if self.texts.has(f"serve.hint.{name}") else None
        return tag(
            "input", id=name, name=name, value=value[:LONGEST], maxlength=str(LONGEST), aria_describedby=hint,
            autocomplete="off", spellcheck="false", inputmode="decimal" if number else None,
        )  # fmt: skip

    def _labelled(self, name: str, control: Element) -> Element:
        """Return a field below its label, with its hint."""
        hint = f"serve.hint.{name}"
        return tag(
            "div",
            tag("label", self.texts(f"serve.field.{name}"), for_=name),
            control,
            tag("span", self.texts(hint), id=f"hint-{name}", class_="quiet") if self.texts.has(hint) else None,
            class_="field",
        )
