"""What is new to somebody, how they are told, and what was sent to them."""
