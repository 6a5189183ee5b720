import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the API server responds to GET requests, by path, or by path and query. */
export type ClusterResponses = Readonly<Record<string, ClusterAnswer>>;

interface ClusterAnswer {
  /** The HTTP status. Default: 200. */
  readonly status?: number;
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown;
  readonly retryAfter?: number;
  readonly contentType?: string;
  /** True to close the connection in the middle of the response. */
  readonly breaksOff?: boolean;
}

/** A program in place of kubectl, which serves recorded responses as `kubectl proxy` does. */
export interface ClusterStandIn {
  readonly kubectl: string;
  remove(): void;
}

/**
 * Writes the program, for what the clusters of test:cluster do not show: other releases of Kubernetes, refusals, objects of many
 * owners. It responds with 404 to a path that `responses` does not have.
 */
export function clusterStandIn(responses: ClusterResponses): ClusterStandIn {
  const folder = mkdtempSync(join(tmpdir(), "customhouse-stand-in-"));
  const kubectl = join(folder, "kubectl");
  writeFileSync(join(folder, "responses.json"), JSON.stringify(responses));
  writeFileSync(kubectl, program(folder));
  chmodSync(kubectl, 0o700);
  return { kubectl, remove: () => rmSync(folder, { recursive: true }) };
}

function program(folder: string): string {
  return `#!${process.execPath}
const { createServer } = require("node:http");
if (process.argv.includes("config")) {
  const context = process.argv[process.argv.indexOf("--context") + 1];
  const server = "https://10.0.0.1:6443";
  const named = process.argv.includes("--context") ? context : "current";
  console.log(JSON.stringify({ "current-context": named, clusters: [{ cluster: { server } }] }));
  process.exit();
}
const responses = require(${JSON.stringify(join(folder, "responses.json"))});
const socket = process.argv[process.argv.indexOf("--unix-socket") + 1];
createServer(({ url }, response) => {
  const found = responses[url] ?? responses[url.replace(/\\?.*/, "")];
  const { status = 200, body, retryAfter, contentType, breaksOff } = found ?? { status: 404, body: { message: "not found" } };
  const headers = {
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
    ...(contentType === undefined ? {} : { "Content-Type": contentType }),
  };
  if (breaksOff) {
    response.writeHead(200, { "Content-Length": "9" }).write("{", () => response.destroy());
    return;
  }
  response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
}).listen(socket, () => console.log("Starting to serve on " + socket));
`;
}
