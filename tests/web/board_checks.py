"""What each game's board must show of a frame."""

from collections.abc import Callable
from typing import Any, Final

MINUS: Final = "\N{MINUS SIGN}"


# Any: what a browser and plain JSON give.
Moment = dict[str, Any]


def brass(view: Moment, match: Moment, told: Moment) -> None:
    """Tiles with their cubes, markets, links, and the numbers of the panels."""
    keys, texts, cubes = told["keys"], told["texts"], told["cubes"]
    tiles = {tile["space"]: tile for tile in view["tiles"]}
    for key in keys:
        if key.startswith("space:"):
            tile = tiles.pop(key.removeprefix("space:"), None)
            flipped = "flipped" if tile and tile["flipped"] else ""
            expected = (
                " ".join([*(str(tile[part]) for part in TILE), flipped]) if tile is not None else ""
            )
            assert expected == keys[key]
            assert (tile["cubes"] if tile else 0) == cubes[key]
    assert tiles == {}
    for good in ("coal", "iron"):
        assert view[f"{good}_cubes"] == cubes[f"market:{good}"]
    for seat, player in enumerate(view["players"]):
        assert texts[f"money:{seat}"] == f"£{player['money']}".replace("£-", MINUS + "£")
        assert texts[f"points:{seat}"] == str(player["points"])
        income = match["setup"]["income"][player["income_space"]]
        assert texts[f"incomes:{seat}"] == f"{income:+d}".replace("-", MINUS)
        assert texts[f"cards:{seat}"] == str(player["hand_size"])
        for link in player["links"]:
            assert keys[f"link:{link}"] == str(seat)


TILE: Final = ("owner", "industry", "level", "cubes")


def furnace(view: Moment, _: Moment, told: Moment) -> None:
    """Discs and who leads, stores, and which companies are upgraded."""
    keys, texts = told["keys"], told["texts"]
    for slot in view["row"]:
        assert keys[f"card:{slot['card']}"] == str(len(slot["discs"]))
        leading = [
            disc["seat"]
            for disc in slot["discs"]
            if keys[f"disc:{slot['card']}:{disc['seat']}:{disc['value']}"] == "leads"
        ]
        assert leading == ([slot["leads"]] if slot["discs"] else [])
    for seat, player in enumerate(view["players"]):
        assert texts[f"money:{seat}"] == f"${player['stock']['money']}"
        for good in ("coal", "iron", "oil", "upgrades"):
            assert keys[f"stock:{seat}:{good}"] == str(player["stock"][good])
        for card in player["companies"]:
            side = "upgraded" if card in player["upgraded"] else "basic"
            assert keys[f"own:{seat}:{card}"] == side


def alchemicus(view: Moment, match: Moment, told: Moment) -> None:
    """Pawns, the Spirit, buildings with what lies on them, piles, bank, and the numbers of the panels."""
    keys, texts = told["keys"], told["texts"]
    assert keys["spirit"] == view["spirit"].removeprefix("ALCHEMICUS_KIND_")
    assert keys["pile:pile"] == str(view["pile"])
    assert keys["pile:discard"] == str(len(view["discard"]))
    if match["setup"]["noctis"]:
        assert keys["pile:noctis"] == str(view["noctis_pile"])
    for place, card in enumerate([] if "offer" in view else view["bank"]):
        assert keys[f"bank:{place}"] == card
    for field in range(8):
        assert (keys[f"field:{field}"] == "golem") == (field in view["golems"])
    for seat, player in enumerate(view["players"]):
        assert keys.get(f"pawn:{seat}") == (str(player["field"]) if "field" in player else None)
        assert texts[f"cards:{seat}"] == str(player["cards"])
        if not match["setup"]["race"]:
            assert texts[f"fame:{seat}"] == str(player["fame"])
        for place, building in enumerate(player["buildings"]):
            goods = [word(lying["good"]) for lying in building["goods"]]
            expected = [word(building["kind"]).upper(), "+".join(goods)]
            expected += [str(building["golems"]), str(building["spiritus"])]
            assert " ".join(expected) == keys[f"building:{seat}:{place}"]
        lying = [word(one["good"]) for built in player["buildings"] for one in built["goods"]]
        for good in ("herb", "ore", "tincture", "metal", "gold"):
            assert keys[f"goods:{seat}:{good}"] == str(lying.count(good))


def word(name: str) -> str:
    """The last word of a name on the wire, as boards write it."""
    return name.rsplit("_", 1)[-1].lower()


CHECKS: Final[dict[str, Callable[[Moment, Moment, Moment], None]]] = {
    "brass": brass,
    "furnace": furnace,
    "alchemicus": alchemicus,
}
