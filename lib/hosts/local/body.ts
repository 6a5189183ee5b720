import type { Readable } from "node:stream";
import { known } from "../../json/invariant.ts";

/**
 * The most bytes of a Lambda event: 6 MB. It holds the body as a JSON string, in which each quote and backslash counts
 * twice, and the description of the request.
 * Source: AWS Lambda quotas, "Invocation payload (request and response)".
 */
const maxEventBytes = 6 * 1024 * 1024;
const envelopeBytes = 2048;

/** The most bytes that are read and discarded, so that a caller who sends too much still gets the response. */
const maxDrainBytes = 128 * 1024 * 1024;

/** The body's bytes; `too large` beyond the limit of an event; undefined where the caller closed the connection. */
export async function readBody(request: Readable): Promise<Uint8Array | "too large" | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const isWhole = await eachChunk(request, (chunk) => {
    bytes += chunk.length;
    if (bytes <= maxEventBytes) chunks.push(chunk);
    return bytes <= maxDrainBytes;
  });
  if (!isWhole) return undefined;
  if (bytes > maxEventBytes) return "too large";
  const [first] = chunks;
  const body = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, bytes);
  return eventBytes(body) > maxEventBytes ? "too large" : body;
}

/** Reads and discards a body, so that its sender gets the response. */
export async function drainBody(request: Readable): Promise<undefined> {
  let bytes = 0;
  await eachChunk(request, (chunk) => {
    bytes += chunk.length;
    return bytes <= maxDrainBytes;
  });
}

/**
 * Passes a stream's chunks on by its events: an iterator costs several promises for each. False where the sender closed
 * the connection; true at the end, or as soon as `take` returns false, which destroys the stream.
 */
function eachChunk(stream: Readable, take: (chunk: Buffer) => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    stream.on("data", (chunk: Buffer) => {
      if (take(chunk)) return;
      resolve(true);
      stream.destroy();
    });
    stream.on("end", () => resolve(true));
    stream.on("error", () => resolve(false));
    stream.on("close", () => resolve(false));
  });
}

/** Bytes of the event with a body; escapes are counted only where the worst case would be too large. */
function eventBytes(body: Uint8Array): number {
  const plain = body.length + envelopeBytes;
  return body.length * 6 + envelopeBytes <= maxEventBytes ? plain : plain + escapes(body);
}

/** Bytes that escapes add to a body in a JSON string. */
function escapes(body: Uint8Array): number {
  let bytes = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = known(body[at], "the index is within the body");
    if (byte === 0x22 || byte === 0x5c || (byte >= 0x08 && byte <= 0x0d && byte !== 0x0b)) bytes++;
    else if (byte < 0x20) bytes += 5;
  }
  return bytes;
}
