"""The machines at the table: what they keep, how they learn from whoever plays their side."""
