"""The moderator's page."""
