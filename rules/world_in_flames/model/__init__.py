"""What the house rules are made of: records, events, tables. Imports the kernel alone."""
