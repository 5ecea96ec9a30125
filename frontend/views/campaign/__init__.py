"""The campaign page and its parts."""
