"""Sessions by name and by path: what the front door and the commands do with them."""
