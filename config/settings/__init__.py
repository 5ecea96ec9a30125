"""Settings: `base` is shared; `play`, `test` and `prod` each say what differs.

`manage.py` uses `play` unless DJANGO_SETTINGS_MODULE names another.
"""
