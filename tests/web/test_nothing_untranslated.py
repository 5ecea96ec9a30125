"""Nothing that a page says is left out of translation.

First every template is read: words that stand outside of what is marked are found there, whoever would
see them. Then pages are asked for in a language that no person speaks, in which every message is marked
(`⟦Örders~~⟧`): what stands there without marks came from elsewhere.
"""

import re
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from bs4 import BeautifulSoup
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.mail import EmailMessage
from django.template.base import Lexer, TokenType
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import trans_real

from accounts import languages
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.languages import TONGUES
from campaigns.domain.wording import speaking
from campaigns.models import Campaign, Phase
from campaigns.services.advance import end_phase
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.voting import agree
from config.management.commands.check_templates import _own_files
from frontend import script_words
from frontend.languages.recognising import Piece
from frontend.samples import OWN
from frontend.templatetags import language
from rules import registry
from tests.support.accounts import signed_in
from tests.support.suite.sample import one_in
from tests.web.support import first_of

NO_WORDS = {
    "frontend/facts/_hx.html",  # attributes, put into the tags of other templates
    "frontend/style/type.html",  # "ag", to show the two letters by which a typeface is known
}
"""Templates in which what is found is not a text."""

NAMES = {"Chancellery", "VASSAL", "Markdown", "iCalendar", "Atom", "JSON", "TeX", "CSV"}
"""Words that are the same in every language."""
SAID_BY = ("title", "placeholder", "alt", "aria-label", "aria-description", "label")
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


def said_in(html: str) -> list[str]:
    """The words of a page: its text, and the attributes that are shown or read out."""
    page = BeautifulSoup(html, "html.parser")
    for silent in page.select("script, style, code, pre, template, [lang=en], [translate=no]"):
        silent.decompose()
    found = [part.get(name) for name in SAID_BY for part in page.select(f"[{name}]")]
    found += [
        button.get("value")
        for button in page.select("input:is([type=submit], [type=button])[value]")
    ]
    texts = (" ".join(str(each).split()) for each in (*page.stripped_strings, *found))
    return [text for text in texts if set(WORD.findall(text)) - NAMES]


def unmarked(source: str) -> list[str]:
    """The words of a template outside of what is marked; what is filled in counts as nothing."""
    # A block for the class of a page holds no words.
    source = re.sub(
        r"{% block (?:main|body)_class %}(?:[\w -]|{%.*?%})*?{% endblock %}", "", source
    )
    kept, marked = [], ""
    for token in Lexer(source).tokenize():
        name = token.contents.split()[0] if token.contents.split() else ""
        if token.token_type == TokenType.BLOCK:
            if marked and name == f"end{marked}":
                marked = ""
            elif name in ("blocktranslate", "blocktrans", "comment"):
                marked = name
        if marked or token.token_type != TokenType.TEXT:
            kept.append("\n" * token.contents.count("\n"))
        else:
            kept.append(token.contents)
    return said_in("".join(kept))


TEMPLATES = [path for _, path in _own_files("templates") if path.suffix == ".html"]


def named(path: Path) -> str:
    parts = path.parts
    return "/".join(parts[parts.index("templates") + 1 :])


def test_every_word_of_every_template_is_marked() -> None:
    found = {named(path): words for path in TEMPLATES if (words := unmarked(path.read_text()))}
    assert {name: words for name, words in found.items() if name not in NO_WORDS} == {}
    assert found.keys() >= NO_WORDS


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>{% translate 'Orders' %}</p>", []),
        ("<p>Orders {{ name }}</p>", ["Orders"]),
        ("<a title='Go on' href='{{ there }}'>{{ name }}</a>", ["Go on"]),
        ("<p>{% blocktranslate trimmed %}Your <b>orders</b>{% endblocktranslate %}</p>", []),
        ("<code>manage.py</code>{% comment %}Not said{% endcomment %}{# nor this #}", []),
        ("<p lang='en'>As it was written</p>", []),
    ],
)
def test_what_is_not_marked_is_found(source: str, words: list[str]) -> None:
    assert unmarked(source) == words


def test_what_scripts_say_is_brought_to_them() -> None:
    folder = Path(script_words.__file__).parent / "static" / "frontend" / "js"
    source = "\n".join(path.read_text() for path in folder.glob("*.js"))
    source = re.sub(r'"\s*\+\s*"', "", source)  # a text of several lines
    assert set(re.findall(r'inWords\(\s*"([^"]*)"', source)) == set(script_words.WORDS)
    assert script_words.words() == {}
    with translation.override("de"):
        assert script_words.words().keys() == set(script_words.WORDS)


# -- the language that nobody speaks ------------------------------------------------------------

PSEUDO = "xx"
ACCENTS = str.maketrans("aeouAEOU", "äéöüÄÉÖÜ")
KEPT = re.compile(r"%\(\w+\)[-#0-9.]*[a-z]|%%|\{\w*\}|<[^>]*>|&\w+;")
INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")


def pseudo(text: str) -> str:
    """A message as this language says it: with accents, a third longer, in marks."""
    said, at = [], 0
    for kept in KEPT.finditer(text):
        said += [text[at : kept.start()].translate(ACCENTS), kept[0]]
        at = kept.end()
    said.append(text[at:].translate(ACCENTS))
    return f"⟦{''.join(said)}{'~' * (len(text) // 3)}⟧"


class Pseudo:
    """What Django asks of a translation."""

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition("\x04")[2])

    def ngettext(self, one: str, many: str, number: int) -> str:
        return pseudo((one if number == 1 else many).rpartition("\x04")[2])

    _catalog: dict[str, str] = {}  # what in_language asks for

    def to_language(self) -> str:
        return PSEUDO

    language = to_language


@pytest.fixture
def speaking_pseudo(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The site speaks it, its rulebooks too; the books by which something was said."""
    by: set[str] = set()

    def told(text: str, _language: str) -> tuple[Piece, ...]:
        by.add(speaking())
        return (Piece(pseudo(text)),)

    monkeypatch.setitem(trans_real._translations, PSEUDO, Pseudo())
    monkeypatch.setattr(languages, "of_request", lambda request: PSEUDO)
    monkeypatch.setattr(languages, "of_account", lambda _language: PSEUDO)
    monkeypatch.setattr(language, "told", told)
    return by


def foreign(html: str) -> list[str]:
    """What a page in this language says without its marks."""
    while INNERMOST.search(html):
        html = INNERMOST.sub(lambda found: "".join(re.findall(r"<[^>]*>", found[0])), html)
    html = re.sub(r'<select name="(?:time_)?zone".*?</select>', "", html, flags=re.DOTALL)  # places
    html = re.sub(r'placeholder="[^"]*"(?=\s+hx-get)', "", html)  # a line as it can be typed
    return [
        words
        for words in said_in(html)
        if not STAYS.search(words) and words not in OF_LANGUAGES and not CUT.search(words)
    ]


CUT = re.compile(r"^⟦[^⟧]*$")
"""The beginning of something that is translated, as the time line writes titles up to their comma."""

STAYS = re.compile(
    r"^(Advanced Third Reich\*|English|Deutsch|hans|[(]hans@example.org[)]|UTC|Chancellery (Serif|Sans)|accounts|campaigns|config|core|frontend|rules/\w+)$"
)
"""Names: of languages, people, time zones, typefaces and parts of the code."""

OF_LANGUAGES = set(TONGUES.values())
"""Each is called by its own name, where one says in which language the people of a campaign write."""

SHOWN_AS_TITLES = {"ag", "Popular Fronts", "Six Turns", "· Days of Decision II", "· The War Game",
                   "Anna L.", "M. Ellis", "Chancellery <chancellery@localhost>", "Days of Decision II: , ▶"}  # fmt: skip
"""Two letters by which a typeface is known, titles of campaigns and books, names of players, and who sends mail, on the
page of styles.
"""

VISITORS = ("/about/", *(f"/style/?part={leaf.key}" for leaf in OWN), "/about/languages/", "/accounts/sign-in/", "/accounts/sign-up/",
            "/accounts/password-reset/", "/accounts/password-reset/sent/", "/no-such-page/", "/",
            )  # fmt: skip
PEOPLE = ("/accounts/me/", "/accounts/me/password/", "/accounts/me/email/", "/accounts/me/tokens/",
          "/accounts/me/delete/", "/accounts/me/confirm/", "/accounts/me/security/",
          "/accounts/me/security/passkeys/", "/accounts/me/security/app/", "/accounts/me/security/codes/",
          "/accounts/me/data/", "/campaigns/", "/campaigns/?kind=finished", "/dice/", "/standing-in/", "/news/",
          "/news/settings/", "/")  # fmt: skip


@pytest.mark.django_db
def test_pages_of_no_rulebook_say_nothing_that_is_not_translated(speaking_pseudo: set[str]) -> None:
    hans = get_user_model().objects.create_user(username="hans", email="hans@example.org")
    visitor, client = Client(), signed_in(hans)
    asked = [*((visitor, path) for path in VISITORS), *((client, path) for path in PEOPLE)]
    wrong = {}
    for who, path in asked:
        html = who.get(path).content.decode()
        assert "⟦" in html, path
        if words := [said for said in wrong_words(html) if said not in SHOWN_AS_TITLES]:
            wrong[path] = words
    answer = client.post("/accounts/me/tokens/", {"name": "", "password": "wrong"})
    if words := foreign(answer.content.decode()):
        wrong["an error"] = words
    assert wrong == {}


# -- pages of running campaigns, whose rulebooks speak this language too --------------------------

PAGES = ("", "facts/", "facts/?sheet=whole", "history/", "log/", "desk/", "agreements/", "press/public/", "notes/", "plans/",
         "what-if/", "rulings/", "overrides/", "rule-tables/", "rule-tables/?table=switches", "seats/",
         "seats/deputies/", "undo/?to=1", "fork/?phase=1", "mapping/", "standing-orders/",
         "dice/", "key/")  # fmt: skip
RESOLVED = (
    *("", "log/", "history/1/", "history/2/", "news/?since=1", "board/", "facts/"),
    *("agreements/", "dice/"),
)
OVER = ("", "end/", "charts/", "print/", "history/2/?as={0}", "history/2/?board=whole", "seats/")
"""Asked for once phases were resolved, and once the campaign is over; ``{0}`` is a power."""
OF_BOOKS = {
    "world_at_war": ("tensions/", "countries/", "countries/belux/", "countries/egypt/", "ledgers/"),
    "world_in_flames": ("hexes/",),
}
OUTSIDE = ("/new/?book={}", "/rules/{}/", "/rules/{}/variants/", "/as-it-happened/{}/")
OF_A_PERSON = ("/", "/news/", "/accounts/me/delete/")
CITED = re.compile(r"<cite>.*?</cite>", re.DOTALL)
"""Rules are named as they are printed."""
WRITTEN = "Rjbxq"
"""A title that somebody wrote."""
OF_A_BOOK = re.compile(
    r"^(Days of Decision II|The War Game: World War II, 1939|A World at War|World in Flames: house rules)( ·)?$"
    r"|^· (Days of Decision II|The War Game: World War II, 1939|A World at War|World in Flames: house rules),?$"
    r"|^(· )?[A-Z]{2}( [+−]?\d+)?( · [A-Z]{2} \d+)*$|^((IPO|GE|IT|JA|CW|FR|RU|US|CH|Option)? ?\d+([(]\w[)])?(, )?)+$"
    r"|^([A-Z]{2} [+−]\d+(, )?)+$"
    r"|^\W*\d+, \d{4},[ \d:]* UTC$"
    r"|^nöt mét~+⟧$"
)
"""Titles of the books, codes of powers and of option cards, and what is left of a moment or of a choice."""
DRAWN = {"The bend of the river", "Kalach"}
"""The map that the hexes of World in Flames are explained on."""
DIGITS = re.compile(r"\b[0-9a-f]{4} [0-9a-f]{4}\b|(?<=>)[0-9a-f]{4}(?=</span>)|\b[0-9a-f]{64}\b")
"""Of hashes."""
ADDRESS = re.compile(r"https?://[^\s<\"]+|tag:[^\s<]+|testserver/[^\s<\"]+")


def wrong_words(html: str) -> list[str]:
    """What a page about a campaign says without marks, that neither a person nor a printed rule named."""
    html = ADDRESS.sub("", DIGITS.sub("", CITED.sub("", html))).replace(WRITTEN, "")
    html = re.sub(r'<select name="holidays_of".*?</select>', "", html, flags=re.DOTALL)
    html = re.sub(r"<textarea.*?</textarea>", "", html, flags=re.DOTALL)
    return [said for said in foreign(html) if not OF_A_BOOK.search(said) and said not in DRAWN]


class Walk:
    """A campaign of a book with a person in its first seat, whose pages are asked for."""

    def __init__(self, key: str, by: set[str]) -> None:
        self.hans = get_user_model().objects.create_user(
            username="hans", email="hans@example.org", language="de"
        )
        self.key, self.client = key, signed_in(self.hans)
        policy = ClockPolicy(votes={"end": "most"})
        table = first_of(key, self.hans, title=WRITTEN, policy=policy)
        self.slug, (self.power,) = table.slug, table.players
        self.wrong: dict[str, list[str]] = {}
        self.by, self.others = by, dict[str, set[str]]()
        self.seen = 0

    @property
    def phase(self) -> Phase:
        phase = Phase.objects.filter(campaign__slug=self.slug).order_by("pk").last()
        assert phase is not None
        return phase

    def through(self, *paths: str) -> None:
        """Ask for pages of the campaign, or of the site, and note what they say in no language."""
        for asked in paths:
            path = asked.format(self.power)
            path = path if path.startswith("/") else f"/c/{self.slug}/{path}"
            self.by.clear()
            answer = self.client.get(path, follow=True)
            if path.startswith("/c/") and (others := self.by - {self.key}):
                self.others[path] = others
            if answer.status_code == 404:
                continue  # not every book has agreements
            self.seen += 1
            if words := wrong_words(answer.content.decode()):
                self.wrong[f"{path} ({self.phase.number})"] = words

    def play_on(self, phases: int) -> None:
        """Resolve phases; who is silent plays as the autopilot would."""
        for _ in range(phases):
            number = self.phase.number
            end_phase.force(
                self.slug, by=self.hans, phase=number, reason=WRITTEN, silent="autopilot"
            )

    def end(self) -> None:
        """End the campaign, by a vote of all who play: it is one."""
        number = self.phase.number
        assert agree.propose(self.slug, by=self.hans, kind="end", phase=number, reason=WRITTEN)
        assert Campaign.objects.get(slug=self.slug).status == "finished"

    def letters(self) -> None:
        """Read every letter that was written, and the feed of the campaign."""
        mail.outbox.clear()
        self.by.clear()
        hours = timezone.now() + timedelta(days=3)
        with time_machine.travel(hours, tick=False):
            outgoing_email.send_due()
        told = [part for one in mail.outbox for part in (one.subject, one.body, *_pages(one))]
        assert len(told) > 2
        told.append(self.client.get(f"/c/{self.slug}/feed/").content.decode())
        assert self.by == {self.key}
        for text in told:
            if words := wrong_words(text):
                self.wrong.setdefault("letters and feeds", []).extend(words)


def _pages(message: EmailMessage) -> list[str]:
    return [str(content) for content, _ in getattr(message, "alternatives", ())]


@pytest.mark.filterwarnings("ignore::bs4.XMLParsedAsHTMLWarning")
@pytest.mark.parametrize("key", one_in(4, registry.BOOKS))
@pytest.mark.django_db
def test_pages_of_a_campaign_say_nothing_that_is_not_translated(
    speaking_pseudo: set[str], key: str
) -> None:
    walk = Walk(key, speaking_pseudo)
    walk.through(*PAGES, *(path.format(key) for path in OUTSIDE))
    assert walk.seen >= len(PAGES)
    walk.play_on(3)
    walk.letters()  # before what they tell was seen
    walk.through(*RESOLVED, *OF_BOOKS.get(key, ()), *OF_A_PERSON)
    walk.end()
    walk.letters()
    walk.through(*OVER)
    assert walk.wrong == {}
    assert walk.others == {}  # each book says what it says by its own messages
