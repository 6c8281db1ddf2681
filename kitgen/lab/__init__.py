"""Many machines: experiments, exact answers by Markov chains, matches, and experiments that others have published.

This is the room of the extra ``lab``: its files import NumPy, and compile what takes long.
"""
