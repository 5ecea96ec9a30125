"""What the game is made of: records, events, tables, words. Imports the kernel alone."""
