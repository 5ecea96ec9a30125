"""Going back, forks, overrides, rulings."""
