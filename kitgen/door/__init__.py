"""What the front door does: everything that ``import kitgen`` offers, and that the command line calls."""
