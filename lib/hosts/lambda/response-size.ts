/** The most bytes of a Lambda response. Source: AWS Lambda quotas, "Invocation payload (request and response)". */
const maxResponseBytes = 6 * 1024 * 1024;

/**
 * The bytes reserved for the status and the headers of a response. The number is a choice: several times what the few headers
 * need.
 */
const envelopeBytes = 2048;

/** True if a body is too large for a Lambda response, in which it is a JSON string. */
export function isTooLarge(body: string): boolean {
  // Fast path: a UTF-16 unit needs at most six bytes in a JSON string (`\u0000`).
  if (body.length * 6 + envelopeBytes <= maxResponseBytes) return false;
  return Buffer.byteLength(JSON.stringify(body)) + envelopeBytes > maxResponseBytes;
}
