"""What the seated people are asked: ``proposals.decide_or_ask`` does it or asks, ``vote_record`` counts and closes."""
