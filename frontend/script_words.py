"""What the scripts of the pages say. A page in another language brings it along (`parts/scripts.html`).

Scripts name a text by its English: ``inWords("{placed} placed, {left} left", { placed, left })``.
"""

from django.conf import settings
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

WORDS = (
    gettext_noop("ago"),
    gettext_noop("d"),
    gettext_noop("h"),
    gettext_noop("min"),
    gettext_noop("This file is larger than 10 MB. Choose another one."),
    gettext_noop("All of it is on your sheet."),
    gettext_noop("Sealed."),
    gettext_noop("The site answered {status}."),
    gettext_noop(
        "This browser does not let this site notify you. Allow it in the settings of the browser."
    ),
    gettext_noop("On: this browser is told of news until you sign out here."),
    gettext_noop("On, if it was switched on since you signed in."),
    gettext_noop("Off."),
    gettext_noop("Notifications need https (or localhost)."),
    gettext_noop("This browser cannot be notified."),
    gettext_noop("This did not work: {problem}"),
    gettext_noop(
        "The log names another chain of dice for your seat than the one this browser brought."
        " Tell the other players."
    ),
    gettext_noop("no card yet"),
    gettext_noop("still open"),
    gettext_noop("Seat key"),
    gettext_noop(
        "The log names another key for your seat than this browser has."
        " If you did not replace it, tell the other players."
    ),
    gettext_noop(
        "Your seat has a key, and this browser does not have it."
        " Bring it here, or what you hand in is refused."
    ),
    gettext_noop("This browser has the key."),
    gettext_noop("This browser does not have the key."),
    gettext_noop("This browser cannot make keys. It needs https (or localhost) and Ed25519."),
    gettext_noop("These are not the twelve words of this seat’s key."),
    gettext_noop("This is not the passphrase."),
    gettext_noop("You are offline since {time}."),
    gettext_noop("What you see is of {time}. It is renewed when the line is back."),
    gettext_noop("What you write is kept on this page and saved then."),
    gettext_noop("The deadline stays {when}."),
    gettext_noop(
        "What this site now says of log entry {seq} is not what it told this browser before."
        " Save your receipts at the foot of this page, tell the other players, and have an export"
        " of this campaign checked against them. If the site was restored from a backup, its log"
        " says so."
    ),
    gettext_noop("This is not asked here any more. What you wrote stays until you leave the page."),
    gettext_noop("Load this page again"),
    gettext_noop("Sign in"),
    gettext_noop("You are signed in as somebody else now."),
    gettext_noop("You are no longer signed in."),
    gettext_noop(
        "What you wrote is kept in this tab, and is here again once you have signed in as before."
    ),
    gettext_noop("Not done: {what}. {words}"),
    gettext_noop("The site did not answer. Try again."),
    gettext_noop("The site refused it. Load the page again."),
    gettext_noop("Not saved yet. It is tried again."),
    gettext_noop("This page has no place any more for what you wrote here:"),
    gettext_noop("Put it away"),
    gettext_noop("Try again"),
    gettext_noop("Change it"),
    gettext_noop("Leave it out"),
    gettext_noop("Not entered yet."),
    gettext_noop("Your device’s clock is {time} behind. The time left is the site’s."),
    gettext_noop("Your device’s clock is {time} ahead. The time left is the site’s."),
    gettext_noop("{placed} placed, {left} left"),
    gettext_noop("{placed} placed, {over} too many"),
)


def words() -> dict[str, str]:
    """Each text in the language that is spoken; none for the one that scripts are written in."""
    if get_language() == settings.LANGUAGE_CODE:
        return {}
    return {text: _(text) for text in WORDS}
