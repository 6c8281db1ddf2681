"""Work on files that nobody trusts: a process with bounds on time and memory reads them, and sends back plain data."""
