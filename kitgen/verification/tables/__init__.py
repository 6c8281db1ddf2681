"""Checks of other people's tables of moves against the solved game."""
