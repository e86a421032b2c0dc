"""Signing in, starting a match from the pages, and playing it to its end."""

from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.app import WebApp
from tests.referees.in_process import LONGEST_WAIT, Client, House
from tests.web.asgi_browser import Answer, AsgiBrowser


async def signed_in(house: House, app: WebApp, name: str) -> tuple[AsgiBrowser, Client]:
    """A player who has signed in."""
    client, _ = await house.player(name)
    browser = AsgiBrowser(app)
    await browser.sign_in(client.token)
    return browser, client


async def start(browser: AsgiBrowser, game: str, **fields: str) -> Answer:
    """Send the form of a game, with one opponent unless `fields` say otherwise."""
    form = await browser.get(f"/play/{game}")
    own = {"game": game, "csrf": form.field("csrf"), "once": form.field("once"), "seat_1": "greedy"}
    given = {name.replace("seat_", "seat-"): value for name, value in (own | fields).items()}
    return await browser.post("/play", given)


def match_of(answer: Answer) -> str:
    """The match to which an answer leads."""
    assert answer.status == 303, answer
    return answer.place.split("/")[-2 if answer.place.startswith("/seat/") else -1]


async def played_out(client: Client, match_id: str, seat: int) -> match_pb2.MatchResult:
    """Play a seat to the end of the match, with the first legal move each time."""
    while True:
        request = pb.GetDecisionRequest(match_id=match_id, seat=seat, max_legal_moves=1)
        request.wait.CopyFrom(LONGEST_WAIT)
        answer = await client.GetDecision(request)
        if answer.HasField("ended"):
            result: match_pb2.MatchResult = answer.ended.result
            return result
        assert answer.HasField("decision"), "nobody came to the table"
        move, turn = answer.decision.legal_moves[0], answer.decision.turn
        await client.SubmitMove(
            pb.SubmitMoveRequest(match_id=match_id, seat=seat, turn=turn, move=move)
        )
