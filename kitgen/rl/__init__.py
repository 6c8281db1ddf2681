"""Games as environments for other people's learners, by the conventions of PettingZoo and
Gymnasium.
"""
