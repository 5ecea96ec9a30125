"""SQL that is made once: rows, columns, word stems."""
