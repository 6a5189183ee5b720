import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";

/** A structural schema, and values for it that may be valid or not. */
export interface Sample {
  readonly schema: JsonObject;
  readonly values: readonly JsonValue[];
}

/** Any small JSON value, to put where the schema requires another type. */
const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, 1, -3, 2.5, 9007199254740993n, "", "a", "abc"),
  fc.constantFrom<JsonValue>([], {}, [1, "a", null], { a: 1, unknown: { b: [2] } }),
);

interface Node {
  readonly schema: fc.Arbitrary<JsonObject>;
  /** Values that mostly are of the schema's type, within its bounds or beyond them. */
  readonly value: fc.Arbitrary<JsonValue>;
}

const some = <T extends JsonValue>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });

/** A schema with the keywords `fixed`, and those of `drawn` whose value is not undefined. */
function keywords(
  fixed: JsonObject,
  drawn: Readonly<Record<string, fc.Arbitrary<JsonValue | undefined>>>,
): fc.Arbitrary<JsonObject> {
  return fc.record(drawn).map((values) => ({
    ...fixed,
    ...Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
  }));
}

const nullable = some(fc.constant<JsonValue>(true));

const text: Node = {
  schema: fc.oneof(
    keywords(
      { type: "string" },
      {
        nullable,
        maxLength: some(fc.integer({ min: 1, max: 4 })),
        minLength: some(fc.integer({ min: 0, max: 2 })),
        pattern: some(fc.constantFrom<JsonValue>("^[a-c]*$", "b", "^\\d+$", "(?i)^A")),
      },
    ),
    keywords({ type: "string", default: "ab" }, { nullable }),
    keywords({ type: "string", enum: ["a", "b"] }, { default: some(fc.constant<JsonValue>("b")) }),
    keywords(
      { type: "string" },
      {
        nullable,
        format: fc.constantFrom<JsonValue>(
          "date",
          "date-time",
          "ipv4",
          "uuid",
          "byte",
          "duration",
          "email",
        ),
      },
    ),
  ),
  value: fc.constantFrom<JsonValue>(
    "",
    "a",
    "b",
    "abc",
    "abcdef",
    "12",
    "A",
    null,
    "2020-01-02",
    "2020-01-02T03:04:05Z",
    "10.0.0.1",
    "1h",
    "YQ==",
    "x@example.com",
  ),
};

const integer: Node = {
  schema: fc.oneof(
    keywords(
      { type: "integer" },
      {
        nullable,
        minimum: some(fc.integer({ min: -2, max: 2 })),
        maximum: some(fc.integer({ min: 2, max: 5 })),
        exclusiveMaximum: fc.constant<JsonValue | undefined>(undefined),
      },
    ),
    keywords({ type: "integer", default: 3 }, { nullable }),
    keywords({ type: "integer" }, { format: fc.constantFrom<JsonValue>("int32", "int64") }),
  ),
  value: fc.constantFrom<JsonValue>(0, 1, 2, 3, 7, -5, 2.5, 2147483648, 9007199254740993n, null),
};

const number: Node = {
  schema: keywords(
    { type: "number" },
    {
      nullable,
      minimum: some(fc.constantFrom<JsonValue>(0.5, 1)),
      maximum: some(fc.constantFrom<JsonValue>(2.5, 10)),
      default: fc.constant<JsonValue | undefined>(undefined),
    },
  ),
  value: fc.constantFrom<JsonValue>(0, 1, 2.5, 2.75, 11, -1, null),
};

const boolean: Node = {
  schema: keywords({ type: "boolean" }, { nullable, default: some(fc.constant<JsonValue>(true)) }),
  value: fc.constantFrom<JsonValue>(true, false, null),
};

const intOrString: Node = {
  schema: keywords({ "x-kubernetes-int-or-string": true }, { nullable }),
  value: fc.constantFrom<JsonValue>(1, "5%", 2.5, true, null),
};

const anything: Node = {
  schema: keywords({ "x-kubernetes-preserve-unknown-fields": true }, { nullable }),
  value: anyValue,
};

/** Values of a node, and now and then any value. */
function mostly(value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.oneof({ arbitrary: value, weight: 12 }, { arbitrary: anyValue, weight: 1 });
}

/** A drawn schema, with an arbitrary for its values. */
interface Drawn {
  readonly schema: JsonObject;
  readonly value: fc.Arbitrary<JsonValue>;
}

function drawn({ schema, value }: Node): fc.Arbitrary<Drawn> {
  return schema.map((each) => ({ schema: each, value: mostly(value) }));
}

const scalar = fc.oneof(drawn(text), drawn(integer), drawn(number), drawn(boolean));
const leaf = fc.oneof(scalar, drawn(intOrString), drawn(anything));

const names = ["a", "b", "c-d", "__proto__", "kind"] as const;

function node(depth: number): fc.Arbitrary<Drawn> {
  if (depth === 0) return leaf;
  return fc.oneof(
    { arbitrary: leaf, weight: 3 },
    { arbitrary: object(depth), weight: 3 },
    { arbitrary: list(depth), weight: 2 },
    { arbitrary: set, weight: 1 },
    { arbitrary: mapList(depth), weight: 1 },
    { arbitrary: map(depth), weight: 1 },
  );
}

function object(depth: number): fc.Arbitrary<Drawn> {
  const members = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
  return members
    .chain((keys) =>
      fc.record({
        nodes: fc.tuple(...keys.map(() => node(depth - 1))),
        required: fc.subarray([...keys], { maxLength: 1 }),
        keeps: fc.boolean(),
        keys: fc.constant(keys),
      }),
    )
    .map(({ keys, nodes, required, keeps }) => {
      const entries = keys.map((key, index) => [key, nodes[index]] as const);
      return {
        schema: {
          type: "object",
          properties: Object.fromEntries(entries.map(([key, each]) => [key, each?.schema ?? {}])),
          ...(required.length > 0 && { required }),
          ...(keeps && required.length === 0 && { "x-kubernetes-preserve-unknown-fields": true }),
        },
        value: mostly(
          fc
            .tuple(
              fc.record(
                Object.fromEntries(entries.map(([key, each]) => [key, each?.value ?? anyValue])),
                { requiredKeys: [] },
              ),
              fc.option(fc.constant({ surplus: 1 }), { nil: {} }),
            )
            .map(([known, surplus]): JsonValue => ({ ...known, ...surplus })),
        ),
      };
    });
}

function list(depth: number): fc.Arbitrary<Drawn> {
  return fc
    .record({ items: node(depth - 1), maxItems: some(fc.integer({ min: 1, max: 3 })) })
    .map(({ items, maxItems }) => ({
      schema: { type: "array", items: items.schema, ...(maxItems !== undefined && { maxItems }) },
      value: mostly(fc.array(items.value, { maxLength: 4 })),
    }));
}

const set: fc.Arbitrary<Drawn> = fc.constant({
  schema: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
  value: mostly(fc.array(fc.constantFrom<JsonValue>("a", "b", "c"), { maxLength: 4 })),
});

function mapList(depth: number): fc.Arbitrary<Drawn> {
  return node(depth - 1).map((extra) => ({
    schema: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["id"],
      items: {
        type: "object",
        required: ["id"],
        properties: { id: { type: "string" }, extra: extra.schema },
      },
    },
    value: mostly(
      fc.array(
        fc.record(
          { id: fc.constantFrom<JsonValue>("x", "y", "z"), extra: extra.value },
          { requiredKeys: ["id"] },
        ),
        { maxLength: 3 },
      ),
    ),
  }));
}

function map(depth: number): fc.Arbitrary<Drawn> {
  return node(depth - 1).map((values) => ({
    schema: { type: "object", additionalProperties: values.schema },
    value: mostly(fc.dictionary(fc.constantFrom("k", "l.m", "n"), values.value, { maxKeys: 3 })),
  }));
}

/** Schemas of a resource with a few bodies for each. */
export const samples: fc.Arbitrary<Sample> = object(3).chain(({ schema, value }) =>
  fc.record({
    schema: fc.constant({ type: "object", properties: { spec: schema } }),
    values: fc.array(
      value.map((spec): JsonValue => ({ spec })),
      { minLength: 2, maxLength: 4 },
    ),
  }),
);
