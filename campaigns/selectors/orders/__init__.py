"""A reader's own orders, plans and standing orders; agreements and obligations."""
