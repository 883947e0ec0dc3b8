"""Open pages in Chromium, and what fails around them: meetings, the server, clocks, the machine."""
import json
import os
import signal
import time
import unittest

from browser import Browser, needs_browser
from test_live import Meeting
from web_server import Folder, Server, eventually

HOUR = 3_600_000  # milliseconds

# Puts the phone's date wrong by so many milliseconds, from the first script on.
WRONG_DATE = """
    const RightDate = Date;
    Date = class extends RightDate {
        constructor(...parts) { parts.length ? super(...parts) : super(RightDate.now() + %d); }
        static now() { return RightDate.now() + %d; }
    };
"""

# A suspend stops the clock of performance.now(), but not the date: this puts it back by so many milliseconds.
STAND_STILL = "const now = performance.now.bind(performance); performance.now = () => now() - arguments[0];"

# The seconds on the page's clock, and those that its deadline and the server's clock say.
CLOCKS = """
    const done = arguments[0];
    (async () => {
        const live = document.getElementById('live');
        const page = await (await fetch(location.href)).text();
        const state = JSON.parse(page.match(/data-state="([^"]*)"/)[1].replaceAll('&quot;', '"'));
        const server = Number(await (await fetch(live.dataset.clock)).text());
        const [minutes, seconds] = document.getElementById('clock').textContent.split(':').map(Number);
        done([minutes * 60 + seconds, (state.meeting.turn.clock.zeroAt - server) / 1000]);
    })();
"""


def processes(root):
    """A process with all that it started."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(name))
        except OSError:
            continue
    found = [root]
    for process in found:
        found += children.get(process, [])
    return found


@needs_browser
class Interruptions(unittest.TestCase):
    def setUp(self):
        self.folder = Folder()
        self.addCleanup(self.folder.remove)
        self.standup = self.folder.standup("Daily", "Ann", "Ben", "Cleo")
        self.start_server()
        self.addCleanup(lambda: self.server.stop())
        self.meeting = None
        self.addCleanup(lambda: self.meeting and self.meeting.end())

    def start_server(self, port=None):
        self.server = Server(self.folder, port=port)

    def start_meeting(self):
        self.meeting = Meeting(self.folder, "Daily")

    def browser(self, *arguments, script=None):
        """A browser on the running meeting; a script that runs before the page's own may change its clocks."""
        browser = Browser()
        self.addCleanup(browser.close)
        if script:
            browser.command("Page.addScriptToEvaluateOnNewDocument", source=script)
        secret = self.folder.secret("Daily", *arguments, "--until", "1h")
        browser.open(f"{self.server.origin}/join#{secret}")
        browser.until(lambda: browser.url.endswith("/live"))
        if self.meeting:
            browser.sees("Ann is speaking")
        return browser

    def agrees(self, browser):
        """Whether the page's clock shows what the meeting's deadline says, to the second."""
        shown, left = browser.driver.execute_async_script(CLOCKS)
        return abs(shown - left) < 1.5

    # The meeting

    def test_a_page_of_a_meeting_that_is_discarded_waits_for_the_next(self):
        self.start_meeting()
        browsers = [self.browser("--for", "Ann"), self.browser("--role", "watch")]
        self.meeting.end("discard")
        for browser in browsers:
            browser.sees("It was discarded. Nothing was kept.")
        self.start_meeting()
        for browser in browsers:
            browser.sees("Ann is speaking")
            self.assertEqual(browser.problems(), [])

    def test_a_page_of_a_meeting_that_is_deleted_says_so(self):
        self.start_meeting()
        browser = self.browser("--for", "Ann")
        self.meeting.end()
        browser.until(lambda: not browser.all("#clock"))
        meeting = json.loads(self.folder.run("meeting", "latest", "--json"))["id"]
        browser.open(f"{self.server.origin}/standup/{self.standup}/meeting/{meeting}")
        browser.sees("Ann")
        self.folder.run("delete-meeting", "latest", "--yes")
        browser.driver.refresh()
        browser.sees("This page does not exist")
        self.assertEqual(browser.all("audio"), [])

    def test_a_page_of_a_standup_that_is_deleted_says_so_when_it_is_loaded_again(self):
        browser = self.browser("--for", "Ann")
        browser.sees("No meeting is running")
        self.folder.run("delete", "Daily", "--yes")
        browser.driver.refresh()
        browser.sees("This page does not exist")

    def test_the_page_of_a_killed_meeting_says_so_and_shows_the_next(self):
        """The socket of the killed meeting is left over, and hinders nobody."""
        self.start_meeting()
        browser = self.browser("--for", "Ann")
        live = f"{self.folder.path}/data/live"
        left = [name for name in os.listdir(live) if name.endswith(".sock")]
        self.meeting.process.send_signal(signal.SIGKILL)
        self.meeting.process.wait()
        browser.sees("The meeting does not respond")
        browser.picture("live-killed")
        self.assertEqual([name for name in os.listdir(live) if name.endswith(".sock")], left)
        self.meeting.process.stdin.close()
        self.start_meeting()
        browser.sees("Ann is speaking")
        self.assertTrue(eventually(lambda: not set(left) & set(os.listdir(live))))

    # Clocks

    def test_the_clock_is_right_on_a_phone_whose_date_is_hours_wrong(self):
        self.start_meeting()
        for hours in (-26, 5):
            with self.subTest(hours):
                browser = self.browser(script=WRONG_DATE % (hours * HOUR, hours * HOUR))
                wrong = browser.run("return Date.now()") / 1000 - time.time()
                self.assertEqual(round(wrong / 3600), hours)
                browser.until(lambda browser=browser: self.agrees(browser))
                self.assertEqual(browser.problems(), [])

    def test_a_page_is_right_again_after_a_suspend(self):
        """Chromium is stopped as a suspended machine stops it; meanwhile the meeting goes on and the connection dies.

        The clock that stands still in a real suspend is put back by hand before: eight hours for a night.
        """
        self.start_meeting()
        browser = self.browser("--for", "Ann")
        browser.until(lambda: self.agrees(browser))
        browser.run(STAND_STILL, 8 * HOUR)
        stopped = processes(browser.driver.service.process.pid)[1:]
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            port = self.server.port
            self.server.stop(kill=True)
            self.meeting.tell("next")
            self.start_server(port=port)
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)
        browser.sees("Ben is speaking")
        browser.until(lambda: self.agrees(browser))

    def test_a_page_is_right_again_after_a_suspend_that_its_connection_survives(self):
        self.start_meeting()
        browser = self.browser("--for", "Ann")
        browser.until(lambda: self.agrees(browser))
        browser.run(STAND_STILL, HOUR)
        browser.until(lambda: self.agrees(browser))

    def test_a_page_that_the_browser_freezes_is_right_again(self):
        self.start_meeting()
        browser = self.browser("--for", "Ann")
        browser.command("Page.setWebLifecycleState", state="frozen")
        self.meeting.tell("next")
        browser.command("Page.setWebLifecycleState", state="active")
        browser.sees("Ben is speaking")
        browser.until(lambda: self.agrees(browser))


if __name__ == "__main__":
    unittest.main()
