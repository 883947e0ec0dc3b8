"""A running meeting in Chromium: python -m standup_bench.page LINK HOURS, with Selenium and tools/web_tests in the path.

Prints `ready` when the page shows the meeting. When standard input has a line or ends, it prints what the page showed and
when, as JSON; see webserver.chromium.
"""
import json
import sys
import time

from browser import Browser

WATCH = """
window.seen = [];
for (const id of ['clock', 'turn-text']) {
  const element = document.getElementById(id);
  new MutationObserver(() => seen.push([id, performance.now(), element.textContent]))
    .observe(element, {childList: true, characterData: true, subtree: true});
}
"""


# What a page is told of the time of day on a device whose clock is wrong. The monotonic clock has no time of day.
AHEAD = """
(() => {
  const [Right, ahead] = [Date, %d * 3600000];
  window.Date = class extends Right {
    constructor(...parts) { super(...(parts.length ? parts : [Right.now() + ahead])); }
    static now() { return Right.now() + ahead; }
  };
  const start = performance.timeOrigin + ahead;
  Object.defineProperty(Performance.prototype, 'timeOrigin', {get: () => start});
})();
"""


def offset(browser):
    """The instant of the monotonic clock, in seconds, at which the page's own clock was 0.

    Chromium tells it: both count from the same instant. The fastest of some questions makes sure."""
    browser.command("Performance.enable")
    metrics = {entry["name"]: entry["value"] for entry in browser.command("Performance.getMetrics")["metrics"]}
    rounds = []
    for _ in range(20):
        before = time.monotonic()
        now = browser.run("return performance.now()") / 1000
        after = time.monotonic()
        rounds.append((after - before, before - now, after - now))
    _, least, most = min(rounds)
    told = metrics["NavigationStart"]
    if not least - 0.001 <= told <= most + 0.001:
        sys.exit(f"the page's clock began at {told}, by Chromium, but between {least} and {most}, by its answers")
    return told


def main():
    link, hours = sys.argv[1], int(sys.argv[2])
    browser = Browser()
    try:
        if hours:
            browser.command("Page.addScriptToEvaluateOnNewDocument", source=AHEAD % hours)
        browser.open(link)
        browser.until(lambda: browser.all("#clock"))
        # The page has measured the server's clock.
        time.sleep(1)
        browser.run(WATCH)
        print("ready", flush=True)
        sys.stdin.readline()
        wrong = browser.run("return Date.now()") / 1000 - time.time()
        print(json.dumps({"offset": offset(browser), "wrong": wrong, "texts": browser.run("return seen")}), flush=True)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
