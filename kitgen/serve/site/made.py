"""What is made of a kit, by the name that an address has for it: who makes it, and how it is sent."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from kitgen.serve.asked.address import Asked
from kitgen.serve.site.security import PICTURE_POLICY, PLAY_POLICY
from kitgen.serve.work.finding import POSITION
from kitgen.serve.work.pictures import BOX
from kitgen.serve.work.trying import ASKED

_SVG = "image/svg+xml"
_PICTURE = {"content-security-policy": PICTURE_POLICY}


@dataclass(frozen=True, slots=True)
class KitThing:
    """Something that is made of a kit.

    Attributes:
        task: the kind of task that makes it.
        media: what it is, for a browser.
        known: what its address may say beside the kit.
        fixed: headers that it has beside those of every answer.
        saved: the ending of the file that it is saved to; empty where it is shown.
        inside: the key under which it stands in plain data; empty where the answer is the thing itself.
    """

    task: str
    media: str
    known: tuple[str, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    saved: str = ""
    inside: str = ""

    @property
    def can_wait(self) -> bool:
        """Whether a person who has pressed a button may be shown a page that says to wait."""
        return self.media != _SVG

    def headers(self, asked: Asked) -> dict[str, str]:
        """Return the headers of an answer about a kit."""
        if not self.saved:
            return dict(self.fixed)
        name = re.sub(r"[^A-Za-z0-9]+", "-", asked.kit).strip("-")
        return {**self.fixed, "content-disposition": f'attachment; filename="{name}-{asked.language}{self.saved}"'}

    def of(self, answer: bytes) -> bytes:
        """Return the thing, from the answer of the pool."""
        return str(msgspec.json.decode(answer)[self.inside]).encode() if self.inside else answer


#: Everything that is made of a kit, by name.
MADE = {
    "card.svg": KitThing("card", _SVG, (BOX,), _PICTURE),
    "sheet.svg": KitThing("labels", _SVG, (), _PICTURE),
    "board.svg": KitThing("board", _SVG, (POSITION,), _PICTURE),
    "curve.svg": KitThing("curve", _SVG, tuple(ASKED), _PICTURE, inside="curve"),
    "figures.json": KitThing("figures", "application/json"),
    "kit.pdf": KitThing("pdf", "application/pdf", saved=".pdf"),
    "kit.zip": KitThing("zip", "application/zip", saved=".zip"),
    "companion.html": KitThing("companion", "text/html", saved=".html"),
    "play.html": KitThing("companion", "text/html", fixed={"content-security-policy": PLAY_POLICY}),
}
