"""Witnesses that a kit and all that is printed of it are right: each proves one thing from what it reads itself."""
