"""fresh-machine leaves nothing mounted and nothing running, however it ends."""
import contextlib
import glob
import os
import platform
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TOOLS = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
PATIENCE = 60  # seconds; what is waited for comes far sooner, or the test fails


def works(*command):
    with contextlib.suppress(OSError):
        return subprocess.run(command, capture_output=True).returncode == 0
    return False


def eventually(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@unittest.skipUnless(shutil.which("apt-get"), "this is no Debian")
class FreshMachineTests(unittest.TestCase):
    def setUp(self):
        # A checkout of its own, and a debootstrap that does what a test says.
        self.checkout = os.path.realpath(tempfile.mkdtemp(prefix="fresh."))
        self.addCleanup(shutil.rmtree, self.checkout, ignore_errors=True)
        os.mkdir(f"{self.checkout}/tools")
        for name in ("fresh-machine", "shared.sh"):
            shutil.copy(f"{TOOLS}/{name}", f"{self.checkout}/tools")
        git = ["git", "-C", self.checkout, "-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]
        for command in ([*git, "init", "--quiet"], [*git, "add", "tools"], [*git, "commit", "--quiet", "-m", "One"]):
            subprocess.run(command, check=True)
        self.tool = f"{self.checkout}/tools/fresh-machine"
        self.environment = {**os.environ, "PATH": f"{self.checkout}/bin:{os.environ['PATH']}", "MARK": self.checkout}
        os.mkdir(f"{self.checkout}/bin")
        self.program("dpkg-query", "echo installed")
        # The releases that this debootstrap knows: no other one may be installed.
        self.environment["DEBOOTSTRAP_DIR"] = f"{self.checkout}/debootstrap"
        os.makedirs(f"{self.checkout}/debootstrap/scripts")
        for release in {"bookworm", "trixie", platform.freedesktop_os_release().get("VERSION_CODENAME", "sid")}:
            with open(f"{self.checkout}/debootstrap/scripts/{release}", "w"):
                pass

    def program(self, name, script):
        with open(f"{self.checkout}/bin/{name}", "w") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(f"{self.checkout}/bin/{name}", 0o755)

    def processes(self):
        mark, found = f"MARK={self.checkout}".encode(), []
        for entry in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{entry}/environ", "rb") as environ:
                if mark in environ.read().split(b"\0"):
                    found.append(int(entry))
        return found

    def roots(self):
        return glob.glob(f"{self.checkout}/.build-fresh/*/root.*")

    def run_to_its_end(self, *options):
        return subprocess.run([self.tool, *options, "true"], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=PATIENCE)

    def machine_in_the_making(self):
        """The tool while debootstrap works, with something mounted in the machine."""
        self.program("debootstrap", f'while [ ! -d "$1" ]; do shift; done; mount -t tmpfs none "$1" &&'
                                    f' touch {self.checkout}/begun && exec sleep infinity')
        tool = subprocess.Popen([self.tool, "true"], env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(tool.wait)
        self.addCleanup(tool.kill)
        self.assertTrue(eventually(lambda: os.path.exists(f"{self.checkout}/begun") or tool.poll() is not None))
        self.assertIsNone(tool.poll())
        self.assertGreater(len(self.processes()), 2)
        return tool

    def assert_nothing_runs_and_nothing_is_mounted(self):
        self.assertTrue(eventually(lambda: not self.processes()), "a process is left")
        with open("/proc/mounts") as mounts:
            self.assertNotIn(self.checkout, mounts.read())

    def test_without_root_it_says_that_it_needs_it(self):
        os.chmod(self.checkout, 0o755)
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        result = subprocess.run([*nobody, self.tool], env=self.environment, capture_output=True, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("needs root", result.stderr)

    @unittest.skipUnless(works("unshare", "--mount", "--pid", "--fork", "true"), "needs root")
    def test_another_release_is_made_from_the_same_mirror(self):
        self.program("debootstrap", f'echo "$@" >{self.checkout}/asked; echo no mirror today; exit 3')
        for release in ("bookworm", "trixie"):
            with self.subTest(release):
                result = self.run_to_its_end("--release", release)
                self.assertIn("no mirror today", result.stderr)
                with open(f"{self.checkout}/asked") as asked:
                    self.assertRegex(asked.read(), f" {release} [^ ]+/{release}/root[.][^ ]+ http")
                self.assertEqual(self.roots(), [])

    @unittest.skipUnless(works("unshare", "--mount", "--pid", "--fork", "true"), "needs root")
    def test_a_release_that_nobody_knows_is_refused(self):
        result = self.run_to_its_end("--release", "nonsuch")
        self.assertEqual(result.returncode, 1)
        self.assertIn("debootstrap does not know the release 'nonsuch'", result.stderr)

    def test_a_folder_that_is_missing_and_two_that_exclude_each_other_are_refused(self):
        self.assertEqual(self.run_to_its_end("--packages", f"{self.checkout}/none").returncode, 66)
        os.makedirs(f"{self.checkout}/folder")
        with open(f"{self.checkout}/folder/standup.deb", "w"):
            pass
        result = self.run_to_its_end("--packages", f"{self.checkout}/folder", "--results", f"{self.checkout}/folder")
        self.assertEqual(result.returncode, 64)

    @unittest.skipUnless(works("unshare", "--mount", "--pid", "--fork", "true"), "needs root")
    def test_killed_it_leaves_no_process_and_no_mount_and_the_next_run_removes_the_files(self):
        tool = self.machine_in_the_making()
        tool.kill()
        tool.wait()
        self.assert_nothing_runs_and_nothing_is_mounted()
        left = self.roots()
        self.assertEqual(len(left), 1)
        self.program("debootstrap", "echo no mirror today; exit 3")
        result = self.run_to_its_end()
        self.assertEqual(result.returncode, 1)
        self.assertIn("no mirror today", result.stderr)
        self.assertEqual(self.roots(), [])

    @unittest.skipUnless(works("unshare", "--mount", "--pid", "--fork", "true"), "needs root")
    def test_terminated_it_leaves_nothing(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                tool = self.machine_in_the_making()
                tool.send_signal(number)
                self.assertEqual(tool.wait(PATIENCE), 128 + number)
                self.assert_nothing_runs_and_nothing_is_mounted()
                self.assertEqual(self.roots(), [])
                os.unlink(f"{self.checkout}/begun")

    @unittest.skipUnless(works("unshare", "--mount", "--pid", "--fork", "true"), "needs root")
    def test_only_one_runs_at_a_time(self):
        tool = self.machine_in_the_making()
        result = self.run_to_its_end()
        self.assertEqual(result.returncode, 1)
        self.assertIn("another run of ", result.stderr)
        self.assertEqual(len(self.roots()), 1)
        tool.terminate()
        tool.wait(PATIENCE)


if __name__ == "__main__":
    unittest.main()
