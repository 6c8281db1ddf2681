"""Playing with machines at a terminal: in lines of text (``console``) or on screens drawn by
Textual (``screens``).
"""
