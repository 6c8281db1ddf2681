"""The machine at work: beads that are drawn, learn, and are counted."""
