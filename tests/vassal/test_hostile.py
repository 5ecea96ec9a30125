"""Bad, huge and hostile files: each gets a clear answer from the process that reads it, and no other."""

import io
import lzma
import struct
import sys
import warnings
import zipfile
from collections.abc import Callable

import msgspec
import pytest

from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.vassal import asking, child, container, pieces
from campaigns.vassal.plan import Count, Place, Plan, Refusal
from tests.support.books import vassal
from tests.support.books.vassal import Piece
from tests.support.suite.sample import one_in

PLAN = Plan(module="*", places=(Place(name="P", map=("*",)),))
GAME = vassal.text([Piece("A")])
HEX = vassal.hidden_text(GAME)


def zipped(*entries: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made, warnings.catch_warnings():
        # To write a file twice is what one of them is for.
        warnings.simplefilter("ignore", UserWarning)
        for name, data in entries:
            made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def flagged(data: bytes, at_local: int, at_central: int, value: int) -> bytes:
    """The archive with a number of its first entry's headers changed."""
    raw = bytearray(data)
    struct.pack_into("<H", raw, raw.index(b"PK\x03\x04") + at_local, value)
    struct.pack_into("<H", raw, raw.index(b"PK\x01\x02") + at_central, value)
    return bytes(raw)


def bomb() -> bytes:
    """70 MB of zeros in 70 kB."""
    return zipped(("savedGame", bytes(container.MOST_UNPACKED + 1024)))


def lying() -> bytes:
    """An archive that says that its entry is small."""
    raw = bytearray(bomb())
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", raw, raw.index(mark) + at, 100)
    return bytes(raw)


def around(*commands: str) -> bytes:
    return vassal.around(vassal.hidden_text(vassal.sequence(["begin_save", *commands], "\x1b")))


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "too large": (lambda: bytes(container.MOST_PACKED + 1), "larger than 10 MB"),
    "no zip": (lambda: b"GIF89a" + bytes(500), "no whole zip archive"),
    "cut off": (lambda: vassal.around(HEX)[:-40], "no whole zip archive"),
    "damaged inside": (
        lambda: vassal.around(HEX).replace(b"savedGame", b"savedGame", 1)[:45]
        + b"\xff" * 9
        + vassal.around(HEX)[54:],
        "no whole zip archive",
    ),
    "a bomb": (bomb, "larger than 64 MB"),
    "a bomb that lies": (lying, "no whole zip archive"),
    "a bomb of the later form": (
        lambda: vassal.around(
            b"!VOXZ\x00" + lzma.compress(bytes(container.MOST_UNPACKED + 1024), preset=0)
        ),
        "larger than 64 MB",
    ),
    "a path up": (lambda: zipped(("savedGame", HEX), ("../../x", b"")), "files outside itself"),
    "a path from the root": (lambda: zipped(("savedGame", HEX), ("/etc/x", b"")), "outside itself"),
    "a path of Windows": (lambda: zipped(("savedGame", HEX), ("C:\\x", b"")), "outside itself"),
    "no saved game": (lambda: zipped(("readme.txt", b"hello")), "holds no “savedGame”"),
    "a module": (lambda: zipped(("buildFile.xml", b"<x/>")), "is a module of VASSAL"),
    "two saved games": (lambda: zipped(("savedGame", HEX), ("savedGame", HEX)), "a file twice"),
    "many files": (
        lambda: zipped(("savedGame", HEX), *((f"f{n}", b"") for n in range(100))),
        "more than 64 files",
    ),
    "encrypted": (lambda: flagged(vassal.around(HEX), 6, 8, 1), "encrypted"),
    "packed otherwise": (lambda: flagged(vassal.around(HEX), 8, 10, 97), "packed in a way"),
    "a zip in the zip": (lambda: zipped(("savedGame", vassal.around(HEX))), "not the text of"),
    "a wrong key": (lambda: vassal.around(HEX.replace(b"!VCSK5a", b"!VCSK5b")), "key may be damaged"),
    "no key": (lambda: vassal.around(b"!VCSK"), "not the text of a saved game"),
    "an odd digit": (lambda: vassal.around(HEX[:-1]), "cut off or damaged"),
    "no digit": (lambda: vassal.around(HEX[:40] + b"zz" + HEX[42:]), "cut off or damaged"),
    "blanks between": (lambda: vassal.around(HEX[:40] + b"  " + HEX[40:]), "cut off or damaged"),
    "later form, cut off": (lambda: vassal.around(vassal.packed_text(GAME)[:-20]), "cut off"),
    "later form, damaged": (lambda: vassal.around(b"!VOXZ\x01" + b"x" * 99), "is damaged"),
    "no text": (lambda: vassal.around(vassal.hidden_text(GAME) + b"a5"), "not the text of"),
    "another text": (lambda: vassal.around(vassal.hidden_text("Dear diary")), "not the text of"),
    "a log": (lambda: around("LOG\t+/1/stack/null"), "a log of a game"),
    "too many commands": (lambda: around("\x1b" * pieces.MOST_COMMANDS), "1,000,000 commands"),
    "too many pieces": (lambda: around(*["+/1/stack/null"] * 200_001), "more than 200,000 pieces"),
    "nested too deep": (
        lambda: vassal.around(("begin_save" + "\\" * 900 + "\x1bend").encode()),
        "nested more than 400",
    ),
    "traits without end": (
        lambda: around(
            "+/1/" + "".join("a" + "\\" * n + "\t" for n in range(500)) + "piece;;;;A/null"
        ),
        "more than 400 traits",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", one_in(4, HOSTILE))
def test_a_hostile_file_gets_a_clear_answer(name: str) -> None:
    make, said = HOSTILE[name]
    answer = child.answer(given(make()))
    assert isinstance(answer, Refusal)
    assert said in answer.refused


def given(data: bytes) -> bytes:
    """What the process gets on its input."""
    plans = msgspec.json.encode([PLAN])
    return len(plans).to_bytes(child.LENGTH) + plans + data


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "No file came"),
        (bytes(container.MOST_PACKED + 1), "larger than 10 MB"),
        (b"GIF89a" + bytes(500), "no whole zip archive"),
    ],
    ids=["nothing", "too large", "no zip"],
)
def test_the_answer_comes_back_from_the_process(data: bytes, said: str) -> None:
    with pytest.raises(NotOnTheMenu) as refused:
        asking.counted(data, [PLAN])
    assert said in refused.value.message
    assert refused.value.field == "save"


def test_backslashes_without_end_take_no_time() -> None:
    run = "\\" * 3_000_000
    game = f"begin_save\x1b+/1/{run}/{run}x\x1b{run}x\x1bend_save"
    count = asking.counted(vassal.around(game.encode()), [PLAN])
    assert (count.seen, count.unread) == (0, 1)


def test_globs_that_would_go_back_and_forth_take_no_time() -> None:
    plan = Plan(
        module="*",
        places=(Place(name="P", map=("*",), properties={"a": ("*a*a*a*a*a*b",)}),),
    )
    long = Piece("A", traits=(vassal.mark(a="a" * 1_000_000),))
    assert asking.counted(vassal.saved([long]), [plan]).seen == 1


def test_letters_that_do_something_are_not_handed_on() -> None:
    name = "A\x00B\u202eC\x07\nD" + "x" * 500
    count = asking.counted(vassal.saved([Piece(name)], module="M\u202e"), [PLAN])
    ((shown, number),) = count.unknown
    assert (shown[:7], len(shown), number) == ("A B C D", 60, 1)
    assert count.module == "M"


def test_a_save_of_another_module_is_refused_by_name() -> None:
    with pytest.raises(
        NotOnTheMenu, match="of the module “The Toy War”; there is a mapping for “X”"
    ):
        asking.counted(vassal.saved([]), [Plan(module="X")])
    with pytest.raises(NotOnTheMenu, match="does not name its module"):
        asking.counted(vassal.saved([], module=""), [Plan(module="X"), Plan(module="Y")])
    assert asking.counted(vassal.saved([], module=""), [Plan(module="X")]).plan == 0
    assert asking.counted(vassal.saved([]), [Plan(module="X"), Plan(module="the toy*")]).plan == 1


@pytest.mark.parametrize(
    "does",
    [
        "import time; time.sleep(600)",
        "import sys; sys.exit(3)",
        "x = bytearray(10 ** 13)",
        "pass",
    ],
)
def test_a_process_that_does_not_come_to_an_end_is_ended(
    does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "COMMAND", (sys.executable, "-c", does))
    monkeypatch.setattr(asking, "PATIENCE", 0.5)
    with pytest.raises(NotOnTheMenu, match="could not be read within"):
        asking.counted(b"x", [PLAN])


LIMITED = """
import os, resource, sys
from campaigns.vassal import child
child.SECONDS, child.MEMORY = 1, 1 << 28
child.limited()
{}
"""


@pytest.mark.parametrize(
    "does",
    [
        "while True: pass",
        "x = bytearray(1 << 29)",
        "open('/tmp/kept-of-a-save', 'w').write('x')",
        "sys.exit(0 if 'SEAL_KEYS' in os.environ or len(os.environ) > 2 else 5)",
    ],
)
def test_the_process_has_its_limits_and_nothing_of_the_site(
    does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends by using its time up, its memory, by writing; it is given no secret."""
    monkeypatch.setenv("SEAL_KEYS", "secret")
    monkeypatch.setattr(asking, "COMMAND", (sys.executable, "-s", "-E", "-c", LIMITED.format(does)))
    with pytest.raises(NotOnTheMenu, match="could not be read within"):
        asking.counted(b"x", [PLAN])


def test_only_so_many_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = [asking._reading.acquire(blocking=False) for _ in range(asking.AT_ONCE)]
    try:
        assert all(taken)
        with pytest.raises(NotNow, match="are being read"):
            asking.counted(vassal.saved([]), [PLAN])
    finally:
        for _ in taken:
            asking._reading.release()
    assert asking.counted(vassal.saved([]), [PLAN]).seen == 0


def test_nothing_that_is_sent_breaks_it_otherwise() -> None:
    """Every seventh byte of a small save turned over, one after the other: read, or refused in words."""
    whole = vassal.saved([Piece("A")])
    for place in range(0, len(whole), 7):
        broken = whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
        assert isinstance(child.answer(given(broken)), Count | Refusal)
