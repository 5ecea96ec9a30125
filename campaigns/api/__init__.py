"""The campaign for programs: thin views over selectors and services."""
