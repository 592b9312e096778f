"""Runs the tests; see Tests/Browser/run."""
import concurrent.futures
import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

from . import browser, services

HERE = Path(__file__).resolve().parent
# Browsers at a time: tests wait for half of their time, and more browsers would slow each other down.
JOBS = min(2, os.cpu_count() or 1)


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


def run(name):
    """Runs the tests of this name with a browser of their own. Returns whether all passed."""
    tests = unittest.TestLoader().loadTestsFromName(f"{__package__}.{name}")
    try:
        return unittest.TextTestRunner(verbosity=2, resultclass=Sentences).run(tests).wasSuccessful()
    finally:
        browser.close()
        services.close()


def run_all(names):
    """
    Runs the tests of each name in a process of its own, some at a time, and those that fail once more, alone: on a busy host, a browser may
    freeze for seconds. Returns whether all passed.
    """
    def run_apart(name):
        result = subprocess.run(
            [sys.executable, "-m", __package__, name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(f"== {name}\n{result.stdout}", file=sys.stderr, flush=True)
        return result.returncode == 0

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        failed = [name for name, passed in zip(names, pool.map(run_apart, names)) if not passed]
    if failed:
        print(f"== again, alone: {' '.join(failed)}", file=sys.stderr, flush=True)
    return all([run_apart(name) for name in failed])


services.OUT.mkdir(parents=True, exist_ok=True)
names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("test_*.py"))
sys.exit(0 if (run(names[0]) if len(names) == 1 else run_all(names)) else 1)
