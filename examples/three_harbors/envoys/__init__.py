"""Envoys: what they need, and what comes of them."""
