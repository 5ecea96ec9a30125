"""What the seated people are asked: ``proposals.ask`` asks, ``vote_record`` counts and closes."""
