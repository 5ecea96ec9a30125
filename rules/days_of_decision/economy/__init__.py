"""Production, money, bids, gearing up and deliveries (6, 8.7.2 Option 2)."""
