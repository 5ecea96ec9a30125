"""Starting child processes that cannot outlive us.

Each child gets its own session, so that Ctrl-C reaches only the supervisor, which then
stops the children in order. And each child is told by the kernel when we die, so that
even a SIGKILL leaves nothing behind (Linux; elsewhere only the orderly way works).
"""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
_PR_SET_NAME = 15
_PR_SET_KEEPCAPS = 8
_PR_GET_SECUREBITS = 27
_PR_SET_SECUREBITS = 28
_NO_SETUID_FIXUP = 1 << 2
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE = 2
_CAP_DAC_OVERRIDE = 1
_CAPABILITY_VERSION_3 = 0x20080522

ON_LINUX = sys.platform == "linux"
_libc = ctypes.CDLL(None, use_errno=True) if ON_LINUX else None


def spawn(
    command: Sequence[str | os.PathLike[str]],
    *,
    output: int | IO[bytes],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    user: pwd.struct_passwd | None = None,
    death_signal: signal.Signals = signal.SIGTERM,
    keep_open: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own, standard output and error both to `output`.

    Give it `death_signal` when this process dies. `user` is the account to run as and
    needs root; `keep_open` are file descriptors the child inherits.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        env=dict(env) if env is not None else None,
        pass_fds=tuple(keep_open),
        start_new_session=True,
        preexec_fn=_child_setup(user, death_signal),  # noqa: PLW1509 - called before any thread starts
    )


def stop(
    child: subprocess.Popen[bytes], *, patience: float, with_signal: signal.Signals = signal.SIGTERM
) -> None:
    """Ask a child to end, wait `patience` seconds, then end it and its whole group."""
    ask_to_end(child, with_signal=with_signal)
    await_end(child, patience=patience)


def ask_to_end(
    child: subprocess.Popen[bytes], *, with_signal: signal.Signals = signal.SIGTERM
) -> None:
    """Ask a child to end in order, and do not wait for it; harmless if it has ended."""
    with suppress(ProcessLookupError):
        if child.poll() is None:
            child.send_signal(with_signal)


def await_end(child: subprocess.Popen[bytes], *, patience: float) -> None:
    """Wait `patience` seconds for a child that was asked to end, then end it and its whole group."""
    with suppress(subprocess.TimeoutExpired):
        child.wait(patience)
    end_group(child)


def end_group(child: subprocess.Popen[bytes]) -> None:
    """Kill whatever is left of the child's process group, grandchildren included."""
    kill_group(child.pid)
    child.wait()


def kill_group(pid: int) -> None:
    """Kill a process group; harmless if nothing is left of it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def wait_until(ready: Callable[[], bool], *, seconds: float, every: float = 0.05) -> bool:
    """Ask `ready` again and again; False if it never said yes in time."""
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True


def die_with_parent(death_signal: signal.Signals) -> None:
    """Ask the kernel to send this process a signal when its parent dies."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)


def name_this(name: str) -> None:
    """Let `ps` and `top` show this process, and those that it forks, by a name of up to 15 letters."""
    if _libc is not None:
        _libc.prctl(_PR_SET_NAME, name.encode(), 0, 0, 0)


def _child_setup(
    user: pwd.struct_passwd | None, death_signal: signal.Signals
) -> Callable[[], None]:
    """What the child does between fork and exec."""
    parent = os.getpid()

    def setup() -> None:
        if user is not None:
            _become(user)
        # After the change of user, which clears it.
        die_with_parent(death_signal)
        if os.getppid() != parent:
            os._exit(1)

    return setup


def _become(user: pwd.struct_passwd) -> None:
    """Drop root for `user`, keeping one power: to reach files behind closed folders.

    PostgreSQL refuses to run as root. Root's clone usually lies under /root, which no
    other account may enter, and opening that folder to everybody would be worse.
    """
    if _libc is not None:
        _libc.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0)
        # Without this access(2), which PostgreSQL asks about its own programs, leaves the power out.
        bits = _libc.prctl(_PR_GET_SECUREBITS, 0, 0, 0, 0)
        if bits >= 0:
            _libc.prctl(_PR_SET_SECUREBITS, bits | _NO_SETUID_FIXUP, 0, 0, 0)
    os.setgroups([])
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    if _libc is not None:
        header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
        bit = 1 << _CAP_DAC_OVERRIDE
        sets = (ctypes.c_uint32 * 6)(bit, bit, bit, 0, 0, 0)  # effective, permitted, inheritable
        # Where the system forbids it, the plain rights of the account have to do.
        if _libc.capset(header, sets) == 0:
            _libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_OVERRIDE, 0, 0)
