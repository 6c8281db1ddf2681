"""A colour of a palette that was changed, added or taken out needs a new version: kits are printed
with the old one.

``tests/golden/palettes.txt`` holds what each version has; a line there is never changed
(docs/adding.md).
"""

import pytest
from gaps import gap
from jobs import TEMPLATES
from places import ROOT

from kitgen.kit.palette import PaletteFile, newest_palette, palette_file

KEPT = "tests/golden/palettes.txt"
#: Every palette with its versions, as kits name them.
VERSIONS = sorted(
    {newest_palette(name, TEMPLATES) for name in TEMPLATES.names("palettes")}
    | {name.removesuffix("@1") for name in TEMPLATES.names("palettes/earlier")}
)


def line_of(name: str, file: PaletteFile) -> str:
    """Return what of a palette is printed or hashed, in the order of its colours."""
    colours = (f"{one.key} {one.fill.upper()} {one.symbol} {one.line}" for one in file.colours)
    return f"{name}: {', '.join(colours)}"


def kept() -> dict[str, str]:
    """Return the kept lines by the palettes' names."""
    lines = (ROOT / KEPT).read_text(encoding="utf-8").splitlines()
    return {line.partition(":")[0]: line for line in lines}


@pytest.mark.parametrize("name", VERSIONS)
def test_a_version_of_a_palette_stays_as_it_was(name, request):
    line = line_of(name, palette_file(name, TEMPLATES))
    if kept().get(name) == line:
        return
    if name not in kept():
        if request.config.getoption("--rewrite-golden"):
            lines = sorted([*kept().values(), line])
            (ROOT / KEPT).write_text("\n".join(lines) + "\n", encoding="utf-8")
            return
        gap(
            KEPT,
            f"has no {name}; `python -m pytest --rewrite-golden tests/adding -k palette` adds it",
        )
    base, _, number = name.partition("@")
    version = int(number or 1)
    gap(
        f"templates/palettes/{base}.toml",
        f"kits are printed with {name}: make a new version. Put the file as it was into "
        f"templates/palettes/earlier/{base}@{version}.toml, and write version = {version + 1} "
        "into the changed one",
    )


def test_no_version_of_a_palette_is_lost():
    for name in kept():
        if name not in VERSIONS:
            base, _, number = name.partition("@")
            gap(
                f"templates/palettes/earlier/{base}@{number or 1}.toml",
                f"kits are printed with {name}: put it back",
            )


@pytest.mark.parametrize("name", TEMPLATES.names("palettes"))
def test_a_new_version_leaves_the_earlier_ones_to_kits(name):
    version = palette_file(newest_palette(name, TEMPLATES), TEMPLATES).version
    for earlier in range(1, version):
        file = f"templates/palettes/earlier/{name}@{earlier}.toml"
        if not (ROOT / file).is_file():
            gap(file, f"is missing: put there what {name} was in version {earlier}")
