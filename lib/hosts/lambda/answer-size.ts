/** Bytes of an answer that Lambda carries. Source: AWS Lambda quotas, "Invocation payload (request and response)". */
const maxAnswerBytes = 6 * 1024 * 1024;

/** What stands around the body: status and headers. */
const envelopeBytes = 2048;

/** True for a body that Lambda cannot carry: it stands in the answer as a JSON string. */
export function isTooLarge(body: string): boolean {
  // A character has at most six bytes there: `\u0000`.
  if (body.length * 6 + envelopeBytes <= maxAnswerBytes) return false;
  return Buffer.byteLength(JSON.stringify(body)) + envelopeBytes > maxAnswerBytes;
}
