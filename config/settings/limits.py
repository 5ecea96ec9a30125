"""How often anything may be done: every limit of the site, in one table.

A limit is "so many per so long"; several are separated by a semicolon. What is counted stands
beside each. `LIMITS` in the environment replaces single ones: `LIMITS="api=5000 per minute"`.
"""

from django.core.exceptions import ImproperlyConfigured
from limits import parse_many

LIMITS = {
    # Wrong passwords, wherever a password is asked for: sign-in, admin site, account pages.
    "password": "10 per 15 minutes",  # one name from one address
    # The next two do not hold for a name at an address from which it has signed in before.
    "password-address": "50 per 15 minutes",  # one address, whatever the names
    "password-name": "100 per 15 minutes",  # one name, whatever the addresses
    # Codes of an app or a recovery code, and passkeys, wherever one is asked for.
    "code": "10 per 15 minutes",  # one person from one address
    # The next does not hold at an address from which the person has signed in before.
    "code-person": "30 per hour; 60 per day",  # one person, whatever the addresses
    "passkey": "60 per 15 minutes",  # passkeys asked for from one address
    "sign-up": "20 per hour",  # one address
    # First games begun without an account, from one address: a club of eight begins all three, and some anew.
    "guest": "40 per hour; 150 per day",
    "reset": "20 per hour",  # one address
    "reset-mail": "3 per hour",  # letters to one mailbox
    "confirm": "10 per hour",  # links to confirm an address, asked for by one person
    "confirm-mail": "3 per hour; 6 per day",  # such links to one mailbox
    "found": "10 per hour; 30 per day",  # one person
    # Seals, taken back or given, in one phase of one campaign by one person.
    "seal": "60 per hour; 200 per 7 days",
    "act": "240 per hour",  # what takes effect at once in one campaign, by one person
    "what-if": "60 per hour",  # playing on in thought in one campaign, by one person
    "press": "60 per hour; 300 per day",  # messages written or edited in one campaign, by one person
    "note": "600 per hour",  # notes of one's own, saved in one campaign
    "report": "10 per day",  # messages reported in one campaign, by one person
    "seat": "60 per hour",  # sitting down and getting up in one campaign, by one person
    "link": "600 per hour",  # links of dice that a page hands over by itself, in one campaign, by one person
    "desk": "120 per hour",  # a moderator's acts in one campaign
    "save": "30 per hour",  # saved games of VASSAL, read in one campaign for one person
    "hook": "20 per hour",  # webhooks made or switched on in one campaign, by one person
    "api": "600 per minute",  # requests of one person's programs, or of one address
}


def with_own(given: str) -> dict[str, str]:
    """The table with what the environment says of single limits."""
    own = dict(part.split("=", 1) for part in given.split(",") if "=" in part)
    own = {name.strip(): limit.strip() for name, limit in own.items()}
    try:
        unknown = sorted(own.keys() - LIMITS.keys())
        for limit in own.values():
            parse_many(limit)
    except ValueError as error:
        raise ImproperlyConfigured(f"LIMITS: {error}") from error
    if unknown or (given.strip() and not own):
        raise ImproperlyConfigured(
            f"LIMITS: there is no limit {', '.join(unknown) or given!r}; "
            f"there are {', '.join(LIMITS)}. Write LIMITS='api=5000 per minute'."
        )
    return {**LIMITS, **own}
