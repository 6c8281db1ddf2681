"""Sheets to be filled in, as geometry: where the boxes to mark lie, and what each means."""
