"""All campaigns for one reader: to play, to join, to read."""
