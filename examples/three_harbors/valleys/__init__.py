"""The valleys: what a harbor needs to hold one, and who does."""
