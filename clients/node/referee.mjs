// The API, loaded from the .proto files when the program starts, and a connection to a referee.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

const HERE = dirname(fileURLToPath(import.meta.url));
const PROTOS = [join(HERE, "proto"), join(HERE, "../../proto")]; // your own, a checkout's
const READING = {
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
  "grpc.max_receive_message_length": 16 * 1024 * 1024,
};

/** A mistake of whoever started the program; its message is a sentence. */
export class UsageError extends Error {}

/** What a status code is called: "NOT_FOUND". */
export const statusName = (code) => grpc.status[code] ?? `status ${code}`;

// Where systems keep the CAs that they trust; Node brings its own along and does not look there.
const BUNDLES = [
  process.env.SSL_CERT_FILE ?? "",
  "/etc/ssl/certs/ca-certificates.crt", // Debian, Ubuntu, Arch
  "/etc/pki/tls/certs/ca-bundle.crt", // Fedora, Red Hat
  "/etc/ssl/ca-bundle.pem", // SUSE
  "/etc/ssl/cert.pem", // Alpine, macOS, BSD
];

/** TLS with the CA, the certificate and the key in these files; without a CA, with the system's. */
function tlsCredentials({ ca, cert, key }) {
  if (!cert !== !key) throw new UsageError("a certificate and its key go together: give both");
  const read = (path) => (path ? readFileSync(path) : null);
  try {
    return grpc.credentials.createSsl(read(ca || BUNDLES.find(existsSync)), read(key), read(cert));
  } catch (error) {
    throw new UsageError(`the files of TLS cannot be used: ${error.message}`);
  }
}

export class Referee {
  /** Connects to host:port or unix:/path; with `tls` ({ ca, cert, key }, all paths) by TLS. */
  constructor(address, token, { proto = PROTOS.find(existsSync), tls = null } = {}) {
    const [play, ladder] = ["match", "ladder"].map((name) =>
      join(proto ?? PROTOS[0], `bessemer/v1/${name}_service.proto`),
    );
    if (!existsSync(play)) {
      throw new UsageError(`${play} is not there: say --proto DIR, or bessemer protos --ladder proto`);
    }
    const options = { ...READING, includeDirs: [proto] };
    const messages = protoLoader.loadSync([play, ladder].filter(existsSync), options);
    const { MatchService, LadderService } = grpc.loadPackageDefinition(messages).bessemer.v1;
    const credentials = tls ? tlsCredentials(tls) : grpc.credentials.createInsecure();
    this.client = new MatchService(address, credentials, CHANNEL);
    this.ladders = LadderService && new LadderService(address, credentials, CHANNEL);
    this.metadata = new grpc.Metadata();
    this.metadata.set("authorization", `Bearer ${token}`);
    this.refusal = messages["bessemer.v1.Refusal"];
    this.status = protoLoader.loadSync(join(HERE, "status.proto"), READING)["google.rpc.Status"];
  }

  /** The bidirectional stream. */
  play() {
    return this.client.Play(this.metadata);
  }

  /** The stream of a player on a ladder. */
  enlist() {
    if (!this.ladders) throw new UsageError("ladder_service.proto is missing: bessemer protos --ladder");
    return this.ladders.Enlist(this.metadata);
  }

  /** Any unary call: `await referee.call("GetMatch", { match_id })`. */
  call(method, request) {
    return new Promise((resolve, reject) => {
      this.client[method](request, this.metadata, (error, response) =>
        error ? reject(error) : resolve(response),
      );
    });
  }

  /** The Refusal in the details of a failed call, or null if it carries none. */
  refusalOf(error) {
    const [details] = error.metadata?.get("grpc-status-details-bin") ?? [];
    if (!details) return null;
    const packed = this.status
      .deserialize(details)
      .details.find(({ type_url }) => type_url.endsWith("/bessemer.v1.Refusal"));
    return packed ? this.refusal.deserialize(packed.value) : null;
  }

  close() {
    this.client.close();
    this.ladders?.close();
  }
}

/** A google.protobuf.Duration in milliseconds, 0 if there is none. */
export const milliseconds = (duration) =>
  duration ? duration.seconds * 1000 + duration.nanos / 1e6 : 0;
