"""The stages of a game turn that do something, one file each."""
