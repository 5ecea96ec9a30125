"""Keys, sealed contents, commitments, signatures, the secret log, and what dice and autopilots are made of."""
