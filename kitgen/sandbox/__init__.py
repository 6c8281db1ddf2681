"""Reads files from others in a child process with bounds on time and memory, which answers with
plain data.
"""
