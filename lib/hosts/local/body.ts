import type { Readable } from "node:stream";
import { assertDefined } from "../../json/invariant.ts";
import { releaseBytes } from "./released-bytes.ts";

/**
 * The most bytes of a Lambda event: 6 MB. The event holds the body as a JSON string, in which each quote and backslash
 * takes two bytes, and a description of the request.
 * Source: AWS Lambda quotas, "Invocation payload (request and response)".
 */
const maxEventBytes = 6 * 1024 * 1024;
/**
 * The bytes that a gateway's description of the request is assumed to have. The real size depends on the headers;
 * kube-apiserver sends few.
 */
const envelopeBytes = 2048;

/**
 * The most bytes that are read of a body that is too large or not wanted. They are discarded: a caller reads the response only
 * after it has sent the body. The number is a choice: more than any review of kube-apiserver has, and a caller that never stops
 * is cut off.
 */
const maxDrainBytes = 128 * 1024 * 1024;

/**
 * Reads a body. `too large` if it would not fit into a Lambda event; undefined if the caller closed the connection.
 * `expectedBytes` returns the length that the caller announced, 0 if it did not; it is called only if the body comes in several
 * chunks. The memory of each chunk is freed once the chunk has been copied.
 */
export async function readBody(
  request: Readable,
  expectedBytes: () => number,
): Promise<Uint8Array | "too large" | undefined> {
  let body: Buffer = Buffer.alloc(0);
  let bytes = 0;
  const isWhole = await eachChunk(request, (chunk) => {
    const at = bytes;
    bytes += chunk.length;
    if (at === 0) body = chunk;
    else if (bytes <= maxEventBytes) {
      if (bytes > body.length) {
        const expected = Math.min(expectedBytes(), maxEventBytes);
        body = enlarged(body, Math.max(bytes, 2 * at, expected));
      }
      chunk.copy(body, at);
      releaseBytes(chunk);
    }
    return bytes <= maxDrainBytes;
  });
  if (!isWhole) return undefined;
  if (bytes > maxEventBytes) return "too large";
  const whole = bytes === body.length ? body : body.subarray(0, bytes);
  return eventBytes(whole) > maxEventBytes ? "too large" : whole;
}

/** Copies bytes to a larger buffer, and frees the smaller one. The content after them is undefined. */
function enlarged(bytes: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  bytes.copy(larger);
  releaseBytes(bytes);
  return larger;
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
 * Passes the chunks of a stream to `take`, by events: an async iterator costs several promises for each chunk. False if
 * the sender closed the connection. True at the end of the stream, or when `take` returns false, which destroys the
 * stream.
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

/** The size of the Lambda event for a body. Escapes are counted only if the event might be too large. */
function eventBytes(body: Uint8Array): number {
  const plain = body.length + envelopeBytes;
  return body.length * 6 + envelopeBytes <= maxEventBytes ? plain : plain + escapedBytes(body);
}

/** How many bytes escapes add to a body in a JSON string. */
function escapedBytes(body: Uint8Array): number {
  let bytes = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = assertDefined(body[at], "the index is within the body");
    if (byte === 0x22 || byte === 0x5c || (byte >= 0x08 && byte <= 0x0d && byte !== 0x0b)) bytes++;
    else if (byte < 0x20) bytes += 5;
  }
  return bytes;
}
