"""The rules as pages: chapters, tables, search, use, named questions."""
