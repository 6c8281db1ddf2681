"""Beads that are at hand: read as a user states them, and shared out so that they do."""
