"""Addresses, who asks at them, and what comes back."""
