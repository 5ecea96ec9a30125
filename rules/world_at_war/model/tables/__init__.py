"""The numbers of the game as data, one file a chapter; ``campaign`` joins them for one campaign."""
