"""Every field of a kit's file, and valid values that each may have instead."""

from copy import deepcopy
from dataclasses import replace
from functools import cache

import msgspec
from msgspec import inspect as kinds

from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import Given, GivenBox, PlayedGame
from kitgen.kit.kit_file import KitFile
from kitgen.kit.kit_json import with_hash, write_kit

#: Kits that between them have something in every field.
KITS = {
    "gardner24": Wish(beads="red:99,blue:99,yellow:99,green:99"),  # a user's own beads
    "her": Wish(express=True),  # moves that are always made
    "her-4x3": Wish(rule="hexapawn-rl", expect="sensible"),  # a rule that adds beads
}
#: What a text may be changed to; of these at least one fits any field.
TEXTS = (
    "Q",  # a letter
    "nonesuch",  # a name
    "#012345",  # a fill
    "Y999",  # the id of a box
    "xx",  # a language
    "5" * 64,  # a hash
    "A1 R",  # a pick
)
#: What a machine in training has played.
PLAYED = (PlayedGame(1, "A1 R B1 U", "L", resigned=True, last_only=True),)
#: What it was given before.
GIVEN = Given("HexapawnRL", (GivenBox("B1", (1, 1)),), name="Ada", won=3, drawn=1, lost=2)


@cache
def written(name):
    """Return a trained kit of these as its file has it."""
    trained = replace(build_kit(name, KITS[name]), given=GIVEN, played=PLAYED)
    return write_kit(with_hash(trained))


def plain_her():
    return write_kit(build_kit("her"))


def bare(info):
    """The type without its description; of one that may be null, what it is otherwise."""
    while isinstance(info, kinds.Metadata):
        info = info.type
    if isinstance(info, kinds.UnionType):
        return next(bare(one) for one in info.types if not isinstance(one, kinds.NoneType))
    return info


def fields(info, path=()):
    """Every field of a schema that holds no table or list of tables: its path, with 0 for any
    place in a list.
    """
    info = bare(info)
    if isinstance(info, kinds.StructType):
        for field in info.fields:
            yield from fields(field.type, (*path, field.encode_name))
    elif isinstance(info, kinds.VarTupleType):
        yield (*path, None), info  # None stands for its length
        yield from fields(info.item_type, (*path, 0))
    elif isinstance(info, kinds.TupleType):
        for place, item in enumerate(info.item_types):
            yield from fields(item, (*path, place))
    else:
        yield path, info


FIELDS = dict(fields(kinds.type_info(KitFile)))


def others(value, info):
    """What a field may hold instead of a value."""
    match info:
        case kinds.BoolType():
            return [not value]
        case kinds.LiteralType():
            return [word for word in info.values if word != value]
        case kinds.IntType():
            return [1 if value is None else value + 1]
        case kinds.StrType():
            return [text for text in TEXTS if text != value]
        case kinds.DictType():
            return [dict(list(value.items())[1:]), value | {"xx": "more"}, {"en": "other"}]
        case kinds.VarTupleType():
            return [value[:-1], value + value[-1:], [1], ["Q"], [["Q", 1]], [[1, 1]]]
    raise AssertionError(f"{info} is a new type of field: say here how it is changed")


def valid_changes(data, path, info):
    """Each change of a field that its schema allows, as whole data."""
    changed = deepcopy(data)
    *above, key = path
    if key is None:  # the length of a list: the list is changed in what holds it
        *above, key = above
    try:
        holder = changed
        for step in above:
            holder = holder[step]
        value = holder[key]
    except (IndexError, TypeError):  # the list is empty, or nothing stands there
        return
    for other in others(value, info):
        if other == value:
            continue
        holder[key] = other
        try:
            msgspec.convert(changed, KitFile)
        except msgspec.ValidationError:
            continue
        yield deepcopy(changed)
