"""Whom something concerns is told: ``enqueue`` writes it down with the change, ``email``, ``devices`` and
``webhooks`` send it afterwards, ``templates`` has the words.
"""
