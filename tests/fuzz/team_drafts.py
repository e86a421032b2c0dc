"""Valid requests of TeamService, as in `drafts.py`."""

import random
from collections.abc import Callable, Mapping
from typing import Final

from google.protobuf.message import Message

from bessemer.v1 import team_service_pb2 as pb

_IDS: Final = ("aaaaaaaaaaaa", "", "x")


def _team(luck: random.Random) -> str:
    return luck.choice(("", "nobody", f"p{luck.randrange(200)}"))


TEAM_DRAFTS: Final[Mapping[str, Callable[[random.Random], Message]]] = {
    "GetInvitation": lambda _luck: pb.GetInvitationRequest(),
    "Register": lambda luck: pb.RegisterRequest(team=_team(luck), member="ann"),
    "GetTeam": lambda luck: pb.GetTeamRequest(team=_team(luck)),
    "RemoveMember": lambda luck: pb.RemoveMemberRequest(
        team=_team(luck), token_id=luck.choice(_IDS)
    ),
    "CreateInvitation": lambda luck: pb.CreateInvitationRequest(
        team=_team(luck), max_uses=luck.choice((0, 1, -1, 10_001))
    ),
    "ListInvitations": lambda luck: pb.ListInvitationsRequest(page_size=luck.choice((0, 1, -1))),
    "RevokeInvitation": lambda luck: pb.RevokeInvitationRequest(invitation_id=luck.choice(_IDS)),
}
