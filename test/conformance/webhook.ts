import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { gunzipSync } from "node:zlib";

/** Any webhook: its url, to which `/convert`, `/mutate` and `/validate` are appended. */
export interface Webhook {
  readonly url: string;
  /** The CA that vouches for it, in PEM; left out: those that Node.js trusts. */
  readonly ca?: string;
}

/** What is sent. `null` takes a header away that would go by default. */
export interface Call {
  readonly path: "/convert" | "/mutate" | "/validate";
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Uint8Array;
}

export interface Reply {
  /** HTTP's; 0 where the line was cut. */
  readonly status: number;
  readonly contentType: string;
  /** The response, decompressed; the cause if the connection was closed. */
  readonly body: string;
}

/** Longer than the API server waits. */
const timeoutMs = 35_000;

/** Sends one call on a connection of its own. A cut line is a reply too: status 0. */
export function send({ url, ca }: Webhook, call: Call): Promise<Reply> {
  const { path, method = "POST", body = "" } = call;
  const target = new URL(url);
  const options: RequestOptions & { readonly ca?: string } = {
    host: target.hostname,
    port: target.port,
    path: `${target.pathname.replace(/\/$/, "")}${path}`,
    method,
    agent: false,
    headers: headersOf(call, Buffer.byteLength(body)),
    timeout: timeoutMs,
    ...(ca !== undefined && { ca }),
  };
  const open = target.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const cut = (error: Error): void =>
      resolve({ status: 0, contentType: "", body: `the line was cut: ${error.message}` });
    const sent = open(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", cut);
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        const all = Buffer.concat(chunks);
        const bytes = headers["content-encoding"] === "gzip" ? gunzipSync(all) : all;
        resolve({ status, contentType: headers["content-type"] ?? "", body: bytes.toString() });
      });
    });
    sent.on("timeout", () => sent.destroy(new Error(`no answer after ${timeoutMs} ms`)));
    sent.on("error", cut).end(body);
  });
}

/** The API server's own headers, and what a call changes in them. */
function headersOf({ headers = {} }: Call, bytes: number): Record<string, string> {
  const all = { "content-type": "application/json", "content-length": String(bytes), ...headers };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
