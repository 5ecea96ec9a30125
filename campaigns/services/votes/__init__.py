"""What the seated people are asked: ``proposals.ask_or_do`` asks or does it, ``vote_record`` counts and closes."""
