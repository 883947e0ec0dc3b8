"""Another user of the machine: what loopback, the data folder and the socket of a meeting give them."""
import os
import subprocess
import unittest

from test_live import Meeting, Stream, speaker
from web_server import STANDUP, Folder, Server

NOBODY = 65534
PYTHON = "/usr/bin/python3"  # the tests' own may be where only its owner may look

# Opens each path, lists each folder and connects to each socket of a data folder; prints what succeeded.
LOOK = """
import os, socket, sys
for path in sys.argv[1:]:
    for name, attempt in (("list", os.listdir), ("open", open)):
        try:
            attempt(path)
            print(name, path)
        except OSError:
            pass
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(path)
            connection.sendall(b'{"id": 1, "command": "end discard", "by": {"role": "lead"}}\\n')
            print("connect", path, len(connection.recv(1000)))
        except OSError:
            pass
"""


@unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
class Neighbors(unittest.TestCase):
    def setUp(self):
        self.folder = Folder()
        self.addCleanup(self.folder.remove)
        self.standup = self.folder.standup("Daily", "Ann", "Ben")
        self.server = Server(self.folder)
        self.addCleanup(self.server.stop)
        self.meeting = Meeting(self.folder, "Daily")
        self.addCleanup(self.meeting.end)
        self.stream = Stream(self.server, self.standup, self.server.owner())
        self.addCleanup(self.stream.close)
        self.stream.until(speaker("Ann"))
        # Everybody may enter the folder above it.
        os.chmod(self.folder.path, 0o755)
        self.data = f"{self.folder.path}/data"

    def as_neighbor(self, *command):
        return subprocess.run(command, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/", text=True, capture_output=True,
                              env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "STANDUP_DATA": self.data})

    def look(self):
        """What the other user reaches in the data folder."""
        paths = [self.data, *(os.path.join(folder, name) for folder, folders, names in os.walk(self.data)
                              for name in [*folders, *names])]
        self.assertTrue(any(path.endswith(".sock") for path in paths))
        done = self.as_neighbor(PYTHON, "-c", LOOK, *paths)
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def goes_on(self):
        self.meeting.tell("next")
        self.stream.until(speaker("Ben"))

    def test_nothing_in_the_data_folder_is_reached(self):
        self.assertEqual(self.look(), [])
        self.goes_on()

    def test_the_socket_refuses_another_user_even_if_its_folder_is_open(self):
        for folder, _, names in os.walk(self.data):
            os.chmod(folder, 0o755)
            for name in names:
                if name.endswith(".sock"):
                    os.chmod(os.path.join(folder, name), 0o666)
        reached = self.look()
        self.assertTrue(any(line.startswith("list") for line in reached))
        self.assertEqual([line for line in reached if line.startswith("open")], [])
        # The connection is made, and closed without a byte.
        self.assertEqual([line.rpartition(" ")[2] for line in reached if line.startswith("connect")], [])
        self.goes_on()

    def test_the_program_of_another_user_reads_nothing(self):
        try:
            self.as_neighbor(STANDUP, "--version")
        except PermissionError:
            self.skipTest(f"only its owner may run {STANDUP}")
        for arguments in (["list"], ["tell", "latest", "next"], ["invite", "Daily"], ["serve", "--link"], ["serve"]):
            with self.subTest(arguments):
                done = self.as_neighbor(STANDUP, *arguments)
                self.assertNotEqual(done.returncode, 0)
                self.assertRegex(done.stderr, r"\Astandup: [^\n]*\n\Z")
                self.assertEqual(done.stdout, "")
        self.assertEqual(self.as_neighbor(STANDUP, "status").stdout, "")
        self.goes_on()

    def test_loopback_is_as_strange_as_any_other_address(self):
        """The pages for everybody, and refusals: the same as from far away."""
        asked = """
import sys, urllib.error, urllib.request
for path in sys.argv[2:]:
    try:
        with urllib.request.urlopen(sys.argv[1] + path) as answer:
            print(answer.status, path)
    except urllib.error.HTTPError as error:
        print(error.code, path)
"""
        paths = ["/join", "/style.css", "/script.js", "/icon.svg", "/", "/clock", f"/standup/{self.standup}/live", "/search"]
        done = self.as_neighbor(PYTHON, "-c", asked, self.server.origin, *paths)
        self.assertEqual(done.stdout.splitlines(), [f"{200 if place < 4 else 403} {path}" for place, path in enumerate(paths)],
                         done.stderr)

    def test_the_port_is_not_shared(self):
        taken = f"""
for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
    for address in ("127.0.0.1", "0.0.0.0"):
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, option, 1)
            try:
                other.bind((address, {self.server.port}))
                other.listen()
                print("taken", address)
            except OSError:
                pass
"""
        self.assertEqual(self.as_neighbor(PYTHON, "-c", taken).stdout, "")


if __name__ == "__main__":
    unittest.main()
