"""Old names of commands and options, so that an error can name the new ones."""

#: Old commands, as typed after ``kitgen``, with the new ones.
_COMMANDS = {"session": "journal", "camera": "journal camera-report", "journal print": "print JOURNAL"}
#: Old options with the new ones, by command.
_OPTIONS = {
    "print": {
        "--box": "--set boxes.size", "--paper": "--set boxes.paper", "--clearance": "--set boxes.clearance",
        "--bead": "--set poster.bead", "--poster": "--set poster.size", "--tiled": "--set poster.tiled",
        "--bank": "--set beads.bank", "--bank-opponent": "--set beads.bank-opponent",
        "--braille": "--set tactile.braille", "--eye": "--set tactile.eye", "--demo": "--set demo.size",
        "--show": "--set demo.show", "--sweets": "--set sweets.size", "--start-at": "--set labels.start-at",
        "--nudge": "--set labels.nudge", "--duplex": "--set cards.duplex",
        "--back-offset": "--set cards.back-offset", "--guide": "--set guide.name", "--story": "--set story.game",
    },
    "find": {"--svg": "--draw"},
    "play": {"--opponent": "--against", "--game": "--record"},
    "simulate": {"--opponent": "--against", "--opponent-rule": "--against-rule"},
    "compare": {"--opponent": "--against"},
    "exact": {"--opponent": "--against", "--opponent-rule": "--against-rule", "--games": "--at",
              "--exact": "--fractions"},
    "reproduce": {"--page": "--markdown"},
    "search": {"--plain": "--reference"},
    "serve": {"--cores": "--jobs"},
    "solve": {"--force": "--no-limit", "--seeds": "--levels"},
    "journal undo": {"--to": "--after"},
    "journal show": {"--beads": "'kitgen journal beads'"},
}  # fmt: skip


def new_command(words: str) -> str | None:
    """Return the new name of an old command; None if there never was such a command.

    >>> new_command("session")
    'journal'
    """
    return _COMMANDS.get(words)


def new_option(command: str, option: str) -> str | None:
    """Return the new name of an old option; None if the command never had it.

    >>> new_option("simulate", "--opponent"), new_option("print", "--duplex"), new_option("print", "--colour")
    ('--against', '--set cards.duplex', None)
    """
    return _OPTIONS.get(command, {}).get(option)
