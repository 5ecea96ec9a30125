"""Words and numbers as people read them: lists, lengths of time, moments, ordinals."""
