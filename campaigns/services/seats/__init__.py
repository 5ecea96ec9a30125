"""Who sits where: ``seats`` joins and leaves, ``reassign_seat``, ``deputies``, ``moderators``, ``invitations``."""
