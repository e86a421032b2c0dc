// The types of docs/frames.md, docs/boards.md and docs/seats.md. Nothing here runs.

/** @typedef {{seat: number, name: string, letter: string, colour: string}} Player */

/** @typedef {(string | number)[]} Path */
/** @typedef {[Path] | [Path, any] | [Path, number, number, any[]]} Change */

/**
 * Where a match stands.
 * @typedef {object} Standing
 * @property {string} heading
 * @property {number} round
 * @property {number[]} waiting
 * @property {number[]} scores
 * @property {number[]} in_sight
 */

/**
 * @typedef {object} HeaderOnly
 * @property {number} format
 * @property {string} game
 * @property {string} match_id
 * @property {Record<string, string>} options
 * @property {{seat: number, name: string, letter: string, clock?: {bank: number, increment: number}}[]} players
 * @property {{bank: number, increment: number}} clock
 * @property {any} setup
 * @property {any} view
 * @property {Record<string, Change[] | null>} [seen] null where it is not known
 * @property {string} score_name
 * @property {Record<string, string>} [about] what things of the board are, by their names
 */
/** @typedef {HeaderOnly & Standing} Header */

/**
 * @typedef {object} FrameOnly
 * @property {number} number
 * @property {number} turn
 * @property {number} seat
 * @property {string} text
 * @property {any} move
 * @property {string} cause
 * @property {number} spent
 * @property {string} sentence
 * @property {string[]} told
 * @property {Change[]} changes
 * @property {Record<string, Change[] | null>} [seen] null where it is not known
 * @property {{best: string, cost: number, move?: any}} [analysis]
 * @property {string} [note]
 */
/** @typedef {FrameOnly & Standing} Frame */

/**
 * @typedef {object} End
 * @property {string} status
 * @property {number[]} ranks
 * @property {number[]} scores
 * @property {{seat: number, message: string}[]} faults
 * @property {string} message
 */

/** @typedef {{header: Header, frames: Frame[], end: End | null, error?: string | null}} Match */

/**
 * A position alone, for a small board.
 * @typedef {Standing & {game: string, setup: any, view: any, turn?: number, players: {seat: number, name: string, letter: string}[]}} Moment
 */

/**
 * What a board draws from.
 * @typedef {object} Context
 * @property {string} game
 * @property {string} heading where the match stands, in words
 * @property {any} setup
 * @property {any} view
 * @property {any} before the view one turn earlier, or null
 * @property {Player[]} players
 * @property {"wide" | "narrow"} layout
 * @property {any} move the turn's move, or null
 * @property {number | null} mover
 * @property {number | "all" | null} seatSeen
 * @property {any[]} seen by seat: its own view if it may be shown, else null
 * @property {number[]} scores
 * @property {number[]} inSight
 * @property {number[]} waiting
 * @property {{move: any, steps: number} | null} [draft] the own plan in the making, and how many of its steps are meant
 */

/** @typedef {import("./drawing.js").Drawing} Drawing */

/**
 * One step of what goes on in a turn. `from` and `to` are selectors of elements: dim, and hidden, until their time comes.
 * @typedef {object} FlowStep
 * @property {string} from
 * @property {string} to
 * @property {{symbol: Drawing, many: number, from: string, to: string}[]} goods
 * @property {Record<string, string>} totals by selector: what is to be read there afterwards
 */
/** @typedef {{totals: Record<string, string>, steps: FlowStep[]}} Flow with the totals before its first step */

/**
 * One game's drawing.
 * @typedef {object} Board
 * @property {(context: Context) => Drawing} drawBoard
 * @property {(context: Context, seat: number) => Drawing} drawPanel
 * @property {(context: Context) => Drawing | null} [drawHand] what the seat that one looks as holds, under the board
 * @property {(context: Context) => Flow | null} [flow] what goes from where to where in this turn
 * @property {() => Record<string, Drawing>} [signs] the symbols that the letters of written amounts stand for
 * @property {() => {symbol: Drawing, title: string}[]} legend
 */

/**
 * How a viewer differs from that of a replay.
 * @typedef {object} ViewerOptions
 * @property {boolean} [isLive]
 * @property {number} [own] the seat of whoever looks
 * @property {HTMLElement} [desk] what stands above the players
 * @property {(event: KeyboardEvent) => boolean} [press] takes keys first; whether it did
 * @property {(seat: number) => string | null} [clockOf] a seat's clock, in place of the time used
 */

/**
 * What somebody decides at the newest moment of a match.
 * @typedef {object} Deciding
 * @property {import("./seat/lit.js").Lit | null} lit what can be chosen on the board
 * @property {{move: any, steps: number} | null} draft the own plan in the making, see `Context`
 * @property {any} ahead the table as the own answers would leave it; null if they change nothing
 */

/** @typedef {{key: string, word: string, label: string, why_not: string, thing: string, hint: string}} DeskChoice */

/**
 * One answer that was given.
 * @typedef {object} TrailEntry
 * @property {string} question
 * @property {string} name
 * @property {string} word
 * @property {string} answer
 * @property {string} thing
 * @property {number} answers_before how many answers stay if one goes back to here
 * @property {boolean} is_own whether there was anything to choose
 * @property {boolean} is_more whether it belongs to the entry before
 * @property {boolean} is_movable
 * @property {{name: string, value: number | string}[]} after what it has changed
 */

/**
 * The event `desk` of docs/seats.md.
 * @typedef {object} DeskState
 * @property {number} turn 0 if nothing is asked
 * @property {string} name
 * @property {string} question
 * @property {DeskChoice[]} choices
 * @property {string} default
 * @property {TrailEntry[]} trail
 * @property {{sentence: string, trail: TrailEntry[], path: string[][]}[]} earlier whole answers that come before, not sent yet
 * @property {string[]} later those that wait until this one is whole again, in sentences
 * @property {string} wish the thing that one has begun with, while other answers are still needed on the way to it
 * @property {string[]} starts the things that one may begin with
 * @property {boolean} may_go_on whether what comes next can be planned before this is sent
 * @property {boolean} is_series whether its answers can be put between the others
 * @property {string[][]} path
 * @property {string[]} picked
 * @property {boolean} can_undo
 * @property {string} ready
 * @property {string} warning what one should know before the answer is sent
 * @property {{name: string, before: number | string, after: number | string}[]} totals
 * @property {{title: string, remarks: {text: string, points: string[]}[], is_new: boolean} | null} lesson what a learner reads; the last remark is an answer to try
 * @property {{text: string, is_bad: boolean} | null} notice
 * @property {boolean} is_sent
 * @property {boolean} is_thinking
 * @property {string} waiting
 * @property {number | null} seconds_left
 * @property {{seconds: number, runs: boolean}[]} clocks
 * @property {string} away
 * @property {boolean} may_suggest
 * @property {string} holder
 * @property {string} game
 * @property {{number: number, seat: number, word: string}[]} said what people have said at the table
 * @property {boolean[]} there by seat, whether somebody is there
 * @property {boolean} may_resign
 * @property {boolean} may_take_back
 * @property {{number: number, seat: number, turn: number, agreed: boolean} | null} take_back what is wished about taking a move back
 * @property {string} headline how it ended for this seat
 * @property {boolean} is_rated whether a ladder rates the match
 * @property {boolean} has_analysis
 * @property {{move: any, steps: number} | null} preview a plan in the making
 * @property {any} ahead the table as the answers in the making would leave it, or null
 * @property {string[]} result
 * @property {string} stopped
 * @property {boolean} is_over
 */

export {};
