"""tools/torture: makes the machine fail under standup, and prints what was lost."""
import argparse
import concurrent.futures
import contextlib
import datetime
import os
import random
import signal
import subprocess
import sys
import time

from standup_bench.machine import machine
from standup_bench.processes import hogs
from standup_bench.program import ROOT

from . import call, devices, disk, kill, load, team
from .account import Account
from .slowness import Slowness

# Each with its share of the time.
PARTS = {"kill": (kill.run, 0.3), "devices": (devices.run, 0.2), "call": (call.run, 0.2), "disk": (disk.run, 0.1),
         "load": (load.run, 0.1), "team": (team.run, 0.1)}
# What waits most of the time is done together in the short version.
QUICKLY = (["kill"], ["devices", "disk"], ["call", "team"], ["load"])
ROUNDS = ("devices", "call")  # the parts that do a number of things again and again
QUICK = 90.0  # seconds, of what can be shorter or longer
MINUTES = 15.0


def main():
    parser = argparse.ArgumentParser(prog="tools/torture", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"the parts to run: {', '.join(PARTS)}; default: all")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, default=MINUTES, help=f"about how long; default: {MINUTES:.0f}")
    length.add_argument("--quick", action="store_true", help="run the short version, under three minutes")
    length.add_argument("--repeat", type=int, metavar="N", help=f"do each thing N times, of the parts {', '.join(ROUNDS)}")
    parser.add_argument("--only", default="", metavar="TEXT",
                        help=f"only what has this text in its name, of the parts {', '.join(ROUNDS)}")
    parser.add_argument("--busy", action="store_true", help="let other processes want both cores meanwhile")
    parser.add_argument("--seed", type=int, help="the seed of the instants; default: a new one, which is printed")
    parser.add_argument("--binary", default=f"{ROOT}/.build/debug/standup", help="the program, by default the debug build")
    parser.add_argument("--write", metavar="FILE", help="also write the table to a file")
    options = parser.parse_args()
    unknown = [name for name in options.parts if name not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]}; choose from {', '.join(PARTS)}")
    if options.repeat is not None and (options.repeat < 1 or not options.parts or set(options.parts) - set(ROUNDS)):
        parser.error(f"--repeat takes a number from 1 on, and one of the parts {', '.join(ROUNDS)}")
    if not os.access(options.binary, os.X_OK):
        parser.error(f"the program {options.binary} does not exist; build it with: swift build")
    options.seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    chosen = [name for name in PARTS if name in options.parts] or list(PARTS)
    seconds = QUICK if options.quick else 60 * options.minutes
    share = sum(PARTS[name][1] for name in chosen) or 1
    account, begun = Account(), time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"torture: seed {options.seed}", file=sys.stderr, flush=True)
    with Slowness() as slowness, hogs() if options.busy else contextlib.nullcontext():
        def torture(name):
            run, part = PARTS[name]
            print(f"torture: {name}", file=sys.stderr, flush=True)
            run(options, account, slowness, seconds * part / share)
        for together in (QUICKLY if options.quick else [[name] for name in PARTS]):
            with concurrent.futures.ThreadPoolExecutor() as pool:
                try:
                    list(pool.map(torture, [name for name in together if name in chosen]))
                except KeyboardInterrupt:
                    print(f"{account.report()}\nEnded before all was done.", flush=True)
                    raise
        worst = slowness.worst
    report = f"{account.report()}\n{circumstances(options, begun, worst)}\n"
    print(report)
    if options.write:
        with open(options.write, "w") as file:
            file.write(f"# Torture\n\n{explanation()}\n{report}")
    sys.exit(bool(account.broken))


def explanation():
    """What each part does, a line each."""
    modules = (kill, devices, call, disk, load, team)
    return "".join(f"- {' '.join(module.__doc__.split())}\n" for module in modules)


def circumstances(options, begun, worst):
    now = datetime.datetime.now(datetime.timezone.utc)
    revision = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], stdout=subprocess.PIPE,
                              check=False).stdout.decode().strip()
    return (f"Made by `tools/torture`, seed {options.seed}, in {(time.monotonic() - begun) / 60:.1f} minutes, "
            f"{now:%Y-%m-%d %H:%M} UTC at {revision or 'no revision'}, on {machine()}. The machine itself was up to "
            f"{worst:.2f} s late.")


if __name__ == "__main__":
    main()
