"""virtual-sound starts what it promises, and leaves nothing behind, however it ends."""
import array
import contextlib
import glob
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import wave

TOOL = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "virtual-sound")
SERVERS = ("pulseaudio", "pipewire")
PROGRAMS = {"pulseaudio": {"pulseaudio"}, "pipewire": {"pipewire", "pipewire-pulse", "wireplumber"}}
PATIENCE = 60  # seconds; what is waited for comes far sooner, or the test fails


def eventually(condition):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(0.02)
    return condition()


def answers(address):
    """The address of a socket, if somebody listens to it."""
    with socket.socket(socket.AF_UNIX) as client:
        return address if client.connect_ex(address) == 0 else None


def processes_of(folder):
    """The ids of the processes that work for the server in `folder`: its supervisor, servers and clients."""
    mark, found = f"STANDUP_SOUND={folder}".encode(), set()
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{entry}/environ", "rb") as environ, open(f"/proc/{entry}/stat", "rb") as stat:
                is_dead = stat.read().rpartition(b")")[2].split()[0] in (b"Z", b"X")
                if mark in environ.read().split(b"\0") and not is_dead:
                    found.add(int(entry))
    return found


def supervisor_of(folder):
    with open(f"{folder}/lock") as lock:
        return int(lock.read().split()[0])


def is_alive(pid):
    with contextlib.suppress(OSError):
        with open(f"/proc/{pid}/stat", "rb") as stat:
            return stat.read().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    return False


def name_of(pid):
    with open(f"/proc/{pid}/comm") as comm:
        return comm.read().strip()


def looks_of(supervisor):
    """How often a supervisor has waited; it looks at its owner each time."""
    with open(f"/proc/{supervisor}/status") as status:
        return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status.read(), re.MULTILINE)[1])


@unittest.skipUnless(os.environ.get("STANDUP_TEST_SOUND"), "starts sound servers: run it with tools/test")
class VirtualSoundTests(unittest.TestCase):
    def setUp(self):
        # A base folder and a home of its own: what is left in them is what the tool left.
        self.base = tempfile.mkdtemp(prefix="vs.")
        self.home = tempfile.mkdtemp(prefix="vs-home.")
        self.environment = {**os.environ, "TMPDIR": self.base, "HOME": self.home}
        for name in [name for name in self.environment if name.startswith(("STANDUP_SOUND", "PULSE_", "XDG_"))]:
            del self.environment[name]
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.addCleanup(lambda: self.assertTrue(eventually(lambda: not self.servers()), "a server is left"))

    def tool(self, *arguments, **options):
        return subprocess.run([sys.executable, TOOL, *arguments], env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=90, **options)

    def servers(self):
        return [name for name in os.listdir(self.base) if name.startswith("standup-sound.")]

    def holder(self, server="pulseaudio"):
        """A shell that takes over a server's environment and stays; the shell, the folder, the server's processes."""
        script = f'eval "$(true; {sys.executable} {TOOL} start --server {server}; true)"; echo "$STANDUP_SOUND"; read -r line'
        shell = subprocess.Popen(["bash", "-c", script], env=self.environment, stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(shell.communicate)
        folder = shell.stdout.readline().strip()
        self.assertTrue(folder.startswith(self.base), "the server did not start")
        processes = processes_of(folder)
        self.assertLessEqual(PROGRAMS[server], set(map(name_of, processes)))
        return shell, folder, processes | {supervisor_of(folder)}

    def assert_nothing_left(self, folder, processes):
        self.assertTrue(eventually(lambda: not any(map(is_alive, processes))), "a process is left")
        self.assertTrue(eventually(lambda: not processes_of(folder)), "a client or server is left")
        self.assertTrue(eventually(lambda: not os.path.exists(folder)), "the folder is left")
        self.assertEqual(os.listdir(self.home), [], "something was written to the home folder")

    def test_stop_leaves_nothing(self):
        for server in SERVERS:
            with self.subTest(server):
                shell, folder, processes = self.holder(server)
                self.assertIn(f"{folder} {server} answers", self.tool("status", folder).stdout)
                self.assertEqual(self.tool("stop", folder).returncode, 0)
                self.assertFalse(os.path.exists(folder), "stop returns when all is gone")
                self.assert_nothing_left(folder, processes)
                self.assertEqual(self.tool("status", folder).returncode, 1)
                shell.communicate("\n")

    def test_the_server_lives_as_long_as_the_shell_that_started_it(self):
        shell, folder, processes = self.holder()
        supervisor = supervisor_of(folder)
        before = looks_of(supervisor)
        self.assertTrue(eventually(lambda: looks_of(supervisor) > before + 3), "nobody looks at the owner")
        self.assertTrue(all(map(is_alive, processes)))
        shell.communicate("\n")
        self.assert_nothing_left(folder, processes)

    def test_a_killed_owner_leaves_nothing(self):
        for server in SERVERS:
            with self.subTest(server):
                shell, folder, processes = self.holder(server)
                shell.kill()
                self.assert_nothing_left(folder, processes)

    def test_a_killed_owner_that_nobody_reaps_leaves_nothing(self):
        shell, folder, processes = self.holder()
        os.kill(shell.pid, signal.SIGKILL)  # stays a zombie until the clean-up
        self.assert_nothing_left(folder, processes)

    def test_a_killed_supervisor_takes_the_server_along_and_the_next_start_removes_the_folder(self):
        for server in SERVERS:
            with self.subTest(server):
                shell, folder, processes = self.holder(server)
                os.kill(supervisor_of(folder), signal.SIGKILL)
                self.assertTrue(eventually(lambda: not any(map(is_alive, processes))), "the server outlived it")
                self.assertEqual(self.tool("status", folder).returncode, 1)
                an_hour_ago = time.time() - 3600
                os.utime(folder, (an_hour_ago, an_hour_ago))
                self.assertEqual(self.tool("run", "true").returncode, 0)
                self.assert_nothing_left(folder, processes)
                shell.communicate("\n")

    def test_a_killed_supervisor_and_owner_leave_no_process(self):
        shell, folder, processes = self.holder()
        os.kill(supervisor_of(folder), signal.SIGSTOP)
        shell.kill()
        os.kill(supervisor_of(folder), signal.SIGKILL)
        self.assertTrue(eventually(lambda: not any(map(is_alive, processes))), "a process is left")
        self.assertEqual(self.tool("stop", folder).returncode, 0)
        self.assert_nothing_left(folder, processes)

    def test_a_killed_process_group_leaves_nothing(self):
        shell, folder, processes = self.holder()
        os.killpg(shell.pid, signal.SIGKILL)
        self.assert_nothing_left(folder, processes)

    def test_run_hands_over_the_exit_code_and_leaves_nothing(self):
        for server in SERVERS:
            with self.subTest(server):
                result = self.tool("run", "--server", server, "--", "bash", "-c", 'echo "$STANDUP_SOUND"; exit 7')
                self.assertEqual(result.returncode, 7, result.stderr)
                self.assert_nothing_left(result.stdout.strip(), set())

    def test_a_killed_run_leaves_nothing(self):
        command = [sys.executable, TOOL, "run", "bash", "-c", 'echo "$STANDUP_SOUND"; read -r line']
        run = subprocess.Popen(command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        folder = run.stdout.readline().strip()
        processes = processes_of(folder) | {supervisor_of(folder)}
        run.kill()
        self.assert_nothing_left(folder, processes)

    def test_a_start_that_fails_says_why_and_leaves_nothing(self):
        programs = os.path.join(self.base, "bin")
        os.mkdir(programs)
        for name, script in (("pulseaudio", "echo no sound today >&2; exit 3"), ("pactl", "exit 0")):
            with open(f"{programs}/{name}", "w") as file:
                file.write(f"#!/bin/sh\n{script}\n")
            os.chmod(f"{programs}/{name}", 0o755)
        self.environment["PATH"] = programs + ":" + os.environ["PATH"]
        result = self.tool("run", "true")
        self.assertEqual(result.returncode, 69)
        self.assertIn("no sound today", result.stderr)
        self.assertEqual(os.listdir(self.base), ["bin"])

    def test_missing_programs_are_named(self):
        self.environment["PATH"] = self.base
        result = self.tool("run", "true")
        self.assertEqual(result.returncode, 69)
        self.assertIn("apt-get install pulseaudio pulseaudio-utils", result.stderr)

    def test_two_at_once_do_not_hear_each_other(self):
        first, second = self.holder()[1], self.holder()[1]
        self.assertNotEqual(first, second)
        for folder in (first, second):
            listing = subprocess.run(["pactl", "list", "short", "sinks"], capture_output=True, text=True, timeout=30,
                                     env={**self.environment, "PULSE_SERVER": f"unix:{folder}/pulse/native",
                                          "PULSE_COOKIE": f"{folder}/cookie"})
            self.assertEqual(re.findall(r"^\d+\t(\w+)", listing.stdout, re.MULTILINE), ["speaker", "room"])
        self.assertEqual(self.tool("stop", first).returncode, 0)
        self.assertIn("answers", self.tool("status", second).stdout)

    def test_unplug_and_plug_keep_the_place(self):
        for server in SERVERS:
            with self.subTest(server):
                shell, folder, processes = self.holder(server)
                supervisor = supervisor_of(folder)
                self.assertEqual(self.tool("unplug", folder).returncode, 0)
                self.assertFalse(any(map(is_alive, processes - {supervisor})))
                self.assertIn("unplugged", self.tool("status", folder).stdout)
                self.assertEqual(self.tool("plug", folder).returncode, 0)
                self.assertIn("answers", self.tool("status", folder).stdout)
                processes = processes_of(folder) | {supervisor}
                shell.kill()
                self.assert_nothing_left(folder, processes)

    def test_a_server_that_can_be_reached_is_ready(self):
        for server in SERVERS:
            with self.subTest(server):
                command = [sys.executable, TOOL, "run", "--server", server, "bash", "-c", "read -r line"]
                run = subprocess.Popen(command, env=self.environment, stdin=subprocess.PIPE)
                self.addCleanup(run.communicate)
                pattern = f"{self.base}/standup-sound.*/pulse/native"
                address = eventually(lambda: glob.glob(pattern) and answers(glob.glob(pattern)[0]))
                self.assertTrue(address, "no server came")
                reached = {**self.environment, "PULSE_SERVER": f"unix:{address}"}
                default = subprocess.run(["pactl", "get-default-source"], env=reached, capture_output=True, text=True,
                                         timeout=30)
                self.assertEqual(default.stdout.strip(), "room.monitor", default.stderr)
                run.communicate(b"\n")
                self.assertTrue(eventually(lambda: not self.servers()))

    @unittest.skipUnless(os.geteuid() == 0, "only root may have real-time priority everywhere")
    def test_servers_have_real_time_priority(self):
        for server in SERVERS:
            with self.subTest(server):
                result = self.tool("run", "--server", server, sys.executable, TOOL, "status")
                self.assertIn("real-time priority", result.stdout)

    def test_what_is_said_is_heard_by_the_default_microphone_and_not_by_the_loudspeaker(self):
        for server in SERVERS:
            with self.subTest(server):
                script = """
                    listen() { exec parecord --latency-msec=20 --rate=16000 --channels=1 --file-format=wav "$@"; }
                    listen "$1/microphone.wav" & listen --device=speaker.monitor "$1/loudspeaker.wav" &
                    until [ "$(pactl list short source-outputs | wc -l)" = 2 ]; do sleep 0.05; done
                    "$2" "$3" say 'good morning'
                    # Until half a second more has been heard by both.
                    for file in microphone loudspeaker; do
                        end=$(($(stat --format=%s "$1/$file.wav") + 16000))
                        until [ "$(stat --format=%s "$1/$file.wav")" -ge "$end" ]; do sleep 0.05; done
                    done
                    kill $(jobs -p); wait
                """
                result = self.tool("run", "--server", server, "bash", "-c", script, "bash", self.base,
                                   sys.executable, TOOL)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertGreater(self.peak("microphone.wav"), 3000)
                self.assertEqual(self.peak("loudspeaker.wav"), 0)

    def peak(self, name):
        with wave.open(f"{self.base}/{name}") as file:
            return max(map(abs, array.array("h", file.readframes(file.getnframes()))), default=-1)


if __name__ == "__main__":
    unittest.main()
