import fc from "fast-check";
import { Float, type JsonObject, type JsonValue } from "../../lib/json/value.ts";

const names = [
  "a",
  "b",
  "spec",
  "metadata",
  "kind",
  "apiVersion",
  "name",
  "",
  "a.b",
  "__proto__",
  "constructor",
];

/** A member's name, with those that JavaScript and Kubernetes give a meaning. */
export const memberName: fc.Arbitrary<string> = fc.constantFrom(...names);

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.constantFrom("1.0", "1e3", "-0.0").map((text) => new Float(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom("", "x", "v1", "Pod", "2026-01-02T03:04:05Z"),
);

/** A map whose keys are all its own, `__proto__` among them. */
function mapOf<T extends JsonValue>(
  key: fc.Arbitrary<string>,
  value: fc.Arbitrary<T>,
): fc.Arbitrary<JsonObject> {
  return fc
    .array(fc.tuple(key, value), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

/** Any JSON. */
export const json: fc.Arbitrary<JsonValue> = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    scalar,
    fc.array(tie("json"), { maxLength: 3 }),
    mapOf(memberName, tie("json")),
  ),
})).json;

/** A map of any JSON. */
export const object: fc.Arbitrary<JsonObject> = mapOf(memberName, json);

const keywordValue = (schema: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc.record(
    {
      type: fc.constantFrom("object", "array", "string", "integer", "boolean"),
      properties: mapOf(memberName, schema),
      additionalProperties: fc.oneof(schema, fc.boolean()),
      items: schema,
      nullable: fc.boolean(),
      default: json,
      "x-kubernetes-preserve-unknown-fields": fc.constant(true),
      "x-kubernetes-embedded-resource": fc.constant(true),
      "x-kubernetes-int-or-string": fc.constant(true),
      "x-kubernetes-list-type": fc.constantFrom("set", "map", "atomic"),
      "x-kubernetes-list-map-keys": fc.array(memberName, { maxLength: 2 }),
      anyOf: fc.array(schema, { maxLength: 2 }),
      allOf: fc.array(schema, { maxLength: 2 }),
      not: schema,
      required: fc.array(memberName, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );

/** A schema of the right form, which may or may not be structural. */
export const schema: fc.Arbitrary<JsonValue> = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<JsonValue>({ type: "string" }, { type: "object" }, {}),
    keywordValue(tie("schema")),
  ),
})).schema;

/** Anything that somebody may take for a schema: keywords that hold any JSON. */
export const schemaLike: fc.Arbitrary<JsonValue> = fc.oneof(
  json,
  mapOf(
    fc.constantFrom(
      "type",
      "properties",
      "items",
      "allOf",
      "not",
      "enum",
      "default",
      "required",
      "$ref",
      "id",
    ),
    json,
  ),
  schema,
);

/** The value with all its parts frozen, so that a write throws. */
export function frozen<T extends JsonValue>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
