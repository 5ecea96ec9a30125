"""Press and notes."""
