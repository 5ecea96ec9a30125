"""Commerce dice: who has them, what they are worth, and plans for them."""
