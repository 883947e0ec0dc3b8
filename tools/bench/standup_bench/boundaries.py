"""How late the change of speaker is, from its deadline to the observer's event."""
import contextlib
import json

from .processes import hogs, timed
from .table import Row, Section, milliseconds, percentile, spread

INTERVAL = 50  # milliseconds


def measure(engine, *arguments):
    results = {}
    for line in timed([engine, *map(str, arguments)]).output.splitlines():
        results.update(json.loads(line))
    return results


def drift(lateness):
    """By how much the best of the last quarter of the boundaries is later than the best of the first."""
    part = max(1, len(lateness) // 4)
    return min(lateness[-part:]) - min(lateness[:part])


def section(options):
    rows = []
    rounds = 1 if options.quick else 6
    for name, load, extra, aim in (("idle", contextlib.nullcontext, (), 0.001), ("two CPU hogs", hogs, (), 0.005),
                                   ("task pool full", contextlib.nullcontext, ("busy",), 0.005)):
        meeting, sleep = [], []
        with load():
            for _ in range(rounds):
                results = measure(options.engine, "boundaries", 200, INTERVAL, *extra)
                meeting += results["meeting"]
                sleep += results["sleepUntil"]
        measured = percentile(meeting, 0.99)
        rows.append(Row(f"{name}: p50 / p99 / max ({len(meeting)} boundaries, {len(sleep)} wake-ups)", spread(meeting),
                        spread(sleep), measured / percentile(sleep, 0.99), f"p99 < {aim * 1000:.0f} ms",
                        measured < aim))
    distance, count = 5, 12 if options.quick else 180
    results = measure(options.engine, "drift", count, distance * 1000)
    moved = drift(results["meeting"])
    rows.append(Row(f"drift after {distance * count / 60:.0f} min, {distance} s apart", milliseconds(moved),
                    milliseconds(drift(results["sleepUntil"])), None, "0 (< 1 ms)", abs(moved) < 0.001))
    rows.append(Row("the same of a task that sleeps 5 s at a time", "", milliseconds(drift(results["sleepFor"]))))
    return Section("Lateness of turn boundaries", "`Task.sleep(until:)`", rows, [
        f"A whole `MeetingSession` without sound, history in memory, a change of speaker every {INTERVAL} ms; measured "
        "from the deadline to the call of the observer. The peer sleeps until the same distances, with tolerance 0, in "
        "the same process right afterwards, and leaves out boundaries that pass while it is late.",
        "Full task pool: 100 tasks that work for 10 ms, yield, and work again.",
        "Drift: the smallest lateness in the last quarter of the run minus that in the first.",
    ])
