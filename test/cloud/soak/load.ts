import { Agent } from "node:https";
import { equal } from "../../../lib/json/equal.ts";
import { parse } from "../../../lib/json/parse.ts";
import { callHttp1, type Reply } from "../../support/https-client.ts";
import type { Exercise, Workload } from "./workload.ts";

/** What a closed loop met. */
export interface LoadResult {
  readonly seconds: number;
  /** Of each request, in no order. */
  readonly milliseconds: readonly number[];
  /** The first wrong responses: a line each; `wrong` counts all. */
  readonly examples: readonly string[];
  readonly wrong: number;
}

export interface LoadOptions {
  readonly port: number;
  /** The CA's certificate in PEM. */
  readonly ca: string;
  readonly workload: Workload;
  readonly seconds: number;
  /** Parallel requests: each connection sends its next one when it has its response. */
  readonly connections: number;
  /** Called each minute with what was met until then, so that a run which ends early has shown something. */
  readonly onMinute?: ((soFar: LoadSoFar) => void) | undefined;
}

/** What a closed loop has met until now. */
export interface LoadSoFar {
  readonly requests: number;
  readonly wrong: number;
}

const maxExamples = 5;

/** Runs a closed loop for so long. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, ca, workload, seconds, connections, onMinute } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const end = start + seconds * 1000;
  const milliseconds: number[] = [];
  const examples: string[] = [];
  let wrong = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const exercise = workload();
      const before = performance.now();
      const fault = await faultOf({ port, ca }, exercise, agent);
      milliseconds.push(performance.now() - before);
      if (fault === undefined) continue;
      wrong++;
      if (examples.length < maxExamples) examples.push(fault);
    }
  };
  const timer = setInterval(() => onMinute?.({ requests: milliseconds.length, wrong }), 60_000);
  await Promise.all(Array.from({ length: connections }, loop));
  clearInterval(timer);
  agent.destroy();
  return { seconds: (performance.now() - start) / 1000, milliseconds, examples, wrong };
}

async function faultOf(
  peer: { readonly port: number; readonly ca: string },
  { path, headers, body, answer }: Exercise,
  agent: Agent,
): Promise<string | undefined> {
  try {
    const reply = await callAsServer(() => callHttp1(peer, { path, headers, body, agent }));
    if (reply.status === 200 && saysTheSame(reply.body, answer)) return undefined;
    return `HTTP ${reply.status} ${reply.body.slice(0, 300)}`;
  } catch (error) {
    return String(error);
  }
}

/**
 * Retries if the response has Retry-After, at once and ten times at most.
 * Source: k8s.io/client-go@v0.36.3 rest/with_retry.go, IsNextRetry; rest/request.go, defaultMaxRetries.
 */
async function callAsServer(call: () => Promise<Reply>): Promise<Reply> {
  let reply = await call();
  for (let again = 0; again < 10 && isForLater(reply); again++) reply = await call();
  return reply;
}

function isForLater({ status, headers }: Reply): boolean {
  return (status === 429 || status >= 500) && headers["retry-after"] !== undefined;
}

/** Texts that hold the same value: a conversion leaves the text that it does not read as it came, escapes included. */
function saysTheSame(text: string, answer: string): boolean {
  if (text === answer) return true;
  const [given, expected] = [parse(text), parse(answer)];
  return given.ok && expected.ok && equal(given.value, expected.value);
}
