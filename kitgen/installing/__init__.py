"""How this kitgen was installed: the extra that brings a missing library, and the command that
adds it.
"""
