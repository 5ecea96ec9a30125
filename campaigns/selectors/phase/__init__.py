"""The phase in play: its strip, its clock, what goes into its dice, and the records of its page."""
