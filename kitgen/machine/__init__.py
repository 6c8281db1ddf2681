"""The machine at work: beads that are picked, learn, and are counted."""
