"""The campaign page with all that stands on it for its reader."""
