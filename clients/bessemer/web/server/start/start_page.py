"""The pages on which a match is chosen, and the forms that they are made of."""

import secrets
from collections.abc import Mapping, Sequence

from bessemer.charts.html import paragraph, text
from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Option
from bessemer.faces.language import tr, tr_key
from bessemer.faces.lessons import taught_games
from bessemer.web.server.accounts.people import Person, suggested_name
from bessemer.web.server.forms import csrf_field, hidden_field
from bessemer.web.server.seat.plans import CLOCKS, FRIEND, NOBODY, game_of
from bessemer.web.server.sources import PLAY_LINKS
from bessemer.web.server.start.opponents import FIRST, about, opponents
from bessemer.web.server.start.table_book import Table
from bessemer.web.site.shell import page

Fields = Mapping[str, str]


def games_page(person: Person | None, trouble: str = "") -> str:
    """Three games, each a click away."""
    cards = [
        f'<section class="game card"><h2>{text(name.capitalize())}</h2>{paragraph(about(name))}'
        f'<button class="main" name="game" value="{text(name)}">'
        f"{text(tr('Play against {bot}', bot=FIRST))}</button>"
        f"{_learn_button(name)}"
        f'<a href="/play/{text(name)}">{text(tr("Other opponents, friends, options"))}</a></section>'
        for name in GAMES
    ]
    parts = [
        f"<h1>{text(tr('Play'))}</h1>",
        *_trouble(trouble),
        '<form method="post" action="/play">',
        *_who(person),
        hidden_field("seat-1", FIRST),
        hidden_field("suggestions", "on"),
        f'<div class="games">{"".join(cards)}</div></form>',
    ]
    return _page(tr("Play"), "play", parts, person)


def _learn_button(name: str) -> str:
    """To the guided match of a game, if there is one."""
    if name not in taught_games():
        return ""
    label = text(tr("Learn it: a guided match of ten minutes"))
    return f'<button formaction="/learn" name="game" value="{text(name)}">{label}</button>'


def game_page(name: str, person: Person | None, given: Fields, trouble: str = "") -> str:
    """A match of one game with all that can be chosen; `given` is what was chosen before."""
    game = game_of(name)
    first = {"seat-1": FIRST, "suggestions": "on"} if not given else {}
    fields = {**first, **given}
    choices = [
        *(
            (one.name, f"{one.name}: {one.word}" if one.word else one.name)
            for one in opponents(name)
        ),
        (FRIEND, tr("a friend, by a link")),
    ]
    seats = []
    for number in range(1, max(game.seats)):
        nobody = [(NOBODY, tr("nobody"))] if number >= min(game.seats) else []
        label = tr("Opponent {n}", n=number)
        seats.append(_select(f"seat-{number}", label, [*nobody, *choices], fields))
    places = [
        (str(seat), tr("seat {n}", n=seat + 1) if seat else tr("seat 1, which comes first"))
        for seat in range(max(game.seats))
    ]
    clocks = [(code, tr_key(words)) for code, (words, _) in CLOCKS.items()]
    usual = [("", tr("none against bots, 30 minutes with friends"))]
    options = "".join(_option(option, fields) for option in game.option_list)
    parts = [
        f"<h1>{text(name.capitalize())}</h1>",
        paragraph(about(name)),
        *_trouble(trouble),
        '<form class="card" method="post" action="/play">',
        hidden_field("game", name),
        *_who(person),
        *seats,
        f'<button class="main">{text(tr("Start"))}</button>',
        f"<details><summary>{text(tr('Clock, seat and options'))}</summary>",
        _select("clock", tr("Clock"), [*usual, *clocks], fields),
        _select("place", tr("Your seat"), places, fields),
        _checkbox("suggestions", tr("Moves may be suggested"), fields),
        options,
        "</details></form>",
        f'<p><a href="/play">{text(tr("Another game"))}</a></p>',
    ]
    return _page(name.capitalize(), f"play/{name}", parts, person)


def links_page(table: Table, person: Person, base: str, said: Sequence[str]) -> str:
    """The links to send to friends."""
    parts = [f"<h1>{text(tr('Ask your friends'))}</h1>", *map(paragraph, said)]
    parts.append(paragraph(tr("Send each friend one link. Whoever opens it has that seat.")))
    for seat, token in table.links.items():
        link = f"{base}/join/{table.match_id}/{seat}#{token}"
        label = tr("seat {n}", n=seat + 1)
        parts.append(
            f'<p class="link row"><label for="link-{seat}">{text(label)}</label>'
            f'<input id="link-{seat}" readonly value="{text(link)}">'
            f'<button type="button" data-copy="link-{seat}">{text(tr("Copy"))}</button></p>'
        )
    here = f"/seat/{table.match_id}/{table.plan.seat}"
    parts.append(f'<p><a class="button" href="{text(here)}">{text(tr("To your own seat"))}</a></p>')
    return _page(tr("Ask your friends"), f"play/table/{table.match_id}", parts, person)


def join_page(match_id: str, seat: int, person: Person | None, trouble: str = "") -> str:
    """What a friend sees who opens a link; the token behind its # is put into the form by a script."""
    name = person.name if person is not None else ""
    who = tr("You play as {name}.", name=name) if name else tr("You need no account.")
    parts = [
        f"<h1>{text(tr('A seat is kept for you'))}</h1>",
        *_trouble(trouble),
        paragraph(tr("Somebody asks you to a match.") + " " + who),
        f'<form id="join-form" method="post" action="/join/{text(match_id)}/{seat}">',
        *_csrf(person),
        '<input type="hidden" name="token" value="">',
        f'<button class="main">{text(tr("Sit down"))}</button></form>',
        f'<p id="join-said" class="alert" role="status" hidden>{text(tr("This link is not whole: ask for it again."))}</p>',
    ]
    return _page(tr("A seat is kept for you"), f"join/{match_id}/{seat}", parts, person)


def _page(title: str, path: str, parts: Sequence[str], person: Person | None) -> str:
    name = person.name if person is not None else ""
    return page(title, path, PLAY_LINKS, parts, about=name, root="/")


def _trouble(words: str) -> list[str]:
    return [f'<p class="alert" role="alert">{text(words)}</p>'] if words else []


def _csrf(person: Person | None) -> list[str]:
    return [csrf_field(person.csrf)] if person is not None else []


def _who(person: Person | None) -> list[str]:
    """What says who plays, and that the form is ours and new."""
    fields = [*_csrf(person), hidden_field("once", secrets.token_urlsafe(16))]
    if person is None or not person.name:
        fields.append(
            f'<p class="field"><label for="name">{text(tr("Your name"))}</label><input id="name" '
            f'name="name" value="{suggested_name()}" required maxlength="40" '
            'pattern="[A-Za-z0-9._\\-]+" title="A-Z a-z 0-9 - _ ." autocomplete="nickname"></p>'
        )
    return fields


def _select(name: str, label: str, choices: Sequence[tuple[str, str]], fields: Fields) -> str:
    chosen = fields.get(name, choices[0][0])
    entries = "".join(
        f'<option value="{text(value)}"{" selected" if value == chosen else ""}>{text(words)}</option>'
        for value, words in choices
    )
    return (
        f'<p class="field"><label for="{text(name)}">{text(label)}</label>'
        f'<select id="{text(name)}" name="{text(name)}">{entries}</select></p>'
    )


def _checkbox(name: str, label: str, fields: Fields) -> str:
    state = " checked" if fields.get(name) == "on" else ""
    return (
        f'<p class="field"><label><input type="checkbox" name="{name}" value="on"{state}> '
        f"{text(label)}</label></p>"
    )


def _option(option: Option, fields: Fields) -> str:
    """A field for an option of a game: a choice, or anything where the rules take anything."""
    name, label = f"option-{option.name}", option.name.replace("_", " ")
    given = fields.get(name, option.default)
    hint = f'<small class="soft">{text(option.meaning)}</small>'
    if not any(value.startswith("<") for value in option.values):
        listed = [(value, value) for value in option.values]
        return _select(name, label, listed, {name: given}).replace("</p>", f"{hint}</p>")
    known = ", ".join(option.values)
    if any("text" in value for value in option.values):
        inside = (
            f'<textarea {_named(name)} rows="1" title="{text(known)}">{_lines(given)}</textarea>'
        )
    else:
        inside = f'<input {_named(name)} value="{text(given)}" title="{text(known)}">'
    return f'<p class="field"><label for="{text(name)}">{text(label)}</label>{inside}{hint}</p>'


def _named(name: str) -> str:
    return f'id="{text(name)}" name="{text(name)}"'


def _lines(content: str) -> str:
    """What somebody typed, safe, each line on its own."""
    return "\n".join(text(line) for line in content.splitlines())
