"""One machine at work. Every engine learns by ``learning.teach``: table, kernel and chain of
bead states.
"""
