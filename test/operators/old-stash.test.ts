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

/** The annotation in which Cluster API's conversions preserve the whole object of the other version. */
const annotation = "cluster.x-k8s.io/conversion-data";

/**
 * By kind, the paths at which the result of a lens that reads the annotation differs from the operator's, with reasons. In status
 * it is that a lens doesn't read from the annotation what only the status subresource may write.
 */
const reasons: Readonly<Record<string, readonly RegExp[]>> = {
  "AWSCluster.infrastructure.cluster.x-k8s.io": [
    /^status\./,
    // Edited values, which the operator overwrites with those in the annotation.
    /^spec\.(controlPlaneLoadBalancer\.crossZoneLoadBalancing|s3Bucket\.name)$/,
  ],
  "ClusterClass.cluster.x-k8s.io": [],
  "KubeadmConfig.bootstrap.cluster.x-k8s.io": [
    // The order of a list, which the operator does not restore.
    /^spec\..*[eE]xtraArgs\.\[\]\.(name|value)$/,
    // Fields of a map that was edited as a whole, which the operator writes again.
    /^spec\.joinConfiguration\.timeouts\./,
    /^spec\.clusterConfiguration\.(caCertificateValidityPeriodDays|certificateValidityPeriodDays|encryptionAlgorithm)$/,
  ],
  "Machine.cluster.x-k8s.io": [/^status\./],
  "MachineHealthCheck.cluster.x-k8s.io": [
    // The map that holds it is gone, with the last of its fields that the older version has.
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

/** The annotations without those of preserved values and without the operator's. */
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

/** The paths, without those in {@link reasons}, at which a result differs from the operator's. */
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
