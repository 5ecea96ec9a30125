"""Treaties, trade and neutrality pacts (8.7.2 Option 3, 13.0), and what follows from them."""
