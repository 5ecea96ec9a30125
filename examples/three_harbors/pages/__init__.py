"""What people and cases read, computed from a view."""
