"""What rulebooks say, in other languages.

Rulebooks write English, and what they wrote is stored, hashed and sent as it is. ``extracting`` finds in
a rulebook's source every message of which its texts are made; they are translated in
``rules/<book>/locale``, which no rules read.
"""
