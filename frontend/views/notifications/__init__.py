"""What somebody is told, and how."""
