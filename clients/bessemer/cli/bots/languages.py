"""The languages in which `bessemer new` writes a bot that reads and writes lines."""

from typing import Final, NamedTuple

PYTHON: Final = "python"


class Language(NamedTuple):
    """How a bot of one file is built and started; `my_bot` and `MyBot` stand for its name."""

    title: str
    template: str
    file: str
    build: str
    """The command that builds it; empty if there is none."""
    run: str
    """The bot, as it is named."""
    needs: tuple[str, ...]
    """The programs that build it and run it."""
    packages: str
    """Debian's packages with them."""


LANGUAGES: Final = {
    "js": Language(
        "JavaScript", "bot.js.txt", "my_bot.js", "", "lines:node my_bot.js", ("node",), "nodejs"
    ),
    "ts": Language(
        "TypeScript",
        "bot.ts.txt",
        "my_bot.ts",
        "tsc --strict --target es2018 my_bot.ts",
        "lines:node my_bot.js",
        ("tsc", "node"),
        "node-typescript",
    ),
    "cpp": Language(
        "C++",
        "bot.cpp.txt",
        "my_bot.cpp",
        "g++ -std=c++17 -O2 -o my_bot my_bot.cpp",
        "lines:./my_bot",
        ("g++",),
        "g++",
    ),
    "java": Language(
        "Java",
        "bot.java.txt",
        "MyBot.java",
        "javac -d build MyBot.java",
        "lines:java -cp build MyBot",
        ("javac", "java"),
        "default-jdk-headless",
    ),
    "go": Language(
        "Go",
        "bot.go.txt",
        "my_bot.go",
        "go build -o my_bot my_bot.go",
        "lines:./my_bot",
        ("go",),
        "golang-go",
    ),
    "rust": Language(
        "Rust",
        "bot.rs.txt",
        "my_bot.rs",
        "rustc -O -o my_bot my_bot.rs",
        "lines:./my_bot",
        ("rustc",),
        "rustc",
    ),
    "csharp": Language(
        "C#",
        "bot.cs.txt",
        "MyBot.cs",
        "mcs -out:my_bot.exe MyBot.cs",
        "lines:mono my_bot.exe",
        ("mcs", "mono"),
        "mono-mcs",
    ),
}
