"""The build's own run of the tests: what fails once is flaky, what fails twice fails."""

import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[1] / "tools" / "tests_twice.py"
TESTS = """
from pathlib import Path

def test_good():
    pass

def test_once():
    marker = Path(__file__).with_name("marker")
    is_first = not marker.exists()
    marker.touch()
    assert not is_first
"""


def built(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """A build of one file of tests, in a folder of its own."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_it.py").write_text(source)
    return subprocess.run(
        [sys.executable, str(PROGRAM), "flaky.txt", "-q"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_passes_alone_is_named_and_does_not_fail_the_build(tmp_path: Path) -> None:
    """Its name stands at the end and in the file, and the last line is pytest's."""
    done = built(tmp_path, TESTS)

    assert 0 == done.returncode
    *_, name, last = done.stdout.splitlines()
    assert "test_it.py::test_once" == name.strip()
    assert last.startswith("1 failed, 1 passed in")
    assert "test_it.py::test_once\n" == (tmp_path / "flaky.txt").read_text()


def test_what_fails_again_fails_the_build(tmp_path: Path) -> None:
    """The flaky one beside it is named all the same."""
    done = built(tmp_path, f"{TESTS}\ndef test_bad():\n    assert False\n")

    assert 1 == done.returncode
    assert done.stdout.splitlines()[-1].startswith("1 failed, 1 passed")
    assert "test_it.py::test_once\n" == (tmp_path / "flaky.txt").read_text()


def test_what_cannot_be_run_is_not_run_again(tmp_path: Path) -> None:
    """Such as no tests at all: pytest's own exit code."""
    assert 5 == built(tmp_path, "").returncode
    assert not (tmp_path / "flaky.txt").exists()
