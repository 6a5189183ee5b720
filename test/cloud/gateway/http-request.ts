import type { IncomingMessage } from "node:http";

/** A request as it reached the gateway. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** The query without its question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
  readonly body: Buffer;
  readonly requestId: string;
  readonly time: Date;
}

/** Source: API Gateway quotas, "Payload size": 10 MB. */
export const maxPayloadBytes = 10 * 1024 * 1024;

/** Source: Lambda's own refusal, "Request must be smaller than 6291556 bytes for the InvokeFunction operation". */
export const maxEventBytes = 6_291_556;

/** The source address that every caller of the local cloud seems to have. Source: RFC 5737, for documentation. */
const sourceIp = "192.0.2.1";

/** Reads a request whole. Undefined where the caller hung up; a body beyond {@link maxPayloadBytes} is cut off there. */
export async function readRequest(
  incoming: IncomingMessage,
  requestId: string,
): Promise<HttpRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming) {
      bytes += chunk.length;
      if (bytes - chunk.length <= maxPayloadBytes) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  const [path = "", query = ""] = (incoming.url ?? "/").split("?", 2);
  return {
    method: incoming.method ?? "GET",
    path,
    query,
    headers: headersOf(incoming),
    sourceIp,
    body: Buffer.concat(chunks),
    requestId,
    time: new Date(),
  };
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  const { connection: _, "transfer-encoding": __, ...headers } = incoming.headersDistinct;
  const own = Object.entries(headers).map(
    ([name, values = []]) => [name, values.join(",")] as const,
  );
  return {
    ...Object.fromEntries(own),
    "x-forwarded-for": sourceIp,
    "x-forwarded-port": "443",
    "x-forwarded-proto": "https",
  };
}

/** The media type of a body, without parameters. */
export function mediaType(headers: Readonly<Record<string, string>>, name: string): string {
  return (headers[name] ?? "").split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? "";
}

/** As access logs and events write a time: `21/Nov/2026:13:41:56 +0000`. */
export function clfTime(time: Date): string {
  const [, day = "", month = "", year = "", clock = ""] = time.toUTCString().split(" ");
  return `${day}/${month}/${year}:${clock} +0000`;
}
