"""Is it right? Kits against rules and solutions, prints against kits, sessions against machines."""
