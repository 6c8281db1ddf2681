"""What an address asks for: every choice of a kit and of its print, each checked before anything is done with it."""
