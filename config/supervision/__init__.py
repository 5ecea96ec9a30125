"""Running: the parts of a site, started, watched and stopped together; where they live."""
