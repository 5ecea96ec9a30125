"""Every kind of page that somebody reads, each as one reader opens it once: what is looked at as a picture.

`PAGES` has the addresses by the name of their route, `NO_PAGES` the routes that show nobody a page, with the
reason. The routes come from the site's own tables (`tests.routes`), so a new address is in one of them or a
test fails. Addresses hold the slugs of the campaigns of `test_every_page` in braces:

`war`      A World at War, running; Harriet plays Britain and moderates
`display`  Days of Decision, running; Harriet plays France
`commerce` The War Game, running; Harriet plays Germany
`house`    World in Flames, running; Harriet plays the Axis
`told`     Days of Decision, over; `commerce_told` and `house_told` the same of the other two
`war_told` A World at War, over
`guided`   a first game, whose guest is looking
`letters`  in `display`, the thread of Harriet and the Commonwealth
`gathering`, `paused`, `overdue`, `sealed`  World in Flames, in that state; Harriet plays the Axis and moderates
`person`   Harriet's number
"""

from dataclasses import dataclass

from tests.routes import Route, routes


@dataclass(frozen=True, slots=True)
class Kind:
    """A page by its address; ``reader`` is ``player`` (Harriet), ``visitor``, ``guest`` or
    ``german``, a visitor whose browser asks for German.

    ``long``: it is as long as what it holds, by its nature. ``refused``: the answer says no, on a page. ``walk``:
    the text that says how a screen reader meets it (`walks`). ``keys``: it is gone through by keyboard too.
    """

    path: str
    reader: str = "player"
    long: bool = False
    refused: bool = False
    walk: str = ""
    keys: bool = False


def _player(*paths: str) -> tuple[Kind, ...]:
    return tuple(Kind(path) for path in paths)


def _walked(path: str, walk: str, reader: str = "player", *, keys: bool = True) -> tuple[Kind, ...]:
    """A page with its walk; that of a plain form without ``keys``."""
    return (Kind(path, reader, walk=walk, keys=keys),)


def _keyed(*paths: str, reader: str = "player") -> tuple[Kind, ...]:
    return tuple(Kind(path, reader, keys=True) for path in paths)


def _visitor(*paths: str) -> tuple[Kind, ...]:
    return tuple(Kind(path, "visitor") for path in paths)


def _german(*paths: str) -> tuple[Kind, ...]:
    return tuple(Kind(path, "german") for path in paths)


PAGES: dict[str, tuple[Kind, ...]] = {
    "accounts:sign-up": _keyed("/accounts/sign-up/", reader="visitor"),
    "accounts:sign-in": _walked("/accounts/sign-in/", "signing-in", "visitor"),
    "accounts:password-reset": _visitor("/accounts/password-reset/"),
    "accounts:password-reset-sent": _visitor("/accounts/password-reset/sent/"),
    "accounts:password-reset-confirm": _visitor("/accounts/password-reset/none/none/"),
    "accounts:me": _walked("/accounts/me/", "account"),
    "accounts:change-password": _player("/accounts/me/password/"),
    "accounts:change-email": _player("/accounts/me/email/"),
    "accounts:confirm-email": _visitor("/accounts/confirm-email/none/"),
    "accounts:tokens": _walked("/accounts/me/tokens/", "tokens", keys=False),
    "accounts:security": _walked("/accounts/me/security/", "security", keys=False),
    "accounts:confirm": _player("/accounts/me/confirm/"),
    "accounts:passkeys": _player("/accounts/me/security/passkeys/"),
    "accounts:authenticator": _player("/accounts/me/security/app/"),
    "accounts:recovery-codes": _player("/accounts/me/security/codes/"),
    "accounts:my-data": _walked("/accounts/me/data/", "my-data", keys=False),
    "accounts:delete": _player("/accounts/me/delete/"),
    "frontend:lobby": (*_walked("/", "lobby"), *_visitor("/"), *_german("/")),
    "frontend:campaigns": (
        *_walked("/campaigns/", "finding"),
        *_visitor("/campaigns/?q=nothing+like+it&pace=day"),
    ),
    "frontend:about": _player("/about/"),
    "frontend:languages": _walked("/about/languages/", "languages", keys=False),
    "frontend:verify": _walked("/verify/", "verify", "visitor"),
    "frontend:style": (Kind("/style/", long=True, walk="style"),),
    "frontend:my-absences": _walked("/standing-in/", "away", keys=False),
    "frontend:staff": _walked("/staff/", "staff", keys=False),
    "frontend:new": _walked("/new/", "new-campaign"),
    "frontend:player": _walked("/players/{person}/", "profile"),
    "frontend:first-games": _walked("/first-game/", "first-games"),
    "frontend:inbox": _walked("/news/", "news", keys=False),
    "frontend:notification-settings": (
        *_walked("/news/settings/", "news-settings", keys=False),
        *_player("/news/settings/?campaign={war}"),
    ),
    "frontend:notification-stop": (Kind("/news/stop/none/", "visitor", refused=True),),
    "frontend:invitation": (Kind("/join/none/", "visitor", refused=True),),
    "frontend:as-it-happened": _walked("/as-it-happened/", "as-it-happened", keys=False),
    "frontend:as-it-happened-book": (
        *_walked("/as-it-happened/world_at_war/", "reading", keys=False),
        *_player(
            "/as-it-happened/days_of_decision/",
            "/as-it-happened/war_game_1939/",
            "/as-it-happened/world_in_flames/",
        ),
    ),
    "frontend:books": _player("/rules/"),
    "frontend:rules": (
        *_walked("/rules/world_at_war/", "rules"),
        *_walked("/rules/world_at_war/?q=surrendering", "rules-search", keys=False),
        *_player("/rules/days_of_decision/"),
    ),
    "frontend:rule": _player("/rules/world_at_war/rule/?ref=49.3"),
    "frontend:rules-chapter": (
        *_player("/rules/days_of_decision/variants/"),
        *_walked("/rules/days_of_decision/tables-options/", "rules-tables", keys=False),
    ),
    "frontend:campaign": (
        *_walked("/c/{war}/", "campaign-of-a-world-at-war"),
        *_walked("/c/{display}/", "campaign-of-days-of-decision"),
        *_walked("/c/{commerce}/", "campaign-of-the-war-game"),
        *_walked("/c/{house}/", "campaign-of-world-in-flames"),
        *_walked("/c/{told}/", "chronicle"),
        *_player("/c/{told}/?as=germany"),
        *_player("/c/{gathering}/", "/c/{paused}/", "/c/{overdue}/", "/c/{sealed}/"),
        *_walked("/c/{war}/", "spectator", "visitor"),
        *_visitor("/c/{war_told}/", "/c/{commerce_told}/", "/c/{house_told}/"),
        *_german("/c/{war}/", "/c/{display}/", "/c/{war_told}/"),
        Kind("/c/{guided}/", "guest"),
        Kind("/c/no-such-campaign/", "visitor", refused=True),
    ),
    "frontend:end": _player("/c/{told}/end/"),
    "frontend:print": (
        Kind("/c/{told}/print/", long=True),
        Kind("/c/{war_told}/print/", "visitor", long=True),
    ),
    "frontend:charts": (
        *_walked("/c/{display}/charts/?at=1", "charts"),
        *_walked("/c/{told}/charts/?of=entry&at=2", "one-chart", keys=False),
        *_player("/c/{told}/charts/", "/c/{war_told}/charts/"),
    ),
    "frontend:dice": (
        *_walked("/c/{told}/dice/", "dice", keys=False),
        *_visitor("/c/{commerce_told}/dice/"),
    ),
    "frontend:dice-of-site": _walked("/dice/", "dice-of-site", "visitor", keys=False),
    "frontend:log": _walked("/c/{war}/log/", "log", keys=False),
    "frontend:rule-used": _walked("/c/{display}/rule/?ref=Ruling+52", "rule-used", keys=False),
    "frontend:plans": _walked("/c/{war}/plans/", "plans", keys=False),
    "frontend:what-ifs": _walked("/c/{war}/what-if/", "what-if", keys=False),
    "frontend:standing-orders": _walked("/c/{war}/standing-orders/", "standing-orders"),
    "frontend:phase": (
        *_walked("/c/{war}/history/1/", "history"),
        *_walked("/c/{display}/history/1/", "history-with-cards", keys=False),
        *_player("/c/{war}/history/2/"),
        *_visitor("/c/{commerce_told}/history/1/", "/c/{house_told}/history/2/"),
    ),
    "frontend:agreements": _walked("/c/{display}/agreements/", "agreements"),
    "frontend:facts": _walked("/c/{war}/facts/", "map"),
    "frontend:overrides": _walked("/c/{war}/overrides/?q=track", "overrides"),
    "frontend:rule-tables": (
        *_walked("/c/{war}/rule-tables/", "rule-tables", keys=False),
        *_player("/c/{war}/rule-tables/?table=thresholds.rgt.steps"),
    ),
    "frontend:rulings": _walked("/c/{war}/rulings/", "rulings", keys=False),
    "frontend:fork": _walked("/c/{war}/fork/?phase=1", "fork", keys=False),
    "frontend:rollback": _walked("/c/{war}/undo/?to=1", "undo"),
    "frontend:mapping": _player("/c/{war}/mapping/"),
    "frontend:press": _walked("/c/{war}/press/", "press"),
    "frontend:thread": (
        *_walked("/c/{war}/press/public/", "thread"),
        *_keyed("/c/{display}/press/{letters}/"),
    ),
    "frontend:notes": _walked("/c/{war}/notes/", "notes", keys=False),
    "frontend:seat-key": _walked("/c/{war}/key/", "seat-key", keys=False),
    "frontend:seats": _walked("/c/{war}/seats/", "seats"),
    "frontend:hand-over": _walked("/c/{war}/seats/hand-over/", "hand-over", keys=False),
    "frontend:absences": _walked("/c/{war}/seats/deputies/", "deputies", keys=False),
    "frontend:moderator": (
        *_walked("/c/{war}/desk/", "desk"),
        *_player("/c/{overdue}/desk/", "/c/{gathering}/desk/"),
    ),
    "world_at_war:tensions": _walked("/c/{war}/tensions/", "tensions", keys=False),
    "world_at_war:countries": _walked("/c/{war}/countries/", "countries"),
    "world_at_war:country": (
        *_walked("/c/{war}/countries/finland/", "dossier"),
        *_player(*(f"/c/{{war}}/countries/{area}/" for area in ("belux", "egypt", "australia"))),
    ),
    "world_at_war:ledgers": (
        *_walked("/c/{war}/ledgers/", "ledgers", keys=False),
        *_player("/c/{war}/ledgers/?of=britain"),
    ),
    "world_in_flames:inspector": _player("/tools/hexes/"),
    "world_in_flames:hexes": _player("/c/{house}/hexes/"),
}

ERRORS = {500: "500.html", 503: "503.html"}
"""Pages that stand for any other one while something is broken, by their status: their templates."""

_SENDS_ON = "sends on to a page that stands here"
_A_PART = "a part of a page that stands here"
_FOR_PROGRAMS = "read by programs"

NO_PAGES: dict[str, str] = {
    "healthz": _FOR_PROGRAMS,
    "metrics": _FOR_PROGRAMS,
    "accounts:sign-out": _SENDS_ON,
    "accounts:second-step": "only while a sign-in is under way: `test_passkeys` looks at it",
    "accounts:passkey-sign-in": _SENDS_ON,
    "accounts:passkey-options": "read by a script of these pages",
    "accounts:sessions": _SENDS_ON,
    "security-txt": _FOR_PROGRAMS,
    "accounts:revoke-token": _SENDS_ON,
    "frontend:theme": _SENDS_ON,
    "frontend:language": _SENDS_ON,
    "frontend:first-game-back": _SENDS_ON,
    "frontend:inbox-count": _A_PART,
    "frontend:devices": _FOR_PROGRAMS,
    "accounts:confirm-again": _SENDS_ON,
    "frontend:manifest": _FOR_PROGRAMS,
    "frontend:service-worker": _FOR_PROGRAMS,
    "frontend:feed-by-key": _FOR_PROGRAMS,
    "frontend:calendar": _FOR_PROGRAMS,
    "frontend:strip": _A_PART,
    "frontend:feed": _FOR_PROGRAMS,
    "frontend:news": _A_PART,
    "frontend:board": _A_PART,
    "frontend:log-fragment": _A_PART,
    "frontend:log-entry": _SENDS_ON,
    "frontend:log-head": _A_PART,
    "frontend:receipts": _FOR_PROGRAMS,
    "frontend:heads": _FOR_PROGRAMS,
    "frontend:orders": _A_PART,
    "frontend:draft": _A_PART,
    "frontend:what-if": "the page of frontend:what-ifs with one answer unfolded",
    "frontend:standing": _A_PART,
    "frontend:preview": _A_PART,
    "frontend:history": _SENDS_ON,
    "frontend:export": _FOR_PROGRAMS,
    "frontend:from-vassal": _A_PART,
    "frontend:first-game-step": _A_PART,
    "frontend:first-game-read": _A_PART,
    "frontend:act": _SENDS_ON,
    "frontend:join": _SENDS_ON,
    "frontend:leave": _SENDS_ON,
    "frontend:dice-seed": "sends nothing to look at",
    "frontend:dice-links": "data for a script",
    "frontend:seat-key-words": "a list of words for a script",
    "frontend:extension": _SENDS_ON,
    "frontend:moderators": _SENDS_ON,
    "frontend:propose": _SENDS_ON,
    "frontend:answer": _SENDS_ON,
    "frontend:moderator-clock": _SENDS_ON,
    "frontend:moderator-act": _SENDS_ON,
}
"""Routes at which nobody reads a page, and why."""


def unknown(found: tuple[Route, ...] | None = None) -> list[str]:
    """Routes that nobody has decided about, and decisions about none."""
    there = {route.name for route in (found if found is not None else routes()) if not route.api}
    return sorted((there ^ (PAGES.keys() | NO_PAGES.keys())) | (PAGES.keys() & NO_PAGES.keys()))
