"""What becomes of deadlines by themselves: ``phase_clock``, ``outages``, ``absence_extension``, ``empty_table``."""
