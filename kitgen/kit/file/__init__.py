"""``kit.json`` on disk: what each version of it may hold, and what is asked of it before it is believed."""
