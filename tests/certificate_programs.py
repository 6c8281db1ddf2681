"""The three programs in docs that check certificates, loaded as modules: Python starts once for
thousands of checks.
"""

import json
from contextlib import redirect_stdout
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

from places import DOCS

from kitgen.verification.certificate import seal

GENERAL, HEXAPAWN, TOLD = (
    DOCS / f"check_{name}.py" for name in ("certificate", "hexapawn", "told")
)
#: What a checker, run as a program, turns into one line of refusal.
DAMAGED = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


def checkers_of(game: str) -> tuple[Path, ...]:
    """Return the checkers for a game, as a kit or certificate names it; the one that knows the
    most comes last.
    """
    knowing = {"hexapawn": (HEXAPAWN,), "told": (TOLD,)}
    return (GENERAL, *knowing.get(game.partition(":")[0], ()))


@cache
def loaded(checker: Path) -> ModuleType:
    """Return a checker as a module."""
    spec = spec_from_file_location(checker.stem, checker)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def refusal(checker: Path, data: Any, kit: Any = None) -> str:
    """Return why a checker refuses a certificate, sealed anew, with the data of a kit's file or
    without; or nothing.
    """
    text = json.dumps(data | {"sha256": seal(data)})
    with redirect_stdout(StringIO()):
        try:
            loaded(checker).check(json.loads(text), kit)
        except SystemExit as reason:
            line = str(reason)
        except DAMAGED as error:
            line = f"refused: {error!r}"
        else:
            line = ""
    assert not line or (line.startswith("refused: ") and "\n" not in line)
    return line
