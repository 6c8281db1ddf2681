"""Sheets: their frame, text that flows, cards and labels side by side, walls of boards."""
