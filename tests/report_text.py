"""What verifications find: all their faults, and their reports as readable text, for golden files,
since their figures and words are claims as well.
"""

SIGNS = {"right": "ok", "wrong": "FAIL", "not decided": "not decided", None: "left out"}


def all_faults(checks):
    """Return the faults of all checks, in their order."""
    faults = []
    for check in checks:
        faults += check.faults
    return faults


def in_words(checks):
    """Return checks as text: each with what was expected, what was found, how, and its faults."""
    lines = []
    for check in checks:
        words = [check.name]
        if check.verdict is not None:
            words += [f"expected {check.expected}", f"found {check.found}"]
        words += filter(None, [check.reason, check.warning])
        lines.append(f"{SIGNS[check.verdict]}: {'; '.join(words)}")
        lines += [f"    {line}" for line in (*check.faults, *check.not_read)]
    return "\n".join(lines)
