"""What powers do at once, one file a chapter."""
