"""The face: pages, forms, live updates and everything a browser loads."""
