"""The command line: one module for each command. Only this package imports click."""
