"""The campaigns that follow the war as a newspaper prints them: every headline and every lede by rules of style.

Single phases and what they are headed by are in ``tests/rules/headlines``.
"""

import re

import pytest
from msgspec import structs

from campaigns.as_it_happened import script
from rules.kernel.audience import SPECTATOR
from rules.kernel.headlines import QUIET
from rules.registry import BOOKS
from tests.as_it_happened import playing


def paper(book):
    """What a newspaper would print of the campaign that follows the war: each phase's headline and lede."""
    rules, kept = BOOKS[book], []
    of_today = structs.replace(script.of(book), revision=rules.revision)
    for step in playing.play(of_today):
        kept += [rules.tell(event) for event in step.events if event.seen_by(SPECTATOR)]
        if step.what == "phase":
            yield f"{step.turn}, {step.phase}", *rules.headline(kept)
            kept = []


STYLE = {
    "an option, a number of a rule or a quotation": r"“|”|\bIPO\b|\bOption\b|\b0\([a-h]\)",
    "a label": r": ",
    "a sign or a fraction": r"[+−]\d|\d/\d",
    "two words for one": r"\w/(?!(?:February|April|June|August|October|December)\b)\w",
    "a sentence without a verb": r"(?:\| |\. )No [a-z]+ this turn",
    "a small number in figures": r"\b(?:loses|gains|takes|holds|leaves) [1-9] ",
    "what is lost and gained by two": r"loses the BRPs of ([^.]*)\..* gains the BRPs of \1\.",
    "a key": r"_|\b(?:usa|ussr)\b",
    "a headline with a full stop": r"\A[^|]*\.",
    "a sentence without one": r"[^.|] \Z|[^.| ]\Z",
    "a small letter at the beginning": r"(?:\A|\| |\. )[a-z]",
    "a capital letter within": r"; (?:The|A|An|Any|War|Civil|Troops|Enemy|Nothing|Its|It) ",
    "one that does what several do": (
        r"\b[A-Z]\w+ and (?:the )?(?:[A-Z]\w+ )+"
        r"(?:is|has|declares|yields|sends|pays|signs|draws|conquers|gains|holds|rejects)\b"
    ),
    "an actor that is named twice in one headline": (
        r"(?:\A|; )(?:[Tt]he )?((?:[A-Z][\w.]+ )+)[^;|]+; (?:the )?\1(?!and )[a-z]"
    ),
    "several in the singular": (
        r"\b(?:Netherlands|Philippines|Baltic States|Republicans|Nationalists) "
        r"(?:is|has|yields|joins|cedes|becomes)\b"
    ),
    "a name that lacks its article": (
        r"(?<!\b[Tt]he )\b(?:USSR|Commonwealth|United States|Netherlands|Baltic States)\b"
    ),
    "a count instead of what happened": r"\A[^|]*\bholds? [^|]*\bobjective",
    "a figure or a clause of the rules": (
        r"production level|effectiveness of .* (?:rises|falls) to|may declare war from"
        r"|grounds for war over .* end\b"
    ),
    "what stands in the ledger": r"\A(?!Nothing changed).*\bBRPs?\b|\btension (?:reaches|counts as) \d+ ?[|;:]",
    "what everybody does": r"\bbonus\b|bid points|money comes in|no chit|\bpays \d",
}
"""What no headline and no lede has; a line stands between the two."""

AGAIN = r" acts first\Z|\AAmerican suspicion of | mobilize\Z| earns most by trade\Z|\ANobody wins a neutral\Z|\AThe nations court neutrals\Z"
"""Headlines that may come again: what is decided anew each turn. No other event happens twice in the same words."""


@pytest.mark.parametrize(
    ("book", "news"),
    [
        ("days_of_decision", 50),
        ("world_at_war", 50),
        ("war_game_1939", 45),
        ("world_in_flames", 30),
    ],
)
def test_a_campaign_is_told_by_the_rules_of_style(book, news):
    """At least so many phases in a hundred have a headline."""
    told = list(paper(book))
    for when, head, lede in told:
        text = f"{head} | {lede}"
        assert [fault for fault, found in STYLE.items() if re.search(found, text)] == [], (
            when,
            text,
        )
        said = [part.removesuffix(".") for part in re.split(r"; |(?<=\.) ", f"{head}. {lede}")]
        assert len(said) == len(set(said)), (when, text)
        assert len(head) < 120, (when, head)
    assert 100 * sum(head != QUIET for _, head, _ in told) > news * len(told)
    heads = [head for _, head, _ in told if head != QUIET and not re.search(AGAIN, head)]
    assert len(heads) == len(set(heads)), sorted(heads)


GREAT = r"\bdeclares? war\b|\bsurrenders?\b|\bFrance falls\b|\bland in\b|\bbecomes? (?:an ally|allies)\b"
"""Headlines that a commentary may not pass over."""

ALSO = {"USSR": "Soviet", "Commonwealth": "Britain", "United States": "America", "Russia": "Soviet"}
"""What a commentary calls them that a headline names."""


def named(text):
    """The beginnings of the names in a text, so that Italians are of Italy, with what else they are called."""
    for name, word in ALSO.items():
        text = text.replace(name, f"{name} {word}")
    return set(re.findall(r"[A-Z][a-z]{3}", text)) - {"Worl", "Alli", "Axis"}


@pytest.mark.parametrize("book", script.books())
def test_the_commentary_on_a_turn_is_about_its_headline(book):
    """Its history names who declares war, falls or lands, and so does the first departure, if it has any."""
    heads = {}
    for when, head, _lede in paper(book):
        if re.search(GREAT, head):
            heads.setdefault(when.rsplit(",", 1)[0], []).append(head)
    for turn in script.of(book).turns:
        if great := named(" ".join(heads.get(turn.turn, []))):
            assert great & named(turn.history), (turn.turn, heads[turn.turn])
            for first in turn.here[:1]:
                assert great & named(f"{first.history} {first.here}"), (turn.turn, heads[turn.turn])


SEVERAL = r"\b(?:Netherlands|Philippines|Baltic States|Finnish border hexes|Dutch East Indies)\b"


def test_no_line_says_of_several_what_is_said_of_one():
    """The Netherlands are, and they join; Belgium is, and it joins."""
    rules = BOOKS["world_at_war"]
    of_today = structs.replace(script.of("world_at_war"), revision=rules.revision)
    told = [rules.tell(event) for step in playing.play(of_today) for event in step.events]
    wrong = rf"{SEVERAL} (?:is|has|was|joins|falls|survives)\b|{SEVERAL}[^.;]*(?:, it | holds it\b)| of The (?!Hague)"
    assert [line.head for line in told if re.search(wrong, f"{line.head}. {line.rest}")] == []
    assert any(re.search(SEVERAL, line.head) for line in told)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The Baltic States yields | ", "several in the singular"),
        ("France and the Commonwealth pays 10 money | ", "what everybody does"),
        (
            "Russia conquers Hungary; Russia takes Poland | ",
            "an actor that is named twice in one headline",
        ),
        ("Germany attacks; War ends the pact | ", "a capital letter within"),
        ("Germany plays “Subversion” | ", "an option, a number of a rule or a quotation"),
        ("Germany declares war on USSR | ", "a name that lacks its article"),
        ("Britain takes Libya | Italy loses the BRPs of Libya.", "what stands in the ledger"),
        ("U.S.-Axis tension reaches 20 | ", "what stands in the ledger"),
        ("Germany takes Belgium/Holland | ", "two words for one"),
        ("Nothing changed | No commerce this turn for Germany.", "a sentence without a verb"),
        ("Paris falls | France loses 6 home factories.", "a small number in figures"),
        (
            "Nothing changed | Italy loses the BRPs of Libya. Britain gains the BRPs of Libya.",
            "what is lost and gained by two",
        ),
        ("Poland falls | by conquest", "a sentence without one"),
        ("Germany holds 9 objective cities | ", "a count instead of what happened"),
        ("Germany gears up to production level 3 | ", "a figure or a clause of the rules"),
    ],
)
def test_what_breaks_a_rule_of_style_is_found(text, fault):
    assert fault in [each for each, found in STYLE.items() if re.search(found, text)]
