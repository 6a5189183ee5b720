import type { Converter } from "../../../lib/converter/converter.ts";
import type { VersionEdge } from "../../../lib/converter/convertible-kind.ts";
import { stashFor } from "../../../lib/converter/stash/stash.ts";
import { ok } from "../../../lib/json/result.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";

const group = "kueue.x-k8s.io";
const older = stashFor(group, "v1beta1");

/** kueue's ClusterQueue as one would write it by hand: what v1beta2 cannot say goes into the stash, and comes out again. */
export const clusterQueueByHand: VersionEdge = {
  from: "v1beta1",
  to: "v1beta2",
  forward: ({ body, annotations }) => {
    const kept = new Map<string, JsonArray>();
    const { spec, status } = body;
    const converted = {
      ...body,
      ...(isObject(spec) && { spec: newSpec(spec, kept) }),
      ...(isObject(status) && { status: newStatus(status, kept) }),
    };
    return ok({ body: converted, annotations: older.put(annotations, kept) });
  },
  backward: back,
};

function newSpec(spec: JsonObject, kept: Map<string, JsonArray>): JsonObject {
  const { cohort, admissionChecks, ...rest } = spec;
  const converted = {
    ...rest,
    ...(cohort !== undefined && { cohortName: cohort }),
    ...fungibility(rest, kept),
  };
  if (!isArray(admissionChecks)) return converted;
  kept.set("spec.admissionChecks", [admissionChecks]);
  const checks = admissionChecks.map((name) => ({ name }));
  return { ...converted, admissionChecksStrategy: { admissionChecks: checks } };
}

function fungibility({ flavorFungibility }: JsonObject, kept: Map<string, JsonArray>): JsonObject {
  if (!isObject(flavorFungibility)) return {};
  const { whenCanBorrow, whenCanPreempt } = flavorFungibility;
  if (whenCanBorrow === "Borrow") kept.set("spec.flavorFungibility.whenCanBorrow", ["Borrow"]);
  if (whenCanPreempt === "Preempt") kept.set("spec.flavorFungibility.whenCanPreempt", ["Preempt"]);
  return {
    flavorFungibility: {
      ...flavorFungibility,
      ...(whenCanBorrow !== undefined && { whenCanBorrow: newWord(whenCanBorrow, "Borrow") }),
      ...(whenCanPreempt !== undefined && { whenCanPreempt: newWord(whenCanPreempt, "Preempt") }),
    },
  };
}

function newWord(word: JsonValue, old: string): JsonValue {
  return word === old ? "MayStopSearch" : word;
}

function newStatus(status: JsonObject, kept: Map<string, JsonArray>): JsonObject {
  const { pendingWorkloadsStatus, ...rest } = status;
  if (pendingWorkloadsStatus !== undefined) {
    kept.set("status.pendingWorkloadsStatus", [pendingWorkloadsStatus]);
  }
  const { fairSharing } = rest;
  if (!isObject(fairSharing)) return rest;
  const { admissionFairSharingStatus, ...others } = fairSharing;
  if (admissionFairSharingStatus === undefined) return rest;
  kept.set("status.fairSharing.admissionFairSharingStatus", [admissionFairSharingStatus]);
  return { ...rest, fairSharing: others };
}

function back(source: Parameters<Converter>[0]): ReturnType<Converter> {
  const { entries, annotations } = older.take(source.annotations);
  const { spec, status } = source.body;
  const kept = (address: string): JsonValue | undefined => entries.get(address)?.[0];
  const pending = kept("status.pendingWorkloadsStatus");
  const converted = {
    ...source.body,
    ...(isObject(spec) && { spec: oldSpec(spec, kept) }),
    ...(isObject(status) &&
      pending !== undefined && { status: { ...status, pendingWorkloadsStatus: pending } }),
  };
  return ok({ body: converted, annotations });
}

function oldSpec(spec: JsonObject, kept: (address: string) => JsonValue | undefined): JsonObject {
  const { cohortName, ...rest } = spec;
  const borrow = kept("spec.flavorFungibility.whenCanBorrow");
  const { flavorFungibility } = rest;
  const restored =
    borrow !== undefined &&
    isObject(flavorFungibility) &&
    member(flavorFungibility, "whenCanBorrow") === "MayStopSearch"
      ? { flavorFungibility: { ...flavorFungibility, whenCanBorrow: borrow } }
      : {};
  return { ...rest, ...(cohortName !== undefined && { cohort: cohortName }), ...restored };
}
