"""Values of a state: corrected, overridden, or corrected for those alone who may know them."""
