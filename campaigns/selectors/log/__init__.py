"""The log in words: entries, events, played cards, rulings, receipts, and what was checked."""
