"""What has happened: the story of a phase, chronicle, charts, dice, forks and repairs."""
