"""Pages before and beside campaigns: the lobby, founding, first games."""
