"""American entry and the war chart (8.4, 10.3.2, 14.16)."""
