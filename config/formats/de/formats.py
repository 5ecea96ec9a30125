"""German: 23. November 2026, 22:15."""

DATE_FORMAT = "j. F Y"
SHORT_DATE_FORMAT = "j. M Y"
DATETIME_FORMAT = "l, j. F Y, H:i"
SHORT_DATETIME_FORMAT = "D H:i"
TIME_FORMAT = "H:i"
