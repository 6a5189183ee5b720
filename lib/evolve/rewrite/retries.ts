import { type ClusterReply, replyText } from "../cluster-reader.ts";

/** What {@link withRetries} needs to repeat requests while the server or a webhook fails. */
export interface RetryOptions {
  /** Resolves after a time, or as soon as the signal aborts. It never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** The number of objects rewritten so far. If it grows while one object keeps failing, the fault is that object's own. */
  readonly rewritten: () => number;
}

/** Why a rewrite ends before every object was tried. */
export class RewriteStop extends Error {
  override readonly name = "RewriteStop";
}

/** Milliseconds to wait before each repetition, about five minutes in total. */
const waits = [1, 2, 4, 8, 15, ...Array<number>(9).fill(30)].map((seconds) => seconds * 1000);

/**
 * After this many repetitions, a fault counts as the object's own if other objects were rewritten meanwhile. The number is a
 * choice: the waits before them add up to 30 s, in which a webhook can restart.
 */
const ownFaultAfter = 5;

/** The message of a failure that repeating doesn't fix: managedFields name a version that the definition no longer has. */
const lasting = /request to convert CR (?:to|from) an invalid group\/version/;

/**
 * Sends a request and repeats it while the response is a temporary failure (429, or 500 and above). Returns such a failure only
 * if it is the object's own, as {@link ownFaultAfter} says.
 *
 * Errors: {@link RewriteStop} if the signal aborts, or if about five minutes of repetitions don't help.
 */
export async function withRetries(
  request: () => Promise<ClusterReply>,
  { wait, signal, rewritten }: RetryOptions,
): Promise<ClusterReply> {
  const before = rewritten();
  for (let repetition = 0; ; repetition++) {
    if (signal.aborted) throw new RewriteStop("interrupted");
    const reply = await request();
    if (!isTemporary(reply)) return reply;
    if (repetition >= ownFaultAfter && rewritten() > before) return reply;
    const ms = waits[repetition];
    if (ms === undefined) {
      throw new RewriteStop(`nothing could be rewritten for five minutes: ${replyText(reply)}`);
    }
    await wait(ms, signal);
  }
}

/** True for a failure of the server, a webhook or the network between them: the same request may succeed later. */
function isTemporary(reply: ClusterReply): boolean {
  return (reply.status === 429 || reply.status >= 500) && !lasting.test(replyText(reply));
}
