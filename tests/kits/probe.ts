// A bot of every game that says on its standard output what it is asked; what it is told to do wrong, or
// slowly, is in its environment. probe.py and probe.cpp do the same.

import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
    luck,
    run,
    type Bot,
    type Choice,
    type MatchEnd,
    type MatchStart,
    type Turn,
} from "./kit/index.js";

const tell = (what: object) =>
    process.stdout.write(`${JSON.stringify(what)}\n`);
const { PROBE_WRONG, PROBE_RAISES, PROBE_WAITS_FOR } = process.env;

class Probe implements Bot {
    #asked = 0;
    readonly #below = luck("probe");

    begin({ game, seat }: MatchStart) {
        tell({ begin: game, seat });
    }

    async decide(turn: Turn) {
        this.#asked += 1;
        tell({ asked: turn.turn, kind: turn.kind });
        if (this.#asked === 1 && PROBE_WRONG)
            return { bid: { value: 4, card: "C99" } };
        if (this.#asked === 1 && PROBE_RAISES) throw new Error("on purpose");
        if (this.#asked === 2 && PROBE_WAITS_FOR) {
            while (!existsSync(PROBE_WAITS_FOR)) await sleep(20);
        }
        return turn.choose((choice) => this.#pick(choice));
    }

    #pick({ words, least, most }: Choice): string[] {
        const left = words.flatMap(({ text, copies }) =>
            Array<string>(copies).fill(text),
        );
        const size = least + this.#below(most - least + 1);
        return Array.from(
            { length: size },
            () => left.splice(this.#below(left.length), 1)[0]!,
        );
    }

    end({ ranks, scores, faults }: MatchEnd) {
        tell({ ranks, scores, faults });
    }
}

run(Probe);
