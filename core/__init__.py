"""What the whole site stands on and what knows nothing of campaigns or people: limits, HTTP out, text, SQL."""
