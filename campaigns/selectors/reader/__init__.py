"""Who reads, and as whom: access, names, deputies, what may be known of press."""
