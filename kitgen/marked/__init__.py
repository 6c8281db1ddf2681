"""Read marked sheets from photos into a journal."""
