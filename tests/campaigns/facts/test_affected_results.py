"""What hung on a fact that was corrected: the sums in which its old value stood."""

from collections.abc import Callable

import msgspec
import pytest
from django.test import Client

from examples.three_harbors.model.events import Held
from rules.kernel.events import Event, Line
from rules.kernel.tally import Row, tally
from tests.support.books.tiny_book import BOOK
from tests.support.campaigns import Table, a_turn, corrected


@pytest.fixture
def told_with_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each valley is rolled for with a sum that reads the bridge."""
    honest: Callable[[Event], Line] = BOOK.tell

    def tell(event: Event) -> Line:
        line = honest(event)
        if not isinstance(event, Held):
            return line
        reasons = tally("Naming", [Row(key="bridge", amount=1, reason="Bridge", reads=("bridge",))])
        return msgspec.structs.replace(line, detail=reasons)

    monkeypatch.setitem(vars(BOOK), "tell", tell)


@pytest.mark.long
@pytest.mark.usefixtures("told_with_sums")
def test_page_and_program_list_the_results_in_whose_sums_the_old_value_stood(
    table: Table, client: Client
) -> None:
    a_turn(table)
    assert "what hung on it" in client.get(f"/c/{table.slug}/facts/").text
    corrected(table, bridge=True)
    found = " ".join(client.get(f"/c/{table.slug}/facts/?hung=bridge").text.split())
    assert "What hung on" in found
    assert f'href="/c/{table.slug}/history/2/">phase 2' in found
    other = client.get(f"/c/{table.slug}/facts/?hung=boats").text
    assert "/history/2/" not in other
    address = f"/api/campaigns/{table.slug}/hung/?fact="
    assert client.get(f"{address}boats").status_code == 404
    told = client.get(f"{address}bridge").json()
    assert told["disputed"] is False
    assert [line["phase"] for line in told["lines"]] == [2]
