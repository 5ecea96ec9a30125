"""How a campaign that is over is told: pure reckoning over what its readers may know.

:mod:`~campaigns.chronicles.spec` is what the face of a book says of its game: by what it is measured, which
values are charted, which kinds of events are news. The rest works the same for every book:
:mod:`~campaigns.chronicles.weighing` chooses the weightiest events and the turning points,
:mod:`~campaigns.chronicles.turns` says what moved with them, :mod:`~campaigns.chronicles.conquests` who took what,
:mod:`~campaigns.chronicles.wording` writes headline and lede, :mod:`~campaigns.chronicles.luck` says where
honest dice would end. Nothing here reads a database, and nothing knows more than it is handed.
"""
