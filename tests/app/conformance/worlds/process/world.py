# SPDX-License-Identifier: LGPL-3.0-or-later
"""Specs of processes, and the processes that run: looked for in /proc, also those that others started."""
import contextlib
import json
import os
import select
import signal
import sys
from pathlib import Path

SPECS = Path("specs")
MARK = f"CONFORMANCE_WORLD={os.getcwd()}"


def write_spec(name, seconds):
    spec = {
        "command": ["sleep", seconds],
        "environment": {"CONFORMANCE_WORLD": os.getcwd()},
        "restart": {"policy": "always", "base": "100ms", "max": "200ms"},
        "grace": "2s",
    }
    part = SPECS / f".{name}.part"
    part.write_text(json.dumps(spec))
    part.rename(SPECS / f"{name}.json")


def chosen(things, number):
    """None if there is nothing to choose from."""
    things = sorted(things)
    return things[number % len(things)] if things else None


def running():
    """Pids and what they run, by the names of their specs."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            variables = (process / "environ").read_bytes().decode().split("\0")
            command = (process / "cmdline").read_bytes().decode().strip("\0").split("\0")
        except (OSError, UnicodeDecodeError):
            continue  # it has ended, or is not ours
        names = [v.partition("=")[2] for v in variables if v.startswith("QONTROLLER_ID=")]
        if MARK in variables and names:
            found.setdefault(names[0], []).append((int(process.name), " ".join(command)))
    return found


def kill(number):
    """Kills one process and waits for its end."""
    name = chosen(running(), number)
    if name is None:
        return
    end = os.pidfd_open(running()[name][0][0])
    signal.pidfd_send_signal(end, signal.SIGKILL)
    select.select([end], [], [])


def unmake():
    """Ends all of this world, which a controller keeps when it stops."""
    while running():
        for processes in running().values():
            for pid, _ in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def main(what, number=0):
    spec = chosen(SPECS.glob("*.json"), number) if SPECS.exists() else None
    if what == "make":
        SPECS.mkdir()
    elif what == "unmake":
        unmake()
    elif what == "create":
        write_spec(f"p{number}", f"100000.{number}")
    elif what == "modify" and spec:
        write_spec(spec.stem, f"200000.{number}")
    elif what == "delete" and spec:
        spec.unlink()
    elif what == "desired":
        for each in SPECS.glob("*.json"):
            print(each.stem, " ".join(json.loads(each.read_text())["command"]), sep="\t")
    elif what == "actual":
        for name, processes in running().items():
            print(name, " and ".join(command for _, command in processes), sep="\t")
    elif what == "spoil":
        kill(number)
    elif what == "away":
        SPECS.rename("elsewhere")
    elif what == "back":
        Path("elsewhere").rename(SPECS)


main(sys.argv[1], *map(int, sys.argv[2:]))
