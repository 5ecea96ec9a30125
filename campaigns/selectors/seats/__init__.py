"""Who sits where: the page of seats, absences, tenures, keys, successors."""
