// The line that runs a bot as a program: `run(MyBot)`. docs/environment.md is what it is told.

import { parseArgs } from "node:util";
import type { Bot, NewBot } from "./bot.js";
import type { Game } from "./games.js";
import { log, PROGRAM } from "./log.js";
import { playLadder, playSeat } from "./playing.js";
import { Referee, sentence, UsageError, type Tls } from "./referee.js";

const TWELVE_HOURS = 12 * 3600; // an upgrade, a reboot or a night cost no bot its place
const USAGE = `usage: BESSEMER_TOKEN=bsm_... node ${PROGRAM} --connect ADDRESS --match ID --seat N
   or: BESSEMER_TOKEN=bsm_... node ${PROGRAM} --connect ADDRESS --ladder NAME [--concurrency N] [--bot-version TEXT]
       [--tls] [--tls-ca FILE] [--tls-cert FILE --tls-key FILE] [--patience SECONDS]
An address is host:port or unix:/path; several, separated by commas, are of referees that share their ladders.
Everything can be in the environment instead: bessemer match furnace --bots ./${PROGRAM},random`;

interface Wanted {
    connect: string;
    token: string;
    match: string;
    seat: number;
    ladder: string | undefined;
    concurrency: number;
    version: string | undefined;
    patience: number;
    tls: Tls | null;
}

/** What to play: by the command line, or by the environment of a program that Bessemer starts. */
function readArguments(words: string[]): Wanted {
    const text = { type: "string" } as const;
    const place = {
        connect: text,
        match: text,
        seat: text,
        ladder: text,
        concurrency: text,
    };
    const tls = {
        tls: { type: "boolean" },
        "tls-ca": text,
        "tls-cert": text,
        "tls-key": text,
    } as const;
    const more = {
        patience: text,
        "bot-version": text,
        help: { type: "boolean" },
    } as const;
    const env = process.env;
    const parsed = () =>
        parseArgs({ args: words, options: { ...place, ...tls, ...more } })
            .values;
    let given: ReturnType<typeof parsed>;
    try {
        given = parsed();
    } catch (error) {
        throw new UsageError(`${sentence(error)}\n${USAGE}`);
    }
    if (given.help) {
        console.log(USAGE);
        process.exit(0);
    }
    const number = (name: string, value: string, least: number): number => {
        if (!/^\d+(\.\d+)?$/.test(value) || Number(value) < least) {
            throw new UsageError(
                `${name} is a number from ${least}, not '${value}'`,
            );
        }
        return Number(value);
    };
    const connect = given.connect ?? env.BESSEMER_ADDRESS;
    const ladder =
        given.ladder ?? (given.match ? undefined : env.BESSEMER_LADDER);
    const match = given.match ?? env.BESSEMER_MATCH;
    if (!connect || (ladder === undefined && !match))
        throw new UsageError(USAGE);
    const token = env.BESSEMER_TOKEN;
    if (!token)
        throw new UsageError(
            "put the seat's token into the environment as BESSEMER_TOKEN",
        );
    const ca = given["tls-ca"] ?? env.BESSEMER_TLS_CA;
    const cert = given["tls-cert"] ?? env.BESSEMER_TLS_CERT;
    const key = given["tls-key"] ?? env.BESSEMER_TLS_KEY;
    const usesTls = given.tls || env.BESSEMER_TLS === "1" || ca || cert || key;
    return {
        connect,
        token,
        match: match ?? "",
        seat:
            ladder === undefined
                ? number("a seat", given.seat ?? env.BESSEMER_SEAT ?? "", 0)
                : 0,
        ladder,
        concurrency: number(
            "--concurrency",
            given.concurrency ?? env.BESSEMER_CONCURRENCY ?? "1",
            1,
        ),
        version: given["bot-version"] ?? env.BESSEMER_VERSION,
        patience:
            1000 *
            number(
                "--patience",
                given.patience ?? env.BESSEMER_PATIENCE ?? `${TWELVE_HOURS}`,
                0,
            ),
        tls: usesTls ? { ca, cert, key } : null,
    };
}

async function play<G extends Game>(
    newBot: NewBot<G>,
    words: string[],
): Promise<number> {
    const wanted = readArguments(words);
    const make = (): Bot =>
        newBot.prototype === undefined
            ? (newBot as () => Bot)()
            : new (newBot as new () => Bot)();
    const { connect, token, match, seat, ladder, concurrency, patience, tls } =
        wanted;
    const referee = new Referee(connect, token, tls);
    try {
        if (ladder === undefined) {
            await playSeat(referee, match, seat, make(), patience);
        } else {
            const first = make(); // it knows its version, and how many questions it can take
            const version = wanted.version ?? first.version ?? "";
            const maxThinking = first.maxThinking ?? 1;
            await playLadder(
                referee,
                { ladder, concurrency, version, maxThinking },
                make,
                patience,
            );
        }
        return 0;
    } finally {
        referee.close();
    }
}

/**
 * Plays what the environment or the command line says, with a bot for each seat that `newBot` makes: a
 * class, or a function. The process ends with 0 after the match, 1 if the seat could not be played to
 * the end, 2 if it is not clear what to play.
 */
export async function run<G extends Game>(
    newBot: NewBot<G>,
    words: string[] = process.argv.slice(2),
): Promise<void> {
    try {
        process.exitCode = await play(newBot, words);
    } catch (error) {
        log("error", sentence(error));
        process.exit(error instanceof UsageError ? 2 : 1); // whatever the bot still waits for
    }
}
