// A stream that is opened again when it is lost, with growing pauses in between.

import { setTimeout as sleep } from "node:timers/promises";
import { log } from "./log.js";
import {
    isCallError,
    isPassing,
    milliseconds,
    Referee,
    sentence,
    statusName,
} from "./referee.js";

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000; // short: a referee that comes back stops the clocks for five seconds only

/** The part of a stream that this needs. */
export interface Stream<Response> extends AsyncIterable<Response> {
    on(event: "error", listener: (error: Error) => void): unknown;
    cancel(): void;
}

/**
 * Opens a stream again and again, until `read` returns something of a message.
 *
 * `open` opens one and sends what comes first; `lost` is called when one has ended. A failure that the
 * next attempt would end with, too, is thrown, and any after `patience` milliseconds without a message.
 */
export async function kept<S extends Stream<Response>, Response, Result>(
    referee: Referee,
    what: string,
    patience: number,
    open: () => S,
    read: (response: Response, stream: S) => Promise<Result | null>,
    lost: () => void,
): Promise<Result> {
    let lostAt = 0;
    let pause = FIRST_PAUSE;
    let told = "";
    for (;;) {
        const stream = open();
        stream.on("error", () => {}); // the loop below is told of it, too
        let wait = pause * (0.5 + Math.random()); // not all clients in the same instant
        let why = "the connection was closed";
        try {
            for await (const response of stream) {
                [lostAt, pause, told] = [0, FIRST_PAUSE, ""];
                const result = await read(response, stream);
                if (result !== null) return result;
            }
        } catch (error) {
            if (!isPassing(error)) throw error;
            why = sentence(error);
            const refusal = referee.refusalOf(error);
            if (isCallError(error) && statusName(error.code) === "UNAVAILABLE")
                referee.moveOn();
            wait = Math.max(wait, milliseconds(refusal?.retry_delay));
            if (lostAt && performance.now() - lostAt >= patience) throw error;
            if (!patience) throw error;
        } finally {
            lost();
            stream.cancel();
        }
        lostAt ||= performance.now();
        if (why !== told)
            log("info", `${what}: connection lost: ${why}; reconnecting`);
        told = why;
        await sleep(wait);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
}
