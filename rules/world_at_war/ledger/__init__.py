"""BRPs of minor countries, line by line (83)."""
