"""Holds the marks of each page against those of the same page printed again: whatever differs is named by its place."""
