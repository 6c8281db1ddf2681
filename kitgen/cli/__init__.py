"""The command line: one module for each command; the only imports of click."""
