import { splitText } from "../json/text-parts.ts";
import type { LogLine } from "./log.ts";

/** The metrics of every request, with their units. Each host publishes them in the format of its monitoring. */
export const metrics = [
  { Name: "Reviews", Unit: "Count" },
  { Name: "Failed", Unit: "Count" },
  { Name: "Denied", Unit: "Count" },
  { Name: "Unavailable", Unit: "Count" },
  { Name: "Refused", Unit: "Count" },
  { Name: "NearestValid", Unit: "Count" },
  { Name: "Objects", Unit: "Count" },
  { Name: "Bytes", Unit: "Bytes" },
  { Name: "Ms", Unit: "Milliseconds" },
] as const;

/** The metrics of remarks about values, which few requests have. */
export const remarked = [
  { Name: "Unread", Unit: "Count" },
  { Name: "Rounded", Unit: "Count" },
  { Name: "HeldBack", Unit: "Count" },
  { Name: "Lost", Unit: "Count" },
] as const;

/** The name of a metric that every request has. */
type MetricName = (typeof metrics)[number]["Name"];

/** The name of a metric of remarks. */
type RemarkName = (typeof remarked)[number]["Name"];

/** One request as numbers, with the names by which they are grouped. None of these can be chosen freely by a caller. */
export interface Measurement {
  readonly dimensions: { readonly Verb: string; readonly Cluster: string };
  readonly values: Readonly<Record<MetricName, number>>;
  /** The metrics of remarks that are not zero. */
  readonly remarks: Readonly<Partial<Record<RemarkName, number>>>;
  /**
   * For an admission: the kind, the version that the client requested, and the client. It shows which clients still use
   * an old version.
   */
  readonly requested?: {
    readonly Kind: string;
    readonly Requested: string;
    readonly Client: string;
  };
}

/** Measures one request. */
export function measure(line: LogLine): Measurement {
  const { verb = "none", cluster = "none", kind = "none", requested, client = "other" } = line;
  return {
    dimensions: { Verb: verb, Cluster: cluster },
    values: valuesOf(line),
    remarks: remarksOf(line),
    ...(requested !== undefined && {
      requested: { Kind: kind, Requested: requested, Client: knownClient(client) },
    }),
  };
}

/** Clients that are counted under their own name; all others are `other`. Each name costs, and users may choose any. */
const clients: ReadonlySet<string> = new Set([
  "argocd",
  "crossplane",
  "flux",
  "helm",
  "kapp",
  "kubectl",
  "kustomize",
  "pulumi",
  "terraform",
]);

/** The program of a field manager, `kubectl` of `kubectl-client-side-apply`; `other` for one that is not in the list. */
function knownClient(client: string): string {
  const [program] = splitText(client.toLowerCase(), /[^a-z]/);
  return clients.has(program) ? program : "other";
}

/** The number of values by remark: up to ten of each sort in a review, but all that are held back. */
function remarksOf({
  unread = [],
  rounded = [],
  stash,
  lost = [],
}: LogLine): Measurement["remarks"] {
  return {
    ...(unread.length > 0 && { Unread: unread.length }),
    ...(rounded.length > 0 && { Rounded: rounded.length }),
    ...(stash !== undefined && stash.heldBack > 0 && { HeldBack: stash.heldBack }),
    ...(lost.length > 0 && { Lost: lost.length }),
  };
}

/**
 * The metrics of a request. A review that failed because of our own fault counts as failed, one that a rule refused as
 * denied.
 */
function valuesOf(line: LogLine): Record<MetricName, number> {
  const { outcome, thrown, objects = 0, bytes = 0, ms = 0 } = line;
  const failed = outcome === "failed" || (outcome === "denied" && thrown !== undefined);
  return {
    Reviews: line.verb === undefined ? 0 : 1,
    Failed: Number(failed),
    Denied: Number(outcome === "denied" && !failed),
    Unavailable: Number(outcome === "unavailable"),
    Refused: Number(outcome === "refused"),
    NearestValid: line.nearest ?? 0,
    Objects: objects,
    Bytes: bytes,
    Ms: ms,
  };
}
