"""The site as a whole: ``seal_keys``, ``restore``, ``announcements``."""
