"""What people do with the pages, in Chromium."""
import os
import unittest

from browser import Browser, needs_browser
from test_live import Meeting
from web_server import MARKUP, Folder, Server


@needs_browser
class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = Folder()
        self.standup = self.folder.standup("Daily", "Ann", "Ben", "Cleo")
        self.past = self.folder.recorded_meeting(
            "Daily", [("Ann", "yesterday I wrote a test for the login page"), ("Ben", "I fixed it")], seconds=6)
        self.server = Server(self.folder)
        self.browsers, self.meeting = [], None

    def tearDown(self):
        for browser in self.browsers:
            browser.close()
        if self.meeting:
            self.meeting.end()
        self.server.stop()
        self.folder.remove()

    def browser(self, **options):
        self.browsers.append(Browser(**options))
        return self.browsers[-1]

    def link(self, *arguments):
        if not arguments:
            return self.folder.run("serve", "--link").strip()
        return f"{self.server.origin}/join#{self.folder.secret('Daily', *arguments, '--until', '1h')}"

    def invited(self, *arguments, **options):
        browser = self.browser(**options)
        browser.open(self.link(*arguments))
        browser.until(lambda: "/join" not in browser.url)
        return browser

    def page(self, browser, *path):
        browser.open("/".join([self.server.origin, *path]))
        return browser

    # Getting in

    def test_a_link_opens_the_running_meeting_and_leaves_no_secret_behind(self):
        self.meeting = Meeting(self.folder, "Daily")
        link = self.link("--for", "Ann")
        browser = self.browser()
        browser.open(link)
        browser.until(lambda: browser.url == f"{self.server.origin}/standup/{self.standup}/live")
        browser.sees("Ann is speaking")
        history = browser.command("Page.getNavigationHistory")["entries"]
        secret = link.partition("#")[2]
        self.assertEqual([entry["url"] for entry in history if secret in entry["url"]], [])
        self.assertEqual(browser.run("return document.cookie"), "")
        self.assertEqual(browser.problems(), [])

    def test_a_link_pasted_where_another_one_was_refused_opens(self):
        browser = self.browser()
        link = self.link("--for", "Ann")
        for page in (f"{self.server.origin}/join", f"{self.server.origin}/join#{'x' * 43}"):
            browser.open(page)
            browser.until(lambda page=page: bool(browser.all("[role=alert]")) == ("#" in page))
            # The same page with another fragment: the browser loads nothing by itself.
            browser.run("location.href = arguments[0]", link)
            browser.until(lambda: browser.url.endswith("/live"))
            secret = link.partition("#")[2]
            history = browser.command("Page.getNavigationHistory")["entries"]
            self.assertEqual([entry["url"] for entry in history if secret in entry["url"]], [])

    def test_without_a_script_the_link_is_pasted(self):
        browser = self.browser(script=False)
        browser.open(f"{self.server.origin}/join")
        browser.all("#secret")[0].send_keys(self.link("--for", "Ann"))
        browser.all("#join button")[0].click()
        browser.until(lambda: browser.url.endswith("/live"))

    def test_a_stranger_is_told_what_to_do(self):
        browser = self.page(self.browser(), "standup", self.standup)
        browser.sees("invitation")
        self.assertEqual(browser.inaccessible(), [])
        browser.open(f"{self.server.origin}/join#{'x' * 43}")
        browser.until(lambda: browser.all("[role=alert]"))

    def test_a_link_of_another_site_finds_the_browser_signed_in(self):
        browser = self.invited()
        page = f"data:text/html,<a href='{self.server.origin}/standup/{self.standup}'>here</a>"
        browser.open(page)
        browser.press("here")
        browser.sees("1 meeting")

    # A running meeting

    def test_the_lead_and_an_attendee_hold_a_meeting(self):
        self.meeting = Meeting(self.folder, "Daily")
        lead, ann, watcher = self.invited(width=1200), self.invited("--for", "Ann"), self.invited("--role", "watch")
        self.page(lead, "standup", self.standup, "live")
        for browser in (lead, ann, watcher):
            browser.sees("Ann is speaking")
        self.assertEqual([button.text for button in watcher.all("main button") if button.is_displayed()
                          and button.text in ("My turn is over", "Next", "Later")], [])
        ann.press("My turn is over")
        for browser in (lead, ann, watcher):
            browser.sees("Ben is speaking")
        # The clock runs by itself.
        clock = watcher.all("#clock")[0]
        before = clock.text
        watcher.until(lambda: clock.text != before)
        for browser in (lead, ann, watcher):
            self.assertEqual(browser.problems(), [])
            self.assertEqual(browser.inaccessible(), [])
        lead.picture("live-lead")
        ann.picture("live-phone")
        self.meeting.end()
        for browser in (lead, ann, watcher):
            browser.until(lambda browser=browser: not browser.all("#clock"))

    def test_the_speaker_and_the_lead_mark_points_on_the_page(self):
        for text, name in (("Order badges", "Ann"), ("Buy rope", "Ben"), ("Buy paint", "Ben")):
            self.folder.run("points", "add", self.past, text, "--person", name)
        self.meeting = Meeting(self.folder, "Daily")
        lead, ann = self.invited(width=1200), self.invited("--for", "Ann", width=1200)
        for browser in (lead, ann):
            self.page(browser, "standup", self.standup, "live")
            browser.sees("Ann is speaking")

        def shown(browser):
            return [button for button in browser.all(".points-live button") if button.is_displayed()]

        ann.press("Still open")
        lead.until(lambda: "still open plan: Order badges" in lead.all("#points")[0].text.replace("\n", " "))
        self.assertEqual((len(shown(ann)), len(shown(lead))), (3, 3))
        # The script makes the rows of the next speaker, with buttons for the lead alone.
        self.meeting.tell("next")
        for browser in (lead, ann):
            browser.sees("Buy paint")
        self.assertEqual((len(shown(ann)), len(shown(lead))), (0, 6))
        second = lead.all("#points li")[1].text.split("\n")[0].split(": ")[1]
        shown(lead)[5].click()
        ann.until(lambda: f"dropped plan: {second}" in ann.all("#points")[0].text.replace("\n", " "))
        self.assertEqual(lead.inaccessible() + ann.inaccessible(), [])
        self.assertEqual(lead.problems() + ann.problems(), [])

    def test_on_a_phone_no_button_covers_a_point_that_is_scrolled_into_view(self):
        for number in range(9):
            self.folder.run("points", "add", self.past, f"Order badges {number}", "--person", "Ann")
        self.meeting = Meeting(self.folder, "Daily")
        ann = self.page(self.invited("--for", "Ann"), "standup", self.standup, "live")
        self.assertEqual(ann.all("#fold")[0].text, "6 more")
        ann.run("document.querySelector('#fold').click()")
        ann.sees("Order badges 8")
        covered = ann.run("""
            document.documentElement.style.scrollBehavior = "auto";
            const shown = [...document.querySelectorAll(".points-live button")].filter(button => button.offsetParent);
            return shown.map(button => {
                scrollTo(0, 0);
                button.scrollIntoView({block: "nearest"});
                const box = button.getBoundingClientRect();
                return document.elementFromPoint(box.x + box.width / 2, box.bottom - 2) !== button;
            });
            """)
        self.assertGreater(len(covered), 20)
        self.assertEqual(covered.count(True), 0)

    def test_an_attendee_marks_their_own_points_before_their_turn(self):
        for text, name in (("Order badges", "Ben"), ("Buy rope", "Ann")):
            self.folder.run("points", "add", self.past, text, "--person", name)
        self.meeting = Meeting(self.folder, "Daily")
        ben = self.page(self.invited("--for", "Ben"), "standup", self.standup, "live")
        ben.sees("Your open points")
        self.assertNotIn("Buy rope", ben.all(".own-points")[0].text)
        ben.all(".own-points [aria-label='Done: plan: Order badges']")[0].click()
        ben.until(lambda: "done plan: Order badges" in ben.all(".own-points")[0].text.replace("\n", " "))
        self.assertEqual(ben.inaccessible(), [])
        # In the turn, the point stands among those of whoever speaks.
        self.meeting.tell("next")
        ben.until(lambda: not ben.all(".own-points")[0].is_displayed())
        ben.until(lambda: "done plan: Order badges" in ben.all("#points")[0].text.replace("\n", " "))

    def test_a_raised_hand_is_seen_by_all_until_the_turn(self):
        self.meeting = Meeting(self.folder, "Daily")
        lead, ben = self.invited("--role", "lead", width=1440), self.invited("--for", "Ben")
        ben.sees("You are next in")
        ben.press("I want to say something")
        lead.sees("wants to say something")
        self.assertEqual(lead.inaccessible() + ben.inaccessible(), [])
        ben.press("Lower my hand")
        lead.until(lambda: "wants to say something" not in lead.text)
        ben.press("I want to say something")
        # Rows have one menu, which closes when it was used.
        lead.until(lambda: lead.all("[data-id] .hand")[1].is_displayed())
        lead.all("[aria-label='More for Ben']")[0].click()
        lead.press("Lower the hand")
        ben.until(lambda: "wants to say something" not in ben.text)
        lead.until(lambda: not lead.all(".menu[open]"))
        ben.press("I want to say something")
        lead.sees("wants to say something")
        self.meeting.tell("next")
        ben.until(lambda: ben.all("#own")[0].text == "It is your turn.")
        lead.until(lambda: "wants to say something" not in lead.text)

    def test_the_lead_has_the_keys_of_the_terminal_unless_somebody_types(self):
        self.meeting = Meeting(self.folder, "Daily")
        lead, watcher = self.invited("--role", "lead", width=1440), self.invited("--role", "watch")

        def types(browser, keys):
            browser.all("body")[0].send_keys(keys)
        types(watcher, "n")
        types(lead, "n")
        lead.sees("Ben is speaking")
        types(lead, "p")
        lead.sees("Ann is speaking")
        types(lead, " ")
        lead.sees("Ann: paused")
        types(lead, " ")
        lead.sees("Ann is speaking")
        lead.all(".update summary")[0].click()
        lead.all("#update")[0].send_keys("no pen p")
        self.assertIn("Ann is speaking", lead.text)
        lead.press("Save")
        lead.until(lambda: lead.all("#notice")[0].text == "Saved.")
        self.assertIn("no pen p", self.page(lead, "standup", self.standup).text)

    def test_a_small_window_has_the_clock_the_words_and_the_buttons(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.invited("--for", "Ben", "--role", "lead", width=320, height=480)
        self.page(browser, "standup", self.standup, "live?compact")
        browser.sees("Ann is speaking")
        self.assertLessEqual(browser.run("return document.documentElement.scrollHeight"), 480)
        self.assertEqual(
            [button.text for button in browser.all("button") if button.is_displayed()],
            ["I want to say something", "I am away", "Previous", "Pause", "Next", "− 30 s", "+ 30 s", "End…"])
        self.assertEqual(browser.inaccessible(), [])
        browser.press("Next")
        browser.sees("Ben is speaking")
        browser.press("Whole page")
        browser.sees("Speakers")

    def test_the_words_are_followed_unless_the_reader_scrolls(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.invited("--role", "watch")
        browser.sees("Ann is speaking")
        # At once, since the next state takes these lines away.
        shown = browser.run("""
            const [list, box] = [document.querySelector('#lines'), document.querySelector('.follow')];
            const showsEnd = (count) => {
                for (let i = 0; i < count; i++) list.append(document.createElement('li'));
                for (const row of list.children) row.textContent = 'words';
                return list.lastChild.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom;
            };
            const shown = [showsEnd(40), showsEnd(5)];
            box.scrollTop = -200;
            return [...shown, showsEnd(5)];""")
        self.assertEqual(shown, [True, True, False])

    def test_after_a_meeting_the_page_leads_to_its_minutes(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.invited("--for", "Ann")
        browser.sees("Ann is speaking")
        browser.run("document.querySelector('.update').open = true")
        browser.all("#update")[0].send_keys("half a sentence")
        self.meeting.end()
        browser.sees("The meeting has ended")
        browser.sees("Here: Ann")
        # What was typed survives that the page loads itself again.
        self.assertEqual(browser.all("#update")[0].get_attribute("value"), "half a sentence")
        self.assertEqual(browser.inaccessible(), [])
        browser.press("Open the minutes")
        browser.sees("Transcript")

    def test_a_paused_meeting_says_so_where_the_speaker_stands(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.invited("--for", "Ann")
        self.meeting.tell("pause")
        browser.until(lambda: browser.all("#turn-text")[0].text == "Ann: paused")

    def test_the_running_meeting_is_no_past_one(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.page(self.invited("--role", "lead"), "standup", self.standup)
        browser.sees("Follow the meeting")
        browser.sees("1 meeting")
        self.assertEqual(len(browser.all(".rows li")), 1)
        browser.sees("today ")

    def test_a_command_that_is_refused_says_why_in_the_readers_language(self):
        self.meeting = Meeting(self.folder, "Daily")
        for language, button, reason in (
                ("en", "Previous", "No earlier speaker."), ("de-DE", "Zurück", "Vorher hat niemand gesprochen.")):
            browser = self.invited("--role", "lead", language=language)
            browser.press(button)
            browser.until(lambda browser=browser, reason=reason: browser.all("#notice")[0].text == reason)

    def test_the_lead_mutes_the_ding(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.invited("--role", "lead", width=1200)
        browser.press("Mute the ding")
        browser.press("Unmute the ding")
        browser.until(lambda: "Mute the ding" in [button.text for button in browser.all(".more button")
                                                  if button.is_displayed()])

    def test_pages_come_back_after_the_server_was_stopped(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.invited("--for", "Ann")
        browser.sees("Ann is speaking")
        port = self.server.port
        self.server.stop(kill=True)
        browser.until(lambda: browser.all("#connection")[0].text.startswith("Connection lost."))
        # What cannot be sent says so, and takes nothing away from the state.
        browser.press("Later")
        notice = browser.all("#notice")[0]
        browser.until(lambda: notice.text.startswith("Not sent: no connection."))
        self.assertTrue(browser.all("#connection")[0].is_displayed())
        browser.until(lambda: not notice.is_displayed())
        self.assertTrue(browser.all("#connection")[0].is_displayed())
        self.meeting.tell("next")
        self.server = Server(self.folder, port=port)
        browser.sees("Ben is speaking")
        browser.until(lambda: not browser.all("#connection")[0].is_displayed())

    def test_all_that_a_lead_needs_is_in_the_window(self):
        self.meeting = Meeting(self.folder, "Daily")
        for width, height in ((1440, 900), (1366, 768), (1280, 650), (1000, 1300)):
            browser = self.invited("--for", "Ann", "--role", "lead", width=width, height=height)
            browser.sees("Ann is speaking")
            hidden = """
                return [...document.querySelectorAll(arguments[0])].filter((element) => element.checkVisibility())
                    .filter((element) => {
                        const {top, bottom} = element.getBoundingClientRect();
                        return top < 0 || bottom > innerHeight;
                    }).map((element) => element.textContent);"""
            buttons = ".stage, .buttons button"
            with self.subTest("buttons", size=(width, height)):
                self.assertEqual(browser.run(hidden, buttons), [])
                browser.picture(f"lead-{width}")
            with self.subTest("buttons below a notice", size=(width, height)):
                browser.press("Previous")
                browser.sees("No earlier speaker.")
                self.assertEqual(browser.run(hidden, buttons), [])
                browser.picture(f"lead-notice-{width}")
            with self.subTest("the question", size=(width, height)):
                browser.run("document.documentElement.style.scrollBehavior = 'auto'; scrollTo(0, 9999)")
                browser.press("End…")
                browser.sees("End the meeting?")
                browser.until(lambda browser=browser: browser.run(
                    "return document.activeElement.matches('.question')"))
                self.assertEqual(browser.run(hidden, ".question, .question button"), [])
                browser.picture(f"lead-question-{width}")
                self.assertEqual(browser.inaccessible(), [])
                browser.press("Resume")
                browser.until(lambda browser=browser: browser.run("return document.activeElement.textContent")
                              == "My turn is over")
            browser.close()
            self.browsers.remove(browser)

    def test_a_button_alone_is_as_wide_as_the_page(self):
        self.meeting = Meeting(self.folder, "Daily")
        ann, ben = self.invited("--for", "Ann"), self.invited("--for", "Ben", "--role", "lead", width=1200)

        def shown():
            return {button.text: button.rect["width"] for button in ann.all(".own-buttons button") if button.is_displayed()}
        ann.sees("Ann is speaking")
        both = shown()
        self.assertEqual(list(both), ["My turn is over", "Later", "I am away"])
        self.meeting.tell("pause")
        ann.until(lambda: list(shown()) == ["I am away"])
        self.assertEqual(shown()["I am away"], both["My turn is over"])
        # Only the speaker's row stands out, not the reader's own.
        weight = "return [...document.querySelectorAll('#speakers .name')].map((name) => getComputedStyle(name).fontWeight)"
        self.assertEqual(ben.run(weight), ["700", "400", "400"])

    def test_those_by_call_without_the_page_are_marked_absent_by_name(self):
        self.folder.run("edit", "Daily", "--remote", "Ben", "--remote", "Cleo")
        self.meeting = Meeting(self.folder, "Daily")
        lead = self.invited("--role", "lead", width=1200)
        cleo = self.browser(script=False)
        cleo.open(f"{self.server.origin}/join")
        cleo.all("#secret")[0].send_keys(self.link("--for", "Cleo"))
        cleo.all("#join button")[0].click()
        cleo.sees("Ann is speaking")
        button = lead.all("[data-when=absentees] button")[0]
        lead.until(lambda: button.get_attribute("textContent") == "Mark Ben absent")
        self.assertFalse(button.is_displayed())
        lead.all("[data-when=absentees] summary")[0].click()
        self.assertEqual(lead.inaccessible(), [])
        button.click()
        states = "return [...document.querySelectorAll('#speakers li')].map((row) => row.dataset.state)"
        lead.until(lambda: lead.run(states) == ["speaking", "waiting", "absent"])
        lead.until(lambda: not lead.all("[data-when=absentees]")[0].is_displayed())

    def test_many_tabs_share_one_connection(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.invited("--for", "Ann")
        live = browser.url
        for _ in range(8):
            browser.driver.switch_to.new_window("tab")
            browser.open(live)
            browser.sees("Ann is speaking")
        self.meeting.tell("next")
        for handle in browser.driver.window_handles:
            browser.driver.switch_to.window(handle)
            browser.sees("Ben is speaking")

    def test_without_a_script_a_meeting_is_followed_by_loading_it_again(self):
        self.meeting = Meeting(self.folder, "Daily")
        browser = self.browser(script=False)
        browser.open(f"{self.server.origin}/join")
        browser.all("#secret")[0].send_keys(self.link("--for", "Ann"))
        browser.all("#join button")[0].click()
        browser.sees("Ann is speaking")
        self.meeting.tell("next")
        browser.sees("Ben is speaking")

    # The history

    def test_all_pages_are_accessible_in_light_and_dark(self):
        paths = {"list": (), "standup": ("standup", self.standup), "statistics": ("standup", self.standup, "statistics"),
                 "meeting": ("standup", self.standup, "meeting", self.past), "search": ("search?q=login",)}
        for dark in (False, True):
            browser = self.invited(dark=dark)
            for name, path in paths.items():
                with self.subTest(name, dark=dark):
                    self.page(browser, *path)
                    self.assertEqual(browser.inaccessible(), [])
                    self.assertEqual(browser.problems(), [])
                    browser.picture(f"{name}-{'dark' if dark else 'light'}")

    def test_nothing_is_wider_than_a_small_phone(self):
        self.folder.run("points", "add", self.past, "Order badges " + "x" * 60, "--person", "Ann")
        self.folder.run("update", "Daily", "--as", "Ben", "I am away " + "y" * 60)
        self.meeting = Meeting(self.folder, "Daily")
        paths = ((), ("standup", self.standup), ("standup", self.standup, "live"), ("search?q=login",), ("search?q=",),
                 ("standup", self.standup, "statistics"), ("standup", self.standup, "meeting", self.past),
                 ("standup", self.standup, "meeting", f"{self.past}?correct=1"), ("join",), ("nothing",))
        for language in ("en", "de-DE", "ko-KR"):
            browser = self.invited(width=320, height=640, language=language)
            for path in paths:
                with self.subTest(path, language=language):
                    self.page(browser, *path)
                    # What is wider, and in nothing that scrolls by itself.
                    wide = browser.run("""
                        return [...document.querySelectorAll("body *")].filter((element) =>
                            !element.parentElement.closest(".scroll, .skip, svg") && !element.matches(".skip")
                            && element.checkVisibility() && element.getBoundingClientRect().right > 320.5)
                            .map((element) => element.outerHTML.slice(0, 100));""")
                    self.assertEqual(wide, [])
                    self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), 320)
                    browser.picture(f"small-{'-'.join(path[2:]) or ''.join(path[:1]) or 'list'}-{language[:2]}")
            browser.close()
            self.browsers.remove(browser)

    def test_a_mark_and_an_update_say_what_they_did_where_the_reader_is(self):
        for number in range(12):
            self.folder.run("points", "add", self.past, f"Order badges {number}", "--person", "Ann")
        browser = self.page(self.invited("--for", "Ben", "--role", "lead"), "standup", self.standup)

        def top(selector):
            return browser.run("return document.querySelector(arguments[0]).getBoundingClientRect().top", selector)
        browser.all("[aria-label='Drop: Order badges 11']")[0].click()
        browser.sees("Dropped: Order badges 11")
        browser.until(lambda: 0 <= top("#points .saved") < 300)
        self.assertEqual(browser.inaccessible(), [])
        browser.press("Undo")
        browser.sees("Open again: Order badges 11")
        self.assertTrue(browser.all("[aria-label='Drop: Order badges 11']"))
        browser.all("#update")[0].send_keys("I am at the dentist")
        browser.press("Save")
        browser.until(lambda: 0 <= top("#updates .saved") < 300)
        self.assertEqual(browser.all("#updates .saved")[0].text, "Saved.")
        browser.press("Delete")
        browser.until(lambda: browser.all("#updates .saved")[0].text == "Deleted.")

    def test_without_a_script_an_attendee_refuses_that_their_voice_is_learned(self):
        self.folder.run("edit", "Daily", "--voices")
        browser = self.browser(script=False)
        browser.open(f"{self.server.origin}/join")
        browser.all("#secret")[0].send_keys(self.link("--for", "Ben"))
        browser.all("#join button")[0].click()
        browser.until(lambda: browser.url.endswith("/live"))
        self.page(browser, "standup", self.standup)
        browser.press("Voices")
        browser.press("Forget my voice and never learn it again")
        browser.sees("The voice is forgotten, and is not learned again.")
        browser.picture("voices")
        browser.press("My voice may be learned")
        browser.sees("The voice may be learned.")

    def test_pages_are_in_the_browsers_language(self):
        for language, text in (("de-DE", "1 Besprechung"), ("ko-KR", "검색")):
            browser = self.invited(language=language)
            self.page(browser, "standup", self.standup)
            browser.sees(text)
            self.assertEqual(browser.run("return document.documentElement.lang"), language[:2])
            browser.picture(f"standup-{language[:2]}")

    def test_a_recording_plays_from_a_line(self):
        browser = self.page(self.invited(), "standup", self.standup, "meeting", self.past)
        # Nothing is made for those who only read.
        self.assertEqual(browser.run("return document.querySelector('audio').networkState"), 1)
        self.assertEqual(browser.all("#play")[0].text, "Recording · 0:06")
        self.assertFalse(browser.all("audio")[0].is_displayed())
        self.assertFalse(os.path.exists(f"{self.folder.path}/cache/standup/recordings"))
        # The transcript's time: that of a point leads to the words.
        next(time for time in browser.all("[data-start] a.time") if time.text == "0:03").click()
        browser.until(lambda: browser.run("return document.querySelector('audio').readyState") >= 1)
        self.assertAlmostEqual(browser.run("return document.querySelector('audio').duration"), 6, delta=0.2)
        browser.until(lambda: browser.all("audio")[0].is_displayed() and not browser.all("#play")[0].is_displayed())
        browser.until(lambda: browser.run("return document.querySelector('audio').currentTime") >= 2.9)

    def test_the_lead_corrects_a_transcript(self):
        browser = self.page(self.invited(), "standup", self.standup, "meeting", self.past)
        browser.all("a.correct")[0].click()
        browser.until(lambda: browser.all("textarea#words"))
        self.assertEqual(browser.inaccessible(), [])
        words = browser.all("textarea#words")[0]
        words.clear()
        words.send_keys("yesterday I wrote tests for the login page")
        # Ctrl-Enter saves, as the button does.
        words.send_keys("\ue009\ue007")
        browser.sees("wrote tests for")
        self.assertIn("wrote tests for", self.folder.run("meeting", self.past))

    def test_markup_in_every_field_is_text(self):
        standup = self.folder.standup(MARKUP, MARKUP, "Ben")
        meeting = self.folder.recorded_meeting(standup, [(MARKUP, MARKUP), ("Ben", MARKUP)], seconds=1)
        self.meeting = Meeting(self.folder, standup)
        browser = self.invited()
        for path in ((), ("standup", standup), ("standup", standup, "statistics"), ("standup", standup, "live"),
                     ("standup", standup, "meeting", meeting), ("search?q=alert",)):
            with self.subTest(path):
                self.page(browser, *path)
                browser.sees("<script>alert(1)</script>")
                self.assertEqual(browser.run("return document.scripts.length"), 1)
                self.assertEqual(browser.run("return document.querySelectorAll('[onfocus]').length"), 0)
                self.assertEqual(browser.problems(), [])

    def test_what_a_page_must_not_do_is_refused_by_the_browser(self):
        browser = self.page(self.invited(), "standup", self.standup)
        for script in ("document.body.innerHTML = '<b>x</b>'", "document.body.setAttribute('onclick', 'alert(1)')",
                       "const s = document.createElement('script'); s.text = 'window.ran = 1'; document.body.append(s)",
                       "document.write('x')"):
            with self.subTest(script):
                done = browser.run(f"try {{ {script}; return 'done' }} catch (error) {{ return error.name }}")
                self.assertEqual(done, "TypeError")
        self.assertIsNone(browser.run("return window.ran || null"))
        blocked = browser.driver.execute_async_script(
            "const done = arguments[0], image = new Image(); image.onload = () => done('loaded');"
            "image.onerror = () => done('blocked'); image.src = 'http://127.0.0.1:1/x.png'")
        self.assertEqual(blocked, "blocked")


if __name__ == "__main__":
    unittest.main()
