"""War (8.7.2 Option 4): who may declare it on whom, what it costs and brings, and how it ends."""
