"""A phase from its opening to its publication: ``phase_opening``, ``void_seals``, ``dice_collection``,
``publish_orders``, ``branches``, ``headings``; ``state_changed`` is what follows when its position changes meanwhile.
"""
