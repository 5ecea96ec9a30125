"""The campaign: seats, orders, phases, the clock, and the history they leave."""
