"""Letters to people about their own accounts: somebody signed in, or how one signs in has changed.

They cannot be switched off, since whoever gets into an account would do that first. A letter says
what happened, when and with what kind of browser, and nothing that would help anybody in.
"""

import smtplib
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import browsers, email_confirmation, limits
from accounts.languages import writing_to
from accounts.models import Alert, User
from core import after_commit, smtp

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480))
"""How long to wait after each refusal of the mail server; after the last one the letter is given up."""

SIGNED_IN, CONFIRM = "signed-in", "confirm"
KINDS: dict[str, str | Promise] = {
    CONFIRM: gettext_lazy("Someone gave this address for their account."),
    SIGNED_IN: gettext_lazy("Someone signed in to your account from a browser that is new here."),
    "password": gettext_lazy("Your password was changed. You are signed out everywhere else."),
    "email": gettext_lazy(
        "The email address of your account was changed. This is the last letter to this one."
    ),
    "passkey-added": gettext_lazy("A passkey was added to your account."),
    "passkey-removed": gettext_lazy("A passkey was removed from your account."),
    "app-on": gettext_lazy("Signing in now asks for a code from your authenticator app."),
    "app-off": gettext_lazy("Signing in no longer asks for a code from your authenticator app."),
    "codes": gettext_lazy("New recovery codes were made for your account. The old ones are void."),
    "code-used": gettext_lazy("A recovery code of your account was used."),
    "taken": gettext_lazy(
        "Whoever runs this site took your passkeys, your authenticator app and your recovery codes"
        " away. Your password alone signs you in now."
    ),
    "lost": gettext_lazy(
        "This site has lost a key. Your authenticator app and your recovery codes no longer work;"
        " your password does. Set the app up again."
    ),
}

_say = structlog.get_logger(__name__)


def write(person: User, kind: str, *, device: str = "", address: str = "") -> None:
    """Write a letter within the transaction of what it tells; it is sent after the commit.

    It goes to the account's address, or to the one given. Who has none gets none.
    """
    to = address or person.email
    if kind not in KINDS:
        raise ValueError(f"There is no letter {kind!r}.")
    if not to:
        return
    now = timezone.now()
    Alert.objects.create(
        person=person, kind=kind, device=device, address=to, happened_at=now, send_at=now
    )
    after_commit.do("send_alerts", of="accounts")


def ask_to_confirm(person: User) -> None:
    """Send the link that confirms their new address, if there is one; those sent before are forgotten.

    Of too many to one mailbox nothing is sent, whoever asks: they can ask again later.
    """
    person.alerts.filter(kind=CONFIRM).delete()
    if not person.new_email:
        return
    try:
        limits.hit("confirm-mail", person.new_email.casefold())
    except limits.TooOften:
        return
    write(person, CONFIRM, address=person.new_email)


def send_due() -> int:
    """Send the letters that wait and those that are due again; how many were sent."""
    sent = 0
    while (letter := _next()) is not None:
        sent += _send(letter)
    return sent


def _next() -> Alert | None:
    """The next letter, put off already for the case that we do not live to note that it is sent."""
    now = timezone.now()
    refused = Alert.objects.filter(
        address=OuterRef("address"), pk__lt=OuterRef("pk"), refused=True, send_at__gt=now
    )
    with transaction.atomic():
        letter = (
            Alert.objects.select_for_update(skip_locked=True, of=["self"])
            .select_related("person")
            # To one address the oldest goes first; what is newer waits as long as that was refused.
            .filter(~Exists(refused), send_at__lte=now)
            .order_by("pk")
            .first()
        )
        if letter is not None:
            letter.send_at = timezone.now() + PAUSES[min(letter.tries, len(PAUSES) - 1)]
            letter.tries += 1
            letter.save(update_fields=["tries", "send_at"])
    return letter


def _send(letter: Alert) -> int:
    last = letter.tries > len(PAUSES)
    try:
        with writing_to(letter.person):
            message = _message(letter)
        message.send()
    except (OSError, smtplib.SMTPException) as problem:
        # What a server answers may quote the address; the log of the site is no place for it.
        why = smtp.refusal(problem)
        _say.warning("alert refused", alert=letter.pk, problem=str(why.kind), code=why.code)
        last = last or why.is_final
        Alert.objects.filter(pk=letter.pk).update(refused=True)
    except Exception as problem:  # noqa: BLE001 - whatever breaks over one letter, the others go out
        Alert.objects.filter(pk=letter.pk).update(refused=False)
        if letter.tries == 1:
            _say.error("alert cannot be made", alert=letter.pk, kind=letter.kind, exc_info=problem)
    else:
        letter.delete()
        return 1
    if last:
        letter.delete()
    return 0


def _message(letter: Alert) -> EmailMessage:
    """The letter, in the language that is spoken now."""
    if letter.kind == CONFIRM:
        return _link_to_confirm(letter)
    site = settings.SITE_ADDRESS.rstrip("/")
    context = {
        "name": letter.person.username,
        "what": KINDS[letter.kind],
        "happened_at": letter.happened_at,
        "zone": letter.person.time_zone,
        "device": browsers.in_words(letter.device) if letter.device else "",
        "site": site,
    }
    subject = (
        _("Chancellery: a new sign-in")
        if letter.kind == SIGNED_IN
        else _("Chancellery: your account has changed")
    )
    return _mail(letter, subject, "alert", context)


def _link_to_confirm(letter: Alert) -> EmailMessage:
    context = {
        "name": letter.person.username,
        "link": email_confirmation.link_of(letter.person_id, letter.address),
        "days": email_confirmation.LASTS.days,
    }
    return _mail(letter, _("Chancellery: confirm your address"), "confirm", context)


def _mail(letter: Alert, subject: str, template: str, context: dict[str, Any]) -> EmailMessage:
    return EmailMessage(
        subject,
        render_to_string(f"accounts/mail/{template}.txt", context),
        to=[letter.address],
        headers={"Auto-Submitted": "auto-generated"},
    )
