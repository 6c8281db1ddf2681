"""Games for compiled kernels: large boards packed into numbers, positions as machine words. Nothing needs them."""
