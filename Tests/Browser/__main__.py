"""Runs the tests; see Tests/Browser/run."""
import sys
import time
import unittest
from pathlib import Path

from . import browser, services

HERE = Path(__file__).resolve().parent


def load(names):
    loader = unittest.TestLoader()
    modules = sorted(path.stem for path in HERE.glob("test_*.py"))
    return loader.loadTestsFromNames([f"{__package__}.{name}" for name in names or modules])


class Sentences(unittest.TextTestResult):
    """Prints each test as the sentence that its name is, and how long it took."""

    def startTest(self, test):
        self.started = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        self.stream.write(f"{time.monotonic() - self.started:.1f} s ")
        super().addSuccess(test)

    def getDescription(self, test):
        return str(test).split()[0].removeprefix("test_").replace("_", " ").capitalize()


services.OUT.mkdir(parents=True, exist_ok=True)
try:
    result = unittest.TextTestRunner(verbosity=2, resultclass=Sentences).run(load(sys.argv[1:]))
finally:
    browser.close()
    services.close()
sys.exit(not result.wasSuccessful())
