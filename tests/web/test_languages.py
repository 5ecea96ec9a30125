"""Pages, letters and times in the language of their reader; translations that are whole."""

import re
from datetime import UTC, datetime

import polib
import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation

from accounts import services
from campaigns.cache import Cache
from config.messages import checking, compiling, extracting
from core.translations import places
from core.translations.files import PLURALS
from frontend.templatetags.moments import full_moment, moment
from tests.support.accounts import person, signed_in


@pytest.fixture
def hans(db):
    return person("hans")


def lang_of(answer) -> str:
    html = answer.content.decode()
    assert answer["Content-Language"] in html[: html.index(">", html.index("<html"))]
    return answer["Content-Language"]


@pytest.mark.django_db
def test_a_visitor_reads_what_his_browser_asks_for_or_what_he_chose():
    visitor = Client()
    assert lang_of(visitor.get("/about/")) == "en"
    german = visitor.get("/about/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"})
    assert lang_of(german) == "de"
    assert {"Accept-Language", "Cookie"} <= set(german["Vary"].split(", "))
    assert lang_of(visitor.get("/about/", headers={"Accept-Language": "fr"})) == "en"
    answer = visitor.post("/language/", {"language": "de", "next": "/about/"})
    assert answer["Location"] == "/about/"
    german = visitor.get("/about/")
    assert lang_of(german) == "de"
    assert "English</button>" in german.content.decode()  # by its own name
    visitor.post("/language/", {"language": "xx"})
    assert lang_of(visitor.get("/about/", headers={"Accept-Language": "en"})) == "de"
    assert translation.get_language() == "en"  # nothing is left of it for the next


def test_an_account_reads_its_language_on_every_device(hans, client):
    client.force_login(hans)
    client.post("/accounts/me/", {"time_zone": "Europe/Berlin", "language": "de"})
    hans.refresh_from_db()
    assert hans.language == "de"
    elsewhere = signed_in(hans)
    assert lang_of(elsewhere.get("/about/", headers={"Accept-Language": "en"})) == "de"
    # Who says nothing of it leaves it as it is, and the choice at the foot is the account's.
    elsewhere.post("/accounts/me/", {"time_zone": "Europe/Berlin"})
    hans.refresh_from_db()
    assert hans.language == "de"
    elsewhere.post("/language/", {"language": "en"})
    hans.refresh_from_db()
    assert hans.language == "en"
    services.delete_account(hans.pk)
    hans.refresh_from_db()
    assert hans.language == ""


@pytest.mark.django_db
def test_who_signs_up_keeps_the_language_of_that_page(client):
    given = {"username": "anna", "password1": "a long word 17", "password2": "a long word 17"}
    answer = client.post(
        "/accounts/sign-up/", {**given, "time_zone": "UTC"}, headers={"Accept-Language": "de"}
    )
    assert answer.status_code == 302
    assert get_user_model().objects.get(username="anna").language == "de"


def test_programs_are_answered_in_english(hans, client):
    services.change_language(hans.pk, "de")
    client.force_login(hans)
    answer = client.get("/api/campaigns/", headers={"Accept-Language": "de"})
    assert answer["Content-Language"] == "en"
    assert "Accept-Language" not in answer.get("Vary", "")


def test_moments_are_written_as_each_language_writes_them():
    then = datetime(2026, 5, 4, 22, 15, tzinfo=UTC)
    assert full_moment(then) == "Monday 4 May 2026, 22:15 UTC"
    assert ">4 May 2026<" in moment(then)
    with translation.override("de"):
        assert full_moment(then) == "Montag, 4. Mai 2026, 22:15 UTC"
        assert ">4. Mai 2026<" in moment(then)


def test_what_is_kept_for_one_language_is_not_shown_in_another():
    words, wordless = Cache(1000), Cache(1000, wordless=True)
    for cache in (words, wordless):
        cache.get("key", lambda: "Open")
    with translation.override("de"):
        assert words.known("key") is None
        assert words.get("key", lambda: "Offen") == "Offen"
        assert wordless.known("key") == "Open"
    assert words.known("key") == "Open"


# -- the files ---------------------------------------------------------------------------------


@pytest.fixture
def an_app(tmp_path, monkeypatch):
    """A project of one app, with a template and a module that mark texts."""
    monkeypatch.setattr(places, "BASE_DIR", tmp_path)
    monkeypatch.setattr(extracting, "BASE_DIR", tmp_path)
    monkeypatch.setattr(places, "APPS", ("tables",))
    pages = tmp_path / "tables" / "templates"
    pages.mkdir(parents=True)
    (pages / "page.html").write_text(
        """{% load i18n %}
        <h1 title="{% translate "Don't wait" %}">{% translate "Orders" %}</h1>
          <p>{% blocktranslate trimmed count n=left with name=power %}
            {{ n }} order of <b>{{ name }}</b>
          {% plural %}
            {{ n }} orders of <b>{{ name }}</b>
          {% endblocktranslate %}</p>
        """
    )
    (tmp_path / "tables" / "words.py").write_text(
        "from django.utils.translation import gettext as _, pgettext\n"
        '# Translators: of a letter\nSEALED = _("%(power)s has "\n    "sealed.")\n'
        'MAY = pgettext("month", "May")\n'
    )
    return tmp_path / "tables"


def in_german(app):
    return polib.pofile(str(app / "locale" / "de" / "LC_MESSAGES" / "django.po"))


@pytest.mark.long
def test_every_marked_text_is_found_merged_checked_and_compiled(an_app, settings):
    settings.COMPLETE_LANGUAGES = []
    call_command("translations", "--extract")
    file = in_german(an_app)
    plural = "%(n)s orders of <b>%(name)s</b>"
    one = "%(n)s order of <b>%(name)s</b>"
    texts = {"Don't wait", "Orders", one, "%(power)s has sealed.", "May"}
    assert {entry.msgid for entry in file} == texts
    assert file.find("May").msgctxt == "month"
    assert file.find(plural, by="msgid_plural")
    assert file.find("%(power)s has sealed.").comment == "Translators: of a letter"
    call_command("check_translations")

    file.find("Orders").msgstr = "Befehle"
    file.find("%(power)s has sealed.").msgstr = "%(power)s hat versiegelt."
    file.save()
    (an_app / "words.py").write_text('from x import _\n_("%(power)s has sealed.")\n_("New")\n')
    with pytest.raises(CommandError) as refused:
        call_command("check_translations")
    assert "“New” is missing (tables/words.py)" in str(refused.value)
    assert "nothing says “May” any more" in str(refused.value)
    call_command("translations", "--extract")
    call_command("check_translations")
    file = in_german(an_app)
    assert file.find("Orders").msgstr == "Befehle"
    assert file.find("%(power)s has sealed.").msgstr == "%(power)s hat versiegelt."
    assert file.find("May") is None

    settings.COMPLETE_LANGUAGES = ["de"]
    with pytest.raises(CommandError, match="“New” is not translated"):
        call_command("check_translations")
    made = polib.mofile(str(an_app / "locale" / "de" / "LC_MESSAGES" / "django.mo"))
    assert made.find("Orders").msgstr == "Befehle"
    assert compiling.compile_all() == []


def of_one_entry(folder, **entry):
    """The German file of one text."""
    file = polib.POFile()
    file.metadata = {"Plural-Forms": PLURALS["de"]}
    file.append(polib.POEntry(**entry))
    file.save(str(folder / "django.po"))
    return folder / "django.po"


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"msgid": "%(n)s left", "msgstr": "%(n)s von %(m)s übrig"}, "fills in something"),
        ({"msgid": "%(n)s left", "msgstr": "übrig"}, r"leaves out %\(n\)s"),
        ({"msgid": "<b>Now</b>", "msgstr": "<i>Jetzt</i>"}, "other tags"),
        ({"msgid": "Now", "msgstr": "Jetzt", "flags": ["fuzzy"]}, "fuzzy"),
        ({"msgid": "Now", "msgstr": "Jetzt", "obsolete": True}, "nothing says"),
        (
            {"msgid": "A day", "msgid_plural": "%(n)s days", "msgstr_plural": {0: "Ein Tag"}},
            "1 plural forms of 2",
        ),
    ],
)
def test_a_translation_that_does_not_fit_its_text_is_refused(tmp_path, entry, fault):
    (found,) = checking.faults_in(of_one_entry(tmp_path, **entry))
    assert re.search(fault, found)


def test_a_plural_may_leave_the_number_out_for_one(tmp_path):
    path = of_one_entry(
        tmp_path,
        msgid="%(n)s day of %(name)s",
        msgid_plural="%(n)s days of %(name)s",
        msgstr_plural={0: "%(n)s Tag von %(name)s", 1: "%(n)s Tage von %(name)s"},
    )
    assert not list(checking.faults_in(path, complete=True))


@pytest.mark.long
@pytest.mark.django_db
def test_anybody_can_read_what_is_not_translated(an_app, client):
    call_command("translations", "--extract")
    html = client.get("/about/languages/?of=de/tables").content.decode()
    assert "Deutsch" in html
    assert "<q>Don&#x27;t wait</q>" in html
    assert "tables/templates/page.html" in html
