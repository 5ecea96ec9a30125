"""Every read of a campaign, as plain frozen records already redacted for their reader.

Nothing here changes anything, and no database row leaves. A reader is a person or ``None``.
"""
