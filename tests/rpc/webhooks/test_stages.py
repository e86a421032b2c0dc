"""Webhooks are told that a stage is finished: once, although nobody remembers but the database."""

from dataclasses import replace
from pathlib import Path

import pytest

from bessemer.ladder.formats.blocks import Seatings
from bessemer.ladder.tournament.terms import Format, FormatTerms
from bessemer.rpc.webhooks.stages import StageWatch
from bessemer.v1 import admin_service_pb2 as admin
from tests.referees.in_process import eventually
from tests.rpc.ladders.served_ladders import ladder_of, playing, several
from tests.rpc.webhooks.receiver import LOOPBACK, receiver


@pytest.mark.asyncio
async def test_a_champion_is_told_once(tmp_path: Path) -> None:
    """Also if the referee looks again after a restart, and not to a webhook that was added later."""
    terms = FormatTerms(Format.KNOCKOUT, seatings=Seatings.ONE, entrants=2)
    cup = replace(ladder_of("furnace", "cup"), format=terms)
    async with (
        several(tmp_path, cup, ladders=("cup",), webhook_allow=LOOPBACK) as house,
        receiver() as hook,
    ):
        request = admin.CreateWebhookRequest(name="club", url=hook.url, kinds=["stage.finished"])
        await house.organiser.CreateWebhook(request)
        async with playing(house, "cup", "anna ben"):
            [told] = await hook.has(1, "stage.finished")
        store = house.referee.webhooks.store
        await eventually(lambda: store.all()[0][1] == 0)
        request.name = "later"
        await house.organiser.CreateWebhook(request)

        store.begin()
        await StageWatch(house.referee.webhooks, house.referee.ladders.lobbies).look()

        assert [0, 0] == [waiting for _, waiting in store.all()]
        data = told.content["data"]
        assert ("cup", "knockout", []) == (data["ladder"], data["format"], data["table"])
        assert data["winners"][0] in {"anna", "ben"}
