"""Maps that no book can read."""

WORST = {
    "blanks": f"a{' ' * 390_000}",
    "blanks in many lines": "\n".join([f"a{' ' * 300}"] * 1_200),
    "a column": f"at: {'9' * 5_000},2\nGE",
    "a name": f"name: 3,{'9' * 5_000} x\nGE",
    "a die": f"dice: {'9' * 5_000}\nGE",
    "other figures": f"at: {'٣' * 5_000},2\nGE",
    "a number in JSON": '{"hexes":[{"column":' + "9" * 5_000 + ',"row":1}]}',
}
"""Maps over which a book would compute for minutes, or that it cannot count."""
