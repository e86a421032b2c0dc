"""The rules of Furnace for a new player; see `Section`."""

from typing import Final

from bessemer.faces.language import key
from bessemer.faces.rules import Section

RULES: Final = (
    Section(
        key("The aim"),
        (
            key(
                "After four rounds the player with the most money [money] wins. A tie goes to whoever has more companies, then more coal, iron and oil together."
            ),
        ),
    ),
    Section(
        key("What a company shows"),
        (
            key(
                "The band at the top is the compensation of everybody who bids on it and does not win it. The middle is what its owner makes in every round. Below the dashed line is what it makes as well once it is upgraded [upgrade]."
            ),
            key(
                "A line without an arrow gives goods: coal [coal], iron [iron], oil [oil]. A line with an arrow exchanges what is left of it for what is right of it, at most as often as it says."
            ),
        ),
    ),
    Section(
        key("The auction"),
        (
            key(
                "Each round a row of companies is laid out: six, seven or eight for two, three or four players. In turn, each player puts one disc [disc] on a company, until all discs are placed. Discs are worth 1 to 4."
            ),
            key(
                "A company takes one disc of each player, and one of each value. The highest disc wins it. A company without a disc leaves the game."
            ),
            key(
                "The row is settled from left to right. Every other disc on a company is compensated first: goods are given as often as the disc is high, an exchange can be made up to that often. So what you get on the left can be spent further right."
            ),
        ),
    ),
    Section(
        key("Production"),
        (
            key(
                "Then all players produce at the same time. Each of your companies and your start-up works once, in an order that you choose. You must take goods, and choose how often you make an exchange."
            ),
            key(
                "The start-up gives an upgrade token [upgrade], makes its exchange, and then upgrades companies for one coal [coal] and one token each. A company that is upgraded before it works uses both its lines already in this round."
            ),
            key("Goods and tokens are kept for the next round. Money is never spent."),
        ),
    ),
    Section(
        key("Capitalists"),
        (
            key(
                "Each player owns a capitalist, who bends one rule: a second disc of 2, equal bids, one compensation more, several discs on one company, or compensation for a 1 that wins."
            ),
        ),
    ),
    Section(
        key("Two players"),
        (
            key(
                "A third bidder, the Agent, has discs of its own. After each bid of the second player a die names a company, and the Agent puts its lowest disc that fits there or on the next one to the right. What it wins leaves the game."
            ),
        ),
    ),
    Section(
        key("The chain"),
        (
            key(
                "Your companies stand in a line. New ones are put in anywhere after each auction, and production runs along the line from left to right."
            ),
        ),
        is_variant=True,
    ),
)
