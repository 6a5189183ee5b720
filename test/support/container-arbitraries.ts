import fc from "fast-check";
import type { Side } from "../../lib/converter/side.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import type { LensData, RuleData } from "../../lib/lens/language/rule.ts";

/** A lens whose rules create and empty containers, and the schemas of its two versions. */
export interface ContainerLens {
  readonly data: LensData;
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

const keys = ["a", "b", "c"];
const key = fc.constantFrom(...keys);
const atLeastOne = fc.constantFrom(0, 0, 1);
const text: JsonObject = { type: "string" };

const { map: mapSchema } = fc.letrec<{ map: JsonObject; node: JsonObject }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: "max", withCrossShrink: true },
    fc.constant(text),
    { weight: 4, arbitrary: tie("map") },
    fc
      .record({ items: tie("node"), minItems: atLeastOne })
      .map((own): JsonObject => ({ type: "array", ...own })),
    fc
      .record({ additionalProperties: tie("node"), minProperties: atLeastOne })
      .map((own): JsonObject => ({ type: "object", ...own })),
    fc.constant<JsonObject>({ "x-kubernetes-preserve-unknown-fields": true }),
  ),
  map: fc
    .record({
      properties: fc.dictionary(key, tie("node"), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }),
      required: fc.subarray(keys),
      minProperties: atLeastOne,
    })
    .map(({ properties, required, minProperties }): JsonObject => {
      const own = required.filter((each) => Object.hasOwn(properties, each));
      return { type: "object", properties, minProperties, required: own };
    }),
}));

const path = fc.array(key, { minLength: 1, maxLength: 3 }).map((steps) => steps.join("."));

const rule: fc.Arbitrary<RuleData> = fc.letrec<{ rule: RuleData }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 1, withCrossShrink: true },
    fc.record({ op: fc.constant("move" as const), from: path, to: path }),
    fc.record({ op: fc.constant("keep" as const), from: path }),
    fc.record({ op: fc.constant("keep" as const), to: path }),
    fc.record({
      op: fc.constant("move" as const),
      from: path,
      to: path,
      rules: fc.array(tie("rule"), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      op: fc.constant("each" as const),
      from: path,
      to: path,
      rules: fc.array(tie("rule"), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      op: fc.constant("each" as const),
      from: path,
      to: path,
      rules: fc.oneof(
        path.map((to): readonly RuleData[] => [{ op: "move", from: ".", to }]),
        path.map((from): readonly RuleData[] => [{ op: "move", from, to: "." }]),
      ),
    }),
  ),
})).rule;

/** Versions v1 and v2, with any rules; many of them claim a path twice, which is a fault of the lens. */
export const containerLens: fc.Arbitrary<ContainerLens> = fc
  .record({
    rules: fc.array(rule, { maxLength: 3 }),
    v1: mapSchema,
    other: mapSchema,
    isAlike: fc.boolean(),
  })
  .map(({ rules, v1, other, isAlike }) => ({
    data: { from: "v1", to: "v2", rules },
    schemas: {
      v1: withPaths(v1, rules, "from"),
      v2: withPaths(isAlike ? v1 : other, rules, "to"),
    },
  }));

/** A schema that also declares what rules name on a side. */
function withPaths(schema: JsonObject, rules: readonly RuleData[], side: Side): JsonObject {
  return rules.reduce((all, { op, ...data }) => {
    const named = data[side];
    if (typeof named !== "string" || named === ".") return all;
    const inner = "rules" in data ? (data.rules ?? []) : [];
    return withPath(all, named.split("."), (node) => {
      if (op !== "each") return inner.length === 0 ? node : withPaths(asMap(node), inner, side);
      const { items } = node;
      return { type: "array", items: withPaths(asMap(isObject(items) ? items : {}), inner, side) };
    });
  }, schema);
}

function withPath(
  schema: JsonObject,
  [step, ...rest]: readonly string[],
  change: (node: JsonObject) => JsonObject,
): JsonObject {
  if (step === undefined) return change(schema);
  const map = asMap(schema);
  const properties = isObject(map["properties"]) ? map["properties"] : {};
  const found = member(properties, step);
  const below = withPath(isObject(found) ? found : text, rest, change);
  return { ...map, properties: { ...properties, [step]: below } };
}

/** The schema of a map with properties: this one, or one without any. */
function asMap(schema: JsonObject): JsonObject {
  return isObject(schema["properties"]) ? schema : { type: "object" };
}

/** Bodies of nested containers, many of them empty. */
export const containerBody: fc.Arbitrary<JsonObject> = fc.letrec<{
  map: JsonObject;
  value: JsonValue;
}>((tie) => ({
  map: fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  value: fc.oneof(
    { maxDepth: 3, depthSize: "max", withCrossShrink: true },
    fc.constantFrom<JsonValue>("x", 1, null),
    { weight: 4, arbitrary: tie("map") },
    fc.array(tie("value"), { maxLength: 2 }),
  ),
})).map;
