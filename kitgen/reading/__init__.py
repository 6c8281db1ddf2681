"""Files that a user or the templates bring: TOML and JSON by schema, and what kind of file it
is.
"""
