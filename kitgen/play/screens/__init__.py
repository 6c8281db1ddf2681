"""The table on the screen, drawn with Textual: the only place that imports it."""
