"""Contents that lie sealed in the database: the model field that opens and closes them, and the keys under it."""
