"""team: random histories of a team: devices with wrong clocks that lose answers, crash, are restored and copied; half of the
time with a server in memory, half with PostgreSQL, while the server and the programs that synchronize are killed with
kill -9. In the end all histories must agree, and nothing that a server confirmed may be missing."""
import concurrent.futures
import contextlib
import itertools
import os
import random
import re
import subprocess
import tempfile
import threading
import time

from standup_bench.postgres import Server
from standup_bench.processes import die_with_parent
from standup_bench.program import ROOT

PROGRAM = f"{ROOT}/.build/debug/team-model"
STEPS = 80
RUNS_AT_ONCE = 10  # of one process
# Seconds between two deaths of the server.
LEAST_LIFE, LONGEST_LIFE = 0.1, 1.5
LONGEST_RUN = 600  # seconds; longer is hanging
MEMBERS = [f"member{number}" for number in range(5)]


def memory_folder():
    """Where histories are written without waiting for a disk."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()


class MortalServer(Server):
    """A PostgreSQL server that is killed and started again at random moments, for as long as the block lasts."""

    def __init__(self, generator):
        super().__init__(MEMBERS, folder=memory_folder())
        self.random, self.deaths, self.up, self.ended = generator, 0, threading.Lock(), threading.Event()

    def __enter__(self):
        super().__enter__()
        self.killer = threading.Thread(target=self.die_again_and_again, daemon=True)
        self.killer.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.killer.join()
        super().__exit__()

    def die_again_and_again(self):
        while not self.ended.wait(self.random.uniform(LEAST_LIFE, LONGEST_LIFE)):
            with self.up:
                if not (self.obey("kill") and self.obey("start")):
                    return
                self.deaths += 1

    @contextlib.contextmanager
    def database(self, name):
        """The address of an empty database."""
        with self.up:
            self.create(name)
        yield self.address(name)
        with self.up:
            self.sql(f"DROP DATABASE {name} WITH (FORCE)")


def conclusions(text, code):
    """What did not hold, and how often what was done, by what team-model printed and its exit status."""
    # The reason is on the seed's line, the steps are below it.
    broken = [line[:300] for line in re.findall(r"^seed [0-9]+: .*", text, re.MULTILINE)]
    folders = re.findall(r"^The histories are in (.*)\.$", text, re.MULTILINE)
    if len(broken) == len(folders):
        broken = [f"{line} ({folder})" for line, folder in zip(broken, folders)]
    if code not in (0, 1) or code == 1 and not broken:
        broken.append(f"team-model ended with {code}: {text[-300:]}")
    steps = {name: int(count) for name, count in re.findall(r"(?:^|, )([a-z ]+) ([0-9]+)", text.rpartition(" failed: ")[2])}

    def together(*names):
        return sum(steps.get(name, 0) for name in names)
    return broken, {"{:,} synchronizations": together("sync", "sync in a process"),
                    "{:,} of them broken off": together("broken off", "killed or broken off"),
                    "{:,} deletions": together("delete", "delete transcript", "delete standup"),
                    "{:,} crashes, copies and restorations": together("crash", "copy", "restore")}


def examine(account, what, arguments, runs):
    """Runs the model, and adds to the account what did not hold."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          env=os.environ | {"TMPDIR": memory_folder()}, preexec_fn=die_with_parent, timeout=LONGEST_RUN)
    broken, counts = conclusions(done.stdout.decode(errors="replace"), done.returncode)
    for number in range(runs):
        account.done("team", what, broken=broken if number == 0 else (), count=counts if number == 0 else {})


def again_and_again(account, what, seconds, action):
    """Does something with one number after the other, on all cores, until the time is over."""
    numbers, until = itertools.count(), time.monotonic() + seconds

    def work(_):
        while True:
            account.attempt("team", what, lambda: action(next(numbers)))
            if time.monotonic() >= until:
                return
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(work, range(os.cpu_count())))


def in_memory(options, account, seconds):
    what, first = "random histories, a server in memory", options.seed * 10**6
    again_and_again(account, what, seconds, lambda number: examine(
        account, what, [first + number * RUNS_AT_ONCE, RUNS_AT_ONCE, STEPS], RUNS_AT_ONCE))


def killed(options, account, seconds):
    what, first = "random histories, PostgreSQL, both sides killed", options.seed * 10**6
    with MortalServer(random.Random(options.seed)) as server:
        def run(number):
            with server.database(f"run_{number}") as address:
                examine(account, what, ["postgresql", first + number, STEPS, address], 1)
        again_and_again(account, what, seconds, run)
        account.done("team", "kill -9 of the PostgreSQL server", broken=(), count={"{:,} times": server.deaths})


def run(options, account, _slowness, seconds):
    if not os.access(PROGRAM, os.X_OK):
        account.note("team", "random histories", "not run: build the program with swift build --product team-model")
        return
    in_memory(options, account, seconds / 2)
    account.attempt("team", "random histories, PostgreSQL, both sides killed",
                    lambda: killed(options, account, seconds / 2))
