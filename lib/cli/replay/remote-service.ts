import { Agent, type RequestOptions, request } from "node:https";
import { setTimeout } from "node:timers/promises";
import type { Verb } from "../../hosts/routes.ts";
import { UsageError } from "../command.ts";
import type { ReplayedAnswer } from "./answer-differences.ts";

/** Where a deployed service answers. */
export interface RemoteOptions {
  /** Up to the verb: `https://hooks.example.com`, with cluster and key behind it where they are wanted. */
  readonly base: URL;
  /** Trusted beside nothing else; left out, what Node trusts. */
  readonly ca: string | undefined;
}

/** Answers that are asked for again: the server says that it could not answer just now. */
const maxTries = 5;

/** Longest time to wait before the next try, in seconds. */
const maxWaitSeconds = 30;

/** kube-apiserver's own limit for a conversion. */
const timeoutMs = 30_000;

/** A deployed service, as replays use it. */
export interface RemoteService {
  /** Throws a UsageError where nobody can be reached; it names the host and never the path, which holds a key. */
  readonly send: (verb: Verb, body: string) => Promise<ReplayedAnswer>;
  readonly close: () => void;
}

/** Sends reviews to a deployed service over one connection that is kept. */
export function remoteService({ base, ca }: RemoteOptions): RemoteService {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ...(ca !== undefined && { ca }) });
  const prefix = base.pathname.replace(/\/$/, "");
  const { hostname, port } = base;
  const to = { hostname: hostname.replace(/^\[|\]$/g, ""), port, method: "POST", agent };
  return {
    send: async (verb, body) => {
      const path = `${prefix}/${verb}?timeout=30s`;
      for (let tries = 1; ; tries++) {
        const posted = await post({ ...to, path }, body);
        if (posted instanceof Error) {
          // A kept connection may have been closed meanwhile: a second one tells.
          if (tries > 1) throw unreachable(base, posted);
          continue;
        }
        const seconds = Number(posted.retryAfter ?? Number.NaN);
        if (!(seconds >= 0) || tries === maxTries) return posted;
        await setTimeout(Math.min(seconds, maxWaitSeconds) * 1000);
      }
    },
    close: () => agent.destroy(),
  };
}

/** One call; an error where there was no answer. */
function post(to: RequestOptions, body: string): Promise<Posted | Error> {
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const call = request({ ...to, headers, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", resolve);
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        const text = Buffer.concat(chunks).toString();
        resolve({ status, body: text, retryAfter: headers["retry-after"] });
      });
    });
    call.on("timeout", () => call.destroy(new Error("no answer within 30 s")));
    call.on("error", resolve);
    call.end(body);
  });
}

interface Posted extends ReplayedAnswer {
  readonly retryAfter: string | undefined;
}

function unreachable({ host }: URL, { message }: Error): UsageError {
  return new UsageError(
    `${host} gave no answer: ${message}. Is the host right, and its certificate one that --ca trusts?`,
  );
}
