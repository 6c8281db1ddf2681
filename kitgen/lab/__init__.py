"""Many machines: experiments, exact answers by Markov chains, matches, and experiments that others
have published.

This room needs the extra ``lab``: it imports NumPy, and compiles what takes long.
"""
