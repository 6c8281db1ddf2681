"""Paper that was printed and then scanned or photographed: found, straightened, and compared card by card."""
