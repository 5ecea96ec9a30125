"""The suite itself: its order, its two sizes, its database, what it shows of our claims."""
