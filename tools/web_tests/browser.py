"""Chromium, driven by Selenium."""
import contextlib
import importlib.util
import json
import os
import pathlib
import unittest

REQUIRED = bool(os.environ.get("STANDUP_TEST_BROWSER"))
HAS_SELENIUM = importlib.util.find_spec("selenium") is not None

if HAS_SELENIUM:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

needs_browser = unittest.skipUnless(REQUIRED or HAS_SELENIUM, "Selenium is missing; use tools/web-tests")
PATIENCE = 120  # seconds; what is waited for comes far sooner, or the test fails


class Browser:
    """A browser with a profile of its own."""

    def __init__(self, width=390, height=844, dark=False, language="en-US", script=True):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required",
                         f"--lang={language}", "--mute-audio"):
            options.add_argument(argument)
        preferences = {"intl.accept_languages": language}
        if not script:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2,
                     mobile=width < 600)
        self.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                               # What scrolls smoothly is somewhere else when the click comes.
                               {"name": "prefers-reduced-motion", "value": "reduce"}])

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def open(self, url):
        self.driver.get(url)

    @property
    def url(self):
        return self.driver.current_url

    @property
    def text(self):
        return self.driver.find_element(By.TAG_NAME, "body").text

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, condition):
        """The condition's first true value; pages may load themselves again meanwhile."""
        def attempt(_):
            with contextlib.suppress(Exception):
                return condition()
            return False
        return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(attempt)

    def sees(self, text):
        return self.until(lambda: text in self.text)

    def press(self, text):
        """Presses the button or link with a text."""
        def found():
            return next(element for element in self.all("button, a") if element.text == text and element.is_displayed())
        self.until(lambda: found().click() or True)

    def problems(self):
        """What the browser itself complains about."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def inaccessible(self):
        """What axe finds."""
        # During a transition, axe would read colors that nobody sees for long.
        self.until(lambda: not self.run("return document.getAnimations().some((one) => one instanceof CSSTransition)"))
        package = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
        self.command("Page.setBypassCSP", enabled=True)
        self.run(pathlib.Path(package, "axe.min.js").read_text(encoding="utf-8"))
        result = self.driver.execute_async_script("axe.run(document).then(arguments[arguments.length - 1])")
        return [f"{finding['id']}: {json.dumps([node['target'] for node in finding['nodes']])}"
                for finding in result["violations"]]

    def picture(self, name):
        """Keeps a picture in the folder STANDUP_WEB_PICTURES, if that is set."""
        if folder := os.environ.get("STANDUP_WEB_PICTURES"):
            os.makedirs(folder, exist_ok=True)
            self.driver.save_screenshot(f"{folder}/{name}.png")

    def close(self):
        self.driver.quit()
