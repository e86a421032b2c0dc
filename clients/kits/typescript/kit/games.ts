// What the kit knows of each game: the types of its views and moves, and its kinds of decision.

import type {
    AlchemicusMove,
    AlchemicusMove__Output,
} from "../gen/bessemer/v1/AlchemicusMove.js";
import type { AlchemicusSetup__Output } from "../gen/bessemer/v1/AlchemicusSetup.js";
import type { AlchemicusView__Output } from "../gen/bessemer/v1/AlchemicusView.js";
import type {
    BrassMove,
    BrassMove__Output,
} from "../gen/bessemer/v1/BrassMove.js";
import type { BrassSetup__Output } from "../gen/bessemer/v1/BrassSetup.js";
import type { BrassView__Output } from "../gen/bessemer/v1/BrassView.js";
import type {
    FurnaceMove,
    FurnaceMove__Output,
} from "../gen/bessemer/v1/FurnaceMove.js";
import type { FurnaceSetup__Output } from "../gen/bessemer/v1/FurnaceSetup.js";
import type { FurnaceView__Output } from "../gen/bessemer/v1/FurnaceView.js";

/** By game: what a seat sees, what it answers, what it reads of moves, and what never changes. */
export interface Games {
    furnace: {
        view: FurnaceView__Output;
        move: FurnaceMove;
        played: FurnaceMove__Output;
        setup: FurnaceSetup__Output;
        kind: "bid" | "compensation" | "placement" | "plan";
    };
    brass: {
        view: BrassView__Output;
        move: BrassMove;
        played: BrassMove__Output;
        setup: BrassSetup__Output;
        kind: "action" | "sale" | "shortfall";
    };
    alchemicus: {
        view: AlchemicusView__Output;
        move: AlchemicusMove;
        played: AlchemicusMove__Output;
        setup: AlchemicusSetup__Output;
        kind: string; // many: the comment of AlchemicusMove lists them
    };
}

export type Game = keyof Games;
export type FurnaceView = FurnaceView__Output;
export type BrassView = BrassView__Output;
export type AlchemicusView = AlchemicusView__Output;
export type { AlchemicusMove, BrassMove, FurnaceMove };
