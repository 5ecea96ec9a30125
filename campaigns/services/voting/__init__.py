"""``agree`` takes part in a vote; ``effects`` says what each kind of vote does."""
