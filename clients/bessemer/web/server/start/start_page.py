"""The pages on which a match is chosen, and what stands in their forms."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.game import Option
from bessemer.faces.language import tr, tr_key, tr_name
from bessemer.faces.lessons import courses_of, taught_games
from bessemer.v1 import match_pb2
from bessemer.web.pages import page
from bessemer.web.server.accounts.my_matches import MyMatch
from bessemer.web.server.accounts.people import Person, suggested_name
from bessemer.web.server.seat.plans import ANYONE, CLOCKS, FRIEND, NOBODY, Plan, game_of
from bessemer.web.server.start.open_tables import free_seats
from bessemer.web.server.start.opponents import FIRST, about, opponents
from bessemer.web.server.start.table_book import Table
from bessemer.web.server.start.terms import TableTerms

Fields = Mapping[str, str]


def games_page(person: Person | None, trouble: str = "") -> str:
    """Three games, each a click away."""
    lessons = {name: courses_of(name) for name in taught_games()}
    games = [{"name": name, "about": about(name), "lessons": lessons.get(name)} for name in GAMES]
    return page("start/games.html", "play", games=games, bot=FIRST, trouble=trouble, **_who(person))


def game_page(
    name: str,
    person: Person | None,
    given: Fields,
    trouble: str = "",
    mine: Sequence[MyMatch] = (),
) -> str:
    """
    A match of one game with all that can be chosen.

    Args:
        name: the game's.
        person: who asks.
        given: what was chosen before.
        trouble: why it cannot be.
        mine: the tables that could be given up for it.
    """
    game = game_of(name)
    first = {"seat-1": FIRST, "suggestions": "on"} if not given else {}
    fields = {**first, **given}
    return page(
        "start/game.html",
        f"play/{name}",
        name=name,
        about=about(name),
        trouble=trouble,
        mine=mine,
        fields=fields,
        seats=[_opponent(name, number) for number in range(1, max(game.seats))],
        places=[
            (str(seat), tr("seat {n}", n=seat + 1) if seat else tr("seat 1, which comes first"))
            for seat in range(max(game.seats))
        ],
        clocks=[
            ("", tr("none against bots, 30 minutes with people")),
            *((code, tr_key(words)) for code, (words, _) in CLOCKS.items()),
        ],
        options=[_option(game, option, fields) for option in game.option_list],
        **_who(person),
    )


def links_page(
    table: Table, person: Person, base: str, said: Sequence[str], *, is_local: bool
) -> str:
    """The links to send to friends; `is_local` if they lead nowhere from other machines."""
    return page(
        "start/links.html",
        f"play/table/{table.match_id}",
        table=table,
        person=person,
        base=base,
        said=said,
        is_local=is_local,
    )


def join_page(
    match: match_pb2.Match,
    seat: int,
    person: Person | None,
    trouble: str = "",
    *,
    takes_guests: bool = False,
) -> str:
    """What somebody sees who opens the link of a seat: the table, before they sit down."""
    return page(
        "start/join.html",
        f"join/{match.match_id}/{seat}",
        match=match,
        about=about(match.game),
        seat=seat,
        person=person,
        trouble=trouble,
        takes_guests=takes_guests,
        suggested=suggested_name(),
        terms=TableTerms.of(match),
        is_open=match.anyone_may_join,
        is_free=seat in free_seats(match),
    )


def play_on_page(match_id: str, turn: str, plan: Plan, person: Person) -> str:
    """What it means to play on from a turn of a match, and a button for it."""
    facts = {"match_id": match_id, "turn": turn, "plan": plan, "bot": FIRST}
    return page("start/play_on.html", f"play/on/{match_id}", **facts, **_who(person))


def _who(person: Person | None) -> dict[str, Any]:
    """What says who plays, and that the form is ours and new."""
    return {"person": person, "once": secrets.token_urlsafe(16), "suggested": suggested_name()}


def _opponent(name: str, number: int) -> dict[str, Any]:
    """The field for who sits in a seat."""
    game = game_of(name)
    choices = [
        *([(NOBODY, tr("nobody"))] if number >= min(game.seats) else []),
        *(
            (one.name, f"{one.name}: {one.word}" if one.word else one.name)
            for one in opponents(name)
        ),
        (FRIEND, tr("a friend, by a link")),
        (ANYONE, tr("anyone, at an open table")),
    ]
    return {"name": f"seat-{number}", "label": tr("Opponent {n}", n=number), "choices": choices}


def _option(game: AnyGame, option: Option, fields: Fields) -> dict[str, Any]:
    """A field for an option of a game: a choice, a number, or a text for experts."""
    name = f"option-{option.name}"
    given = fields.get(name, option.default)
    choices = [(value, value) for value in option.values if not value.startswith("<")]
    if "<a seat>" in option.values:
        choices += [(str(seat), tr("seat {n}", n=seat + 1)) for seat in range(max(game.seats))]
    elif len(choices) < len(option.values):
        choices = []
    return {
        "field": name,
        "label": tr_name(option.name.replace("_", " ")),
        "meaning": tr_name(option.meaning),
        "is_choice": bool(choices),
        "is_long": any("text" in value for value in option.values),
        "choices": choices,
        "bounds": option.bounds,
        "given": {name: given},
        "value": given,
    }
