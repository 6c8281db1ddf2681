"""Sheets that a class has filled in by marking: from photographs into a session, with whatever has to be asked."""
