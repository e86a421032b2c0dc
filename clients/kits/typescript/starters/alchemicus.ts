#!/usr/bin/env node
// my_bot plays Alchemicus. Build it (npm run build), then: bessemer match alchemicus --bots ./my_bot.js,random

import {
    run,
    type AlchemicusBot,
    type Choice,
    type Turn,
} from "./kit/index.js";

class MyBot implements AlchemicusBot {
    readonly game = "alchemicus";

    /** Plays no Noctis card: they cost more than they bring a beginner. */
    noctis() {
        return undefined; // the default move: pass
    }

    /** Builds while it has few buildings: later cards are for gifts. */
    build(turn: Turn<"alchemicus">) {
        return turn.me.buildings.length < 6 ? turn.choose(act) : undefined;
    }

    decide(turn: Turn<"alchemicus">) {
        return turn.choose(act);
    }
}

/** Does what the field offers, for Fame where it can be had, and pays with the first cards. */
function act({ name, words, least }: Choice): string[] {
    const texts = words.flatMap(({ text, copies }) =>
        Array<string>(copies).fill(text),
    );
    if (name === "payout" && texts.includes("fame")) return ["fame"];
    if (texts[0] === "pass") return [texts.at(-1)!];
    return texts.slice(0, Math.max(1, least));
}

run(MyBot);
