import { expect, test } from "vitest";
import { annotationsOf, convertObject } from "../../lib/conversion/convert-object.ts";
import { type ConversionRegistry, conversionRegistry } from "../../lib/conversion/registry.ts";
import { stashFormatOf } from "../../lib/converter/stash/names.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { withOldStash } from "../../lib/kind/old-stash.ts";
import { parseApiVersion } from "../../lib/protocol/gvk.ts";
import { bodyOf } from "../../lib/verify/samples/object-body.ts";
import { reviewObject } from "../stored/checkout.ts";
import { allowance } from "../support/allowance.ts";
import { differences } from "../vectors/conversion/fair.ts";
import type { ConversionVector } from "../vectors/conversion/run-vector.ts";
import { operatorKinds } from "./operator-kinds.ts";

/** Where Cluster API's conversions keep the whole object of the other version. */
const annotation = "cluster.x-k8s.io/conversion-data";

/**
 * Places at which the result of a lens that reads the annotation is not the operator's, and why. The first reason is for all
 * kinds: what only the status subresource may write is not read.
 */
const reasons: Readonly<Record<string, readonly RegExp[]>> = {
  "AWSCluster.infrastructure.cluster.x-k8s.io": [
    /^status\./,
    // Edits, which the operator overwrites with what it kept.
    /^spec\.(controlPlaneLoadBalancer\.crossZoneLoadBalancing|s3Bucket\.name)$/,
  ],
  "ClusterClass.cluster.x-k8s.io": [],
  "KubeadmConfig.bootstrap.cluster.x-k8s.io": [
    // The order of the list, which the operator does not restore.
    /^spec\..*[eE]xtraArgs\.\[\]\.(name|value)$/,
    // Fields of a part that was edited as a whole, and what the operator makes of such a part again.
    /^spec\.joinConfiguration\.timeouts\./,
    /^spec\.clusterConfiguration\.(caCertificateValidityPeriodDays|certificateValidityPeriodDays|encryptionAlgorithm)$/,
  ],
  "Machine.cluster.x-k8s.io": [/^status\./],
  "MachineHealthCheck.cluster.x-k8s.io": [
    // The map around it left with the last field that the older version has.
    /^spec\.checks\.unhealthyMachineConditions$/,
  ],
};

const kinds = (await operatorKinds(import.meta.dirname)).flatMap((each) =>
  "kind" in each && each.name in reasons ? [each] : [],
);

function convertedBy(
  registry: ConversionRegistry,
  object: JsonObject,
  apiVersion: string,
): JsonObject {
  const desired = parseApiVersion(apiVersion);
  if (desired === undefined) throw new Error(`${apiVersion} is not a group/version`);
  const result = convertObject(registry, reviewObject(object), desired, allowance());
  if (!result.ok) throw new Error(`${result.error.path}: ${result.error.message}`);
  return result.value;
}

/** Annotations but those of preserved values, and the operator's. */
function plainAnnotations(object: JsonObject, group: string): JsonObject {
  const others = Object.entries(annotationsOf(object)).filter(
    ([name]) => stashFormatOf(name, group) === undefined && name !== annotation,
  );
  return Object.fromEntries(others);
}

test("the kinds of Cluster API have the annotation", () => {
  expect(kinds.map(({ name }) => name).sort()).toEqual(Object.keys(reasons).sort());
});

test.each(kinds)("$name: what the operator preserved comes back", ({ kind, name, vectors }) => {
  const stashed = vectors.filter(({ object }) => annotation in annotationsOf(object));
  expect(stashed.length).toBeGreaterThan(30);
  const registry = conversionRegistry([withOldStash(kind, annotation)]);
  const unexplained = stashed.flatMap((vector) => unexplainedIn(vector, registry, name));
  expect(unexplained).toEqual([]);
});

/** Paths at which a result is not the operator's, without a reason. */
function unexplainedIn(
  { id, object, expect: wanted, from, to }: ConversionVector,
  registry: ConversionRegistry,
  name: string,
): readonly string[] {
  if (wanted === undefined) return [];
  const stashPrefix = `${parseApiVersion(from)?.group}/kept`;
  const result = convertedBy(registry, object, to);
  return differences(result, wanted, { input: object, stashPrefix, isUnstable: false })
    .map(({ path }) => path.map((step) => (typeof step === "number" ? "[]" : step)).join("."))
    .filter((path) => !reasons[name]?.some((reason) => reason.test(path)))
    .map((path) => `${id} ${path}`);
}

test.each(kinds)(
  "$name: the annotation changes nothing of what comes back",
  ({ kind, vectors }) => {
    const plain = conversionRegistry([kind]);
    const reading = conversionRegistry([withOldStash(kind, annotation)]);
    const { group } = kind;
    for (const { object, from, to } of vectors) {
      if (!(annotation in annotationsOf(object))) continue;
      const result = convertedBy(reading, object, to);
      expect(annotationsOf(result)).not.toHaveProperty([annotation]);
      const returned = convertedBy(reading, result, from);
      const before = convertedBy(plain, convertedBy(plain, object, to), from);
      expect(bodyOf(returned)).toEqual(bodyOf(before));
      expect(plainAnnotations(returned, group)).toEqual(plainAnnotations(object, group));
    }
  },
);
