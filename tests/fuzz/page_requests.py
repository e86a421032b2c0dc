"""Requests for the pages: valid ones for every route, and what becomes of them in clumsy hands."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import quote, unquote, urlencode

from tests.fuzz.bytes_mutations import mutate_bytes
from tests.rpc.submissions.handing_in import bot_archive
from tests.web.asgi_browser import HOST

Headers = tuple[tuple[bytes, bytes], ...]

_FORM: Final = b"application/x-www-form-urlencoded"
_PIECES: Final = (
    b"", b"--5", b"-1", b"0", b"2147483648", b"9" * 5000, b"1e999", b"%", b"%00", b"%ff", b"%ed%a0%80",
    b"%D9%A1", b"..", b"../" * 20, b"%2e%2e%2f", b"//", b"/", b"\\", b"?", b"&&&=", b"=", b";", b"'", b'"',
    b"<img src=x>", b"{{7*7}}", b"null", b"[" * 3000, b'{"do":{}}', b"\xc3\xa9", b"\xff\xfe", b"a" * 70_000,
    b"http://[", b"localhost", b"[::1", b"x" * 300, b"%0d%0aSet-Cookie:x=1", b"bytes=0-", b"gzip",
)  # fmt: skip
_NUMBERS: Final = (
    b"--5", b"-1", b"-", b"5-", b"+1", b"2147483648", b"9" * 30, b"9" * 5000, b"1e999", b"NaN", b"%D9%A1",
    b"%C2%B2", b"0x10", b"1_0", b"%20" + b"1", b"00", b"999",
)  # fmt: skip
"""What stands where a number is expected."""
_HEADERS: Final = (
    b"accept", b"accept-language", b"authorization", b"content-type", b"content-length", b"cookie", b"expect",
    b"forwarded", b"if-none-match", b"last-event-id", b"origin", b"range", b"referer", b"sec-fetch-site",
    b"transfer-encoding", b"upgrade", b"x-bessemer-csrf", b"x-forwarded-for", b"x-forwarded-proto",
)  # fmt: skip
_WISHES: Final = (
    "choose", "undo", "back", "restart", "reorder", "restore", "go_on", "put_first", "leave_out", "send",
    "send_first", "take_over", "nothing",
)  # fmt: skip
_BOT: Final = bot_archive()
_METHODS: Final = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "G\u00cbT")


@dataclass(frozen=True, slots=True)
class PageRequest:
    """One request, before it is on a wire."""

    method: str
    path: bytes
    query: bytes = b""
    headers: Headers = ()
    body: bytes = b""

    def __str__(self) -> str:
        target = self.path[:300] + (b"?" + self.query[:300] if self.query else b"")
        return f"{self.method} {target!r} {self.headers!r:.600} {self.body[:300]!r}"

    @property
    def scope(self) -> dict[str, object]:
        """As uvicorn gives it to the app."""
        return {
            "type": "http",
            "http_version": "1.1",
            "method": self.method.encode("ascii", "replace").decode(),
            "scheme": "http",
            "path": unquote(self.path.decode("latin-1")),
            "raw_path": self.path,
            "query_string": self.query,
            "root_path": "",
            "headers": list(self.headers),
            "server": ("127.0.0.1", 8080),
        }

    @property
    def on_the_wire(self) -> bytes:
        """As a client would send it that closes the connection afterwards."""
        target = self.path + (b"?" + self.query if self.query else b"")
        lines = [self.method.encode("latin-1") + b" " + target + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self.headers]
        length = b"content-length: %d" % len(self.body)
        return b"\r\n".join((*lines, length, b"connection: close", b"", self.body))


@dataclass
class Known:
    """What valid requests can be about."""

    matches: list[str]
    games: Sequence[str]
    ladders: list[str]
    tokens: list[str]
    cookies: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By player: the cookie, and the word of the session's forms; "" is a stranger."""
    replays: list[bytes] = field(default_factory=list)


_Make = Callable[[Known, random.Random], tuple[str, Mapping[str, str] | bytes | None]]


def _seat(known: Known, luck: random.Random) -> str:
    return f"{luck.choice(known.matches)}/{luck.randrange(3)}"


def _wish(known: Known, luck: random.Random) -> bytes:
    word = luck.choice(("bid", "1", "pass", "end", luck.choice(known.games)))
    wish: dict[str, Any] = {
        "do": luck.choice(_WISHES),
        "tab": "t",
        "turn": luck.randrange(4),
        "word": word,
    }
    more = {
        "path": [[word], []],
        "picked": [word],
        "answers": luck.randrange(-2, 9),
        "order": [word],
    }
    more |= {"stage": luck.randrange(-3, 9), "earlier": [[[word]]], "since": luck.randrange(-1, 3)}
    wish |= {name: value for name, value in more.items() if luck.random() < 0.3}
    return json.dumps(wish).encode()


def _match_form(known: Known, luck: random.Random) -> Mapping[str, str]:
    form = {
        "game": luck.choice(known.games),
        "seat-1": luck.choice(("friend", "greedy", "random", "")),
    }
    form |= {"name": f"guest-{luck.randrange(10**6)}", "once": str(luck.random()), "place": "1"}
    form |= {"clock": luck.choice(("none", "quick", "days")), "option-deck": "standard"}
    return form


def _act_form(known: Known, luck: random.Random) -> Mapping[str, str]:
    return {
        "do": luck.choice(("abort", "ban", "unban")),
        "name": f"nobody-{luck.randrange(99)}",
        "reason": "because",
        "token": luck.choice(known.tokens),
    }


ROUTES: Final[Mapping[tuple[str, str], _Make]] = {
    ("GET", "/"): lambda _k, _l: ("/", None),
    ("GET", "/index.html"): lambda _k, _l: ("/index.html", None),
    ("GET", "/assets/{name}"): lambda _k, luck: (
        f"/assets/{luck.choice(('site.js', 'icon.svg'))}",
        None,
    ),
    ("GET", "/ladders/{ladder}/play"): lambda k, luck: (
        f"/ladders/{luck.choice(k.ladders)}/play",
        None,
    ),
    ("POST", "/ladders/{ladder}/play"): lambda k, luck: (
        f"/ladders/{luck.choice(k.ladders)}/play",
        {},
    ),
    ("POST", "/ladders/{ladder}/play/leave"): lambda k, luck: (
        f"/ladders/{luck.choice(k.ladders)}/play/leave",
        {},
    ),
    ("GET", "/ladders/{ladder}/play/events"): lambda k, luck: (
        f"/ladders/{luck.choice(k.ladders)}/play/events",
        None,
    ),
    ("GET", "/ladders/{ladder}/{path:path}"): lambda k, luck: (
        f"/ladders/{luck.choice(k.ladders)}/"
        + luck.choice(
            ("", "index.html", "matches.html", "ratings.svg", "data/matches-0.js", "players/a.html")
        ),
        None,
    ),
    ("GET", "/tables"): lambda _k, _l: ("/tables", None),
    ("GET", "/settings"): lambda _k, _l: ("/settings", None),
    ("POST", "/settings"): lambda _k, luck: (
        "/settings",
        {"look": luck.choice(("dark", "light", "x")), "lang": luck.choice(("pl", "xx"))},
    ),
    ("GET", "/seat/{match_id}/{seat:seat}/rating"): lambda k, luck: (
        f"/seat/{_seat(k, luck)}/rating",
        None,
    ),
    ("GET", "/compete"): lambda _k, _l: ("/compete", None),
    ("GET", "/compete/join"): lambda _k, _l: ("/compete/join", None),
    ("POST", "/compete/join"): lambda _k, _l: (
        "/compete/join",
        {"token": f"bsm_{'a' * 12}_{'b' * 52}", "team": "owls", "member": "ann"},
    ),
    ("POST", "/compete/members"): lambda _k, luck: (
        "/compete/members",
        {"do": luck.choice(("invite", "revoke", "remove")), "id": "aaaaaaaaaaaa"},
    ),
    ("POST", "/compete/submissions"): lambda _k, _l: ("/compete/submissions?note=x", _BOT),
    ("GET", "/compete/submissions/{number:int}"): lambda _k, luck: (
        f"/compete/submissions/{luck.randrange(3)}",
        None,
    ),
    ("POST", "/compete/submissions/{number:int}"): lambda _k, luck: (
        f"/compete/submissions/{luck.randrange(3)}",
        {"do": luck.choice(("play", "withdraw"))},
    ),
    ("GET", "/compete/organise"): lambda _k, _l: ("/compete/organise", None),
    ("POST", "/compete/organise"): lambda _k, luck: (
        "/compete/organise",
        {"do": luck.choice(("invite", "revoke")), "uses": "2", "each": "1", "id": "x"},
    ),
    ("GET", "/live.json"): lambda _k, _l: ("/live.json", None),
    ("GET", "/live/{match_id}"): lambda k, luck: (f"/live/{luck.choice(k.matches)}", None),
    ("GET", "/live/{match_id}/moment.json"): lambda k, luck: (
        f"/live/{luck.choice(k.matches)}/moment.json",
        None,
    ),
    ("GET", "/live/{match_id}/events"): lambda k, luck: (
        f"/live/{luck.choice(k.matches)}/events?from={luck.randrange(-1, 9)}",
        None,
    ),
    ("GET", "/matches/{match_id}"): lambda k, luck: (f"/matches/{luck.choice(k.matches)}", None),
    ("GET", "/matches/{match_id}/frames.json"): lambda k, luck: (
        f"/matches/{luck.choice(k.matches)}/frames.json",
        None,
    ),
    ("GET", "/matches/{match_id}/replay"): lambda k, luck: (
        f"/matches/{luck.choice(k.matches)}/replay",
        None,
    ),
    ("GET", "/leave/{match_id}/{seat:seat}"): lambda k, luck: (f"/leave/{_seat(k, luck)}", None),
    ("POST", "/leave/{match_id}/{seat:seat}"): lambda k, luck: (f"/leave/{_seat(k, luck)}", {}),
    ("GET", "/play/on/{match_id}"): lambda k, luck: (
        f"/play/on/{luck.choice(k.matches)}?turn={luck.randrange(9)}",
        None,
    ),
    ("POST", "/play/on/{match_id}"): lambda k, luck: (
        f"/play/on/{luck.choice(k.matches)}",
        {"turn": str(luck.randrange(9))},
    ),
    ("GET", "/rules/{name}"): lambda k, luck: (f"/rules/{luck.choice(k.games)}", None),
    ("POST", "/replay"): lambda k, luck: ("/replay", luck.choice(k.replays)),
    ("GET", "/organiser"): lambda _k, _l: ("/organiser", None),
    ("POST", "/organiser"): lambda k, luck: ("/organiser", _act_form(k, luck)),
    ("GET", "/sign-in"): lambda _k, _l: ("/sign-in?next=/play", None),
    ("POST", "/sign-in"): lambda k, luck: (
        "/sign-in",
        {"token": luck.choice(k.tokens), "next": "/play"},
    ),
    ("POST", "/sign-in/guest"): lambda _k, luck: ("/sign-in/guest", {"name": f"g{luck.random()}"}),
    ("POST", "/sign-out"): lambda _k, luck: ("/sign-out", luck.choice(({}, {"everywhere": "1"}))),
    ("GET", "/play"): lambda _k, _l: ("/play", None),
    ("POST", "/play"): lambda k, luck: ("/play", _match_form(k, luck)),
    ("POST", "/learn"): lambda k, luck: ("/learn", {"game": luck.choice(k.games)}),
    ("POST", "/play/again"): lambda k, luck: ("/play/again", {"match": luck.choice(k.matches)}),
    ("GET", "/play/table/{match_id}"): lambda k, luck: (
        f"/play/table/{luck.choice(k.matches)}",
        None,
    ),
    ("GET", "/play/{game}"): lambda k, luck: (f"/play/{luck.choice(k.games)}", None),
    ("GET", "/join/{match_id}/{seat:seat}"): lambda k, luck: (f"/join/{_seat(k, luck)}", None),
    ("POST", "/join/{match_id}/{seat:seat}"): lambda k, luck: (
        f"/join/{_seat(k, luck)}",
        {"token": luck.choice(k.tokens)},
    ),
    ("GET", "/seat/{match_id}/{seat:seat}"): lambda k, luck: (f"/seat/{_seat(k, luck)}", None),
    ("GET", "/seat/{match_id}/{seat:seat}/events"): lambda k, luck: (
        f"/seat/{_seat(k, luck)}/events?tab=t&from=-1",
        None,
    ),
    ("POST", "/seat/{match_id}/{seat:seat}/act"): lambda k, luck: (
        f"/seat/{_seat(k, luck)}/act",
        _wish(k, luck),
    ),
}
"""Valid requests, by method and route."""


def valid(route: tuple[str, str], known: Known, luck: random.Random) -> PageRequest:
    """A request for this route as a browser would send it, of some player or a stranger."""
    method, _ = route
    address, content = ROUTES[route](known, luck)
    path, _, query = address.partition("?")
    cookie, word = known.cookies[luck.choice(sorted(known.cookies))]
    headers = [(b"host", HOST.encode()), (b"accept", luck.choice((b"text/html", b"*/*")))]
    headers += [(b"cookie", cookie.encode())] if cookie else []
    body = b""
    if method == "POST":
        headers += [(b"origin", f"http://{HOST}".encode()), (b"sec-fetch-site", b"same-origin")]
        if isinstance(content, bytes):
            headers.append((b"x-bessemer-csrf", word.encode()))
            body = content
        else:
            headers.append((b"content-type", _FORM))
            body = urlencode(dict(content or {}) | {"csrf": word}).encode()
    if luck.random() < 0.2:
        query += ("&" if query else "") + f"lang={luck.choice(('pl', 'pt', 'xx'))}"
    return PageRequest(method, quote(path).encode(), query.encode(), tuple(headers), body)


def mutated(request: PageRequest, luck: random.Random) -> PageRequest:
    """The request with one to four faults, in whatever part of it."""
    for _ in range(luck.choice((1, 1, 1, 2, 4))):
        match luck.choice(("path", "path", "query", "query", "body", "body", "headers", "method")):
            case "path":
                request = replace(
                    request, path=b"/" + _target(_damaged(request.path[1:], luck, b"/"))
                )
            case "query":
                request = replace(request, query=_target(_damaged(request.query, luck, b"&")))
            case "body":
                request = replace(request, body=_damaged(request.body, luck, b"&"))
            case "headers":
                request = replace(request, headers=_mutated_headers(request.headers, luck))
            case _:
                request = replace(request, method=luck.choice(_METHODS))
    return request


def _damaged(data: bytes, luck: random.Random, between: bytes) -> bytes:
    parts = data.split(between)
    if luck.random() < 0.5:
        at = luck.randrange(len(parts))
        name, equals, value = parts[at].rpartition(b"=")
        is_number = value.lstrip(b"-").isdigit() and luck.random() < 0.8
        parts[at] = name + equals + luck.choice(_NUMBERS if is_number else _PIECES)
        return between.join(parts)
    return mutate_bytes(data, luck.choice(_PIECES), luck)


def _mutated_headers(headers: Headers, luck: random.Random) -> Headers:
    found = list(headers)
    at = luck.randrange(len(found))
    match luck.randrange(4):
        case 0:
            del found[at]
        case 1:
            found.append((luck.choice(_HEADERS), _value(luck.choice(_PIECES))))
        case 2:
            found.append(luck.choice(found))
        case _:
            name, value = found[at]
            found[at] = name, _value(mutate_bytes(value, luck.choice(_PIECES), luck))
    return tuple(found) or headers


def _value(data: bytes) -> bytes:
    """What can be a header's value: other bytes no server lets through to the app."""
    return bytes(byte for byte in data if byte >= 0x20 and byte != 0x7F).strip()


def _target(data: bytes) -> bytes:
    """What can be in the first line: other bytes no server lets through to the app."""
    return bytes(byte for byte in data if 0x20 < byte < 0x7F and byte not in b"?#")
