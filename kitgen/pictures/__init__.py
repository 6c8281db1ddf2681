"""Pages and photographs as dots: read in a process with bounds, laid over each other, and
compared.
"""
