// What you write: a bot, which plays one seat of one match.

import type { Game, Games } from "./games.js";
import type { Turn } from "./turn.js";

/** The words that answer the choices on the way to a move: docs/protocol.md, "Playing without rules". */
export interface Path {
    path: string[][];
}

/** A move of the game, a path to one, or nothing for the default move, which does as little as may be. */
export type Answer<G extends Game> = Games[G]["move"] | Path | undefined;

type Method<G extends Game> = (turn: Turn<G>) => Answer<G> | Promise<Answer<G>>;

/** A match when the seat is taken. */
export interface MatchStart {
    matchId: string;
    game: Game;
    seat: number;
    /** By seat; "" for one that nobody has taken yet. */
    players: string[];
    /** All options of the game, also those left at their defaults. */
    options: Record<string, string>;
}

/** How a match ended. */
export interface MatchEnd {
    matchId: string;
    seat: number;
    /** By seat, 1 the best, ties share (1, 1, 3); empty if the match was aborted. */
    ranks: number[];
    scores: number[];
    /** A sentence about an abnormal end. */
    message: string;
    /** The faults of our own bot: exceptions, refused moves, answers that came too late. */
    faults: string[];
}

/** What a bot of any game may say and hear, beside its decisions. */
interface Habits<G extends Game> {
    /** The game that it plays; without one it plays all of them. */
    readonly game?: G;
    /** On a ladder each version is rated as a player of its own. */
    readonly version?: string;
    /** How many decisions it thinks about at once on a ladder; 0 for a bot that answers in a millisecond. */
    readonly maxThinking?: number;
    begin?(match: MatchStart): void | Promise<void>;
    end?(match: MatchEnd): void | Promise<void>;
}

/**
 * Plays one seat of one match. A method that is called like a kind of decision answers that kind,
 * `decide` every other; what neither answers gets the default move.
 */
export type Bot<G extends Game = Game> = Habits<G> & { decide?: Method<G> } & {
    [K in Games[G]["kind"] as string extends K ? never : K]?: Method<G>;
};

export type FurnaceBot = Bot<"furnace">;
export type BrassBot = Bot<"brass">;
export type AlchemicusBot = Bot<"alchemicus">;

/** Makes a bot for each seat. */
export type NewBot<G extends Game> = (new () => Bot<G>) | (() => Bot<G>);
