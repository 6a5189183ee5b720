import fc from "fast-check";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";

/** One apply: the spec of an outpost that the manager of a version sends. */
export interface RandomApply {
  readonly version: string;
  readonly spec: JsonObject;
}

type Fields = Readonly<Record<string, fc.Arbitrary<JsonValue>>>;

function one(...values: readonly JsonValue[]): fc.Arbitrary<JsonValue> {
  return fc.constantFrom(...values);
}

/** A map of which all but the required fields may be missing. */
function map(required: Fields, fields: Fields): fc.Arbitrary<JsonObject> {
  return fc.record<Record<string, JsonValue>>(
    { ...required, ...fields },
    { requiredKeys: Object.keys(required) },
  );
}

function checks(fields: Fields): fc.Arbitrary<JsonValue> {
  return fc.uniqueArray(map({ type: one("Ready", "Disk", "Net") }, fields), {
    minLength: 1, // the API server records no owner for an empty keyed list
    maxLength: 3,
    selector: ({ type }) => type,
  });
}

function steps(fields: Fields): fc.Arbitrary<JsonValue> {
  return fc.tuple(map({ command: one("a") }, fields), map({ command: one("b") }, fields));
}

// Each has a required field: the API server refuses an apply that leaves `spec: null`.
const inV1 = map(
  { retries: one(5) },
  {
    hostPort: one("h:1", "h:2"),
    owner: one("me", "you"),
    image: one("i"),
    level: one("Low", "Medium", "High", "Critical"),
    checks: checks({ timeout: one("1s", "1.5s", "1.7s", "60s"), note: one("n", "m") }),
    steps: steps({ note: one("n", "m") }),
  },
);

const newer: Fields = {
  level: one("Normal", "Urgent"),
  checks: checks({ timeoutSeconds: one(1, 2, 60), comment: one("n", "m") }),
  steps: steps({ weight: one(1, 2) }),
};

/**
 * Host and port are both present or both absent: v1 can't represent one alone, so the API server can't carry it through an
 * apply at v1.
 */
function withAddress(spec: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const address = fc.constantFrom({}, { host: "h", port: "1" }, { host: "h", port: "2" });
  return fc.tuple(spec, address).map((parts) => Object.assign({}, ...parts));
}

const specs: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  v1: inV1,
  v2: withAddress(map({ retries: one(5) }, { ...newer, image: one("i"), region: one("eu", "us") })),
  v3: withAddress(
    map({ retries: one(5) }, { ...newer, container: one({ image: "i" }), zone: one("y", "z") }),
  ),
};

/** Applies in random order by three managers, one for each version of an outpost. */
export function randomApplies(count: number, seed: number): readonly RandomApply[] {
  const applies = Object.entries(specs).map(([version, spec]) =>
    fc.record({ version: fc.constant(version), spec }),
  );
  return fc.sample(fc.oneof(...applies), { numRuns: count, seed });
}

/** A spec with its checks by their type, so that it can be compared in part. */
export function byType(spec: JsonObject): JsonObject {
  const list = member(spec, "checks");
  if (!isArray(list)) return spec;
  const items = list.filter(isObject).map((item) => [String(member(item, "type")), item]);
  return { ...spec, checks: Object.fromEntries(items) };
}
