"""Certificates: what a kit claims, written so that anybody can check it without kitgen."""

import json
from pathlib import Path
from typing import Any

from kitgen.check.strategy.certificate import certificate
from kitgen.door.loading import load_kit
from kitgen.files.whole import write_whole
from kitgen.kit.kit import Kit
from kitgen.templates import Templates


def write_certificate(kit: Kit | str, path: Path, *, templates: Templates | None = None, **choices: Any) -> None:
    """Write the certificate of a kit as JSON, a position on each line.

    Args:
        kit: a kit, an edition or game by name, or a path.
        path: the file to write.
        templates: where editions are read from; those that come with kitgen when None.
        choices: what is chosen otherwise, where a name is given.

    Raises:
        TooLargeError: it has too many positions.
        UsageError: what its positions are worth is too much to find out.
        OutputError: the file cannot be written.
    """
    made = kit if isinstance(kit, Kit) else load_kit(kit, templates=templates, **choices)
    data = certificate(made)
    nodes = data.pop("positions")
    head = json.dumps(data, indent=1)[:-2]
    lines = ",\n  ".join(map(json.dumps, nodes))
    text = f'{head},\n "positions": [\n  {lines}\n ]\n}}\n'
    write_whole(path, lambda file: file.write(text.encode()))
