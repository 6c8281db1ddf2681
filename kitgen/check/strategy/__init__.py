"""What a machine can do with its beads, proven by walking every line of play: no opponent does better than the value.

``lines`` walks, ``beads_now`` asks it of the beads that are left, ``learning`` of what the rule makes of them in the
end, and ``certificate`` writes it down so that others can check it without kitgen.
"""
