"""The configuration: what is refused, with a sentence that says what to do."""

import math
from pathlib import Path
from typing import Any

import pytest

from bessemer.matches.records import ClockSettings
from bessemer.rpc.limits.limits import Limits
from bessemer.rpc.serving.serve_config import (
    Address,
    ConfigError,
    ServeConfig,
    host_and_port,
    is_loopback,
    is_loopback_host,
)

CERT, KEY = Path("cert.pem"), Path("key.pem")


def test_the_defaults_are_served_on_this_machine_only() -> None:
    """Nothing given: loopback, no TLS, reflection on."""
    config = ServeConfig()

    assert ("127.0.0.1:7777",) == config.listen
    assert "127.0.0.1:9777" == config.metrics
    assert config.tls_cert is None
    assert config.reflects


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1:7777", True),
        ("127.8.9.10:0", True),
        ("[::1]:7777", True),
        ("[::ffff:127.0.0.1]:7777", True),
        ("localhost:7777", True),
        ("LOCALHOST:7777", True),
        ("unix:/run/bessemer.sock", True),
        ("unix:bessemer.sock", True),
        ("0.0.0.0:7777", False),
        ("[::]:7777", False),
        ("128.0.0.1:7777", False),
        ("10.0.0.1:7777", False),
        ("[fe80::1]:7777", False),
        ("[::ffff:10.0.0.1]:7777", False),
        ("example.org:7777", False),
        ("localhost.example.org:7777", False),
        ("127.0.0.1.example.org:7777", False),
        ("127.1:7777", False),
    ],
)
def test_loopback_is_what_only_this_machine_reaches(address: str, expected: bool) -> None:
    """What is not certainly loopback is not: a name may mean any machine."""
    assert expected == is_loopback(address)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        *(("127.0.0.1", True), ("::1", True), ("[::1]", True), ("::ffff:127.0.0.1", True)),
        *(("Localhost", True), ("192.0.2.1", False), ("::", False), ("example.org", False)),
        *(("", False), ("testclient", False), ("127.0.0.1:80", False)),
    ],
)
def test_a_host_alone_is_loopback_by_the_same_rule(host: str, expected: bool) -> None:
    """As the pages are told it: where they listen, and where a request comes from."""
    assert expected == is_loopback_host(host)


@pytest.mark.parametrize(
    "address",
    [
        *("", "127.0.0.1", ":7777", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536"),
        *("127.0.0.1:-1", "127.0.0.1:7777 ", "::1:7777", "[::1]", "[]:7777", "http://127.0.0.1:1"),
        *("127.0.0.1:\uff17", "unix:", pytest.param("x" * 10_240, id="ten-kilobytes")),
    ],
)
def test_what_is_no_address_is_refused_with_the_right_form(address: str) -> None:
    """The sentence shows how an address is written, and does not repeat an endless one."""
    with pytest.raises(ConfigError, match=r"unix:/") as refusal:
        ServeConfig(listen=(address,))

    assert len(str(refusal.value)) < 300


def test_an_address_is_split_into_host_and_port() -> None:
    """The brackets of IPv6 are not part of the host."""
    assert Address("::1", 7777) == host_and_port("[::1]:7777")
    assert Address("localhost", 0) == host_and_port("localhost:0")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        pytest.param({"listen": ()}, "nowhere to listen", id="no-address"),
        pytest.param(
            {"listen": ("127.0.0.1:1", "0.0.0.0:7777")},
            r"0\.0\.0\.0:7777 can be reached from other machines.*--tls-cert.*--insecure-public",
            id="public-without-tls",
        ),
        pytest.param({"tls_cert": CERT}, "needs its key: give --tls-key", id="cert-without-key"),
        pytest.param({"tls_key": KEY}, "give --tls-cert", id="key-without-cert"),
        pytest.param({"tls_client_ca": CERT}, "under TLS only", id="client-ca-without-tls"),
        pytest.param({"metrics": "unix:/m"}, "metrics need host:port", id="metrics-unix"),
        pytest.param({"metrics": "9777"}, "is no address", id="metrics-port-only"),
        pytest.param(
            {"metrics": "0.0.0.0:9777", "tls_cert": CERT, "tls_key": KEY},
            "can be read from other machines",
            id="public-metrics",
        ),
        pytest.param({"database": "mysql://x/y"}, "postgresql://", id="other-database"),
        pytest.param({"database": "postgresql"}, "postgresql://", id="no-url"),
        pytest.param({"drain_timeout": -1.0}, "the drain timeout must be 0 or more", id="drain"),
        pytest.param({"clock_grace": math.nan}, "the clock's grace must be 0 or more", id="grace"),
        pytest.param(
            {"limits": Limits(requests_per_second=0)}, "requests per second must be", id="rate"
        ),
        pytest.param({"limits": Limits(burst=0)}, "the burst of requests must be", id="burst"),
        pytest.param({"limits": Limits(streams=0)}, "streams at once must be", id="streams"),
        pytest.param({"limits": Limits(matches=-1)}, "matches at once must be", id="matches"),
        pytest.param({"clock": ClockSettings(bank=-1)}, "the clock's bank must be", id="bank"),
        pytest.param({"clock": ClockSettings(bank=math.inf)}, "the clock's bank", id="endless"),
        pytest.param({"clock": ClockSettings(strike_limit=0)}, "the strike limit", id="strikes"),
        pytest.param(
            {"clock": ClockSettings(increment_by_kind={"plan": -2})},
            "the increment of plan",
            id="increment-by-kind",
        ),
        pytest.param(
            {"clock": ClockSettings(bank=0, increment_by_kind={"plan": 0})},
            "every decision needs an increment",
            id="no-time-at-all",
        ),
    ],
)
def test_what_cannot_be_served_is_refused(given: dict[str, Any], sentence: str) -> None:
    """Each impossible part, or pair of parts, has its sentence."""
    with pytest.raises(ConfigError, match=sentence):
        ServeConfig(**given)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"tls_cert": CERT, "tls_key": KEY}, id="tls"),
        pytest.param({"tls_cert": CERT, "tls_key": KEY, "tls_client_ca": CERT}, id="client-ca"),
        pytest.param({"insecure_public": True}, id="told-so"),
    ],
)
def test_the_public_may_be_served_with_tls_or_when_told_so(given: dict[str, Any]) -> None:
    """Either makes a public address acceptable; reflection is then off by itself."""
    config = ServeConfig(listen=("0.0.0.0:7777",), **given)

    assert ("tls_cert" in given) == (config.tls_cert is not None)
    assert not config.reflects


def test_one_public_address_turns_reflection_off() -> None:
    """It is on by itself only if nobody from outside can ask."""
    config = ServeConfig(listen=("127.0.0.1:1", "0.0.0.0:2"), insecure_public=True)

    assert not config.reflects


@pytest.mark.parametrize("reflection", [True, False])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - nothing listens
def test_reflection_is_as_told(reflection: bool, host: str) -> None:
    """Who says on or off gets it, wherever the referee listens."""
    config = ServeConfig(listen=(f"{host}:1",), insecure_public=True, reflection=reflection)

    assert reflection == config.reflects


@pytest.mark.parametrize(
    "given",
    [
        {"metrics": ""},
        {"database": "postgresql+psycopg://user@host/name"},
        {"database": "sqlite:///file.db"},
        {"limits": Limits(requests_per_second=math.inf)},
        {"clock": ClockSettings(bank=0)},
        {"listen": ("unix:/run/a.sock", "[::1]:0")},
    ],
)
def test_what_is_unusual_but_possible_is_served(given: dict[str, Any]) -> None:
    """No check is stricter than it must be."""
    assert ServeConfig(**given) == ServeConfig(**given)


def test_a_password_in_the_database_url_is_never_shown() -> None:
    """Neither the configuration's repr nor a refusal repeats the URL."""
    assert "hunter2" not in repr(ServeConfig(database="postgresql://u:hunter2@h/d"))
    with pytest.raises(ConfigError) as refusal:
        ServeConfig(database="mysql://u:hunter2@h/d")
    assert "hunter2" not in str(refusal.value)
