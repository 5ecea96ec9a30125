"""Press and notes: ``press_messages`` writes, ``press_settings`` reads, mutes and reports, ``notes`` keeps."""
