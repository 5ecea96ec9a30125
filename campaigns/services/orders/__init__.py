"""Orders: ``orders`` drafts and seals, ``standing_orders`` leaves answers, ``plans`` and ``what_ifs`` think ahead."""
