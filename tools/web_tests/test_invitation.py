"""The invitation in the application: a link, its QR code, and the web server that it starts."""
import http.client
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import unittest

from web_server import PATIENCE, ROOT, STANDUP, Folder, Server, camera, eventually

PORT = 7810  # where `standup serve` listens by default


class Application:
    """The application in a terminal of its own."""

    def __init__(self, folder, program=STANDUP, columns=80, rows=24):
        self.socket = f"{folder.path}/tmux"
        variables = folder.variables | {
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "STANDUP_INTERFACE_LANGUAGE": "en",
            "STANDUP_ASSETS": f"{ROOT}/Assets"}
        subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                        f"{shlex.quote(program)}; echo status $?; exec sleep 600"], env=variables, check=True)

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], text=True, capture_output=True, check=True).stdout

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def screen(self, *texts):
        """The screen that shows all the texts."""
        def shown():
            screen = self.tmux("capture-pane", "-p")
            return screen if all(text in screen for text in texts) else None
        screen = eventually(shown)
        if screen is None:
            raise AssertionError(f"waited in vain for {texts}; the screen:\n{self.tmux('capture-pane', '-p')}")
        return screen

    def code(self):
        """The text of the QR code, which is black on white, once all its rows are drawn."""
        def read():
            rows = []
            for line in self.tmux("capture-pane", "-p", "-e").split("\n"):
                found = re.search(r"\x1b\[38;5;16m\x1b\[48;5;231m([^\x1b]*)", line)
                if found:
                    rows.append(found[1])
            columns = max(map(len, rows), default=0)
            return camera([row.ljust(columns) for row in rows]) if rows else None
        text = eventually(read)
        if not text:
            raise AssertionError(f"no code that a camera reads; the screen:\n{self.tmux('capture-pane', '-p')}")
        return text

    def link(self):
        """The link that is written, which may go on in a second line."""
        found = re.search(r"https?://\S+/join#([\w-]+)(?:\s+([\w-]+)$)?", self.screen("/join#"), re.MULTILINE)
        secret = found[1] + (found[2] or "" if len(found[1]) < 43 else "")
        return found[0].partition("#")[0] + "#" + secret

    def close(self):
        self.tmux("kill-server")


def servers(folder):
    """The processes of the web servers on a folder."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", encoding="utf-8") as file:
                command = file.read().replace("\\/", "/")
        except (OSError, UnicodeDecodeError):
            continue
        if "standup-web" in command.partition("\0")[0] and folder.variables["STANDUP_DATA"] in command:
            found.append(int(process))
    return found


def is_free(port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class Invitation(unittest.TestCase):
    def setUp(self):
        self.folder = Folder()
        self.addCleanup(self.folder.remove)
        self.standup = self.folder.standup("Daily", "Ann", "Ben")

    def open(self, *arguments, **options):
        application = Application(self.folder, *arguments, **options)
        self.addCleanup(application.close)
        application.screen("Daily")
        return application

    def serve(self, *options):
        server = Server(self.folder, *options)
        self.addCleanup(server.stop)
        return server

    def serve_others(self):
        """A server behind a proxy, whose links other machines open."""
        server = self.serve("--behind-proxy", "127.0.0.1", "--url", "https://standup.example.org")
        server.host, server.origin = "standup.example.org", "https://standup.example.org"
        return server

    def test_a_camera_reads_the_link_for_anybody_and_for_an_attendee(self):
        server = self.serve_others()
        application = self.open(columns=120, rows=40)
        application.press("w")
        application.screen("For anybody", f"{server.origin}/join#")
        link = application.code()
        self.assertEqual(link.partition("#")[0], f"{server.origin}/join")
        cookie = server.cookie(link.partition("#")[2])
        self.assertEqual(server.get(f"/standup/{self.standup}/live", cookie).status, 200)
        self.assertEqual(server.get(f"/standup/{self.standup}", cookie).status, 403)

        application.press("Down", "2")
        application.screen("For Ann", "Press Enter to create a link.")
        application.press("Enter")
        application.screen("For Ann", f"{server.origin}/join#")
        own = application.code()
        self.assertNotEqual(own, link)
        cookie = server.cookie(own.partition("#")[2])
        self.assertEqual(server.get(f"/standup/{self.standup}", cookie).status, 200)

    def test_a_link_that_only_this_machine_opens_has_no_code(self):
        self.serve()
        application = self.open(columns=120, rows=40)
        application.press("w")
        screen = application.screen("/join#", "Only this computer can open this link.")
        self.assertNotIn("█", screen)

    def test_a_link_is_in_no_file(self):
        self.serve_others()
        application = self.open()
        application.press("w")
        application.screen("/join#")
        secret = application.code().partition("#")[2].encode()
        application.press("Escape")
        application.screen("Ann")
        for folder, _, names in os.walk(self.folder.path):
            for name in names:
                path = f"{folder}/{name}"
                if os.path.isfile(path):
                    with open(path, "rb") as file:
                        self.assertNotIn(secret, file.read(), path)
        self.assertNotIn("join#", self.folder.run("inspect", "standup/Daily/invitation"))

    def test_a_small_window_shows_the_link_alone_and_says_why(self):
        self.serve_others()
        application = self.open(columns=60, rows=18)
        application.press("w")
        screen = application.screen("/join#", "The window is too small for the QR code.")
        self.assertNotIn("█", screen)

    @unittest.skipUnless(is_free(PORT), f"port {PORT} is in use")
    def test_it_starts_the_server_which_outlives_the_application(self):
        application = self.open()
        application.press("w")
        application.screen(f"http://127.0.0.1:{PORT}/join#")
        running = servers(self.folder)
        self.assertEqual(len(running), 1)
        try:
            link = application.link()
            application.press("Escape")
            application.screen("Ann", "Ben")
            application.press("C-c")
            application.screen("status 0")
            self.assertEqual(servers(self.folder), running)
            connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=PATIENCE)
            self.addCleanup(connection.close)
            connection.request("POST", "/join", f"secret={link.partition('#')[2]}", {
                "Origin": f"http://127.0.0.1:{PORT}", "Content-Type": "application/x-www-form-urlencoded"})
            self.assertEqual(connection.getresponse().status, 303)
        finally:
            os.kill(running[0], signal.SIGTERM)
            self.assertTrue(eventually(lambda: not servers(self.folder)))

    def test_a_missing_server_is_one_line_with_a_remedy(self):
        program = f"{self.folder.path}/bin/standup"
        os.mkdir(os.path.dirname(program))
        shutil.copy(STANDUP, program)
        application = self.open(program)
        application.press("w")
        application.screen("Install the package standup-web", "tools/install")


if __name__ == "__main__":
    unittest.main()
