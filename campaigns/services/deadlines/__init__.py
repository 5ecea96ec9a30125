"""What people do about deadlines: ``moderation``, ``absences``, extensions, emergency pauses, nudges."""
