"""The companion page: a kit's machine in one file for the browser, which plays it without knowing any rules."""
