"""Plans and what-ifs, for programs."""
