"""Whom something concerns is told: ``enqueue`` writes it down with the change, the channels of the
``outbox`` (``email``, ``devices``, ``webhooks``) send it afterwards. What each kind says is in ``selectors/notifications/kinds``.
"""
