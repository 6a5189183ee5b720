import { annotationsOf, convertObject } from "../../../lib/conversion/convert-object.ts";
import type { ConversionRegistry } from "../../../lib/conversion/registry.ts";
import { stashFor } from "../../../lib/converter/stash/stash.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { equal } from "../../../lib/json/equal.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { parseApiVersion } from "../../../lib/protocol/gvk.ts";
import { allowance } from "../../support/allowance.ts";
import { type Difference, differences } from "./fair.ts";
import { covers, type UpstreamFault } from "./faults-of-upstream.ts";

/** An object and upstream's conversion of it: `from` and `to` are `group/version`. */
export interface ConversionVector {
  readonly id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly object: JsonObject;
  /** Absent where upstream returned an error or crashed. */
  readonly expect: JsonObject | undefined;
  readonly isUnstable: boolean;
}

/** The result of a vector. */
export interface VectorResult {
  /** The faults; empty where it passes. */
  readonly faults: readonly string[];
  /** Undefined where upstream gave no result. */
  readonly isFair: boolean | undefined;
  readonly isStrict: boolean | undefined;
  /** True where the object comes back exactly from the target version. */
  readonly objectReturns: boolean;
  /** True where upstream's result comes back exactly from the source version; undefined without a result. */
  readonly resultReturns: boolean | undefined;
  readonly leavesStash: boolean;
  /** The rules that explain differences. */
  readonly explained: readonly UpstreamFault[];
}

/** Reads a conversion vector; undefined for any other line. */
export function conversionVectorOf(line: JsonObject): ConversionVector | undefined {
  const { from, to, op, object, expect, kind } = line;
  if (typeof from !== "string" || typeof to !== "string" || op !== undefined) return undefined;
  return {
    id: String(member(line, "id") ?? member(line, "name") ?? "?"),
    kind: String(kind ?? (isObject(object) ? object["kind"] : "")),
    from,
    to,
    object: withMetadata(isObject(object) ? object : {}),
    expect: isObject(expect) ? withMetadata(expect) : undefined,
    isUnstable: line["unstable"] === true,
  };
}

/** Every object of an API server has metadata; some samples have none. */
function withMetadata(object: JsonObject): JsonObject {
  return { metadata: {}, ...object };
}

/** Runs a vector: a round trip of the object, a round trip of upstream's result, and a comparison of both results. */
export function runVector(
  vector: ConversionVector,
  registry: ConversionRegistry,
  upstream: readonly UpstreamFault[],
): VectorResult {
  const { object, expect, from, to } = vector;
  const stashPrefix = `${parseApiVersion(from)?.group}/kept`;
  const result = converted(registry, object, to);
  const none = { isFair: undefined, isStrict: undefined, leavesStash: false, explained: [] };
  const resultFaults = expect === undefined ? [] : wayBackFault(expect, vector, registry);
  const resultReturns = expect === undefined ? undefined : resultFaults.length === 0;
  if (typeof result === "string") {
    const isAllowed = expect === undefined && !result.startsWith("crash");
    const faults = isAllowed ? [] : [result];
    return { ...none, faults, objectReturns: isAllowed, resultReturns };
  }
  const leavesStash = stringify(result).includes(`"${stashPrefix}`);
  const objectFaults = returnFault("the object", object, result, from, registry);
  const returns = { objectReturns: objectFaults.length === 0, resultReturns };
  const faults = [...objectFaults, ...resultFaults];
  if (expect === undefined) return { ...none, ...returns, faults, leavesStash };
  const setting = { input: object, stashPrefix, isUnstable: vector.isUnstable };
  const found = differences(result, expect, setting);
  const known = faultsFor(vector, upstream);
  const explained = found.map((difference) => known.find((fault) => covers(fault, difference)));
  const unexplained = found.filter((_, index) => explained[index] === undefined);
  return {
    faults: [...faults, ...unexplained.map(differenceText)],
    isFair: found.length === 0,
    isStrict: equal(result, expect),
    ...returns,
    leavesStash,
    explained: explained.filter((fault) => fault !== undefined),
  };
}

function faultsFor(
  { kind, to }: ConversionVector,
  upstream: readonly UpstreamFault[],
): readonly UpstreamFault[] {
  const [group, version] = to.split("/");
  return upstream.filter((fault) => fault.kind === `${kind}.${group}` && fault.to === version);
}

function wayBackFault(
  expect: JsonObject,
  { from, to }: ConversionVector,
  registry: ConversionRegistry,
): readonly string[] {
  const returned = converted(registry, expect, from);
  if (typeof returned === "string") return [`back from upstream's result: ${returned}`];
  return returnFault("upstream's result", expect, returned, to, registry);
}

function returnFault(
  what: string,
  object: JsonObject,
  result: JsonObject,
  version: string,
  registry: ConversionRegistry,
): readonly string[] {
  const returned = converted(registry, result, version);
  if (typeof returned === "string") return [`${what} does not come back: ${returned}`];
  if (equal(returned, object) || differsByHeldBackNulls(returned, object, version)) return [];
  return [`${what} comes back as another: ${stringify(returned)} for ${stringify(object)}`];
}

/**
 * True where only nulls did not come back, and all of them are still preserved: the API server takes a null for absent
 * where the schema allows none, so none may be brought back out of an annotation. Upstream writes such nulls.
 */
function differsByHeldBackNulls(returned: JsonObject, object: JsonObject, to: string): boolean {
  const { group = "", version = "" } = parseApiVersion(to) ?? {};
  const stash = stashFor(group, version);
  const annotations = annotationsOf(returned);
  const { entries } = stash.read(annotations);
  if (entries.length === 0 || entries.some(({ entry: [value] }) => value !== null)) return false;
  const metadata = objectAt(returned, "metadata");
  const rest = stash.remove(annotations, entries);
  const { annotations: _, ...others } = metadata;
  const restored = Object.keys(rest).length === 0 ? others : { ...metadata, annotations: rest };
  return equal(withoutNulls({ ...returned, metadata: restored }), withoutNulls(object));
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}

function withoutNulls(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(members.map(([key, each]) => [key, withoutNulls(each)]));
}

/** The converted object, or the message of the failure. */
function converted(
  registry: ConversionRegistry,
  object: JsonObject,
  to: string,
): JsonObject | string {
  const { apiVersion, kind } = object;
  const desired = parseApiVersion(to);
  if (typeof apiVersion !== "string" || typeof kind !== "string" || desired === undefined) {
    return `crash: no apiVersion, kind or version ${to}`;
  }
  const input = deepFreeze({ ...object, apiVersion, kind });
  try {
    const result = convertObject(registry, input, desired, allowance());
    if (result.ok) return result.value;
    return `refused: ${result.error.path}: ${result.error.message}`;
  } catch (error) {
    return `crash: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

function differenceText({ path, ours, theirs }: Difference): string {
  const at = path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .slice(1);
  return `${at}: ours ${textOf(ours)}, upstream's ${textOf(theirs)}`;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : stringify(value).slice(0, 120);
}
