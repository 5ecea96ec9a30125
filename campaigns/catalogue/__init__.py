"""The catalogue of a book's tables: what its data and its typed models say of every value in them.

A book keeps its numbers as files beside its source; a campaign may have some of them otherwise. Here they
are found, for the revision that a campaign is played by, and cut into tables that people can read: rows,
columns, and of each value its kind, its choices or its range, and what the book ships. ``shipped`` finds the
files, ``model`` the records that rows are read into, ``cutting`` makes tables of them, ``kinds`` says
what a value may be, ``wording`` how it is called, ``effects`` what another value changes.
"""
