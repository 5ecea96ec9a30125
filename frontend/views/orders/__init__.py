"""Orders, plans, what-ifs, standing orders, agreements."""
