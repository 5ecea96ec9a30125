"""What a chronicle is put together from."""
