import { member } from "../json/value.ts";
import { type ClusterReader, ReadError } from "./cluster-reader.ts";

/** Numbers of requests at one version since the API server started, from its metrics. */
export interface VersionRequests {
  /** All requests except watches. */
  requests: number;
  /** Watches that are open now. */
  watches: number;
}

/** Requests by version, of the one API server that responded; or the reason why the metrics could not be read. */
export type RequestsByVersion = ReadonlyMap<string, VersionRequests> | { readonly notRead: string };

/** A line of the metrics. Groups: name, labels, value. */
const sample = /^(apiserver_request_total|apiserver_longrunning_requests)\{(.*)\} ([0-9.e+]+)$/gm;

/** Reads the API server's metrics as text. The user needs `get` on `/metrics`. Errors: {@link ReadError}. */
export async function apiServerMetrics(reader: ClusterReader): Promise<string> {
  const reply = await reader.get("/metrics", "text/plain");
  if (reply.status !== 200) throw new ReadError("/metrics", reply);
  return String(member(reply.body, "message") ?? "");
}

/** The numbers of requests for one resource, by version. */
export function requestsIn(
  metrics: string,
  { group, plural }: { readonly group: string; readonly plural: string },
): ReadonlyMap<string, VersionRequests> {
  const found = new Map<string, VersionRequests>();
  for (const [, name, labels = "", value] of metrics.matchAll(sample)) {
    if (labelIn(labels, "group") !== group || labelIn(labels, "resource") !== plural) continue;
    const isWatch = labelIn(labels, "verb") === "WATCH";
    const version = labelIn(labels, "version");
    const counts = found.get(version) ?? { requests: 0, watches: 0 };
    found.set(version, counts);
    if (name === "apiserver_request_total" && !isWatch) counts.requests += Number(value);
    if (name === "apiserver_longrunning_requests" && isWatch) counts.watches += Number(value);
  }
  return found;
}

function labelIn(labels: string, name: string): string {
  return new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? "";
}
