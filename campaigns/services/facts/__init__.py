"""What takes effect at once: ``perform_act``, ``dispatches``, ``dispatch_review``, ``auto_confirm``."""
