"""Running: the programs of a site, started, watched and stopped together; where they live."""
