"""bot.toml: what stands in it, and what its author is told if it is wrong."""

import pytest

from bessemer.submissions.manifest import MOST_BYTES, BadManifest, read_manifest
from bessemer.submissions.records import Runtime

LEAST = 'name = "mine"\ngame = "brass"\n'


@pytest.mark.parametrize(
    ("text", "runtime", "words", "build"),
    [
        pytest.param('run = "mine.py --deep"', Runtime.PYTHON, ["mine.py", "--deep"], (), id="py"),
        pytest.param('run = "node mine.js"', Runtime.COMMAND, ["node", "mine.js"], (), id="node"),
        pytest.param(
            'run = "lines:./mine"\nbuild = "make"', Runtime.COMMAND, ["./mine"], ("make",), id="cpp"
        ),
        pytest.param(
            'run = "lines:java -cp build Mine"\nbuild = ["mkdir build", "javac -d build Mine.java"]',
            Runtime.COMMAND,
            ["java", "-cp", "build", "Mine"],
            ("mkdir build", "javac -d build Mine.java"),
            id="java",
        ),
        pytest.param(
            'run = "./start"\nruntime = "python"', Runtime.PYTHON, ["./start"], (), id="said"
        ),
    ],
)
def test_what_a_bot_needs_is_little(
    text: str, runtime: Runtime, words: list[str], build: tuple[str, ...]
) -> None:
    """Its name, its game and how it runs; the rest follows or may be said."""
    found = read_manifest((LEAST + text).encode())
    assert (found.name, found.game) == ("mine", "brass")
    assert (found.runtime, found.words, found.build) == (runtime, words, build)
    assert found.speaks_lines == ("lines:" in text)


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        pytest.param("", "name", 'does not say name: write name = "…"', id="nothing"),
        pytest.param('name = "a b"\ngame = "brass"\nrun = "x"', "name", "1 to 40", id="name"),
        pytest.param('name = "a"\ngame = "bras"\nrun = "x"', "game", "brass", id="game"),
        pytest.param(LEAST, "run", "does not say run", id="no run"),
        pytest.param(LEAST + "run = 3", "run", "is a text", id="no text"),
        pytest.param(LEAST + 'run = ""', "run", "is empty", id="empty"),
        pytest.param(LEAST + 'run = "\'"', "run", "not a command line", id="quote"),
        pytest.param(LEAST + f'run = "{"x" * 2000}"', "run", "1000 characters", id="long"),
        pytest.param(LEAST + 'run = "x\\u001b"', "run", "cannot be printed", id="escape"),
        pytest.param(LEAST + 'run = "x"\nbuid = "make"', "buid", "did you mean build", id="key"),
        pytest.param(LEAST + 'run = "x"\nbuild = 3', "build", "or a list", id="build"),
        pytest.param(LEAST + 'run = "x"\nbuild = [3]', "build", "is a text", id="build list"),
        pytest.param(LEAST + 'run = "x"\nruntime = "jvm"', "runtime", "there are", id="runtime"),
        pytest.param(
            LEAST + 'run = "x"\nrequirements = "r.txt"', "requirements", "runtime", id="packages"
        ),
        pytest.param(
            LEAST + 'run = "x.py"\nrequirements = "../r"', "requirements", "inside", id="outside"
        ),
        pytest.param("name = ", "", "not TOML", id="no TOML"),
        pytest.param("\0" * (MOST_BYTES + 1), "", "16 KiB", id="large"),
        pytest.param("a = " + "[" * 5000, "", "not TOML", id="deep"),
    ],
)
def test_what_is_wrong_is_named(text: str, key: str, reason: str) -> None:
    """With the key, and what to do."""
    with pytest.raises(BadManifest) as caught:
        read_manifest(text.encode())
    assert caught.value.key == key
    assert reason in str(caught.value)


def test_bytes_that_are_no_text_are_refused() -> None:
    """Rather than guessed at."""
    with pytest.raises(BadManifest, match="UTF-8"):
        read_manifest(b"name = '\xff'")
