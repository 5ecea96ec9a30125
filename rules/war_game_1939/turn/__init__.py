"""The sequence of play: what each step does, sheets, acts, autopilot."""
