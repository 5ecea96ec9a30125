"""Words and policies without a database and without Django: clock, votes, absences, reviews, the exported file."""
