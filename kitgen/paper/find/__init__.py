"""What the sheets share that lead to a box: how it may lie on the table, and what comes after it."""
