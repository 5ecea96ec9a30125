"""What is put right: ``overrides``, ``rollback``, ``fork``, ``rulings``, ``upgrade_revision``."""
