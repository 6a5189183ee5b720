import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConversionFaultCode } from "../../lib/converter/converter.ts";
import { allEngines } from "../../lib/crd/engines/all-engines.ts";
import { equal } from "../../lib/json/equal.ts";
import { mapAt } from "../../lib/json/members.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import { validObjects } from "../../lib/verify/samples/objects.ts";
import { directionsOf, subjectOf } from "../../lib/verify/subject.ts";
import { json, jsonObject, metadata, part, scalar } from "../support/arbitraries.ts";
import { asMap } from "../support/as-map.ts";
import { convertOne, trustingRegistry } from "../support/convert-one.ts";
import { kinds } from "../support/example-kinds.ts";
import { tries } from "../support/tries.ts";

/** Each run converts twice, by way of texts. */
const numRuns = tries({ test: 80, deep: 10_000 });
const restaurant = "restaurant.programming-kubernetes.info";

/** What is written into v1beta1 must be readable: else every read fails, as the kind wants it. */
const hostPort = fc.oneof(
  fc.constantFrom<JsonValue>(null, "localhost:1234", "[::1]:80", ":", "a:", ":b", "a:b:c"),
  fc.tuple(fc.string(), fc.string()).map(([host, port]) => `${host}:${port}`),
);
const half = fc.oneof(fc.constantFrom<JsonValue>("h", "80", "1:2", "", null), json);
const oldFields = part({ cronSpec: scalar, hostPort, host: half, port: half }).filter(isReadable);
const newFields = part({ cronSpec: scalar, host: half, port: half, hostPort: json });
const topping = fc.constantFrom("ham", "cheese", "tomato", "", "__proto__");
const names = fc.array(topping, { maxLength: 6 });
const portion = fc
  .tuple(fc.record({ name: topping, quantity: fc.nat({ max: 3 }) }), fc.boolean(), scalar)
  .map(([own, more, value]): JsonObject => (more ? { ...own, more: value } : own));
const portions = fc.array(portion, { maxLength: 4 });

function isReadable(fields: JsonObject): boolean {
  const value = member(fields, "hostPort") ?? null;
  return value === null || (typeof value === "string" && value.includes(":"));
}

/** Whole objects and parts: spec and metadata may be missing, and unknown members stand anywhere. */
function below(type: JsonObject, spec: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(jsonObject, fc.record({ spec, metadata, status: json }, { requiredKeys: [] }))
    .map(([unknown, own]) => {
      const { metadata: _, spec: __, ...rest } = unknown;
      return { ...rest, ...asMap(own), ...type };
    });
}

function atRoot(type: JsonObject, fields: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(fields, fc.record({ metadata }, { requiredKeys: [] }))
    .map(([{ metadata: _, ...own }, rest]) => ({ ...own, ...rest, ...type }));
}

const cron = (version: string) => ({
  apiVersion: `stable.example.com/${version}`,
  kind: "CronTab",
});
const printed = (version: string) => ({ apiVersion: `example.com/${version}`, kind: "CronTab" });
const pizza = (version: string) => ({ apiVersion: `${restaurant}/${version}`, kind: "Pizza" });
const odd = fc.oneof(fc.constantFrom<JsonValue>(null, "x", 1), fc.constant<JsonValue>([]));

const rows = [
  {
    name: "CronTab from v1beta1",
    from: "v1beta1",
    to: "v1",
    objects: below(cron("v1beta1"), fc.oneof(oldFields, odd)),
  },
  {
    name: "CronTab from v1",
    from: "v1",
    to: "v1beta1",
    objects: below(cron("v1"), fc.oneof(newFields, odd)),
  },
  {
    name: "printed CronTab from v1beta1",
    from: "v1beta1",
    to: "v1",
    objects: atRoot(printed("v1beta1"), oldFields),
  },
  {
    name: "printed CronTab from v1",
    from: "v1",
    to: "v1beta1",
    objects: atRoot(printed("v1"), newFields),
  },
  {
    name: "Pizza from v1alpha1",
    from: "v1alpha1",
    to: "v1beta1",
    objects: below(
      pizza("v1alpha1"),
      fc.oneof(part({ toppings: names }), odd).filter(reads(isName)),
    ),
  },
  {
    name: "Pizza from v1beta1",
    from: "v1beta1",
    to: "v1alpha1",
    objects: below(
      pizza("v1beta1"),
      fc.oneof(part({ toppings: portions }), odd).filter(reads(isPortion)),
    ),
  },
];

/** A list that the version can read, null or nothing: a random member may be called `toppings` too. */
function reads(isTopping: (topping: JsonValue) => boolean): (spec: JsonValue) => boolean {
  return (spec) => {
    const list = isObject(spec) ? (member(spec, "toppings") ?? []) : [];
    return isArray(list) && list.every(isTopping);
  };
}

function isName(topping: JsonValue): boolean {
  return typeof topping === "string";
}

function isPortion(topping: JsonValue): boolean {
  return (
    isObject(topping) &&
    typeof topping["name"] === "string" &&
    typeof topping["quantity"] === "number"
  );
}

/** Metadata that is missing comes back as an empty map, empty labels and annotations may go. */
function settled(object: JsonObject): JsonObject {
  const { labels = {}, annotations = {}, ...rest } = mapAt(object, "metadata");
  return { ...object, metadata: { labels, annotations, ...rest } };
}

function withoutAnnotations(object: JsonObject): JsonObject {
  const { annotations: _, ...metadata } = mapAt(settled(object), "metadata");
  return { ...object, metadata };
}

describe.each(rows)("$name", ({ from, to, objects }) => {
  test("comes back unchanged", () => {
    fc.assert(
      fc.property(objects, (object) => {
        const back = convertOne(convertOne(object, to, trustingRegistry), from, trustingRegistry);
        expect(equal(settled(back), settled(object))).toBe(true);
      }),
      { numRuns },
    );
  });

  test("preserved values, true or forged, settle: in the body at once, in annotations after one way back for each of them", () => {
    const forged = fc.record({
      group: fc.constantFrom("stable.example.com", "example.com", restaurant),
      version: fc.constantFrom(from, to),
      value: fc.oneof(names, portions, half, hostPort),
    });
    fc.assert(
      fc.property(objects, fc.array(forged, { maxLength: 3 }), (object, entries) => {
        const kept = entries.map(({ group, version, value }, index) => [
          `${group}/kept.${version}.${index}`,
          JSON.stringify(
            Object.fromEntries(addresses.map((address) => [address, [value]])),
            asNumber,
          ),
        ]);
        const bare = settled(object);
        const marked = {
          ...bare,
          metadata: { ...mapAt(bare, "metadata"), annotations: Object.fromEntries(kept) },
        };
        // What is held back on leaving may turn out to be stale on arrival, and of entries for one address each way back
        // looks at one.
        let before = convertOne(marked, to);
        for (let round = 0; round <= entries.length; round++) {
          const after = convertOne(convertOne(before, from), to);
          expect(equal(withoutAnnotations(after), withoutAnnotations(before))).toBe(true);
          before = after;
        }
        const last = convertOne(convertOne(before, from), to);
        expect(equal(settled(last), settled(before))).toBe(true);
      }),
      { numRuns: tries({ test: 80, deep: 500 }) },
    );
  });
});

const pairs = kinds.flatMap((kind) =>
  directionsOf(
    subjectOf(
      kind,
      (schema, object) => allEngines.rules.evaluateRules(schema, true, object).refusals,
    ),
  ),
);

/** What a kind may refuse of a valid object: CronTab a port that can't be read, Pizza too long a list. */
const refusals: Readonly<Record<string, ConversionFaultCode>> = {
  CronTab: "ValueRefused",
  Pizza: "ObjectTooLarge",
};

describe("with the schemas of its kind", () => {
  test.each(
    pairs.map((pair) => ({
      pair,
      name: `${pair.subject.kind.kind}.${pair.subject.kind.group} of ${pair.from.name}`,
      to: pair.to.name,
    })),
  )("$name: a valid object, whole or without its spec, comes back from $to", ({ pair }) => {
    const { subject, from, to } = pair;
    const whole = validObjects(pair);
    const parts = whole.map(({ spec: _, ...rest }) => rest);
    const objects = fc.oneof({ weight: 9, arbitrary: whole }, { weight: 1, arbitrary: parts });
    fc.assert(
      fc.property(objects, (object) => {
        const image = subject.convert(object, to.name);
        if (image.type === "refused") expect(image.fault.code).toBe(refusals[subject.kind.kind]);
        fc.pre(image.type !== "refused");
        const back = convertOne(convertOne(object, to.name), from.name);
        expect(equal(settled(back), settled(object))).toBe(true);
      }),
      { numRuns: tries({ test: 80, deep: 10_000 }) },
    );
  });
});

const addresses = ["spec.host", "spec.port", "spec.hostPort", "host", "port", "spec.toppings"];

function asNumber(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
