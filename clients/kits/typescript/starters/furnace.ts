#!/usr/bin/env node
// my_bot plays Furnace. Build it (npm run build), then: bessemer match furnace --bots ./my_bot.js,random

import {
    run,
    type Choice,
    type FurnaceBot,
    type FurnaceMove,
    type Turn,
} from "./kit/index.js";

class MyBot implements FurnaceBot {
    readonly game = "furnace";

    /** The highest disc that fits, on the card with the lowest discs. */
    bid({ me, view, seat }: Turn<"furnace">): FurnaceMove | undefined {
        for (const value of [...me.discs].sort((one, other) => other - one)) {
            const open = view.row.filter(({ discs }) =>
                discs.every(
                    (disc) => disc.seat !== seat && disc.value !== value,
                ),
            );
            const highest = ({ discs }: (typeof open)[0]) =>
                Math.max(0, ...discs.map((disc) => disc.value));
            const [best] = open.sort(
                (one, other) => highest(one) - highest(other),
            );
            if (best) return { bid: { value, card: best.card } };
        }
        return undefined; // the default move
    }

    /** Compensations, plans, and the line of the chain variant: as much as can be paid. */
    decide(turn: Turn<"furnace">) {
        return turn.choose(most);
    }
}

/** The last words of a choice, as many as it takes: the counts of Furnace ascend. */
function most({ words, most }: Choice): string[] {
    return words.slice(-Math.max(1, most)).map(({ text }) => text);
}

run(MyBot);
