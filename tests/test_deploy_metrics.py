"""The alert rules and the dashboard under `deploy/` ask for metrics that there are, and promtool takes them."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from bessemer.rpc.ops.collector import collector_registry
from tests.programs import needed_program
from tests.rpc.busy_referee import busy_referee

ROOT: Final = Path(__file__).parents[1]
RULES: Final = ROOT / "deploy" / "prometheus" / "bessemer.rules.yml"
BOARD: Final = ROOT / "deploy" / "grafana" / "bessemer.json"
PAGE: Final = ROOT / "docs" / "alerts.md"
OF_PROMETHEUS: Final = {"up"}


def samples() -> dict[str, set[str]]:
    """The names of all samples that a referee shows, with their labels."""
    registry: CollectorRegistry = collector_registry(busy_referee())
    found: dict[str, set[str]] = {}
    for family in registry.collect():
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def board_expressions() -> list[str]:
    """What the panels of the dashboard ask for."""
    board: dict[str, Any] = json.loads(BOARD.read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return asked + [one["query"]["query"] for one in board["templating"]["list"][1:]]


def rule_expressions() -> list[str]:
    """What the alert rules ask for."""
    text = RULES.read_text(encoding="utf-8")
    return re.findall(r"expr: (?:>\n)?(.*?)\n        (?:for|labels):", text, re.DOTALL)


def alerts() -> list[str]:
    """The names of all alerts."""
    return re.findall(r"- alert: (\w+)", RULES.read_text(encoding="utf-8"))


EXPRESSIONS: Final = [*board_expressions(), *rule_expressions()]


def test_the_walk_finds_what_is_asked_for() -> None:
    """So that the other tests are about all of it."""
    assert len(rule_expressions()) == len(alerts()) > 10
    assert len(board_expressions()) > 25


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_every_metric_and_label_exists(expression: str) -> None:
    """A graph of something that is not there would show that all is well, for ever."""
    known = samples()
    labels = {"instance", "job", "le"}.union(*known.values())
    named = set(re.findall(r"\b((?:bessemer|process)_\w+)", expression))

    assert named - known.keys() - OF_PROMETHEUS == set()
    assert named or "up{" in expression
    grouped = re.findall(r"(?:by|on) \(([\w, ]+)\)", expression)
    filtered = re.findall(r'(\w+)(?:=~|!=|=)"', expression)
    asked = {word.strip() for words in grouped for word in words.split(",")} | set(filtered)
    assert asked <= labels


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    """An organiser who looks there has seen everything."""
    text = " ".join(board_expressions())
    kinds = re.compile("_(total|bucket|count|sum|info)$")
    shown = {kinds.sub("", name) for name in re.findall(r"bessemer_\w+", text)}
    there = {kinds.sub("", name) for name in samples() if name.startswith("bessemer_")}

    assert there == shown


def test_the_page_explains_every_alert_and_no_other() -> None:
    """And each alert names its place on the page."""
    page = PAGE.read_text(encoding="utf-8")

    assert alerts() == re.findall(r"^## (\w+)$", page, re.MULTILINE)
    links = re.findall(r"page: docs/alerts\.md#(\w+)", RULES.read_text(encoding="utf-8"))
    assert [name.lower() for name in alerts()] == links


@pytest.mark.parametrize(
    "words",
    [
        ("check", "config", "prometheus.yml"),
        ("check", "rules", "bessemer.rules.yml"),
        ("test", "rules", "bessemer.rules.test.yml"),
    ],
    ids=" ".join,
)
def test_promtool_takes_the_rules(words: tuple[str, ...]) -> None:
    """As Prometheus reads them; and they ring when they should."""
    promtool = needed_program("promtool", "checking the alert rules")
    done = subprocess.run(
        [promtool, *words], cwd=RULES.parent, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_alertmanager_takes_its_example() -> None:
    """A critical alert is told now, and any other today."""
    amtool = needed_program("amtool", "checking the example for Alertmanager")
    file = RULES.parent / "alertmanager.yml"
    routed = {}
    for severity in set(re.findall(r"severity: (\w+)", RULES.read_text(encoding="utf-8"))):
        words = ("config", "routes", "test", f"--config.file={file}", f"severity={severity}")
        done = subprocess.run([amtool, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        routed[severity] = done.stdout.strip()
    done = subprocess.run(
        [amtool, "check-config", file], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert routed == {"critical": "now", "warning": "today"}


def test_promtool_takes_what_a_referee_shows() -> None:
    """Names, types and help texts are as Prometheus wants them."""
    promtool = needed_program("promtool", "checking the metrics")
    shown = generate_latest(collector_registry(busy_referee()))
    done = subprocess.run(
        [promtool, "check", "metrics"], input=shown, capture_output=True, check=False
    )

    assert done.returncode == 0, done.stderr.decode()
