// One bot at one seat, through all its connections.

import { setTimeout as sleep } from "node:timers/promises";
import type { Answer as AnswerMessage } from "../gen/bessemer/v1/Answer.js";
import type { Decision__Output } from "../gen/bessemer/v1/Decision.js";
import type { Joined__Output } from "../gen/bessemer/v1/Joined.js";
import type { MatchResult__Output } from "../gen/bessemer/v1/MatchResult.js";
import type { PlayRequest } from "../gen/bessemer/v1/PlayRequest.js";
import type { PlayResponse__Output } from "../gen/bessemer/v1/PlayResponse.js";
import type { Refusal__Output } from "../gen/bessemer/v1/Refusal.js";
import type { Setup__Output } from "../gen/bessemer/v1/Setup.js";
import type { Bot, MatchEnd, MatchStart } from "./bot.js";
import type { ChanceBytes } from "./chance.js";
import type { Game } from "./games.js";
import { log } from "./log.js";
import { milliseconds, Referee, sentence } from "./referee.js";
import { answerMessage, TooLate, Turn } from "./turn.js";

const ILLEGAL = new Set([
    "ERROR_REASON_ILLEGAL_MOVE",
    "ERROR_REASON_MALFORMED_MOVE",
    "ERROR_REASON_NOT_OFFERED",
]);
const LATE = new Set([
    "ERROR_REASON_STALE_TURN",
    "ERROR_REASON_TURN_NOT_OPEN",
    "ERROR_REASON_MATCH_OVER",
]);

/** A bot that cannot play what it is given. */
export class UnusableBot extends Error {}

export class SeatPlayer {
    readonly #referee: Referee;
    readonly #chance: ChanceBytes;
    readonly #bot: Bot;
    readonly #faults: string[] = [];
    #match: MatchStart | null = null;
    #setup: unknown = null;
    #asked: Turn | null = null; // the newest decision; those before it no longer need an answer
    #isDefault = false; // whether the newest answer is the default move already
    #answer: AnswerMessage | null = null; // the newest answer, whether or not it arrived
    #lateAnswers = 0; // answers that were sent though they came too late: their refusals are no news
    /** Sends to the referee; null while there is no connection: then the decision comes again. */
    send: ((request: PlayRequest) => void) | null = null;
    knownTurn = 0;
    /** Of the ladder, where a match does not bring its own. */
    setup: Setup__Output | null = null;

    constructor(referee: Referee, chance: ChanceBytes, bot: Bot) {
        this.#referee = referee;
        this.#chance = chance;
        this.#bot = bot;
    }

    /** Does what a message asks for; the end if it was the last one. */
    async handle(response: PlayResponse__Output): Promise<MatchEnd | null> {
        switch (response.message) {
            case "joined":
                await this.#joined(response.joined!);
                break;
            case "decision":
                this.#decide(response.decision!);
                break;
            case "reveal_request": {
                const { matchId, seat } = this.#match!;
                const reveal = this.#chance.reveal(
                    matchId,
                    seat,
                    response.reveal_request!,
                );
                this.send?.({
                    reveal: {
                        ...reveal,
                        next_commitment: this.nextCommitment(),
                    },
                });
                break;
            }
            case "refusal":
                await this.#refused(response.refusal!);
                break;
            case "ended":
                return this.#ended(response.ended!.result!);
        }
        return null;
    }

    /** On a ladder, a commitment for a later match. */
    nextCommitment: () => Buffer | undefined = () => undefined;

    async #joined({ match, seat, setup }: Joined__Output): Promise<void> {
        if (this.#match) return; // back again
        const { match_id, game, seats, options } = match!;
        const own = this.#bot.game;
        if (own !== undefined && own !== game) {
            throw new UnusableBot(
                `this is a bot of ${own} and cannot play ${game}`,
            );
        }
        const players = seats.map(({ player }) => player);
        this.#match = {
            matchId: match_id,
            game: game as Game,
            seat,
            players,
            options,
        };
        this.#setup = (setup ?? this.setup)![game as Game];
        await this.#told("begin", () => this.#bot.begin?.(this.#match!));
    }

    #decide(decision: Decision__Output): void {
        this.knownTurn = decision.moves_since.at(-1)?.turn ?? this.knownTurn;
        if (this.#asked?.turn === decision.turn) {
            // Asked again after a lost connection. A bot that still thinks will answer by itself; an
            // answer that was given may have been lost, and if not the referee takes it only once.
            if (this.#answer?.turn === decision.turn)
                this.send?.({ answer: this.#answer });
            return;
        }
        this.#asked = new Turn(
            this.#referee,
            this.#match!,
            this.#setup,
            decision,
        );
        void this.#think(this.#asked);
    }

    async #think(turn: Turn): Promise<void> {
        let answer: AnswerMessage | null;
        this.#isDefault = false;
        try {
            const method =
                (this.#bot as any)[turn.kind.replaceAll("-", "_")] ??
                this.#bot.decide;
            answer = answerMessage(
                turn,
                (await method?.call(this.#bot, turn)) ?? (await turn.least()),
            );
        } catch (error) {
            if (!(error instanceof TooLate))
                log(
                    "warning",
                    `${this.#where}: ${(error as Error).stack ?? error}`,
                );
            answer = await this.#instead(
                turn,
                `the bot raised ${sentence(error)}`,
            );
        }
        if (this.#asked === turn) {
            this.#answer = answer;
        } else {
            this.#overrun(turn);
            this.#lateAnswers += 1; // sent all the same: it says that we are back
            answer ??= { turn: turn.turn, path: { answers: [] } };
        }
        if (answer) this.send?.({ answer });
    }

    /** The default move, because of what the bot did wrong; null if the turn is over. */
    async #instead(turn: Turn, fault: string): Promise<AnswerMessage | null> {
        this.#fault(
            `turn ${turn.turn}: ${fault}; playing the default move instead`,
        );
        this.#isDefault = true;
        try {
            return answerMessage(turn, await turn.least());
        } catch (error) {
            log(
                "debug",
                `${this.#where}: turn ${turn.turn}: ${sentence(error)}`,
            );
            return null;
        }
    }

    async #refused(refusal: Refusal__Output): Promise<void> {
        if (LATE.has(refusal.reason) && this.#lateAnswers) {
            this.#lateAnswers -= 1;
        } else if (
            refusal.reason === "ERROR_REASON_STALE_TURN" &&
            this.#asked
        ) {
            this.#overrun(this.#asked);
        } else if (LATE.has(refusal.reason)) {
            this.#fault(`an answer came too late: ${refusal.message}`);
        } else if (
            refusal.reason === "ERROR_REASON_JOURNAL_UNAVAILABLE" &&
            this.#answer
        ) {
            await sleep(milliseconds(refusal.retry_delay));
            this.send?.({ answer: this.#answer });
        } else if (
            ILLEGAL.has(refusal.reason) &&
            this.#asked &&
            !this.#isDefault
        ) {
            this.#answer = await this.#instead(
                this.#asked,
                `the move is refused: ${refusal.message}`,
            );
            if (this.#answer) this.send?.({ answer: this.#answer });
        } else {
            throw new Error(refusal.message);
        }
    }

    async #ended(result: MatchResult__Output): Promise<MatchEnd> {
        const { matchId, seat } = this.#match!;
        this.#asked = null;
        const wrong = this.#chance.check(matchId, seat, result);
        if (wrong)
            log(
                "error",
                `${this.#where}: the cards were not dealt by chance: ${wrong}`,
            );
        for (const one of result.seat_faults) {
            if (one.seat === seat)
                this.#fault(`the seat has forfeited: ${one.message}`);
        }
        const { ranks, scores, message } = result;
        const end = {
            matchId,
            seat,
            ranks,
            scores,
            message,
            faults: this.#faults,
        };
        await this.#told("end", () => this.#bot.end?.(end));
        const how = ranks.length
            ? `rank ${ranks[seat]}, score ${scores[seat]}`
            : `no result: ${message}`;
        log("info", `${this.#where}: ${how}`);
        return end;
    }

    async #told(what: string, tell: () => void | Promise<void>): Promise<void> {
        try {
            await tell();
        } catch (error) {
            this.#fault(`${what}: the bot raised ${sentence(error)}`);
        }
    }

    #overrun(turn: Turn): void {
        const [used, all] = [turn.timeUsed, turn.timeUsed + turn.timeLeft].map(
            (ms) => (ms / 1000).toFixed(1),
        );
        this.#fault(
            `turn ${turn.turn}: thought ${used} s of ${all}: its answer came too late`,
        );
    }

    #fault(text: string): void {
        this.#faults.push(text);
        log("warning", `${this.#where}: ${text}`);
    }

    get #where(): string {
        return `match ${this.#match?.matchId}, seat ${this.#match?.seat}`;
    }
}
