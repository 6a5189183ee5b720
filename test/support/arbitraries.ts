import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";

/** Keys: names that JavaScript, Kubernetes or the example kinds use, and random texts. */
export const key: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...["__proto__", "constructor", "toString", "toJSON", "hasOwnProperty", "length", "then", ""],
    ...["apiVersion", "kind", "metadata", "spec", "status", "name", "namespace", "uid", "labels"],
    ...["annotations", "hostPort", "host", "port", "toppings", "quantity", "0", "-", "a/b", "~1"],
  ),
  fc.string({ maxLength: 6, unit: "binary" }),
);

/** Any number that a JSON text can hold, as `parse` gives it. */
export const number: fc.Arbitrary<number | bigint> = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -2, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
);

export const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, "", 0),
  number,
  fc.string({ maxLength: 8, unit: "binary" }),
);

/** Any JSON value of moderate size. Maps may have keys such as `__proto__`. */
export const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    mapOf(tie("value")),
  ),
})).value;

/** A map of any keys. */
export function mapOf(value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  return fc
    .array(fc.tuple(key, value), { maxLength: 4 })
    .map((entries): JsonObject => Object.fromEntries(entries));
}

export const jsonObject: fc.Arbitrary<JsonObject> = mapOf(json);

/** A map with some of these members, and perhaps unknown ones. */
export function part(members: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> {
  const known = fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
  return fc.oneof(
    known,
    fc.tuple(jsonObject, known).map(([unknown, own]) => ({ ...unknown, ...own })),
  );
}

/** Labels or annotations as the server lets them be stored. */
const labels = fc.dictionary(
  fc.stringMatching(/^[a-z]([a-z0-9.]{0,5}[a-z0-9])?$/),
  fc.stringMatching(/^([A-Za-z0-9]{1,5})?$/),
  { maxKeys: 3 },
);

/** Metadata, which may be empty or have only a name, as in a fragment. */
export const metadata: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>({}, { name: "q" }),
  fc.record(
    {
      name: fc.constantFrom("a", "b"),
      namespace: fc.constant("default"),
      uid: fc.uuid(),
      generation: fc.nat(),
      labels,
      annotations: labels,
      finalizers: fc.constant(["a.example/b"]),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>,
);
