// A decision as a bot sees it: the view, the time, and questions to the referee about its moves.

import { setTimeout as sleep } from "node:timers/promises";
import type { Answer as AnswerMessage } from "../gen/bessemer/v1/Answer.js";
import type { Choice__Output } from "../gen/bessemer/v1/Choice.js";
import type { ChoiceStep__Output } from "../gen/bessemer/v1/ChoiceStep.js";
import type { Decision__Output } from "../gen/bessemer/v1/Decision.js";
import type { PlayedMove__Output } from "../gen/bessemer/v1/PlayedMove.js";
import type { Refusal__Output } from "../gen/bessemer/v1/Refusal.js";
import type { MatchStart, Path } from "./bot.js";
import type { Game, Games } from "./games.js";
import { isPassing, milliseconds, Referee } from "./referee.js";

export type Choice = Choice__Output;

/** The turn is over while its bot still asks: nobody waits for the answer. */
export class TooLate extends Error {}

const PAUSE = 100;
const OVER = new Set(
    ["STALE_TURN", "TURN_NOT_OPEN", "MATCH_OVER"].map(
        (one) => `ERROR_REASON_${one}`,
    ),
);

export class Turn<G extends Game = Game> {
    readonly #referee: Referee;
    readonly #decision: Decision__Output;
    readonly #askedAt = performance.now();
    readonly match: MatchStart;
    readonly setup: Games[G]["setup"];
    /** What `note` has kept for the answer. */
    noted = "";

    constructor(
        referee: Referee,
        match: MatchStart,
        setup: unknown,
        decision: Decision__Output,
    ) {
        this.#referee = referee;
        this.#decision = decision;
        this.match = match;
        this.setup = setup as Games[G]["setup"];
    }

    /** Its number within the match. */
    get turn(): number {
        return this.#decision.turn;
    }

    /** What is asked, in the game's own word: "bid". */
    get kind(): Games[G]["kind"] {
        return this.#decision.kind as Games[G]["kind"];
    }

    /** Our seat, from 0. */
    get seat(): number {
        return this.match.seat;
    }

    /** Everything that our seat sees now. */
    get view(): Games[G]["view"] {
        return this.#decision.view![
            this.match.game
        ] as unknown as Games[G]["view"];
    }

    /** Our own entry in `view.players`. */
    get me(): Games[G]["view"]["players"][number] {
        return this.view.players[this.seat]!;
    }

    /** The moves of all seats since the last decision. */
    get moves(): PlayedMove__Output[] {
        return this.#decision.moves_since;
    }

    /** The milliseconds since we were asked. */
    get timeUsed(): number {
        return performance.now() - this.#askedAt;
    }

    /** The milliseconds left on our clock. */
    get timeLeft(): number {
        const { time_left } = this.#decision;
        return time_left ? milliseconds(time_left) - this.timeUsed : Infinity;
    }

    /** Keeps a text beside the match, for the bot's owner alone: `bessemer replay show`. */
    note(text: string): void {
        this.noted = this.noted ? `${this.noted}\n${text}` : text;
    }

    /** What follows after each of these paths, up to 100 at once: another choice, a move, or a refusal. */
    async steps(paths: string[][][]): Promise<ChoiceStep__Output[]> {
        const found: ChoiceStep__Output[] = [];
        const request = {
            ...this.#place,
            paths: paths.map((path) => ({
                answers: path.map((words) => ({ words })),
            })),
        };
        for (let page_token = ""; ;) {
            const reply = await this.#asked(() =>
                this.#referee.call("ListChoices", { ...request, page_token }),
            );
            found.push(...reply.steps);
            page_token = reply.next_page_token;
            if (!page_token) return found;
        }
    }

    /**
     * A move by small choices, without any rule: `pick` takes words of each choice in turn.
     * `docs/games` has the choices of each game.
     */
    async choose(
        pick: (choice: Choice, path: string[][]) => string | string[],
    ): Promise<Path> {
        const path: string[][] = [];
        for (
            let step = this.#decision.first_step;
            ;
            [step = null] = await this.steps([path])
        ) {
            if (step?.next === "refusal")
                throw new Error(step.refusal!.message);
            if (step?.next !== "choice") return { path };
            const words = pick(step.choice!, path);
            path.push(typeof words === "string" ? [words] : words);
        }
    }

    /** The default move, which does as little as the rules allow: the first words of all choices. */
    async least(): Promise<Path> {
        return this.choose(({ words, least }) =>
            words
                .flatMap(({ text, copies }) => Array<string>(copies).fill(text))
                .slice(0, least),
        );
    }

    /** Why the referee would refuse a move; null if it would not. */
    async check(move: Games[G]["move"]): Promise<Refusal__Output | null> {
        const request = { ...this.#place, move: { [this.match.game]: move } };
        return (
            await this.#asked(() => this.#referee.call("CheckMove", request))
        ).refusal;
    }

    get #place() {
        return {
            match_id: this.match.matchId,
            seat: this.seat,
            turn: this.turn,
        };
    }

    /** The reply, however often the connection is lost until then. */
    async #asked<T>(call: () => Promise<T>): Promise<T> {
        for (;;) {
            try {
                return await call();
            } catch (error) {
                const refusal = this.#referee.refusalOf(error);
                if (refusal && OVER.has(refusal.reason))
                    throw new TooLate(refusal.message);
                if (!isPassing(error)) throw error;
                await sleep(
                    Math.max(PAUSE, milliseconds(refusal?.retry_delay)),
                );
            }
        }
    }
}

/** The `Answer` message of an answer. */
export function answerMessage<G extends Game>(
    turn: Turn<G>,
    answer: Path | Games[G]["move"],
): AnswerMessage {
    const head = { turn: turn.turn, note: turn.noted };
    if ("path" in answer) {
        return {
            ...head,
            path: {
                answers: (answer as Path).path.map((words) => ({ words })),
            },
        };
    }
    return { ...head, move: { [turn.match.game]: answer } };
}

/** Numbers from 0 to n - 1, the same ones for the same text: chance that a seed repeats. */
export function luck(seed: string): (n: number) => number {
    let state = [...seed].reduce(
        (sum, sign) => (Math.imul(sum, 31) + sign.codePointAt(0)!) >>> 0,
        7,
    );
    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
    };
}
