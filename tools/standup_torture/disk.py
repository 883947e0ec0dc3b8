"""disk: full, read-only, pulled out, or no longer where it was, in the middle of a meeting."""
import concurrent.futures
import contextlib
import fcntl
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time

from . import signal_source
from .examine import ALLOWED, Examination
from .folder import Folder
from .meeting import Meeting
from .watched import FRAMES, SLOT, SLOTS, countdown_problems, lateness, silence_by_side, until

SMALL = 48  # MB, of a disk that is to be full
IMAGE = 64  # MB, of a disk that is to fail
SHUT_DOWN = 0x8004587D  # ioctl: _IOR('X', 125, __u32), the same for ext4 and XFS
WITHOUT_FLUSHING = 2
TOLD = 2.0  # seconds: it writes several times a second
CANNOT_WRITE = 73
BLOCK = 4096  # bytes, that a disk writes at once
CALLS = 0.5  # of the meetings have a call


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True, stderr=subprocess.PIPE)


def unmount(path, *options):
    subprocess.run(["umount", *options, path], check=False, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def memory_disk(megabytes):
    """A disk of so many megabytes that is in memory."""
    path = tempfile.mkdtemp(prefix="standup-torture-disk.")
    mount("-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "standup-torture", path)
    try:
        yield path
    finally:
        unmount(path, "-l")
        os.rmdir(path)


class ImageDisk:
    """A disk with ext4 that is a file, so that it can fail as disks do."""

    def __init__(self):
        self.scratch = tempfile.mkdtemp(prefix="standup-torture-disk.")
        self.image, self.path = f"{self.scratch}/image", f"{self.scratch}/disk"
        os.mkdir(self.path)

    def __enter__(self):
        with open(self.image, "wb") as file:
            file.truncate(IMAGE << 20)
        subprocess.run(["mkfs.ext4", "-q", "-F", self.image], check=True, stderr=subprocess.PIPE)
        self.mount()
        os.chmod(self.path, 0o700)
        return self

    def __exit__(self, *_):
        unmount(self.path, "-l")
        shutil.rmtree(self.scratch, ignore_errors=True)

    def mount(self):
        mount("-o", "loop,errors=remount-ro", self.image, self.path)

    def mount_again(self):
        """As after a look at the cable: what the disk has confirmed is there."""
        unmount(self.path)
        self.mount()

    def pull_out(self):
        """From this instant on nothing reaches the disk, and what was not synced is lost."""
        folder = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, SHUT_DOWN, WITHOUT_FLUSHING.to_bytes(4, "little"))
        finally:
            os.close(folder)

    def fail(self):
        """An error is found on the disk, and the system lets nobody write any more."""
        with open("/proc/self/mountinfo") as file:
            device = next(line.split(" - ")[1].split()[1] for line in file if line.split()[4] == self.path)
        with open(f"/sys/fs/ext4/{os.path.basename(device)}/trigger_fs_error", "w") as file:
            file.write("tortured")


def fill(path):
    """Writes until there is no room."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1 << 9):
            with contextlib.suppress(OSError):
                while True:
                    file.write(bytes(size))


class Trial:
    """A meeting whose microphone, and perhaps whose call, hears a known sound, and to whose disk something happens."""
    slot = SLOT
    is_kept = True  # nothing at all may be missing in the end
    allowed = ALLOWED  # seconds that may be missing before what happened

    def __init__(self, options, slowness, dice):
        self.options, self.slowness, self.dice = options, slowness, dice
        self.has_call = dice.random() < CALLS
        self.problems, self.figures = [], {}

    def disk(self):
        """A block that gives the folder in which the data folder is to be."""
        return contextlib.nullcontext()

    def happen(self, folder):
        """In the middle of the meeting."""

    def end(self, folder):
        """When the meeting is over."""

    def run(self, account, what):
        begun = time.monotonic()
        source, call = (signal_source.noise(int(SLOTS * self.slot) + 10, seed) for seed in (1, 2))
        with self.disk() as self.place, \
                Folder(self.options.binary, path=self.place and f"{self.place}/data") as folder:
            paths = [f"{folder.scratch}/{name}.wav" for name in ("source", "call")]
            for path, frames in zip(paths, (source, call)):
                signal_source.write(path, frames)
            folder.create("Torture", SLOTS, SLOTS * self.slot)
            with Meeting(folder, "Torture", "--input", f"file:{paths[0]}", "--output", "none", "--recognizer", "none",
                         "--call", f"file:{paths[1]}" if self.has_call else "none") as meeting:
                until(meeting, self.dice.uniform(3, 6))
                happened = time.monotonic()
                self.happen(folder)
                is_broken_off = self.options.quick and not self.is_kept
                if is_broken_off:
                    meeting.wait("turn.ended", SLOTS * self.slot + 60, count=SLOTS)
                    os.kill(meeting.process.pid, signal.SIGINT)
                # At its end it waits a minute for the disk.
                code = meeting.finish(SLOTS * self.slot + 120)
            self.end(folder)
            reason = "interrupted" if is_broken_off else "finished"
            self.problems += countdown_problems(meeting, slot=self.slot, reason=reason)
            self.figures["changes of speaker up to {:.3f} s late"] = lateness(meeting)
            allowed = self.allowed + self.slowness.since(begun)
            if self.is_kept:
                died, expected = time.monotonic(), 0
            else:
                died, expected = happened, 128 + signal.SIGINT if is_broken_off else CANNOT_WRITE
                self.told(meeting, happened, allowed)
            if code != expected:
                self.problems.append(f"it ended with {code} and not {expected}: {meeting.errors()}")
            found = Examination(folder, meeting, died, source, {}, allowed, ("finished", "interrupted"),
                                call=[call] if self.has_call else None, torn=0 if self.is_kept else BLOCK).run()
        if self.is_kept and found.document:
            self.look_at_whole(found.document)
            self.figures["{:.1f} s of silence reported"] = max(silence_by_side(found.document).values())
        account.done("disk", f"{what}{', with a call' * self.has_call}", found.sound, None,
                     self.problems + found.problems, at_most=self.figures)

    def told(self, meeting, since, allowed):
        """That nothing is kept any more is said."""
        told = [arrival for arrival, _ in meeting.all("error") if arrival >= since]
        if not told:
            self.problems.append("nobody was told that nothing is kept")
            return
        self.figures["told after {:.2f} s"] = told[0] - since
        if told[0] - since > TOLD + allowed:
            self.problems.append(f"told after {told[0] - since:.2f} s")

    def look_at_whole(self, document):
        """The meeting has ended as if nothing had been."""
        frames, expected = document["recording"]["frames"], int(SLOTS * self.slot) * signal_source.RATE
        # Where the end was noticed late, what was heard until then may be there too.
        if document["state"] != "finished" or not expected <= frames <= expected + FRAMES * signal_source.RATE:
            self.problems.append(f"{frames} of {expected} frames, and its state is {document['state']}")


class Full(Trial):
    def disk(self):
        return memory_disk(SMALL)

    def happen(self, folder):
        fill(f"{self.place}/filler")
        self.wait()
        os.remove(f"{self.place}/filler")

    def wait(self):
        time.sleep(self.dice.uniform(2, 5))


class FullForLong(Full):
    slot = 12.0

    def wait(self):
        time.sleep(75)


class FullToTheEnd(Full):
    is_kept = False

    def happen(self, folder):
        fill(f"{self.place}/filler")

    def end(self, folder):
        os.remove(f"{self.place}/filler")


class PulledOut(Trial):
    is_kept = False
    allowed = 2 * ALLOWED  # it is synced once a second, and that takes its time

    @contextlib.contextmanager
    def disk(self):
        with ImageDisk() as self.image:
            yield self.image.path

    def happen(self, folder):
        self.image.pull_out()

    def end(self, folder):
        self.image.mount_again()


class ReadOnly(PulledOut):
    def happen(self, folder):
        self.image.fail()


class Unmounted(PulledOut):
    is_kept = True

    def happen(self, folder):
        unmount(self.place, "-l")
        time.sleep(self.dice.uniform(2, 5))
        self.image.mount()

    def end(self, folder):
        pass


class MovedAway(Trial):
    def happen(self, folder):
        os.rename(folder.path, f"{folder.path}-moved")
        self.is_over = self.dice.random() < 0.5
        if not self.is_over:
            time.sleep(self.dice.uniform(2, 5))
            self.end(folder)

    def end(self, folder):
        if os.path.exists(f"{folder.path}-moved"):
            os.rename(f"{folder.path}-moved", folder.path)


WITHOUT_PRIVILEGE = {"the data folder is moved away": MovedAway}
TRIALS = {"the disk is full, and has room again": Full, "the disk is full to the end": FullToTheEnd,
          "the disk is pulled out, what was not synced is lost": PulledOut,
          "the disk has an error and is read-only": ReadOnly,
          "the disk is unmounted, and mounted again": Unmounted} | WITHOUT_PRIVILEGE
LONG_TRIALS = {"the disk is full for 75 s, 60 of them wait in memory": FullForLong}


def try_one(options, account, slowness, what, trial, dice):
    try:
        trial(options, slowness, dice).run(account, what)
    except subprocess.CalledProcessError as error:
        if error.cmd[0] not in ("mount", "mkfs.ext4"):
            raise
        account.note("disk", what, f"not done: {(error.stderr or b'').decode(errors='replace').strip()}")
    except OSError as error:
        # The machine may keep what is asked of its disks to itself.
        if not str(error.filename).startswith("/sys/"):
            raise
        account.note("disk", what, f"not done: {error}")


def run(options, account, slowness, seconds):
    """Each once, side by side; then again until the time is over."""
    dice, until_when = random.Random(f"{options.seed} disk"), time.monotonic() + seconds
    trials = TRIALS if options.quick else TRIALS | LONG_TRIALS
    if os.geteuid() != 0:
        for what in trials.keys() - WITHOUT_PRIVILEGE.keys():
            account.note("disk", what, "not done: only root may mount")
        trials = WITHOUT_PRIVILEGE
    with concurrent.futures.ThreadPoolExecutor(len(trials)) as pool:
        while True:
            for future in [pool.submit(account.attempt, "disk", what, lambda what=what, trial=trial, roll=random.Random(
                    dice.random()): try_one(options, account, slowness, what, trial, roll))
                           for what, trial in trials.items()]:
                future.result()
            trials = {what: trial for what, trial in trials.items() if what not in LONG_TRIALS}
            if time.monotonic() >= until_when:
                return
