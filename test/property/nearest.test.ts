import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kind as cronTab } from "../../examples/kinds/crontab/kind.ts";
import { kind as pizza } from "../../examples/kinds/pizza/kind.ts";
import { type ConversionRegistry, conversionRegistry } from "../../lib/conversion/registry.ts";
import type { Converter } from "../../lib/converter/converter.ts";
import { equal } from "../../lib/json/equal.ts";
import { mapAt } from "../../lib/json/members.ts";
import { err } from "../../lib/json/result.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { defineKind, type Kind } from "../../lib/kind/kind.ts";
import { nearestRegistry } from "../../lib/kind/nearest-registry.ts";
import { lensEdge } from "../../lib/lens/edge/edge.ts";
import { fingerprint } from "../../lib/lens/stash/fingerprint.ts";
import { structuralForm } from "../../lib/schema/structural/form.ts";
import { validBody } from "../../lib/verify/arbitrary-object.ts";
import { hostPortEdge } from "../bench/handwritten/crontab.ts";
import { pizzaEdge } from "../bench/handwritten/pizza.ts";
import { json, jsonObject } from "../support/arbitraries.ts";
import { asMap } from "../support/as-map.ts";
import { convertOne } from "../support/convert-one.ts";
import { admissionReview } from "../support/reviews.ts";
import { senderTo } from "../support/send-review.ts";
import { tries } from "../support/tries.ts";

const numRuns = tries({ test: 100, deep: 1_000 });

/** The converter with half of all objects, whichever they are, refused or thrown at. */
function failingForSome(convert: Converter): Converter {
  return (source, growth) => {
    const mood = Number.parseInt(fingerprint(source.body).slice(-1), 36) % 4;
    if (mood === 0) throw new Error("not today");
    return mood === 1
      ? err({ code: "ValueRefused", path: "spec", message: "not today" })
      : convert(source, growth);
  };
}

const byHand = hostPortEdge({ group: cronTab.group, parent: "spec" });
const trusting = {
  ...cronTab,
  edges: cronTab.lenses.map((data) =>
    lensEdge({ group: cronTab.group, schemaOf: () => undefined }, data),
  ),
};

/** `only`: the version whose conversions fail for some values. An object that comes back by the other direction and can't return breaks no law. */
const rows: readonly { readonly name: string; readonly kind: Kind; readonly only?: string }[] = [
  { name: "CronTab by its lens", kind: cronTab },
  { name: "Pizza by its lens", kind: pizza },
  { name: "CronTab by code", kind: defineKind({ crd: cronTab.crd, edges: [byHand] }) },
  { name: "Pizza by code", kind: defineKind({ crd: pizza.crd, edges: [pizzaEdge] }) },
  {
    name: "CronTab by code that fails for some values",
    only: "v1beta1",
    kind: defineKind({
      crd: cronTab.crd,
      edges: [{ ...byHand, forward: failingForSome(byHand.forward) }],
    }),
  },
  {
    name: "CronTab by code that fails for some values",
    only: "v1",
    kind: defineKind({
      crd: cronTab.crd,
      edges: [{ ...byHand, backward: failingForSome(byHand.backward) }],
    }),
  },
];

const directions = rows.flatMap(({ name, kind, only }) =>
  kind.crd.versions
    .filter((from) => from.name === (only ?? from.name))
    .flatMap((from) =>
      kind.crd.versions
        .filter((to) => to !== from)
        .map((to) => ({ name: `${name}, ${from.name} to ${to.name}`, kind, from, to: to.name })),
    ),
);

function objectsOf(kind: Kind, { name, schema }: Kind["crd"]["versions"][number]) {
  const head = { apiVersion: `${kind.group}/${name}`, kind: kind.kind };
  const metadata = { name: "n", namespace: "default", uid: "u" };
  return validBody(structuralForm(schema)).map(
    (body): JsonObject => ({ ...head, metadata, ...body }),
  );
}

/** An object in another version, or the message of the failure. */
function attempt(object: JsonObject, to: string, registry: ConversionRegistry) {
  try {
    return { object: convertOne(object, to, registry) };
  } catch (thrown) {
    return { fault: String(thrown) };
  }
}

describe.each(directions)(
  "$name, any object that is valid in its own version",
  ({ kind, from, to }) => {
    const near = nearestRegistry([kind]);
    const strict = conversionRegistry([kind]);

    test("is converted or reported as too large, and comes back exactly", () => {
      fc.assert(
        fc.property(objectsOf(kind, from), (object) => {
          const there = attempt(object, to, near);
          if (there.object === undefined) expect(there.fault).toMatch(/repeated strings|too large/);
          else expect(equal(convertOne(there.object, from.name, near), object)).toBe(true);
        }),
        { numRuns },
      );
    });

    test("is converted as without --nearest-valid if that succeeds", () => {
      fc.assert(
        fc.property(objectsOf(kind, from), (object) => {
          const there = attempt(object, to, strict);
          if (there.object !== undefined) {
            expect(stringify(convertOne(object, to, near))).toBe(stringify(there.object));
          }
        }),
        { numRuns: tries({ test: 100, deep: 1_000 }) },
      );
    });
  },
);

test("any JSON comes back by the CronTab's lens if its preserved values are trusted", () => {
  const near = nearestRegistry([trusting]);
  const spec = fc.oneof(
    json,
    fc
      .tuple(jsonObject, fc.record({ hostPort: json, host: json }, { requiredKeys: [] }))
      .map(([unknown, own]): JsonValue => ({ ...unknown, ...asMap(own) })),
  );
  fc.assert(
    fc.property(fc.constantFrom("v1beta1", "v1"), spec, (version, value) => {
      const other = version === "v1" ? "v1beta1" : "v1";
      const head = { apiVersion: `${cronTab.group}/${version}`, kind: "CronTab" };
      const object: JsonObject = { ...head, metadata: { name: "n" }, spec: value };
      const back = convertOne(convertOne(object, other, near), version, near);
      expect(equal(back, object)).toBe(true);
    }),
    { numRuns },
  );
});

describe.each(directions.filter(({ kind }) => kind === cronTab || kind === pizza))(
  "the conversion guard, $name",
  ({ kind, from, to }) => {
    const { admission: _, ...guarded } = kind;
    const strict = conversionRegistry([kind]);
    const send = senderTo({ kinds: [guarded] });

    test("allows exactly the objects that can be converted and are valid in the other version", async () => {
      await fc.assert(
        fc.asyncProperty(objectsOf(kind, from), async (object) => {
          const { log } = await send("validate", stringify(admissionReview({ object })));
          const there = attempt(object, to, strict);
          if (log.outcome === "allowed") expect(there.fault).toBeUndefined();
          else
            expect(there.fault ?? log.message).toMatch(
              /be parsed|repeated strings|not be valid in/,
            );
        }),
        { numRuns: tries({ test: 100, deep: 1_000 }) },
      );
    });

    test("never denies an UPDATE that changes metadata alone, also during deletion", async () => {
      const deletionTimestamp = "2026-01-01T00:00:00Z";
      await fc.assert(
        fc.asyncProperty(objectsOf(kind, from), async (one) => {
          const metadata = mapAt(one, "metadata");
          const labelled = { ...one, metadata: { ...metadata, labels: { a: "b" } } };
          const leaving = { ...one, metadata: { ...metadata, deletionTimestamp } };
          const held = { ...leaving, metadata: { ...leaving.metadata, finalizers: ["a.b/c"] } };
          for (const [object, oldObject] of [
            [labelled, one],
            [leaving, held],
          ]) {
            if (object === undefined || oldObject === undefined) continue;
            const review = admissionReview({ object, oldObject, operation: "UPDATE" });
            const { log } = await send("validate", stringify(review));
            expect(log.outcome).toBe("allowed");
          }
        }),
        { numRuns: tries({ test: 80, deep: 1_000 }) },
      );
    });
  },
);
