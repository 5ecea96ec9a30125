"""Text on its way to other programs: feeds, calendars and the heads of mail.

People may type what XML cannot hold (U+FFFF and its like), and what some programs take for the end of a line
(U+2028). What may stand in a page is not always what may stand there.
"""

import re

_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTROL = re.compile("[\x7f-\x84\x86-\x9f]")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u2029]")


def plain(text: str) -> str:
    """A text without what XML 1.0 forbids and what turns round the words that another program puts behind it, and
    with one kind of line end.
    """
    told = _NOT_IN_XML.sub("", _LINE_ENDS.sub("\n", text))
    return _TURNING.sub("", _CONTROL.sub("", told))


def one_line(text: str) -> str:
    """The same in one line, as for a title."""
    return " ".join(plain(text).split())
