"""War status, attacks, American isolation and the Soviet-Japanese pact."""
