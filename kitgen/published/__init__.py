"""Experiments that others have published, done again: one file each, their figures as data, and ours beside them."""
