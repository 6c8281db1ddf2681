"""Which claim is made of each kit by each rule, with its figures, as golden texts."""

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.claims.claims import CLAIMS, decide
from kitgen.claims.facts import Facts
from kitgen.errors import KitgenError

#: Kits of which the figures are shipped, and a small one of which they are worked out.
KITS = (
    "her",
    "him",
    "ladder",
    pytest.param("gardner24", marks=pytest.mark.every),
    "hexapawn:2x3",
    "tictactoe:2x2",
)


def decided(name, facts):
    """Return the claim with its figures; or which figure of a sheet it needs."""
    try:
        claim = decide(name, facts)
    except KeyError as error:
        return f"needs {error}"
    except (IndexError, KitgenError) as error:
        return f"none: {type(error).__name__}"
    if claim is None:
        return "silent"
    values = ", ".join(f"{key} {value}" for key, value in claim.values.items())
    return f"{claim.key} ({claim.count}): {values}"


@pytest.mark.parametrize("name", KITS)
def test_what_is_claimed_of_a_kit_is_as_before(name, golden):
    lines = []
    for rule in at_least(3, ("gardner", "gardner-reward", "michie")):
        facts = Facts(kit_of(name, rule=rule))
        lines.append(f"== {rule}")
        lines += [f"{claim}: {decided(claim, facts)}" for claim in sorted(CLAIMS)]
    golden(f"claims/decided-{name.replace(':', '-')}", "\n".join(lines))
