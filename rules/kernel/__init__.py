"""What every rulebook is made of.

A rulebook is a deterministic state machine, ``(state, orders, dice) -> (state, events)``.
Read in this order: ``rulebook`` (the contract), ``state`` and ``audience`` (who may see
what), ``phases``, ``menus`` and ``orders`` (what may be done), ``facts``, ``conditions``
and ``tally`` (why a number is what it is), ``dice`` and ``odds``, ``tables`` and ``cite``.
"""
