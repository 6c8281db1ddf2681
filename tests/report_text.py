"""Reports of verifications as readable text, for golden files: their figures and words are
claims as well.
"""

SIGNS = {"right": "ok", "wrong": "FAIL", "not decided": "not decided", None: "left out"}


def in_words(checks):
    """Return checks as text: each with what was expected, what was found, how, and its faults."""
    lines = []
    for check in checks:
        words = (
            [f"expected {check.expected}", f"found {check.found}"]
            if check.verdict is not None
            else []
        )
        how = filter(None, [check.reason, check.warning])
        lines.append(f"{SIGNS[check.verdict]}: " + "; ".join([check.name, *words, *how]))
        lines += [f"    {line}" for line in (*check.faults, *check.not_read)]
    return "\n".join(lines)
