"""What the documentation quotes: code to read and to copy. Nothing of the site imports it."""
