// What a bot imports.

export type {
    AlchemicusBot,
    Answer,
    Bot,
    BrassBot,
    FurnaceBot,
    MatchEnd,
    MatchStart,
    Path,
} from "./bot.js";
export type {
    AlchemicusMove,
    AlchemicusView,
    BrassMove,
    BrassView,
    FurnaceMove,
    FurnaceView,
    Game,
    Games,
} from "./games.js";
export { playLadder, playSeat } from "./playing.js";
export { Referee, UsageError } from "./referee.js";
export { run } from "./run.js";
export { luck, TooLate, Turn, type Choice } from "./turn.js";
