import { member } from "../../json/value.ts";
import type { ClusterReply } from "../cluster-reader.ts";

/** How long a rewrite waits for a server or a webhook that fails. */
export interface Patience {
  /** Resolves after a time, or as soon as the signal aborts. It never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** How many objects were rewritten so far: while others are, a fault is that of the object. */
  readonly rewritten: () => number;
}

/** Why a rewrite ends before every object was tried. */
export class RewriteStop extends Error {
  override readonly name = "RewriteStop";
}

/** Milliseconds before each repetition: about five minutes in all. */
const waits = [1, 2, 4, 8, 15, ...Array<number>(9).fill(30)].map((seconds) => seconds * 1000);

/** Repetitions after which a fault that others don't have counts as the object's own. */
const ownFaultAfter = 5;

/** A reply that asking again doesn't change: managedFields name a version that the definition no longer has. */
const lasting = /request to convert CR (?:to|from) an invalid group\/version/;

/**
 * Sends a request until the server responds with something else than a passing fault. Returns such a fault only where it is
 * the object's own.
 *
 * Errors: {@link RewriteStop} if the signal aborts, or nothing was rewritten for as long as it waits.
 */
export async function patiently(
  request: () => Promise<ClusterReply>,
  { wait, signal, rewritten }: Patience,
): Promise<ClusterReply> {
  const before = rewritten();
  for (let repetition = 0; ; repetition++) {
    if (signal.aborted) throw new RewriteStop("interrupted");
    const reply = await request();
    if (!isPassing(reply)) return reply;
    if (repetition >= ownFaultAfter && rewritten() > before) return reply;
    const ms = waits[repetition];
    if (ms === undefined) {
      throw new RewriteStop(`nothing could be rewritten for five minutes: ${replyText(reply)}`);
    }
    await wait(ms, signal);
  }
}

/** Status and message of a reply. */
export function replyText({ status, body }: ClusterReply): string {
  return `${status} ${String(member(body, "message") ?? "")}`.trim();
}

/** True where the server, a webhook or the way to them fails, which another time may not. */
function isPassing(reply: ClusterReply): boolean {
  return (reply.status === 429 || reply.status >= 500) && !lasting.test(replyText(reply));
}
