import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import type { Converter } from "../../lib/converter/converter.ts";
import type { VersionEdge } from "../../lib/converter/convertible-kind.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { parseApiVersion } from "../../lib/protocol/gvk.ts";
import { bodyOf } from "../../lib/verify/samples/object-body.ts";
import { allowance } from "../support/allowance.ts";
import { awsCluster } from "./handwritten/operators/aws-cluster.ts";
import { eventType } from "./handwritten/operators/event-type.ts";
import { externalSecret } from "./handwritten/operators/external-secret.ts";
import { longhornNode } from "./handwritten/operators/longhorn-node.ts";
import { machineHealthCheck } from "./handwritten/operators/machine-health-check.ts";
import { multiKueueCluster } from "./handwritten/operators/multi-kueue-cluster.ts";
import { writtenEdge } from "./handwritten/operators/written-edge.ts";

/** The body of an object at both versions. */
export interface BodyPair {
  readonly old: JsonObject;
  readonly now: JsonObject;
}

/** A lens beside the same conversion written by hand, and the bodies that both convert, there and back. */
export interface LensCase {
  readonly name: string;
  readonly lens: VersionEdge;
  readonly byHand: VersionEdge;
  readonly bodies: readonly BodyPair[];
}

const written = [
  { folder: "kueue-multi-kueue-cluster", byHand: multiKueueCluster },
  { folder: "cluster-api-machine-health-check", byHand: machineHealthCheck },
  { folder: "external-secrets-external-secret", byHand: externalSecret },
  { folder: "longhorn-node", byHand: longhornNode },
  { folder: "knative-eventing-event-type", byHand: eventType },
  { folder: "cluster-api-aws-cluster", byHand: awsCluster },
];

/**
 * Kinds of test/operators, with those of their samples for which nothing is preserved in either direction. Throws if a conversion
 * written by hand gives another result than the lens.
 */
export async function operatorCases(): Promise<readonly LensCase[]> {
  const cases: LensCase[] = [];
  for (const { folder, byHand } of written) {
    const kind = await kindIn(folder);
    const lens = edgeOf(kind);
    const pairs = kind.samples.flatMap((sample) => pairOf(sample, lens) ?? []);
    const one = { name: kind.kind, lens, byHand: writtenEdge(byHand), bodies: pairs };
    checkEqual(one);
    cases.push(one);
  }
  return cases;
}

/** The kind of a folder in test/operators. Some kinds there have hooks, which run only where they are allowed. */
export async function kindIn(folder: string): Promise<Kind> {
  const path = fileURLToPath(new URL(`../operators/${folder}`, import.meta.url));
  const [kind] = await loadKinds([path]);
  if (kind === undefined) throw new Error(`${folder} has no kind`);
  return kind;
}

/** The conversion of a kind with two versions. */
export function edgeOf({ edges: [edge] }: Pick<Kind, "edges">): VersionEdge {
  if (edge === undefined) throw new Error("the kind has no conversion");
  return edge;
}

const source = {
  labels: { "app.kubernetes.io/name": "report", team: "billing" },
  annotations: { "meta.helm.sh/release-name": "billing" },
  name: "a",
  namespace: "b",
};

/** Converts bodies by both directions of a conversion. */
export function convertAll({ forward, backward }: VersionEdge, bodies: readonly BodyPair[]): void {
  for (const { old, now } of bodies) {
    forward({ ...source, body: old }, allowance());
    backward({ ...source, body: now }, allowance());
  }
}

/** A sample and its image; undefined if something is preserved on the way there or back. */
function pairOf(
  sample: JsonObject,
  { from, forward, backward }: VersionEdge,
): BodyPair | undefined {
  const isOld = parseApiVersion(String(sample["apiVersion"]))?.version === from;
  const body = asParsed(bodyOf(sample));
  const image = plainImage(body, isOld ? forward : backward);
  const again = image && plainImage(image, isOld ? backward : forward);
  if (image === undefined || again === undefined) return undefined;
  return isOld ? { old: body, now: image } : { old: image, now: body };
}

/** The body as a lens converts it; undefined if it preserves something. */
function plainImage(body: JsonObject, convert: Converter): JsonObject | undefined {
  const result = convert({ ...source, body }, allowance());
  if (!result.ok) return undefined;
  const { body: image, annotations = source.annotations } = result.value;
  return isDeepStrictEqual(annotations, source.annotations) ? asParsed(image) : undefined;
}

/** The same body with maps as the parser makes them. */
function asParsed(body: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(body));
}

function checkEqual({ name, lens, byHand, bodies }: LensCase): void {
  if (bodies.length === 0) throw new Error(`${name} has no sample for which nothing is preserved`);
  for (const { old, now } of bodies) {
    const isSame =
      isDeepStrictEqual(plainImage(old, lens.forward), plainImage(old, byHand.forward)) &&
      isDeepStrictEqual(plainImage(now, lens.backward), plainImage(now, byHand.backward));
    if (!isSame) throw new Error(`${name} by hand gives another result than the lens`);
  }
}
