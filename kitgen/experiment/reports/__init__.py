"""What comes out of experiments: tables for other programs, and curves as pictures."""
