"""A rulebook's finished text is found among its messages and said in German."""

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe
from django.utils.translation import override

from campaigns.domain.wording import said_by
from frontend.languages import german, recognising
from frontend.languages.catalogue import Catalogue, catalogue
from frontend.languages.recognising import Recognising

MESSAGES = {
    "{who} attacks {where}": "{who} {who|greift|greifen} {where:acc} an",
    "Status of {who}": "Der Stand {who:gen}",
    "{who} sues for peace": "den Frieden {who|sucht|suchen} {who}",
    "{who} joins {side}.": "{who} {who|tritt|treten} {side:dat} bei.",
    "{n} cards are left": "{n|Eine Karte ist|{n} Karten sind} übrig",
    "{n} Axis points": "{n} Punkte der Achse",
    "{n} Axis point": "{n} Punkt der Achse",
    "lost to {n} power": "verloren an {n|eine|{n}} Macht",
    "{one} or {other}": "{one} oder {other}",
    "each turn {n} more": "jeden Zug {n} mehr",
    "at war": "im Krieg",
    "{who} is {state}": "{who} ist {state}",
    "It was taken.": "Es wurde genommen.",
    "The plan of {who} is kept in the archive": "Der Plan {who:gen} liegt im Archiv",
    "{giver} gives {taker} {good}": "{giver} {giver|gibt|geben} {taker:dat} {good}",
    "points": "Punkte",
    "point": "Punkt",
    "one hex": "ein Feld",
    "hex": "Feld",
    "money": "Geld",
    "{whose} hexes": "Felder ({whose:bare})",
    "{adjective} points": "Punkte ({adjective:bare})",
    "French": "Französisch",
    "all {what} move": "es ziehen {what}",
    "Bulgarian units": "Bulgarische Einheiten",
    "The {number} {title}": "Die {number} {title}",
    "second": "zweite",
    "Russian mobilization": "Russische Mobilmachung",
    "{n} points away from {power}": "{n} Punkte weg von {power:dat}",
    "Because of: {reasons}.": "Wegen: {reasons}.",
    "{count} on {target}": "{count} auf {target:acc}",
    "{ship} stays": "{ship} {ship|bleibt|bleiben}",
    "destroyer 2": "Zerstörer 2",
    "{chance} in {whole}": "{chance} zu {whole}",
    "It has joined {power}.": "Es hat sich {power:dat} angeschlossen.",
    "Colony of {0}": "Kolonie {0:gen}",
    "at {level}: {effect}": "bei {level}: {effect}",
    "Germany and Italy": "Achsenmächte",
}
"""Some messages of our own, so that no translator's choice changes a test."""


@pytest.fixture
def german_messages(monkeypatch):
    known = Catalogue(MESSAGES.items())
    monkeypatch.setattr(recognising, "catalogue", lambda _language, _book: known)
    recognising.forget()
    yield Recognising(known)
    recognising.forget()


SAID = {
    "Germany attacks the Netherlands": "Deutschland greift die Niederlande an",
    "Germany and Italy attacks Poland": "Deutschland und Italien greifen Polen an",
    "The Soviet Union attacks the Baltic States": "Die Sowjetunion greift die baltischen Staaten an",
    "Status of the Soviet Union": "Der Stand der Sowjetunion",
    "Status of Germany, Italy and Japan": "Der Stand Deutschlands, Italiens und Japans",
    "The United States join the Allies.": "Die Vereinigten Staaten treten den Alliierten bei.",
    "1 cards are left": "Eine Karte ist übrig",
    "3 cards are left": "3 Karten sind übrig",
    "six cards are left": "sechs Karten sind übrig",
    "one Axis point": "1 Punkt der Achse",
    "one or two Axis points": "ein oder zwei Punkte der Achse",
    "lost to one power": "verloren an eine Macht",
    "each turn one more": "jeden Zug eins mehr",
    "Germany is at war": "Deutschland ist im Krieg",
    "It was taken. 3 cards are left.": "Es wurde genommen. 3 Karten sind übrig.",
    "Germany attacks Poland; Italy is at war": "Deutschland greift Polen an; Italien ist im Krieg",
    "Soviet Union": "Sowjetunion",
    "Status of Germany and Italy": "Der Stand Deutschlands und Italiens",
    "Belgium and Luxembourg attacks Poland": "Belgien und Luxemburg greifen Polen an",
    "The Western Allies and Russia attacks Poland": "Die Westalliierten und Russland greifen Polen an",
    "The Soviet Union gives the United States 3 points": "Die Sowjetunion gibt den Vereinigten Staaten 3 Punkte",
    "Germany gives Italy money": "Deutschland gibt Italien Geld",
    "Germany, one hex": "Deutschland, ein Feld",
    "Italy: points": "Italien: Punkte",
    "3 points": "3 Punkte",
    "−1 French points": "−1 Punkte (Französisch)",
    "all Bulgarian units move": "es ziehen bulgarische Einheiten",
    "The second Russian mobilization": "Die zweite russische Mobilmachung",
    "5 points away from the United States, one hex": "5 Punkte weg von den Vereinigten Staaten, ein Feld",
    "Because of: Germany is at war; 3 cards are left; French points.":
        "Wegen: Deutschland ist im Krieg; 3 Karten sind übrig; Punkte (Französisch).",
    "1 on Belgium and Luxembourg, 1 on the Ukraine and 1 on Greece.":
        "1 auf Belgien und Luxemburg, 1 auf die Ukraine und 1 auf Griechenland.",
    "Germany attacks Poland, Italy attacks Greece and the United States attacks Japan":
        "Deutschland greift Polen an, Italien greift Griechenland an und die Vereinigten Staaten greifen Japan an",
    "Germany attacks Poland and joins the Allies":
        "Deutschland greift Polen an und tritt den Alliierten bei",
    "The United States attacks Germany and Italy, and joins the Allies.":
        "Die Vereinigten Staaten greifen Deutschland und Italien an und treten den Alliierten bei.",
    "Germany and Italy attacks Poland and joins the Allies; Japan is at war":
        "Deutschland und Italien greifen Polen an und treten den Alliierten bei; Japan ist im Krieg",
    "Germany is at war and sues for peace": "Deutschland ist im Krieg; den Frieden sucht Deutschland",
    "Destroyer 2 stays": "Zerstörer 2 bleibt",
    "It has joined the USSR. It was taken.": "Es hat sich der UdSSR angeschlossen. Es wurde genommen.",
    "Colony of the Netherlands": "Kolonie der Niederlande",
    "at 10: Germany is at war, Italy attacks Greece":
        "bei 10: Deutschland ist im Krieg, Italien greift Griechenland an",
    "Status of the Dutch East Indies": "Der Stand Niederländisch-Ostindiens",
    "Status of Lebanon-Syria": "Der Stand Libanons und Syriens",
    "one hex (Germany is at war; 3 points)": "ein Feld (Deutschland ist im Krieg; 3 Punkte)",
    "Status of Southeast the United States": "Der Stand des Südostens der USA",
}  # fmt: skip


@pytest.mark.parametrize(("english", "said"), SAID.items())
def test_a_text_is_said_with_its_cases_and_numbers(german_messages, english, said):
    pieces = german_messages.whole(english)
    assert "".join(piece.text for piece in pieces) == said
    assert not any(piece.english for piece in pieces)


def test_a_books_own_messages_go_before_those_of_others():
    own = {"by {when}": "bis {when}", "{x} to {y}": "{x} gegen {y}"}
    others = {
        "by {when}": "durch {when}",
        "{x} and then to {y}": "{x}, dann {y}",
        "spring": "Frühjahr",
    }
    first = Recognising(Catalogue(own.items(), others.items()))
    assert first.whole("by spring")[0].text == "bis Frühjahr"
    other = Recognising(Catalogue(others.items(), own.items()))
    assert other.whole("by spring")[0].text == "durch Frühjahr"


def test_a_page_says_texts_as_its_own_book_has_them():
    text = "Conquered: Poland, by Germany"
    with override("de"):
        for book in ("", "world_at_war", "world_in_flames"):
            with said_by(book):
                wanted = "".join(
                    each.text for each in Recognising(catalogue("de", book)).whole(text)
                )
                assert shown(text, "plain") == wanted
        assert catalogue("de", "no book").exact == catalogue("de").exact


def shown(value, form=""):
    return Template(
        "{% load language %}{{ value|in_language" + (f':"{form}"' if form else "") + " }}"
    ).render(Context({"value": value}))


@pytest.mark.usefixtures("german_messages")
def test_what_is_not_known_is_marked_as_english_and_all_is_escaped():
    with override("de"):
        assert shown("<Hannah> & co") == '<span lang="en">&lt;Hannah&gt; &amp; co</span>'
        assert (
            shown("It was taken. So they say.")
            == 'Es wurde genommen. <span lang="en">So they say.</span>'
        )
        assert shown(mark_safe("<b>Soviet Union</b>")) == "<b>Sowjetunion</b>"
        assert shown("<Hannah>", "plain") == "&lt;Hannah&gt;"
        assert shown("The plan of <i>Xyz</i> is kept in the archive") == (
            'Der Plan <span lang="en">&lt;i&gt;Xyz&lt;/i&gt;</span> liegt im Archiv'
        )
    with override("en"):
        assert shown("<Hannah>") == "&lt;Hannah&gt;"


def test_every_name_has_every_case():
    for key, name in german.names().items():
        assert all(name.in_case(case) for case in german.CASES), key
    assert german.names()["Netherlands"].in_case("dat") == "den Niederlanden"
