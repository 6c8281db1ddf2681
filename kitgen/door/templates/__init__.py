"""A user's own templates: where they are, a new one, a copy of one, and whether they are right."""
