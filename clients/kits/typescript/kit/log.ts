// Lines on the standard error, as many as BESSEMER_LOG asks for.

import { basename } from "node:path";

const LEVELS = ["debug", "info", "warning", "error"] as const;
export type Level = (typeof LEVELS)[number];

export const PROGRAM = basename(process.argv[1] ?? "bot");
const wanted = LEVELS.indexOf(
    (process.env.BESSEMER_LOG ?? "info").toLowerCase() as Level,
);
const least = wanted < 0 ? LEVELS.indexOf("info") : wanted;

/** Writes a line if it is important enough. */
export function log(level: Level, text: string): void {
    if (LEVELS.indexOf(level) >= least)
        process.stderr.write(`${PROGRAM}: ${text}\n`);
}
