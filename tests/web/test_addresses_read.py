"""What an address says of a kit and its print: in the one form that is written, or why not."""

import re
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from jobs import kit_of

from kitgen.errors import KitgenError, UnknownNameError
from kitgen.web.address import FILES, address_of, fields, read_address, refuse_unknown
from kitgen.web.forms import KitForm, refusal
from kitgen.web.markup import Markup

#: Addresses, whose language is Italian unless they say another one.
ADDRESSES = (
    "",
    "kit=her&language=",
    "kit=her&language=DE",
    "kit=her&language=xx",
    "kit= him &rule= MICHIE ",
    "kit=Hexapawn:4X3",
    "kit=hexapawn&size=4×3",
    "kit=hexapawn&size=4 x 3",
    "kit=hexapawn:3x3&size=4x3",
    "kit=awari,rules=simple&size=2x3",
    "kit=awari:2x3,rules=simple",
    "kit=hexapawn&size=4/3",
    "kit=hexapawn&size=4,3",
    "kit=nim&size=abcdefghijklmno",
    "kit=her&size=4x3",
    "kit=told:hexapawn&size=3x3",
    "kit=gardner24@1",
    "kit=gardner24@1000",
    "kit=../her",
    "kit=a b",
    "kit=hexapawn:4x3:5",
    "kit=told:nothing",
    "kit=her&kit=him",
    "kit=her&parts=cover&parts=labels",
    "kit=her&parts=labels, ,COVER,cover",
    "kit=her&parts=none",
    "kit=her&parts=past",
    "kit=her&merged=no",
    "kit=her&merged=yes",
    "kit=her&merged=maybe",
    "kit=her&express=no&economy=no",
    "kit=her&express=yes&economy=yes",
    "kit=her&page=LETTER",
    "kit=her&page=a4",
    "kit=her&page=A9",
    "kit=her&stock=matchbox",
    "kit=her&stock=l7160",
    "kit=her&stock=53 x 36",
    "kit=her&stock=53,5x36,25",
    "kit=her&stock=35.00x15.10",
    "kit=her&stock=none",
    "kit=her&own=53 x 36&stock=L7160",
    "kit=her&own=L7160",
    "kit=her&own=L9999",
    "kit=her&own=4x",
    "kit=her&own=2000x3000",
    "kit=her&beads=red:20, blue:20",
    "kit=her&beads=red:12345678",
    "kit=her&beads=red",
    "kit=her&side=first",
    "kit=her&side=second",
    "kit=her&side=White",
    "kit=her&side=no side at all",
    "kit=her&groups=4",
    "kit=her&groups=4.0",
    "kit=her&groups=2,5",
    "kit=her&groups=100000",
    "kit=her&groups=-1",
    "kit=her&groups=٣",
    "kit=her&boxes-clearance=0,5",
    "kit=her&boxes-clearance=0.50",
    "kit=her&boxes-clearance=1.2345",
    "kit=her&boxes-clearance=wide",
    "kit=her&boxes-size=60x40x20",
    "kit=her&boxes-size=60x40",
    "kit=her&labels-start-at=3&labels-nudge=1,-0.5",
    "kit=her&theme=none",
    "kit=her&palette=xyz",
    "kit=her&guide-name=teacher",
    "kit=her&guide-name=nobody",
    "kit=her&position=x y&task=&seed= 7 ",
)


def read(query):
    """Return what an address is read as, or why it cannot be."""
    try:
        asked, rest = read_address(parse_qsl(query, keep_blank_values=True), "it")
    except KitgenError as error:
        # Of long lists of files the first ones.
        said = re.sub(r"(there are: \S+ \S+ \S+ \S+) .*", r"\1 …", str(error))
        return f"{type(error).__name__}: {said}"
    return f"{asked.query} {asked.language} {rest or ''}".rstrip()


def test_an_address_is_read_in_one_form_or_refused(golden):
    golden("page/addresses", "\n".join(f"{query}\n    {read(query)}" for query in ADDRESSES))


def test_each_field_of_an_address_is_as_it_was(golden):
    """Words that are the names of files may become more."""
    lines = []
    for field in fields().values():
        shown = replace(field, words=()) if field.key in FILES else field
        lines.append(f"{shown} {field._example}")
    golden("page/fields-of-addresses", "\n".join(lines))


def test_a_digest_is_that_of_the_choices(monkeypatch):
    monkeypatch.setattr("kitgen.web.address.installed_version", lambda: "1.2.3")
    asked, _ = read_address([("kit", "her"), ("groups", "4")], "en")
    other, _ = read_address([("kit", "her"), ("groups", "5")], "en")
    assert asked.digest == "b869f656848d1098"
    assert other.digest != asked.digest
    assert asked.chosen("kit") == {"language": "en"}
    assert asked.chosen("part") == {"groups": 4}
    assert asked.chosen("print") == {}


def test_what_an_address_does_not_know_is_refused_by_its_name():
    refuse_unknown({})
    refuse_unknown({"seed": "1"}, ["seed"])
    with pytest.raises(UnknownNameError, match=r"part of the address 'sead'.*seed"):
        refuse_unknown({"seed": "1", "sead": "1"}, ["seed"])


def test_the_address_of_a_kit_says_its_command():
    kits = {
        "her": {},
        "told:notakto": {},
        "hexapawn:4x3": {"language": "de", "rule": "michie"},
        "awari-mini": {"side": "second"},
    }
    assert {name: address_of(kit_of(name, **wish)).query for name, wish in kits.items()} == {
        "her": "kit=her&language=en",
        "told:notakto": "kit=told:notakto&language=en",
        "hexapawn:4x3": "kit=hexapawn:4x3&language=de&rule=michie",
        "awari-mini": "kit=awari-mini&language=en&side=north",
    }


#: What a form is filled in with, by the language of the page: nothing, much, and what cannot be.
FILLED = {
    "en": {},
    "it": {
        "kit": "awari:2x3", "rule": "michie", "stock": "53x36", "groups": "2.5", "side": "north",
        "express": "yes", "economy": "yes", "parts": "cards, labels", "boxes-clearance": "0.5",
    },
    "de": {
        "kit": "x" * 500, "size": "4x3", "rule": "mine", "page": "A9", "stock": "poker",
        "merged": "no", "express": "no", "beads": "rot:20", "own": "9x9", "theme": "stars",
    },
    "fr": {"kit": "told:notakto", "language": "es", "stock": "1x", "guide-name": "teacher"},
}  # fmt: skip
#: The fields that such a form shows beside those of the machine.
SHOWN = ("page", "stock", "own", "beads", "economy", "merged", "express", "groups", "theme",
         "boxes-clearance", "boxes-size", "guide-name")  # fmt: skip


def test_a_form_is_filled_in_from_an_address_right_or_wrong(golden):
    lines = []
    for language, values in FILLED.items():
        form = KitForm(language, values)
        lines.append(f"== {language}")
        for control in [*form.kit(), *map(form.field, SHOWN)]:
            lines += re.sub(r"<option value=\"[^\"]*\">[^<]*</option>", "", control).splitlines()
        lines += [str(part) for part in form.parts() if "checked" in part]
        opened = form.choices(Markup(""))
        lines.append(" ".join(re.findall(r"<details[^>]*>", opened)))
    golden("page/forms-filled-in", "\n".join(lines))


#: Reasons for which a page has no words in a language, as the commands say them.
REASONS = (
    "labels cannot start at 9; choose --stock L7160",
    "4x3 mm would do: --stock 4x3, or --stock 4.5x3",
    "it needs --set poster.size=a2 or --set lesson.name=N",
    "write --nothing=3 and --rule=michie",
    "groups 'x': write a number, such as 6",
    "nothing 'x': write a number",
    "beads cannot be 'red'; write it like red:20, blue:20",
    "kit 'a b': write an edition such as her, or a game such as hexapawn:4x3",
)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_refusal_names_the_fields_of_the_page(golden, language):
    boxes = [str(refusal(language, reason)) for reason in REASONS]
    golden(f"page/refusals-of-forms-{language}", "\n".join(boxes))
