"""What `kitgen verify` shows beside its report: tables of others, proofs, beads as they are now."""
