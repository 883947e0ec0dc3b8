"""Takes pictures of the pages, for people to look at."""
import os
import subprocess
import sys
import time

from browser import Browser
from web_server import ROOT, STANDUP, Folder, Server

PHONE, WIDE = (390, 844), (1200, 800)


class Sample:
    """A standup with past meetings and one that is running, in which the demo's voices speak."""

    def __init__(self):
        self.folder = Folder()
        self.standup = self.folder.standup("Daily", "Ann", "Ben", "Cleo")
        self.folder.run("edit", "Daily", "--theme", "navy")
        for _ in range(4):
            self.past = self.folder.recorded_meeting(
                "Daily", [("Ann", "Yesterday I finished the login page."), ("Ben", "I need somebody for the network."),
                          ("Cleo", "Today I look at the printer.")], seconds=60, rate=8000)
        self.server = Server(self.folder)
        self.meeting = subprocess.Popen(
            [STANDUP, "start", "Daily", "--headless", "--events", "--output", "none", "--recognizer", "pocketsphinx",
             "--input", f"file:{ROOT}/Assets/Voices/demo.wav"],
            env=self.folder.variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for line in self.meeting.stdout:
            if "transcript.final" in line:
                break

    def link(self, *arguments):
        return f"{self.server.origin}/join#{self.folder.secret('Daily', *arguments, '--until', '1h')}"

    def browser(self, *arguments, size=PHONE, **options):
        """A browser that shows the running meeting."""
        browser = Browser(*size, **options)
        browser.open(self.link(*arguments))
        browser.until(lambda: browser.url.endswith("/live"))
        return browser

    def close(self):
        self.meeting.communicate("end save\n")
        self.server.stop()
        self.folder.remove()


def take_all(sample, folder):
    os.makedirs(folder, exist_ok=True)
    paths = {
        "live": f"/standup/{sample.standup}/live", "list": "/", "standup": f"/standup/{sample.standup}",
        "meeting": f"/standup/{sample.standup}/meeting/{sample.past}", "search": "/search?q=login",
        "statistics": f"/standup/{sample.standup}/statistics", "unknown": "/standup/nothing", "join": "/join",
    }
    for language in ("en", "de", "ko"):
        for look, size, dark in (("phone", PHONE, False), ("phone-dark", PHONE, True), ("wide", WIDE, False)):
            browser = sample.browser("--role", "lead", size=size, dark=dark, language=language)
            for name, path in paths.items():
                browser.open(sample.server.origin + path)
                time.sleep(0.5)
                browser.driver.save_screenshot(f"{folder}/{name}-{look}-{language}.png")
            browser.close()


def main():
    sample = Sample()
    try:
        if sys.argv[1:] and sys.argv[1]:
            return take_all(sample, sys.argv[1])
        browser = sample.browser("--for", "Ann")
        browser.sees("Transcript")
        # The clock has to show a time, not the moment in which the page is drawn.
        time.sleep(1)
        browser.driver.save_screenshot(f"{ROOT}/docs/phone.png")
        browser.close()
    finally:
        sample.close()


if __name__ == "__main__":
    main()
