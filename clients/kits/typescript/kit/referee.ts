// Connections to a referee: the API loaded from the .proto files, addresses, TLS, the token, refusals.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";
import type { MethodDefinition } from "@grpc/proto-loader";
import type { Duration__Output } from "../gen/google/protobuf/Duration.js";
import type { LadderServiceClient } from "../gen/bessemer/v1/LadderService.js";
import type {
    MatchServiceClient,
    MatchServiceDefinition,
} from "../gen/bessemer/v1/MatchService.js";
import type { Refusal__Output } from "../gen/bessemer/v1/Refusal.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const PROTOS = ["../proto", "../../../../proto"].map((path) =>
    join(HERE, path),
); // your own, a checkout's
// The types in gen are generated for these options: see package.json.
const READING: protoLoader.Options = {
    keepCase: true, // fields are called as in the .proto files
    enums: String, // and so are the values of enums
    longs: Number,
    defaults: true, // what was left out reads as 0, "" or null
    oneofs: true, // response.message === "decision" says which of a oneof is set
};
const CHANNEL = {
    // A referee that was restarted is back within seconds, and clocks may be running.
    "grpc.initial_reconnect_backoff_ms": 50,
    "grpc.max_reconnect_backoff_ms": 1000,
    "grpc.keepalive_time_ms": 20000,
    "grpc.keepalive_timeout_ms": 10000,
    "grpc.max_receive_message_length": 16 * 1024 * 1024,
};

/** A mistake of whoever started the program; its message is a sentence. */
export class UsageError extends Error {}

/** The paths of the files of TLS; without a CA, those that the system trusts. */
export interface Tls {
    ca?: string;
    cert?: string;
    key?: string;
}

/** What a failed call brings along. */
export interface CallError extends Error {
    code: number;
    details: string;
    metadata: grpc.Metadata;
}

export const isCallError = (error: unknown): error is CallError =>
    error instanceof Error && "metadata" in error;

/** What a status code is called: "NOT_FOUND". */
export const statusName = (code: number): string =>
    grpc.status[code] ?? `status ${code}`;

/** A failure as a sentence. */
export const sentence = (error: unknown): string =>
    isCallError(error)
        ? `${statusName(error.code)}: ${error.details}`
        : error instanceof Error
          ? error.message
          : String(error);

// Statuses after which a stream may be opened again; all others would come back the same.
const PASSING = new Set([
    "UNAVAILABLE",
    "RESOURCE_EXHAUSTED",
    "CANCELLED",
    "UNKNOWN",
    "INTERNAL",
]);

/** Whether a failure may be gone by the next attempt. */
export const isPassing = (error: unknown): boolean =>
    isCallError(error) && PASSING.has(statusName(error.code));

// Where systems keep the CAs that they trust; Node brings its own along and does not look there.
const BUNDLES = [
    process.env.SSL_CERT_FILE ?? "",
    "/etc/ssl/certs/ca-certificates.crt", // Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt", // Fedora, Red Hat
    "/etc/ssl/ca-bundle.pem", // SUSE
    "/etc/ssl/cert.pem", // Alpine, macOS, BSD
];

function loadMessages(): protoLoader.PackageDefinition {
    const services = ["match", "ladder"].map(
        (name) => `bessemer/v1/${name}_service.proto`,
    );
    const isHere = (folder: string) =>
        services.every((file) => existsSync(join(folder, file)));
    const folder = PROTOS.find(isHere);
    if (!folder)
        throw new UsageError(
            `${PROTOS[0]} is not there: bessemer protos --ladder proto`,
        );
    return protoLoader.loadSync(services, {
        ...READING,
        includeDirs: [folder],
    });
}

function credentialsOf(tls: Tls | null): grpc.ChannelCredentials {
    if (!tls) return grpc.credentials.createInsecure();
    const { ca, cert, key } = tls;
    if (!cert !== !key)
        throw new Error("a certificate and its key go together: give both");
    const read = (path?: string) => (path ? readFileSync(path) : null);
    try {
        return grpc.credentials.createSsl(
            read(ca || BUNDLES.find(existsSync)),
            read(key),
            read(cert),
        );
    } catch (error) {
        throw new Error(`the files of TLS cannot be used: ${sentence(error)}`);
    }
}

interface Services {
    play: MatchServiceClient;
    ladders: LadderServiceClient;
}

type Parts<M> =
    M extends MethodDefinition<infer Request, any, any, infer Reply>
        ? { request: Request; reply: Reply }
        : never;
/** The calls of a seat that are no streams. */
type Call = Exclude<
    keyof MatchServiceDefinition & string,
    "Play" | "WatchMatch"
>;
type RequestOf<M extends Call> = Parts<MatchServiceDefinition[M]>["request"];
type ReplyOf<M extends Call> = Parts<MatchServiceDefinition[M]>["reply"];

export class Referee {
    readonly #addresses: string[];
    readonly #connect: (address: string) => Services;
    readonly #open = new Map<string, Services>();
    readonly #metadata = new grpc.Metadata();
    readonly #refusalIn: (details: Buffer) => Refusal__Output | null;
    #at = 0;

    /**
     * Connects to host:port or unix:/path; to one of several, separated by commas, if they are of
     * referees that share their ladders.
     */
    constructor(addresses: string, token: string, tls: Tls | null = null) {
        this.#addresses = addresses
            .split(",")
            .map((one) => one.trim())
            .filter(Boolean);
        const messages = loadMessages();
        const { MatchService, LadderService } = (
            grpc.loadPackageDefinition(messages) as any
        ).bessemer.v1;
        const secure = credentialsOf(tls); // a file that cannot be read is told of now
        this.#connect = (address) => {
            const isLocal = address.startsWith("unix:"); // a socket of this machine never has TLS
            const credentials = isLocal
                ? grpc.credentials.createInsecure()
                : secure;
            return {
                play: new MatchService(address, credentials, CHANNEL),
                ladders: new LadderService(address, credentials, CHANNEL),
            };
        };
        this.#metadata.set("authorization", `Bearer ${token}`);
        const refusal = messages["bessemer.v1.Refusal"] as any;
        const status = protoLoader.loadSync(
            join(HERE, "status.proto"),
            READING,
        )["google.rpc.Status"] as any;
        this.#refusalIn = (details) => {
            const found: { type_url: string; value: Buffer }[] =
                status.deserialize(details).details;
            const packed = found.find(({ type_url }) =>
                type_url.endsWith("/bessemer.v1.Refusal"),
            );
            return packed ? refusal.deserialize(packed.value) : null;
        };
    }

    get #here(): Services {
        const address = this.#addresses[this.#at]!;
        const services = this.#open.get(address) ?? this.#connect(address);
        this.#open.set(address, services);
        return services;
    }

    /** The next stream or call goes to the next address: the referee is away at this one. */
    moveOn(): void {
        this.#at = (this.#at + 1) % this.#addresses.length;
    }

    /** The stream of one seat. */
    play() {
        return this.#here.play.Play(this.#metadata);
    }

    /** The stream of a player on a ladder. */
    enlist() {
        return this.#here.ladders.Enlist(this.#metadata);
    }

    /** A call with one reply: `await referee.call("GetMatch", { match_id })`. */
    async call<M extends Call>(
        method: M,
        request: RequestOf<M>,
    ): Promise<ReplyOf<M>> {
        for (let tries = 1; ; tries++) {
            try {
                return await new Promise<ReplyOf<M>>((resolve, reject) => {
                    const done = (error: Error | null, reply: ReplyOf<M>) =>
                        error ? reject(error) : resolve(reply);
                    (this.#here.play as any)[method](
                        request,
                        this.#metadata,
                        done,
                    );
                });
            } catch (error) {
                const isAway =
                    isCallError(error) &&
                    error.code === grpc.status.UNAVAILABLE;
                if (
                    !isAway ||
                    this.refusalOf(error) ||
                    tries >= this.#addresses.length
                )
                    throw error;
                this.moveOn();
            }
        }
    }

    /** The Refusal in the details of a failed call, or null if it carries none. */
    refusalOf(error: unknown): Refusal__Output | null {
        const [details] = isCallError(error)
            ? error.metadata.get("grpc-status-details-bin")
            : [];
        return details ? this.#refusalIn(details as Buffer) : null;
    }

    close(): void {
        for (const { play, ladders } of this.#open.values()) {
            play.close();
            ladders.close();
        }
    }
}

/** A google.protobuf.Duration in milliseconds, 0 if there is none. */
export const milliseconds = (
    duration: Duration__Output | null | undefined,
): number =>
    duration ? Number(duration.seconds) * 1000 + duration.nanos / 1e6 : 0;
