"""What a process of the pool does: kits, pictures, files, answers. It may take only so much, and knows no requests."""
