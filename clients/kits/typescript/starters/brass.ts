#!/usr/bin/env node
// my_bot plays Brass. Build it (npm run build), then: bessemer match brass --bots ./my_bot.js,random

import {
    luck,
    run,
    type BrassBot,
    type Choice,
    type Turn,
} from "./kit/index.js";

class MyBot implements BrassBot {
    readonly game = "brass";
    readonly #below = luck("my_bot");

    /** Sells and builds before anything else, and borrows early, while it is poor. */
    action(turn: Turn<"brass">) {
        const isEarly =
            turn.view.era === "BRASS_ERA_CANAL" && turn.view.round < 6;
        const loan = isEarly && turn.me.money < 12 ? ["loan"] : [];
        const wishes = [
            "sell",
            ...loan,
            "build",
            "rail",
            "canal",
            "pass",
            "10",
            "iron",
            "cotton",
            "port",
            "coal",
        ];
        return turn.choose((choice) => this.#pick(choice, wishes));
    }

    /** Sells on; gives up the cheapest tile for a debt. */
    decide(turn: Turn<"brass">) {
        return turn.kind === "sale"
            ? turn.choose((choice) => this.#pick(choice, []))
            : undefined;
    }

    /** The wish that comes first among the words of a choice, or any words. */
    #pick({ words, least }: Choice, wishes: string[]): string[] {
        const texts = words.flatMap(({ text, copies }) =>
            Array<string>(copies).fill(text),
        );
        const wish = wishes.find((one) => texts.includes(one));
        if (wish && least === 1) return [wish];
        const start = texts[0] === "stop" ? 1 : this.#below(texts.length); // sell rather than stop
        return [...texts.slice(start), ...texts.slice(0, start)].slice(
            0,
            Math.max(1, least),
        );
    }
}

run(MyBot);
