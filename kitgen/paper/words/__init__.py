"""Words that several sheets share, put together from what the kit is."""
