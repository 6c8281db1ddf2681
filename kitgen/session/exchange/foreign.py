"""A file of another program that holds a machine as it stands: told by what is in it."""

from typing import Protocol

import msgspec

from kitgen.errors import RecordError, quoted
from kitgen.kit.file.given import Given
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import with_hash
from kitgen.session.exchange.box_tables import KEY, from_data, from_lines
from kitgen.session.exchange.hexapawn_rl import HexapawnRLSave
from kitgen.session.past import taken_over
from kitgen.templates import Templates

#: Keys of kitgen's own JSON: of a session, and of a game.
_OWN = ("schema", "picks")


class Foreign(Protocol):
    """A machine of another program."""

    def kit(self, templates: Templates, rule: str | None = None) -> Kit:
        """Return the kit that it is a machine of, unless somebody names another; with a rule, where one is named."""

    def given(self, kit: Kit) -> Given:
        """Return its beads, as they lie in the boxes of a kit."""


def read_foreign(text: str, where: str) -> Foreign | None:
    """Return the machine of another program in a file; None where there are games in it.

    Raises:
        RecordError: it is damaged, or of a program that is not known.
    """
    begins = text.lstrip()
    if not begins.startswith("{"):
        return from_lines(text, where)
    if any(f'"{key}"' in begins.partition("\n")[0] for key in _OWN):
        return None
    try:
        data = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RecordError(f"{where} is not valid JSON ({error})") from None
    if "memory" in data:
        return HexapawnRLSave(text, where)
    boxes = data["boxes"] if isinstance(data.get("boxes"), dict) else data
    if any(KEY.fullmatch(key) for key in boxes):
        return from_data(boxes, text, where)
    keys = ", ".join(map(quoted, list(data)[:4])) or "nothing"
    raise RecordError(
        f"{where} is of a program that kitgen does not know: it has {keys}; it reads HexapawnRL's saves (memory), "
        'tables of boxes ("000000000": [8, …]), and what kitgen has exported'
    )


def machine_of(foreign: Foreign, kit: Kit) -> Kit:
    """Return a kit with the beads of another program's machine.

    Raises:
        RecordError: it is a machine of something else.
    """
    return with_hash(taken_over(kit, foreign.given(kit)))
