"""
How a referee is served: one value, read once and checked as a whole.

Whatever cannot be served is a `ConfigError` with a sentence that says what to do.
"""

import ipaddress
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.matches.records import ClockSettings, Durability
from bessemer.rpc.limits.limits import Limits
from bessemer.rpc.ops.logs import LogFormat
from bessemer.rpc.webhooks.destinations import Network

_UNIX: Final = "unix:"
_HOST_AND_PORT: Final = re.compile(r"(\[[^\[\]]+\]|[^\[\]:/\s]+):([0-9]{1,5})")
_DATABASES: Final = ("sqlite", "postgresql", "postgres")


class ConfigError(Exception):
    """The referee cannot be served so; the message says what to change."""


class Address(NamedTuple):
    """Where to listen: a host and a port."""

    host: str
    port: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeConfig:
    """
    All that `serve` can be told.

    Raises:
        ConfigError: the parts do not fit together, or one is impossible.
    """

    listen: tuple[str, ...] = ("127.0.0.1:7777",)
    """Each `host:port`, `[ipv6]:port` or `unix:/path`."""
    data: Path = Path("bessemer-data")
    """The folder for the database and the replays."""
    database: str = field(default="", repr=False)
    """Its URL, which may hold a password; "" for SQLite in the data folder."""
    durability: Durability = Durability.MOVE
    """For matches that ask for none."""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    tls_client_ca: Path | None = None
    """If given, every client needs a certificate from it."""
    insecure_public: bool = False
    """Listen beyond loopback without TLS: anyone who sees the traffic sees the tokens."""
    reflection: bool | None = None
    """Whether clients may ask for the API's description; `None`: on loopback only."""
    metrics: str = "127.0.0.1:9777"
    """Where metrics are shown, to anyone; "" for nowhere."""
    log_format: LogFormat = LogFormat.AUTO
    limits: Limits = field(default_factory=Limits)
    """Of each caller."""
    clock: ClockSettings = field(default_factory=ClockSettings)
    """For matches that ask for nothing else."""
    ladders: tuple[str, ...] = ()
    """The ladders whose matches it plays."""
    plays_all: bool = False
    """Whether it plays all ladders of its database, those made while it runs as well; then `ladders` is empty."""
    is_rated: bool = True
    """Whether its ladders' players are rated as they play."""
    webhook_allow: tuple[Network, ...] = ()
    """Networks that webhooks may lead to although they are not public."""
    name: str = ""
    """Its own, where several referees share a PostgreSQL database: each goes on with its own matches."""
    reach: str = ""
    """Where these others reach it; "" for its first address."""
    connections: int | None = None
    """The most at each address; `None` for as many as there are files for."""
    is_private: bool = False
    """Whether it plays only for the person who started it: then its bots create no matches of their own."""
    accept_loss: bool = False
    """Start although the end of the database is lost with its write-ahead log."""
    drain_timeout: float = 30.0
    """Seconds for running matches to finish when the referee closes."""
    thinkers: int = 0
    """Bots that share this machine's processors and may think at once; 0 for any number."""
    clock_grace: float = 0.05
    """Seconds after its deadline in which a move that was on its way still counts."""

    def __post_init__(self) -> None:
        if not self.listen:
            raise ConfigError("nowhere to listen: give an address such as 127.0.0.1:7777")
        _check_files(self)
        _check_exposure(self)
        _check_database(self.database)
        _check_numbers(self)

    @property
    def database_or_file(self) -> str | Path:
        """The URL of the database, or the file in the data folder."""
        return self.database or self.data / "bessemer.sqlite3"

    @property
    def played(self) -> tuple[str, ...] | None:
        """The ladders that it plays; `None` for all."""
        return None if self.plays_all else self.ladders

    @property
    def reflects(self) -> bool:
        """Whether reflection is on."""
        if self.reflection is not None:
            return self.reflection
        return all(map(is_loopback, self.listen))


def is_loopback(address: str) -> bool:
    """
    Whether only this machine can reach `address`: 127.0.0.0/8, ::1, localhost or a unix socket.

    Raises:
        ConfigError: it is no address.
    """
    return is_unix(address) or is_loopback_host(host_and_port(address).host)


def is_loopback_host(host: str) -> bool:
    """Whether a host, by its name or by its address, is this machine for itself alone."""
    if host.lower() == "localhost":
        return True
    try:
        ip = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        # Some other name, which may mean any machine, and tomorrow another.
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return bool((mapped or ip).is_loopback)


def is_unix(address: str) -> bool:
    """
    Whether `address` is a unix socket.

    Raises:
        ConfigError: it should be one and has no path.
    """
    if address == _UNIX:
        raise ConfigError("unix: needs a path, as in unix:/run/bessemer.sock")
    return address.startswith(_UNIX)


def host_and_port(address: str) -> Address:
    """
    The two parts of `address`, an IPv6 host without its brackets.

    Raises:
        ConfigError: it is not `host:port`.
    """
    found = _HOST_AND_PORT.fullmatch(address)
    if not found or int(found[2]) > 65535:
        raise ConfigError(
            f"{address[:80]!r} is no address: write host:port with a port from 0 to 65535, "
            "[ipv6]:port or unix:/path; for all interfaces write 0.0.0.0:port or [::]:port"
        )
    return Address(found[1].strip("[]"), int(found[2]))


def _check_files(config: ServeConfig) -> None:
    if config.tls_cert and not config.tls_key:
        raise ConfigError("a TLS certificate needs its key: give --tls-key too")
    if config.tls_key and not config.tls_cert:
        raise ConfigError("a TLS key needs its certificate: give --tls-cert too")
    if config.tls_client_ca and not config.tls_cert:
        raise ConfigError(
            "client certificates are checked under TLS only: give --tls-cert and --tls-key too"
        )


def _check_exposure(config: ServeConfig) -> None:
    public = [address for address in config.listen if not is_loopback(address)]
    if public and not (config.tls_cert or config.insecure_public):
        raise ConfigError(
            f"{public[0]} can be reached from other machines, and without TLS the tokens can be "
            "read on the way: give --tls-cert and --tls-key, or listen on 127.0.0.1, or, in a "
            "network that you trust, add --insecure-public"
        )
    if not config.metrics:
        return
    if is_unix(config.metrics):
        raise ConfigError("metrics need host:port, not a unix socket; '' turns them off")
    if not (is_loopback(config.metrics) or config.insecure_public):
        raise ConfigError(
            f"metrics at {config.metrics} can be read from other machines, by anybody: listen on "
            "127.0.0.1 and let a proxy show them, or add --insecure-public"
        )


def _check_database(url: str) -> None:
    # The URL may hold a password: it is not repeated.
    scheme = url.partition("://")[0].partition("+")[0]
    if url and ("://" not in url or scheme not in _DATABASES):
        raise ConfigError(
            "--database: not a postgresql:// or sqlite:/// URL; give postgresql://user@host/name, or "
            "nothing for SQLite in the data folder"
        )


def _check_numbers(config: ServeConfig) -> None:
    limits, clock = config.limits, config.clock
    positive = {
        "requests per second": limits.requests_per_second,
        "the burst of requests": limits.burst,
        "reads per second": limits.reads_per_second,
        "milliseconds for calls": limits.call_milliseconds,
        "moves per second": limits.moves_per_second,
        "the turns of a match": limits.turns,
        "streams at once": limits.streams,
        "matches at once": limits.matches,
        "the strike limit": clock.strike_limit,
        "the time to join": clock.join_timeout,
    }
    for what, value in positive.items():
        if not value > 0:
            raise ConfigError(f"{what} must be more than 0, not {value:g}")
    durations = {
        "the drain timeout": config.drain_timeout,
        "the clock's grace": config.clock_grace,
        "the clock's bank": clock.bank,
        "the clock's increment": clock.increment,
        **{f"the increment of {kind}": value for kind, value in clock.increment_by_kind.items()},
    }
    for what, value in durations.items():
        if not (value >= 0 and math.isfinite(value)):
            raise ConfigError(f"{what} must be 0 or more seconds, not {value:g}")
    if clock.bank == 0 and min((clock.increment, *clock.increment_by_kind.values())) == 0:
        raise ConfigError("without a bank every decision needs an increment of more than 0 seconds")
