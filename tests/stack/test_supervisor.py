"""How the supervisor starts, watches and ends what it forks.

It forks, so each test has one in a process of its own, without the threads of this one.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.paths import BASE_DIR

_BEGINNING = """
import io, os, signal, sys, time
from pathlib import Path
from config.supervision import supervisor
from config.supervision.supervisor import Part, Supervisor
folder = Path(sys.argv[1])
supervisor.FIRST_PAUSE = supervisor.LONGEST_PAUSE = 0.0

def end():
    signal.raise_signal(signal.SIGINT)

def waits():
    while True:
        time.sleep(60)
"""


def supervised(folder: Path, script: str) -> list[str]:
    """What is printed by a program that begins as above."""
    run = subprocess.run(
        [sys.executable, "-c", _BEGINNING + script, str(folder)],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout.splitlines()


def test_all_are_told_to_end_before_any_is_waited_for(tmp_path: Path) -> None:
    supervised(
        tmp_path,
        """
def part(name, neighbor):
    # Told to end, it says so, waits until its neighbor was told as well, and ends in order.
    def told(*_):
        (folder / f"{name} is told").touch()
        while not (folder / f"{neighbor} is told").exists():
            time.sleep(0.01)
        (folder / f"{name} ended in order").touch()
        sys.exit()
    def run():
        signal.signal(signal.SIGTERM, told)
        (folder / f"{name} runs").touch()
        waits()
    return Part(name, run)

def ready():
    there = all((folder / f"{name} runs").exists() for name in ("one", "other"))
    if there:
        end()
    return there

Supervisor([part("one", "other"), part("other", "one")], ready=ready, welcome="open").run()
""",
    )
    assert all((tmp_path / f"{name} ended in order").exists() for name in ("one", "other"))


def test_lines_come_whole_under_the_name_of_their_part(tmp_path: Path) -> None:
    printed = supervised(
        tmp_path,
        """
def talks():
    sys.stdout.write("half of ")
    sys.stdout.flush()
    os.write(2, b"a line\\nanother")
    waits()

out = io.StringIO()
def tend():
    if "half of a line" in out.getvalue():
        end()
    return ()

Supervisor([Part("talks", talks), Part("is silent", waits)], out=out, tend=tend).run()
print(out.getvalue())
""",
    )
    assert "talks     | half of a line" in printed
    assert "talks     | another" in printed


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        ("os.kill(os.getpid(), signal.SIGKILL)", "was killed by signal 9"),
        ("sys.exit(3)", "ended with code 3"),
        ("sys.exit()", "ended with code 0"),
        ("1 / 0", "ended with code 1"),
    ],
)
def test_a_part_that_ends_is_forked_again(tmp_path: Path, deed: str, told: str) -> None:
    printed = supervised(
        tmp_path,
        f"""
def run():
    if not (folder / "was here").exists():
        (folder / "was here").touch()
        {deed}
    (folder / "is here again").touch()
    waits()

def ready():
    if (folder / "is here again").exists():
        end()
    return False

Supervisor([Part("part", run)], ready=ready, welcome="never").run()
""",
    )
    assert f"part | {told}; starting it again in 0 s" in printed
    started = re.findall(r"part \| started \(process (\d+)\)", "\n".join(printed))
    assert len(set(started)) == 2


def test_an_errand_is_done_once_and_when_all_is_ready(tmp_path: Path) -> None:
    printed = supervised(
        tmp_path,
        """
def errand():
    print("here is what I was sent for")

out = io.StringIO()
def tend():
    if "errand | done" in out.getvalue():
        end()
    return ()

parts = [Part("part", waits), Part("errand", errand, errand=True)]
Supervisor(parts, out=out, welcome="open", tend=tend).run()
print(out.getvalue())
""",
    )
    order = ["open", "errand | here is what I was sent for", "errand | done"]
    assert [line for line in printed if line in order] == order
    assert sum("errand | started" in line for line in printed) == 1


def test_one_that_does_not_end_is_killed_with_all_that_it_has_forked(tmp_path: Path) -> None:
    supervised(
        tmp_path,
        """
def stubborn():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = os.fork()
    if child:
        (folder / "child").write_text(str(child))
    waits()

def ready():
    if (folder / "child").exists() and (folder / "child").read_text():
        end()
    return False

Supervisor([Part("stubborn", stubborn, patience=0.1)], ready=ready, welcome="never").run()
until = time.monotonic() + 20
while time.monotonic() < until:
    try:
        os.kill(int((folder / "child").read_text()), 0)
    except ProcessLookupError:
        break
    time.sleep(0.01)
    stat = Path(f"/proc/{(folder / 'child').read_text()}/stat")
    if stat.exists() and stat.read_text().split()[2] == "Z":
        break
else:
    sys.exit("the child of the stubborn one lives")
""",
    )


def test_no_part_keeps_what_is_anothers(tmp_path: Path) -> None:
    printed = supervised(
        tmp_path,
        """
import socket
private = os.open(folder, os.O_RDONLY)
sockets = [socket.socket(), socket.socket()]
numbers = {"private": private, "one": sockets[0].fileno(), "other": sockets[1].fileno()}

def held():
    def is_open(number):
        try:
            os.fstat(number)
        except OSError:
            return False
        return True
    print("keeps", *(name for name, number in numbers.items() if is_open(number)))
    (folder / str(os.getpid())).touch()
    waits()

def ready():
    if len(list(folder.iterdir())) == 2:
        end()
    return False

parts = [Part(name, held, listening=one) for name, one in zip(("one", "other"), sockets)]
Supervisor(parts, ready=ready, welcome="never", private=[private]).run()
""",
    )
    assert "one   | keeps one" in printed
    assert "other | keeps other" in printed
