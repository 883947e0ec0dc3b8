"""Processes that are measured, and processes that get in their way."""
import contextlib
import ctypes
import dataclasses
import os
import signal
import subprocess
import threading
import time

HOGS = 2


def die_with_parent():
    """Runs in a child before its exec: the kernel shall end it when its parent ends."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL, 0, 0, 0)


def family(pid):
    """A process and those that it has started, as the program has its recognizer."""
    pids = [pid]
    for parent in pids:
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{task}/children") as children:
                    pids += map(int, children.read().split())
    return pids


def cpu_time(pid):
    """Seconds of CPU that a process and those it has started have used in all their threads, to the nanosecond."""
    total = 0
    for member in family(pid):
        with contextlib.suppress(OSError):
            total += time.clock_gettime((~member << 3) | 2)
    return total


def wake_ups(pid):
    """How often each thread of a process, and of those it has started, has waited for something and gone on."""
    counts = {}
    for member in family(pid):
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{member}/task"):
                with contextlib.suppress(OSError), open(f"/proc/{member}/task/{task}/status") as status:
                    counts[task] = next(int(line.split()[1]) for line in status
                                        if line.startswith("voluntary_ctxt_switches"))
    return counts


def memory(pid):
    """What a process and those it has started hold in memory now, and the most they ever held, in kilobytes."""
    total = [0, 0]
    for member in family(pid):
        fields = {}
        # A process that has ended since is of no interest, unless it is the one that was asked about.
        with contextlib.suppress(OSError) if member != pid else contextlib.nullcontext():
            with open(f"/proc/{member}/status") as status:
                for line in status:
                    name, _, value = line.partition(":")
                    fields[name] = value
        if member != pid and "VmRSS" not in fields:
            continue
        for index, name in enumerate(("VmRSS", "VmHWM")):
            total[index] += int(fields[name].split()[0])
    return tuple(total)


def proportional(pid):
    """The memory that a process and those it has started hold, shared pages by the number of sharers, in kilobytes."""
    total = 0
    for member in family(pid):
        with contextlib.suppress(OSError), open(f"/proc/{member}/smaps_rollup") as rollup:
            total += next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))
    return total


@contextlib.contextmanager
def running(command, **options):
    """A process that is ended at the end of the block, if it has not ended by then."""
    process = subprocess.Popen(command, preexec_fn=die_with_parent, **options)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextlib.contextmanager
def hogs(count=HOGS):
    """Processes that want all of the CPU for as long as the block lasts."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            # One process each, so that ending it leaves none behind.
            stack.enter_context(running(["stress-ng", "--quiet", "--cpu", "1", "--cpu-method", "matrixprod"]))
        time.sleep(0.5)
        yield


@dataclasses.dataclass
class Timing:
    wall: float
    cpu: float
    output: bytes
    code: int
    peak: int = 0  # kilobytes, if it was watched


def peak_until_end(pid):
    """The most memory that a process has held when it ends, in kilobytes, seen 10 ms before at the latest.

    What wait4 tells is of no use for this: it has in it what the parent held when it started the process."""
    peak = 0
    while True:
        try:
            peak = max(peak, memory(pid)[1])
        except (OSError, KeyError):
            return peak
        time.sleep(0.01)


def timed(command, env=None, check=True, watch=False):
    """Runs a command to its end; `watch` tells its memory too, and costs a little."""
    output, writing = os.pipe()
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, 0), (os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
    chunks = []
    started = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, env or os.environ, file_actions=actions)
    os.close(writing)
    with os.fdopen(output, "rb") as pipe:
        reader = threading.Thread(target=lambda: chunks.append(pipe.read()))
        reader.start()
        peaks = []
        watcher = threading.Thread(target=lambda: peaks.append(peak_until_end(pid)))
        if watch:
            watcher.start()
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - started
        reader.join()
        if watch:
            watcher.join()
    os.close(null)
    code = os.waitstatus_to_exitcode(status)
    if check and code != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {code}")
    return Timing(wall, usage.ru_utime + usage.ru_stime, b"".join(chunks), code, *peaks)


@dataclasses.dataclass
class Use:
    """What a process used over a stretch of time."""
    cpu: float  # of one core
    peak: int  # kilobytes, since the process began
    resident: list[int]  # kilobytes, at equal distances


def use_of(processes, seconds, warm_up, samples=20):
    """Watches processes side by side: their use after `warm_up` seconds, over `seconds`."""
    time.sleep(warm_up)
    started = time.monotonic()
    before = [cpu_time(process.pid) for process in processes]
    resident = [[] for _ in processes]
    for sample in range(1, samples + 1):
        time.sleep(max(0, started + seconds * sample / samples - time.monotonic()))
        for process, values in zip(processes, resident):
            values.append(memory(process.pid)[0])
    wall = time.monotonic() - started
    return [Use((cpu_time(process.pid) - start) / wall, memory(process.pid)[1], values)
            for process, start, values in zip(processes, before, resident)]
