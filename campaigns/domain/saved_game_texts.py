"""What is said of saved games that cannot be read.

The process that reads them knows no language and answers in English; ``campaigns.messages.shown`` says it in
that of the one who dropped the file.
"""


def _(text: str) -> str:
    """Marks a text for translators."""
    return text


AGAIN = _("Save the game in VASSAL again (File, Save Game), and drop that file.")
TOO_LARGE = _("The file is larger than %(most)s MB.")
NO_ARCHIVE = _("This is no saved game of VASSAL, or it is damaged: it is no whole zip archive.")
A_MODULE = _("This is a module of VASSAL, not a saved game.")
MANY_FILES = _("The archive holds more than %(most)s files.")
LEADS_ELSEWHERE = _("The archive names files outside itself.")
TWICE = _("The archive holds a file twice.")
NO_GAME = _("The archive holds no “%(game)s”, so it is no saved game.")
ENCRYPTED = _("The archive is encrypted.")
WITHOUT_PASSWORD = _("VASSAL saves without a password.")
PACKED_OTHERWISE = _("The archive is packed in a way that VASSAL does not use.")
HOLDS_TOO_MUCH = _("What lies in the file is larger than %(most)s MB.")
NO_TEXT = _("The “%(game)s” in the file is not the text of a saved game; its key may be damaged.")
NO_HEX = _(
    "The “%(game)s” in the file is cut off or damaged: it is not pairs of hexadecimal digits."
)
DAMAGED = _("The “%(game)s” in the file is damaged.")
CUT_OFF = _("The “%(game)s” in the file is cut off.")
TAKES_MEMORY = _("To read this saved game takes more memory than there is for it.")
ANOTHER_MODULE = _("This save is of the module “%(module)s”; there is a mapping for %(mapped)s.")
NAMELESS_MODULE = _("This save does not name its module; there is a mapping for %(mapped)s.")
A_MAPPED_ONE = _(
    "If it is such a module by another name, choose its mapping beside “Read it by”. Else drop a save of such a "
    "module, or ask the moderator for a mapping of this one."
)
CHOOSE_ONE = _("Choose beside “Read it by” which mapping is meant, and send the save again.")
A_LOG = _("This is a log of a game, not a saved game.")
PLAY_TO_ITS_END = _("Play the log to its end in VASSAL, save the game there, and drop that file.")
MANY_PIECES = _("The saved game holds more than %(most)s pieces.")
MANY_TRAITS = _("A piece has more than %(most)s traits.")
MANY_COMMANDS = _("The saved game holds more than %(most)s commands.")
TOO_DEEP = _("The saved game is nested more than %(most)s levels deep.")
