"""What a page costs the server, and how that grows with the campaign and with the site.

One request after another over one connection: the time to the whole answer, which is the server's
time and a little of the loopback's. A visitor mostly finds parts that somebody has had rendered
already; "made anew" is the first page after a change of phase.
"""

from collections.abc import Sequence
from typing import Any

from benchmarks import seeding
from benchmarks.figures import Figure
from benchmarks.push import Watched
from benchmarks.site import LOOPBACK, Site, asked

MOST_MS = 25.0
MOST_ANEW_MS = 115.0
MOST_CACHED_MS = 5.0
MOST_HISTORY_KB = 30.0
HISTORIES = (5, 50, 500)
LOBBIES = (1_000, 10_000, 100_000)
PLAYED = 12


def measure(site: Site, *, quick: bool = False) -> list[Figure]:
    """The pages of one campaign, its history at several ages, and the lobby at several sizes."""
    runs, times = (3, 15) if quick else (5, 40)
    table = seeding.tables(1)
    campaign = Watched("Pages")
    for _ in range(PLAYED):
        campaign.change_phase()
    bench = _Bench(site, runs, times)
    figures = bench.of_a_campaign(campaign, table[0])
    histories, lobbies = (HISTORIES[:2], LOBBIES[:2]) if quick else (HISTORIES, LOBBIES)
    for length in histories:
        if length > PLAYED:
            seeding.lengthen(campaign.slug, to=length)
        figures += bench.of_history(campaign, length)
    for size in lobbies:
        seeding.grow([chair.slug for chair in table[:1]], campaigns=size, phases=1, light=True)
        figures += bench.of_the_lobby(size, table[0])
    return figures


class _Bench:
    """Asks one site, so many times in so many runs."""

    def __init__(self, site: Site, runs: int, times: int) -> None:
        self._site, self._runs, self._times = site, runs, times

    def of_a_campaign(self, campaign: Watched, chair: seeding.Chair) -> list[Figure]:
        public, mine = f"/c/{campaign.slug}/", f"/c/{chair.slug}/"
        figures = [
            self._figure("campaign page, visitor", public),
            self._anew("campaign page, made anew", public, campaign),
            self._figure("campaign page, player", mine, chair=chair),
            self._figure("orders, player", f"{mine}orders/", chair=chair),
        ]
        figures += [
            self._figure(f"{part} fragment, visitor", f"{public}{path}", most=MOST_CACHED_MS)
            for part, path in (("board", "board/"), ("log", "log/latest/"), ("strip", "strip/"))
        ]
        return figures

    def of_history(self, campaign: Watched, length: int) -> list[Figure]:
        size = f"{length} phases"
        past = f"/c/{campaign.slug}/history/"
        newest = self._figure("history page", f"{past}{length}/", size=size)
        olds = [f"{past}{1 + number * (length - 1) // 20}/" for number in range(20)]
        figures = [newest, self._figure("one old phase after another", *olds, size=size)]
        packed = asked(self._plan([f"{past}{length}/"], most=1))["size"]
        figures.append(
            Figure(
                group="Pages",
                what="history page on the wire",
                unit="kB",
                runs=(packed / 1000,),
                size=size,
                target=MOST_HISTORY_KB if length <= 100 else None,
            )
        )
        return figures

    def of_the_lobby(self, size: int, chair: seeding.Chair) -> list[Figure]:
        campaigns = f"{size:,} campaigns"
        return [
            self._figure("lobby, visitor", "/", size=campaigns),
            self._figure("lobby, player", "/", size=campaigns, chair=chair),
        ]

    def _figure(
        self,
        what: str,
        *addresses: str,
        most: float = MOST_MS,
        size: str = "",
        chair: seeding.Chair | None = None,
    ) -> Figure:
        plan = self._plan(addresses, most=max(self._times, len(addresses)), chair=chair)
        asked({**plan, "most": 2 * len(addresses)})
        answers = [asked(plan) for _ in range(self._runs)]
        for answer in answers:
            if answer["refused"]:
                raise RuntimeError(f"{addresses[0]} was not answered: {answer['example'][:400]}")
        return Figure(
            group="Pages",
            what=what,
            unit="ms",
            runs=tuple(answer["p50"] for answer in answers),
            size=size,
            target=most,
        )

    def _plan(
        self, addresses: Sequence[str], *, most: int, chair: seeding.Chair | None = None
    ) -> dict[str, Any]:
        return {
            "ports": self._site.ports,
            "connections": 1,
            "seconds": 60,
            "most": most,
            "requests": [[_request(path, chair)] for path in addresses],
        }

    def _anew(self, what: str, path: str, campaign: Watched) -> Figure:
        times = []
        for _ in range(self._runs * 3):
            campaign.change_phase()
            times.append(asked(self._plan([path], most=1))["p50"])
        return Figure(group="Pages", what=what, unit="ms", runs=tuple(times), target=MOST_ANEW_MS)


def _request(path: str, chair: seeding.Chair | None) -> str:
    """The whole HTTP request of a browser that asks for a page."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {LOOPBACK}", "Accept-Encoding: gzip"]
    if chair is not None:
        lines.append(f"Cookie: sessionid={chair.cookie}; csrftoken={chair.csrf}")
    return "\r\n".join([*lines, "", ""])
