"""Press as one reader may read it: threads, texts, notes, files."""
