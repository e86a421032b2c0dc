// The two ways to play: one seat over a Play stream, and all seats of a ladder over an Enlist stream.

import { randomUUID } from "node:crypto";
import type { EnlistRequest } from "../gen/bessemer/v1/EnlistRequest.js";
import type { EnlistResponse__Output } from "../gen/bessemer/v1/EnlistResponse.js";
import type { PlayRequest } from "../gen/bessemer/v1/PlayRequest.js";
import type { PlayResponse__Output } from "../gen/bessemer/v1/PlayResponse.js";
import type { Setup__Output } from "../gen/bessemer/v1/Setup.js";
import type { ServerEnvelope__Output } from "../gen/bessemer/v1/ServerEnvelope.js";
import type { Bot, MatchEnd } from "./bot.js";
import { ChanceBytes } from "./chance.js";
import { log } from "./log.js";
import { kept, type Stream } from "./reconnect.js";
import { Referee, sentence } from "./referee.js";
import { SeatPlayer, UnusableBot } from "./seat.js";

interface Sending<Request> {
    write(request: Request): unknown;
}

/** Plays one seat to the end of its match. */
export async function playSeat(
    referee: Referee,
    matchId: string,
    seat: number,
    bot: Bot,
    patience: number,
): Promise<MatchEnd> {
    const chance = new ChanceBytes();
    const player = new SeatPlayer(referee, chance, bot);
    const always = {
        match_id: matchId,
        seat,
        with_choices: true,
        max_thinking: Math.min(1, bot.maxThinking ?? 1),
        chance_commitment: chance.commit(),
        client_id: randomUUID(),
    };
    type Both = Stream<PlayResponse__Output> & Sending<PlayRequest>;
    return kept<Both, PlayResponse__Output, MatchEnd>(
        referee,
        `match ${matchId}, seat ${seat}`,
        patience,
        () => {
            const stream = referee.play() as Both;
            stream.write({ join: { ...always, known_turn: player.knownTurn } });
            return stream;
        },
        (response, stream) => {
            player.send = (request) => stream.write(request);
            return player.handle(response);
        },
        () => {
            player.send = null;
        },
    );
}

interface Enlisting {
    ladder: string;
    concurrency: number;
    /** Of the bot; "" for none. */
    version: string;
    maxThinking: number;
}

/** Plays for a ladder, a bot for each seat that it gives, until the referee refuses that. */
export async function playLadder(
    referee: Referee,
    { ladder, concurrency, version, maxThinking }: Enlisting,
    newBot: () => Bot,
    patience: number,
): Promise<never> {
    const chance = new ChanceBytes();
    const always = {
        ladder,
        concurrency,
        version,
        client_id: randomUUID(),
        with_choices: true,
        max_thinking: maxThinking,
    };
    const players = new Map<string, SeatPlayer>(); // by match and seat
    let setup: Setup__Output | null = null;
    const channels = new Map<number, string>(); // of this connection, to match and seat
    type Both = Stream<EnlistResponse__Output> & Sending<EnlistRequest>;

    function close(channel: number): void {
        players.delete(channels.get(channel) ?? "");
        channels.delete(channel);
    }

    async function handle(
        { channel, response }: ServerEnvelope__Output,
        stream: Both,
    ): Promise<void> {
        const { joined, closed } = response!;
        if (joined) {
            const place = `${joined.match!.match_id}/${joined.seat}`;
            const player =
                players.get(place) ?? new SeatPlayer(referee, chance, newBot());
            player.setup = setup;
            player.nextCommitment = () => chance.commit();
            player.send = (request) =>
                stream.write({ requests: [{ channel, request }] });
            players.set(place, player);
            channels.set(channel, place);
        }
        const player = players.get(channels.get(channel) ?? "");
        if (!player) return;
        if (closed) {
            // Over a Play stream this would be its status; here the other channels continue.
            log("warning", `match ${channels.get(channel)}: ${closed.message}`);
            close(channel);
        } else if (await player.handle(response!)) {
            close(channel);
        }
    }

    return kept<Both, EnlistResponse__Output, never>(
        referee,
        `ladder ${ladder}`,
        patience,
        () => {
            const stream = referee.enlist() as Both;
            // New ones each time: the referee may have taken some of the old, and not have said so.
            const chance_commitments = Array.from({ length: concurrency }, () =>
                chance.commit(),
            );
            stream.write({ enlistment: { ...always, chance_commitments } });
            return stream;
        },
        async ({ enlisted, responses }, stream) => {
            if (enlisted) {
                setup = enlisted.setup;
                log(
                    "info",
                    `joined ladder ${enlisted.ladder?.name ?? ladder}${version && ` as version ${version}`}`,
                );
                const running = new Set(enlisted.running);
                for (const place of players.keys()) {
                    if (!running.has(place.split("/")[0]!))
                        players.delete(place); // it ended while we were away
                }
            }
            await Promise.all(
                responses.map((envelope) =>
                    handle(envelope, stream).catch((error) => {
                        if (error instanceof UnusableBot) throw error;
                        log(
                            "warning",
                            `match ${channels.get(envelope.channel)}: ${sentence(error)}`,
                        );
                    }),
                ),
            );
            return null;
        },
        () => {
            channels.clear();
            for (const player of players.values()) player.send = null;
        },
    );
}
