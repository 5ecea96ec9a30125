"""History as it happened: campaigns that follow the real war as far as the rules allow.

Each rulebook has a script (``<book>.yaml``) with the orders, what the map says, the dice and a commentary
on every turn, and the finished campaign that came of it (``<book>.json.xz``), a file like that of any other
campaign (``docs/export.md``). Its dice are given and not thrown, and everything says so. It is made by
``python -m tests.as_it_happened``.
"""
