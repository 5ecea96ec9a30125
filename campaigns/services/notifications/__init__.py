"""Whom something concerns is told: ``enqueue`` writes it down with the change, ``email``, ``devices`` and
``webhooks`` send it afterwards. What each kind says is in ``selectors/notifications/kinds``.
"""
