"""How requests and answers travel: bodies, records, refusals, names of operations."""
