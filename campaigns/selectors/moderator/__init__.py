"""The moderator's page, and what can be changed by hand."""
