"""The tables of the rules page, made from the data that judges."""
