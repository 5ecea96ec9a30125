"""A newcomer at a browser, who has no rulebook: reads what the page says, and acts on nothing else.

Everything is found by its role and its words: regions, headings, links, buttons, labels. No address, no key
and no name of a field of any game stands here, and no rule. Where the page does not say what a newcomer must
know (what is asked, by when, what silence does, what a choice does, why something came about, what comes next),
an assertion fails and quotes what the page says instead.
"""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.people import LIVE, Somebody

DONE = re.compile(r"^(Seal these orders|I am done)$")
CHANCE = re.compile(r"\b(\d+) in (\d+)\b|\b(\d+)\s*/\s*(\d+)\b")
STATED = re.compile(CHANCE.pattern + r"|\d%|\b(for certain|never|Nothing|no gain)\b")
"""What stands beside a choice: how likely it does something, or that it does nothing."""

ENTER = re.compile(": enter this( number)?$")
"""How the button ends beside a list or a number that the page of the map asks for."""

ODDS = "Exact chance"
"""What the page calls the odds of a roll in full."""

SENTENCE = re.compile(r"(?:[\w+\-−.,':()%]+\s+){3,}[\w'()%]+\.")
"""At least four words and a full stop."""

RESULT = re.compile(
    r"[+\u2212]\d|roll|moves|wasted|fails|does not answer|scores|makes|pays|obtains|changes?\b|gains|owes"
)
"""What in the head of a line is a result, which wants a reason."""

UNSAID = """form => {
  const words = node => {
    const copy = node.cloneNode(true);
    copy.querySelectorAll("option, input, button, [aria-hidden=true]").forEach(part => part.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim();
  };
  const alone = (box, control) => [...box.querySelectorAll("input:not([type=hidden]), select, textarea")]
    .every(other => other === control || other.type === "hidden");
  const found = [];
  for (const control of form.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!control.checkVisibility() || control.closest("[class~=actions]")) continue;
    // What only shows another part of the form is no order.
    if ("own" in control.dataset) continue;
    if (control.labels[0]?.textContent.includes("phase may end early")) continue;
    let box = control.closest("article") ?? control.closest("fieldset");
    if (!box) {
      box = control.parentElement;
      while (box.parentElement !== form && alone(box.parentElement, control)) box = box.parentElement;
    }
    found.push([control.labels[0]?.textContent.replace(/\\s+/g, " ").trim() ?? "", words(box)]);
  }
  return found;
}"""
"""What is said around each part of a form that can be filled in now: its label, and the words of the group or
the card that it stands in, else of the largest box that holds nothing else to fill in."""


CARDS = (
    "cards => cards.map(card => [card.querySelector('h2, h3, h4, h5').textContent, card.innerText])"
)
"""Of each card its title and all that it says."""

LINES = "lines => lines.map(line => [line.querySelector('b')?.innerText ?? '', line.textContent])"
"""Of each line of the log its head, where it has one, and all that it says."""

CELLS = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
"""Of each row of a table what its cells say."""


def plain(text: str) -> str:
    """A text as one line."""
    return re.sub(r"\s+", " ", text).strip()


def chance_of(text: str) -> float:
    """The best chance that a text states; none is worse than any."""
    stated = [(int(a or c), int(b or d)) for a, b, c, d in CHANCE.findall(text)]
    return max((part / whole for part, whole in stated if whole), default=-1.0)


@dataclass(frozen=True)
class Strip:
    """What the strip over the page says: the phase, who is asked what (empty: nobody is asked), and the rest."""

    phase: str
    power: str
    asked: str
    owes: tuple[str, ...]
    over: bool


class Newcomer(Somebody):
    """Somebody who plays by the page."""

    def region(self, name: str) -> Locator:
        """A part of the page, by what it is called."""
        return self.page.get_by_role("region", name=name, exact=True)

    @property
    def phase(self) -> str:
        """The phase as the page calls it."""
        return plain(self.region("Phase").get_by_role("heading").inner_text())

    def reads_the_strip(self) -> Strip:
        """What is asked, by when, what silence does, and what happens then; all of it is said."""
        strip = self.region("Phase")
        said = plain(strip.inner_text())
        if "Finished." in said:
            return Strip(self.phase, "", "", (), over=True)
        assert re.search(r"Due \w+ \d+ \w+ \d+, \d+[:.]\d+|No deadline\.", said), f"By when? {said}"
        assert re.search(r"Then: " + SENTENCE.pattern, said), f"What happens then? {said}"
        owes = tuple(re.findall(r"You owe: (.+?\.)(?= By| You owe| Then|$)", said))
        if re.search(r"(Nothing is|No orders are) asked of .+? now\.", said):
            return Strip(self.phase, "", "", owes, over=False)
        asked = re.search(r"Asked of (.+?): (.+?)(?= Your orders|$)", said)
        assert asked, f"What is asked? {said}"
        if not asked[2].startswith("done,"):
            assert re.search(r"If you send nothing, .+?\.", said), f"What does silence do? {said}"
        return Strip(self.phase, asked[1], asked[2], owes, over=False)

    def goes_to_the_orders(self) -> Locator:
        """By the link that the strip names; they come into view."""
        self.region("Phase").get_by_role("link", name="Your orders").click()
        orders = self.region("Your orders")
        expect(orders.get_by_role("heading", name="Your orders")).to_be_in_viewport()
        return orders

    def form(self) -> Locator:
        """The form that ends with the button by which one is done."""
        orders = self.region("Your orders")
        return orders.locator("form").filter(has=self.page.get_by_role("button", name=DONE))

    def is_told_what_everything_does(self, form: Locator) -> None:
        """Beside each thing to fill in stands what it does: a sentence or a chance, or it is one itself."""
        for label, said in form.evaluate(UNSAID):
            told = SENTENCE.search(said) or CHANCE.search(said) or len(label.split()) > 3
            assert told, f"What does “{label}” do? The page says: {said}"

    def gives_orders(self) -> None:
        """Fill in what is asked, by criteria that need no rules, and seal."""
        before = self.phase
        orders = self.goes_to_the_orders()
        form = self.form()
        expect(form).to_have_count(1)
        self.is_told_what_everything_does(form)
        if form.get_by_role("article").filter(visible=True).count():
            self.plays_a_card(form)
        self.spreads_points(form)
        self.names_a_target(form)
        self.counts(form)
        form.get_by_role("button", name=DONE).click()
        # The phase may be over with this seal: then there is no receipt any more, but the next phase.
        receipt = orders.get_by_text(re.compile("Fingerprint"))
        moved = self.region("Phase").get_by_role("heading").filter(has_not_text=before)
        refused = orders.get_by_role("alert")
        expect(receipt.or_(moved).or_(refused).first).to_be_visible(timeout=LIVE)
        assert not (told := refused.all_inner_texts()), f"Refused in {before}: {told}"
        done = self.region("Phase").get_by_text(re.compile("your orders are sealed"))
        expect(done.or_(moved).first).to_be_visible(timeout=LIVE)

    def plays_a_card(self, form: Locator) -> None:
        """Of the cards that the purse can pay, the one whose words promise the most points for me."""
        said = re.findall(r"(Money|Build points): \d+ of (\d+) spent", plain(form.inner_text()))
        purses = {what.lower().removesuffix("s"): int(amount) for what, amount in said}
        assert purses, f"How much is there to pay with? {plain(form.inner_text())[:400]}"
        promises = {}
        for title, said in form.get_by_role("article").filter(visible=True).evaluate_all(CARDS):
            prices = priced(plain(said))
            assert prices or "free" in said, f"What does this card cost? {said}"
            paid = all(price <= purses.get(what, 0) for what, price in prices.items())
            gain = re.search(r"\+(\d+) for you", said)
            if paid and gain and "On a die" not in said:
                promises[plain(title)] = int(gain[1])
        assert promises, "No card says that it is for me and can be paid."
        title = max(promises, key=promises.__getitem__)
        card = form.get_by_role("article").filter(
            has=self.page.get_by_role("heading", name=title, exact=True)
        )
        card.get_by_role("checkbox", name="Play this card").check()
        self.answers_the_card(card)

    def answers_the_card(self, card: Locator) -> None:
        """Name what a card must name: of those offered the neutral one that the board lists nearest to a center."""
        # On a page that was open before, what it asks for comes once it is chosen.
        expect(card.get_by_role("combobox").filter(visible=True).first).to_be_visible(timeout=LIVE)
        lists = card.get_by_role("combobox").filter(visible=True).all()
        offered = [
            plain(choice) for choice in lists[0].locator("option:not([disabled])").all_inner_texts()
        ]
        near = self.nearest(offered)
        for each in lists:
            if near in map(plain, each.locator("option:not([disabled])").all_inner_texts()):
                each.select_option(label=near)

    def nearest(self, offered: list[str]) -> str:
        """The neutral country among these that the board's own list says is nearest to a center."""
        board = self.page.get_by_role("main")
        rows = board.get_by_role("table").filter(has_text="Distance to the centers")
        if not rows.is_visible():
            board.get_by_text("as a list").click()
        far = {}
        for cells in rows.get_by_role("row").filter(has_text="neutral").evaluate_all(CELLS):
            name, distances = plain(cells[0]), plain(cells[4])
            for label in offered:
                # Behind its name stands what the card would do there.
                if label.partition(" · ")[0] == name:
                    far[label] = min(map(int, re.findall(r"\d+", distances)))
        assert far, f"Where are {', '.join(offered[:5])}?"
        return min(far, key=far.__getitem__)

    def spreads_points(self, form: Locator) -> None:
        """Put points where the page states the best chance, else in the order in which it lists them."""
        for group in form.get_by_role("group").filter(has_text=re.compile(r"\d+ placed")).all():
            rows = group.get_by_role("listitem").filter(
                has=self.page.get_by_role("button", name=re.compile("^One more"))
            )
            ranked = sorted(rows.all(), key=lambda row: -chance_of(plain(row.inner_text())))
            for row in ranked:
                more = row.get_by_role("button", name=re.compile("^One more"))
                while left(group) and more.is_enabled():
                    now = left(group)
                    more.click()
                    expect(group).to_contain_text(f"{now - 1} left")
            assert left(group) == 0, f"Nowhere to put the rest: {plain(group.inner_text())}"

    def names_a_target(self, form: Locator) -> None:
        """Name the first that is offered where one of several is asked for; its chances are stated before it is sealed."""
        group = form.get_by_role("group").filter(has=self.page.get_by_role("radio")).first
        if not group.count() or form.get_by_role("article").count():
            return
        offered = group.get_by_role("radio")
        if offered.count() < 2:
            return
        choice = offered.first.locator("xpath=ancestor::label[1]")
        label = plain(choice.inner_text())
        offered.first.check(force=True)
        self.reads_the_odds(label, choice, group, form)

    def reads_the_odds(self, label: str, choice: Locator, group: Locator, form: Locator) -> None:
        """Beside the choice stands how likely it does what, else in the roll that opens at its control. Where no
        choice of the group is a roll by itself, a sentence says what it does, and the odds stand in the form.
        """
        nothing = f"No odds are stated for {label}"
        words = choice.filter(has_text=STATED)
        if group.locator("label").filter(has_text=STATED).count():
            assert words.count(), f"{nothing}: {plain(group.inner_text())}"
            return
        if SENTENCE.search(plain(group.inner_text())):
            said = plain(form.inner_text())
            assert STATED.search(said), f"{nothing}: {said}"
            return
        rolls = group.get_by_role("group").filter(has=self.page.locator("th", has_text=ODDS))
        expect(rolls.first, nothing).to_be_visible()
        rolls.first.locator("summary").first.click()
        expect(rolls.first.get_by_role("columnheader", name=ODDS).first, nothing).to_be_visible()

    def counts(self, form: Locator) -> None:
        """Half of what may be spent of anything, rounded down; where at least so much is asked, that."""
        for number in form.get_by_role("spinbutton").filter(visible=True).all():
            said = plain(number.locator("xpath=ancestor::li[1]").inner_text())
            most = re.search(r"Up to (\d+)", said)
            if most and int(number.input_value()) == 0:
                number.fill(str(int(most[1]) // 2))

    def waits_until_it_is_over(self, phase: str) -> None:
        """The page goes on by itself: its news, its log and the reveal too, which are fetched beside the head of
        the phase.
        """
        heading = self.region("Phase").get_by_role("heading")
        expect(heading).not_to_have_text(phase, timeout=LIVE)
        fetching = self.page.locator(":is(.log-box, .news-box, .live-reveal).htmx-request")
        expect(fetching).to_have_count(0, timeout=LIVE)
        expect(self.page.locator("html[data-live=on]")).to_be_attached()
        self.sees_all_at_once()

    def sees_all_at_once(self) -> None:
        """Of a reveal that turns by itself above, whose steps no line of news tells before they are seen."""
        rest = self.page.locator(".live-reveal").get_by_role(
            "button", name="Show all at once", include_hidden=True
        )
        if rest.count():
            expect(rest).to_be_visible()
            rest.press("Escape")
            expect(rest).to_be_disabled()

    def reads_what_happened(self) -> list[str]:
        """The last phase, line by line: whatever was rolled, moved or paid says why, or by which rule."""
        log = self.region("Log")
        expect(log.get_by_role("heading", name="Last phase")).to_be_visible()
        # While the reveal stands above, which tells the same, one line leads to the log.
        way = log.get_by_role("link", name=re.compile("lines?, in the log"))
        if not way.is_visible():
            return reasoned(log)
        way.click()
        log = self.page.get_by_role("main")
        expect(log.get_by_role("heading", name="Log", level=1)).to_be_visible()
        self.page.wait_for_load_state("domcontentloaded")
        lines, later = reasoned(log), log.get_by_role("link", name="Later entries")
        while later.count():
            before = self.page.url
            later.click()
            expect(self.page).not_to_have_url(before)
            self.page.wait_for_load_state("domcontentloaded")
            lines += reasoned(log)
        self.goes_back_to_the_campaign()
        return lines

    def goes_back_to_the_campaign(self) -> None:
        """By the first way in the navigation, which leads to the chronicle once the campaign is over."""
        ways = self.page.get_by_role("navigation", name="Main")
        ways.get_by_role("link", name=re.compile("^(Campaign|Chronicle)")).click()
        over = self.page.get_by_role("main").get_by_text(re.compile("The last turn, .+, is over"))
        expect(self.region("Phase").or_(over).first).to_be_visible()

    def follows_the_headline(self) -> None:
        """From what is new to the story of the phase: what happened, what changed, every die with its reasons;
        and back by the page's own link.
        """
        news = self.region("Since you last looked")
        expect(news).to_be_visible(timeout=LIVE)
        if not news.get_by_role("heading", name="What happened").is_visible():
            news.get_by_text("Since you last looked").click()
        item = news.get_by_role("listitem").filter(has=self.page.get_by_role("link")).last
        headline = item.get_by_role("link")
        title = plain(headline.inner_text())
        if title == "Nothing changed":
            # A quiet phase is headed by its name, which stands beside the link.
            title = plain(item.inner_text()).removeprefix(title).strip()
        headline.click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(title)
        main = self.page.get_by_role("main")
        expect(
            main.get_by_role("heading", name=re.compile("What (else )?happened|cards?, in order"))
        ).not_to_have_count(0)
        reasons = main.locator("summary").filter(has_text="and the reasons")
        if reasons.count():
            reasons.first.click()
            tally = main.get_by_role("table").filter(visible=True).first
            expect(tally.get_by_role("row")).not_to_have_count(0)
        self.goes_back_to_the_campaign()

    def has_seen_the_news(self) -> None:
        """Put the band of news away."""
        news = self.region("Since you last looked")
        if not news.count():
            return
        if not news.get_by_role("button", name="Seen").is_visible():
            news.get_by_text("Since you last looked").click()
        news.get_by_role("button", name="Seen").click()
        expect(news).to_have_count(0)

    def declares_something(self) -> str:
        """By the link in the orders to the page of the map: say yes to the first thing that is usually asked, or
        enter what is asked as a list and as a number, read what follows from it, declare it, and come back by the
        page's own link.
        """
        self.region("Your orders").get_by_role("link", name="What the map says").click()
        main = self.page.get_by_role("main")
        said = plain(self.region("This dispatch").inner_text())
        assert re.search(r"due \w+ \d+ \w+ \d+", said), f"By when? {said}"
        assert "Declare nothing, and the map stays" in said, f"What if nothing changed? {said}"
        answers = main.get_by_role("button", name=re.compile(r"^(?!.*: enter this).+: .+"))
        if answers.count():
            what = answers.first.get_attribute("aria-label") or ""
            answers.first.click()
        else:
            what = self.enters_what_is_asked()
        self.declares_what_is_written(what)
        return what

    def enters_what_is_asked(self) -> str:
        """Of the lists and of the numbers that are asked for the first: the first that a list offers but to leave
        it as it is, one more than a number was.
        """
        main, line = self.page.get_by_role("main"), self.page.get_by_role("rowheader")
        entered = []
        for role in ("combobox", "spinbutton"):
            forms = main.locator("form").filter(has=self.page.get_by_role(role))
            form = forms.filter(has=self.page.get_by_role("button", name=ENTER)).first
            if not form.count():
                continue
            button = form.get_by_role("button", name=ENTER)
            what = ENTER.sub("", plain(button.get_attribute("aria-label") or ""))
            field = form.get_by_role(role, name=what, exact=True)
            if role == "combobox":
                field.select_option(index=1)
            else:
                field.fill(str(int(field.input_value()) + 1))
            button.click()
            expect(main.locator("table").filter(has=line.filter(has_text=what))).to_be_visible()
            entered.append(what)
        assert entered, f"What may have changed? {plain(main.inner_text())[:400]}"
        return ", ".join(entered)

    def declares_what_is_written(self, what: str) -> None:
        """Read what follows, add what must go with it, declare, and come back by the page's own link."""
        main = self.page.get_by_role("main")
        strip = self.region("This dispatch")
        declare = strip.get_by_role("button", name=re.compile("^Declare (this|these)"))
        expect(declare).to_be_visible()
        adds = main.get_by_role("button", name="Add", exact=True)
        while count := adds.count():
            adds.first.click()
            expect(adds).not_to_have_count(count)
        follows = main.get_by_role("complementary")
        said = plain(follows.inner_text())
        assert SENTENCE.search(said) or follows.get_by_role("row").count(), f"“{what}”: {said}"
        declare.click()
        expect(main.get_by_text("Nothing written.")).to_be_visible(timeout=LIVE)
        strip.get_by_role("link", name="your orders do").click()
        expect(self.region("Your orders")).to_be_visible()

    def meets_obligations(self) -> int:
        """Whatever the page says is owed and how it is done: by an act, or on the map. How many were met."""
        met = 0
        owed = self.region("Obligations").get_by_role("listitem")
        while owed.count():
            said = plain(owed.first.inner_text())
            assert re.search(r"By the end of|By ", said), f"Until when? {said}"
            if act := re.search(r"Under “At once”: ([^.]+)\.", said):
                self.acts_at_once(act[1])
            else:
                fact = re.search(r"declare there: (.+?)\.", said)
                assert fact, f"How is it met? {said}"
                self.says_on_the_map(fact[1])
            expect(owed.filter(has_text=said.split(".")[0])).to_have_count(0, timeout=LIVE)
            met += 1
        return met

    def acts_at_once(self, name: str) -> None:
        """An act of this name: fill in what it asks, tick what it wants to be sure of, read what would come of it,
        and do it.
        """
        acts = self.region("At once")
        act = acts.get_by_role("group").filter(has=self.page.get_by_text(name, exact=True)).first
        if not act.locator("form").is_visible():
            act.get_by_text(name, exact=True).first.click()
        form = act.locator("form")
        self.is_told_what_everything_does(form)
        self.spreads_points(form)
        for sure in form.get_by_role("checkbox").all():
            sure.check(force=True)
        form.get_by_role("button", name=f"{name} …", exact=True).click()
        self.reads_what_would_come_of_it(name)
        self.is_sure()

    def reads_what_would_come_of_it(self, name: str) -> None:
        """Before an act is done the page says what it would do: what follows, or the odds of a roll."""
        told = self.region("What would come of it")
        expect(told.get_by_role("button", name="Do it now", exact=True)).to_be_visible(timeout=LIVE)
        follows = told.get_by_role("listitem").or_(told.get_by_role("columnheader", name=ODDS))
        said = plain(told.inner_text())
        assert follows.count(), f"What would come of “{name}”? {said}"

    def says_on_the_map(self, fact: str) -> None:
        """Type what the page calls a fact, take what it offers, and declare it."""
        self.region("Your orders").get_by_role("link", name="What the map says").click()
        main = self.page.get_by_role("main")
        main.get_by_label("Say it:").press_sequentially(fact, delay=1)
        main.get_by_role("button", name=re.compile(re.escape(fact))).first.click()
        self.declares_what_is_written("yes")

    def confirms_what_waits(self) -> None:
        """What another power declared waits in the news and in the navigation; one click confirms it."""
        self.page.get_by_role("navigation").get_by_role(
            "link", name=re.compile("^(Facts|Map)")
        ).click()
        main = self.page.get_by_role("main")
        buttons = main.get_by_role("button", name=re.compile(r"^(Confirm|Agree)"))
        expect(buttons.first).to_be_visible(timeout=LIVE)
        while buttons.filter(visible=True).count():
            count = buttons.filter(visible=True).count()
            buttons.filter(visible=True).first.click()
            expect(buttons.filter(visible=True)).not_to_have_count(count, timeout=LIVE)
        self.goes_back_to_the_campaign()


def reasoned(log: Locator) -> list[str]:
    """The lines of a log but for the seals; each that tells of a result says why."""
    lines = []
    # All at one moment: the page renews the log by itself.
    for texts in log.get_by_role("paragraph").evaluate_all(LINES):
        head, said = map(plain, texts)
        if not head or "sealed" in said:
            continue
        if RESULT.search(head):
            assert said.replace(head, "", 1).strip(), f"Why? “{said}”"
        lines.append(said)
    return lines


def priced(text: str) -> dict[str, int]:
    """How much of each of its purses something costs or holds, as the page says it first."""
    found = re.findall(r"(\d+) (money|build point|bid point)s?\b", text)
    return {what: int(amount) for amount, what in reversed(found)}


def left(group: Locator) -> int:
    """How many points a group of steppers says are left."""
    said = re.search(r"(\d+) left", plain(group.inner_text()))
    assert said, f"How many are left? {plain(group.inner_text())}"
    return int(said[1])
