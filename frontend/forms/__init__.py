"""Forms built from menus: the page offers exactly what the rules offer."""
