"""The log, receipts and heads."""
