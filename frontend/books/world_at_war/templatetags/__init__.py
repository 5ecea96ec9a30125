"""Template tags of this book's pages."""
