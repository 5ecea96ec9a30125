"""What follows from a campaign's file alone: hashes, commitments, links of dice, signatures, receipts."""
