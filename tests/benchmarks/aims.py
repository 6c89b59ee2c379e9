#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The figures of the hot path beside what they should be, of one build of bench-engine or of two in
turns. Each figure is the median of all rounds; the ratio is the median of those of each round."""

import argparse
import json
import statistics
import subprocess
import sys

MILLION = "ids:1(000)+/"  # or a thousandth of it: QONTROLLER_BENCHMARK_SCALE
LIST = f"listIds/{MILLION}workers:%s/observer:0"
PER_SECOND = ("M/s", 1e-6)

# What it is, the benchmark, its field, unit and factor, the aim.
FIGURES = [
    ("list, 1 worker: processor time of an id", LIST % 1, "cpu_seconds_per_million", ("µs", 1), "≤ 0.40"),
    ("list, 1 worker", LIST % 1, "ids_per_second", PER_SECOND, ""),
    ("list, 2 workers", LIST % 2, "ids_per_second", PER_SECOND, "≥ 1.2 × that of 1"),
    ("list, 4 workers", LIST % 4, "ids_per_second", PER_SECOND, "≥ 1.2 × that of 1"),
    ("watch, distinct ids", "watchEvents/distinct:1(000)+/", "events_per_second", PER_SECOND, "≥ 1.5"),
    ("bare queue, 1 thread", "bareQueue/threads:1", "ids_per_second", PER_SECOND, "≥ 6"),
    ("bare queue, 2 threads", "bareQueue/threads:2", "ids_per_second", PER_SECOND, "≥ 5"),
    ("delays flat out, p50 late", "delaysFlatOut", "late_p50_ms", ("ms", 1), "≤ 2"),
    ("delays flat out, p99 late", "delaysFlatOut", "late_p99_ms", ("ms", 1), "≤ 20"),
    ("worst wait for the lock in a list", f"lockWait/list/{MILLION}", "wait_max_us", ("ms", 1e-3), "≤ 2"),
    ("bytes of an id that waits", "memoryOfId/waiting", "bytes_per_id", ("B", 1), "≤ 190"),
    ("… after ordinary life", "memoryOfId/requeuedAndResynced", "bytes_per_id", ("B", 1), "≤ 190"),
    ("… after an outage", "memoryOfId/recoveredFromOutage", "bytes_per_id", ("B", 1), "≤ 220"),
    ("… and at rest", "memoryOfId/recoveredFromOutage", "bytes_per_id_at_rest", ("B", 1), "≤ 220"),
    ("handlers of 10 µs, 2 workers, of ideal", "shortHandlers/workers:2", "percent_of_ideal", ("%", 1), "≥ 95"),
]


def take(program, benchmark):
    """The fields of one benchmark, from a process of its own: memory counts."""
    command = [program, f"--benchmark_filter=^{benchmark}", "--benchmark_format=json"]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if ran.returncode != 0 or not ran.stdout:
        sys.exit(f"{program}: the benchmark {benchmark} fails: {ran.stderr.strip()}")
    return json.loads(ran.stdout)["benchmarks"][0]


def measure(programs, rounds):
    """For each program and figure its values, one a round."""
    values = {program: [[] for _ in FIGURES] for program in programs}
    for _ in range(rounds):
        for benchmark in dict.fromkeys(figure[1] for figure in FIGURES):
            for program in programs:
                fields = take(program, benchmark)
                for number, (_, of, field, (_, factor), _) in enumerate(FIGURES):
                    if of == benchmark and field in fields:
                        values[program][number].append(fields[field] * factor)
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="a bench-engine")
    parser.add_argument("former", nargs="?", help="that of another build")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    programs = [program for program in (options.former, options.program) if program]
    values = measure(programs, options.rounds)
    heads = ["former", "now", "ratio"] if options.former else ["now"]
    print("| | " + " | ".join(heads) + " | aim |")
    print("|---" * (len(heads) + 2) + "|")
    for number, (label, _, _, (unit, _), aim) in enumerate(FIGURES):
        columns = [values[program][number] for program in programs]
        cells = [f"{statistics.median(column):.3g}" if column else "–" for column in columns]
        if options.former:
            ratios = [now / former for former, now in zip(*columns) if former]
            cells.append(f"{statistics.median(ratios):.2f}" if ratios else "–")
        print(f"| {label} ({unit}) | " + " | ".join(cells) + f" | {aim} |")


if __name__ == "__main__":
    main()
