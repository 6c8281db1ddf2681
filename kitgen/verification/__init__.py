"""Checks that a kit and everything printed of it are right: each witness proves one thing from what it reads itself."""
