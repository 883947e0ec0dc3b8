"""Only the web server's build has SwiftNIO in it."""
import os
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))


def plan(folder, configuration):
    """What a build compiles, by the manifest that `swift build` writes for it; nothing if there was none."""
    path = f"{ROOT}/{folder}/{configuration}.yaml"
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


class BuildTests(unittest.TestCase):
    def test_the_build_of_the_program_and_its_tests_compiles_nothing_of_swift_nio(self):
        plans = [text for text in (plan(".build", "debug"), plan(".build", "release")) if text]
        if not plans:
            self.skipTest("nothing was built")
        for text in plans:
            self.assertIn("MeetingEngine", text)
            self.assertNotIn("NIOCore", text)

    def test_the_build_of_the_web_server_does(self):
        plans = [text for text in (plan(".build-web", "debug"), plan(".build-web", "release")) if text]
        if not plans:
            self.skipTest("the web server was not built")
        for text in plans:
            self.assertIn("NIOCore", text)


if __name__ == "__main__":
    unittest.main()
