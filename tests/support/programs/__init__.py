"""The programs of a site, started for a test."""
