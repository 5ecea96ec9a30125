"""The next phases played on from what a power supposes: in this process, or in one of its own."""
