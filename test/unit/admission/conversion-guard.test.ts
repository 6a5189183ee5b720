import { describe, expect, test } from "vitest";
import { kind as crontab } from "../../../examples/kinds/crontab/kind.ts";
import { sourcePathsIn } from "../../../lib/admission/guard/field-source.ts";
import { lazySchema } from "../../../lib/admission/guard/version-schema.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import type { Converter } from "../../../lib/converter/converter.ts";
import { objectValidators } from "../../../lib/crd/validator/object-validators.ts";
import { mapAt } from "../../../lib/json/members.ts";
import { err, ok } from "../../../lib/json/result.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind, type Kind, type KindDeclaration } from "../../../lib/kind/kind.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { fieldPath } from "../../../lib/lens/place/address.ts";
import { valueAtObjectPath } from "../../../lib/lens/place/object-path.ts";
import { lens, move } from "../../../lib/lens.ts";
import { deadlineOf } from "../../../lib/request/deadline.ts";
import { parsedResult } from "../../support/both-paths.ts";
import { denialCauses } from "../../support/denial-causes.ts";
import {
  type AdmissionParts,
  admissionReview,
  conversionReview,
  cronTab,
  pizza,
} from "../../support/reviews.ts";
import { responseIn, responseTo, send } from "../../support/send-review.ts";

const deletionTimestamp = "2026-01-01T00:00:00Z";
const sentence = "spec.hostPort: hostPort could not be parsed into a separate host and port";
const unconvertible = `${sentence}: the object cannot be converted to v1, and every list and watch of v1 would fail; correct that field`;
const denied: Decision = {
  message: unconvertible,
  causes: ["FieldValueInvalid spec.hostPort (ValueRefused)"],
};
const allowed: Decision = { message: undefined, causes: [] };

interface Decision {
  /** Undefined if the write is allowed. */
  readonly message: string | undefined;
  /** Type, field and origin of each cause. */
  readonly causes: readonly string[];
}

interface ValidationOutcome extends Decision {
  readonly error: string | undefined;
}

/** What validation says of a write: nothing where it is allowed. */
async function validationOutcome(
  parts: AdmissionParts,
  kinds?: readonly Kind[],
): Promise<ValidationOutcome> {
  const review = admissionReview(parts);
  const { httpResponse, log } = await send(
    "validate",
    stringify(review),
    kinds === undefined ? {} : { kinds },
  );
  const response = responseIn(httpResponse.body);
  const { message } = mapAt(response, "status");
  return {
    message: response["allowed"] === true ? undefined : String(message),
    causes: denialCauses(parts, response, kinds),
    error: log.thrown === undefined ? undefined : String(log.thrown),
  };
}

const bad = { hostPort: "nocolon", cronSpec: "* * * * *" };

describe("a CronTab that can't be converted to v1", () => {
  const object = cronTab("v1beta1", bad);
  const unguarded = [{ ...crontab, conversionGuard: false }];

  test("is denied with version, path, reason and remedy", async () => {
    expect(await validationOutcome({ object })).toMatchObject(denied);
  });

  test("is denied with causes that have what a StatusCause of Kubernetes has, without the origin", async () => {
    const { status } = await responseTo("validate", admissionReview({ object }));
    const cause = { reason: "FieldValueInvalid", field: "spec.hostPort", message: unconvertible };
    expect(mapAt(status, "details")["causes"]).toEqual([cause]);
  });

  test.each([
    {
      name: "that --nearest-valid could convert, while conversions are strict",
      nearestValid: false,
      allowed: true,
    },
    {
      name: "is denied although nearest valid shapes are stored",
      nearestValid: true,
      allowed: false,
    },
  ])("in an annotation that a user wrote, $name", async ({ nearestValid, allowed }) => {
    const kept = { "stable.example.com/kept.v1beta1.1dkek8d": '{"spec.hostPort":["no colon"]}' };
    const forged = cronTab("v1", { cronSpec: "* * * * *" }, { annotations: kept });
    const review = stringify(admissionReview({ object: forged }));
    const { httpResponse } = await send("validate", review, { nearestValid });
    expect(responseIn(httpResponse.body)).toMatchObject({ allowed });
  });

  test("is allowed without the guard", async () => {
    expect(await validationOutcome({ object }, unguarded)).toMatchObject({ message: undefined });
  });

  test.each<{ name: string; parts: AdmissionParts; decision: Decision }>([
    {
      name: "UPDATE that makes the value bad",
      parts: { object, oldObject: cronTab("v1beta1", { ...bad, hostPort: "a:1" }) },
      decision: denied,
    },
    {
      name: "UPDATE that changes the bad value",
      parts: { object, oldObject: cronTab("v1beta1", { ...bad, hostPort: "other" }) },
      decision: denied,
    },
    {
      name: "UPDATE that leaves the bad value",
      parts: { object, oldObject: cronTab("v1beta1", { ...bad, replicas: 2 }) },
      decision: allowed,
    },
    {
      name: "UPDATE that corrects the bad value",
      parts: { object: cronTab("v1beta1", { hostPort: "a:1" }), oldObject: object },
      decision: allowed,
    },
    {
      name: "UPDATE of metadata",
      parts: { object, oldObject: cronTab("v1beta1", bad, { labels: { a: "b" } }) },
      decision: allowed,
    },
    {
      name: "UPDATE during deletion that makes the value bad",
      parts: {
        object: cronTab("v1beta1", bad, { deletionTimestamp }),
        oldObject: cronTab("v1beta1", {}, { deletionTimestamp }),
      },
      decision: denied,
    },
    {
      name: "UPDATE of finalizers of a bad object during deletion",
      parts: {
        object: cronTab("v1beta1", bad, { deletionTimestamp, finalizers: [] }),
        oldObject: cronTab("v1beta1", bad, { deletionTimestamp, finalizers: ["a/b"] }),
      },
      decision: allowed,
    },
    {
      name: "a write of status with a bad status",
      parts: {
        object: { ...object, status: { replicas: 1 } },
        oldObject: object,
        request: { subResource: "status" },
      },
      decision: allowed,
    },
    { name: "UPDATE without the old object", parts: { object }, decision: denied },
  ])("$name", async ({ parts, decision }) => {
    expect(await validationOutcome({ operation: "UPDATE", ...parts })).toMatchObject(decision);
  });
});

test("a pizza that would not be valid in the other version is denied with the request's path", async () => {
  const toppings = Array.from({ length: 1001 }, () => "tomato");
  expect(await validationOutcome({ object: pizza("v1alpha1", { toppings }) })).toMatchObject({
    message:
      "spec.toppings: spec.toppings[0].quantity would not be valid in v1beta1: spec.toppings[0].quantity in body should be less than or equal to 1000; correct spec.toppings",
    causes: ["FieldValueInvalid spec.toppings (maximum)"],
  });
});

const text = { type: "string" };
const group = "example.org";

function schemaOf(spec: JsonObject): JsonObject {
  return { type: "object", properties: { spec: { type: "object", properties: spec } } };
}

/** A guarded kind of versions with these fields below spec; the first is stored. */
function gauges(
  fields: Readonly<Record<string, JsonObject>>,
  rest: Partial<KindDeclaration>,
): readonly Kind[] {
  const versions = Object.entries(fields).map(([name, spec], index) => ({
    name,
    served: name !== "v0",
    storage: index === 0,
    schema: schemaOf(spec),
  }));
  const crd = { group, kind: "Gauge", plural: "gauges", scope: "Namespaced", versions };
  return [defineKind({ crd, conversionGuard: true, ...rest })];
}

function gauge(version: string, spec: JsonObject): JsonObject {
  return { apiVersion: `${group}/${version}`, kind: "Gauge", metadata: { name: "g" }, spec };
}

const same: Converter = ({ body }) => ok({ body });
const refusing: Converter = () => err({ code: "ValueRefused", path: "spec.b", message: "no" });
const throwing: Converter = () => {
  throw new Error("boom");
};
/** The cause of a denial because of {@link refusing}. */
const refused = "FieldValueInvalid spec.b (ValueRefused)";

describe("the conversion guard", () => {
  const fields = { v1: { a: text }, v2: { a: text }, v3: { a: text } };
  const [there, beyond] = [
    { from: "v1", to: "v2", forward: same, backward: same },
    { from: "v2", to: "v3", forward: same, backward: same },
  ] as const;

  test("converts to every served and stored version, and to no other", async () => {
    const kinds = gauges(
      { v1: {}, v0: {} },
      { edges: [{ from: "v1", to: "v0", forward: refusing, backward: same }] },
    );
    expect(await validationOutcome({ object: gauge("v1", {}) }, kinds)).toMatchObject({
      message: undefined,
    });
  });

  test("reports versions that fail in the same way once", async () => {
    const kinds = gauges(fields, { edges: [{ ...there, forward: refusing }, beyond] });
    const { message, causes } = await validationOutcome({ object: gauge("v1", {}) }, kinds);
    expect(message).toContain("spec.b: no: the object cannot be converted to v2, v3, and");
    expect(causes).toEqual([refused]);
  });

  test("checks the object as the storage version would return it, also at the request's own version", async () => {
    const kinds = gauges(fields, { edges: [{ ...there, forward: refusing }, beyond] });
    const { message, causes } = await validationOutcome({ object: gauge("v2", {}) }, kinds);
    expect(message).toContain("spec.b: no: the object cannot be converted to v2, v3");
    expect(causes).toEqual([refused]);
  });

  test("checks the storage version itself too", async () => {
    const kinds = gauges(fields, { edges: [{ ...there, backward: refusing }, beyond] });
    const { message, causes } = await validationOutcome({ object: gauge("v3", {}) }, kinds);
    expect(message).toContain("spec.b: no: the object cannot be converted to v1, and");
    expect(causes).toEqual([refused]);
  });

  test("denies an object for which a converter throws, with the thrown text in the log alone", async () => {
    const kinds = gauges(fields, { edges: [{ ...there, forward: throwing }, beyond] });
    const { message, error, causes } = await validationOutcome({ object: gauge("v1", {}) }, kinds);
    expect(message).toContain("a converter failed; see the webhook's log");
    expect(message).toContain("correct the object");
    expect(error).toContain("boom");
    expect(causes).toEqual(["FieldValueInvalid <nil> (ConverterFailed)"]);
  });

  test("denies an object whose converted form the API server would refuse", async () => {
    const labels: Converter = ({ body }) => ok({ body, labels: { tier: "no label!" } });
    const kinds = gauges(fields, { edges: [{ ...there, forward: labels }, beyond] });
    const { message, causes } = await validationOutcome({ object: gauge("v1", {}) }, kinds);
    expect(message).toContain("no label!");
    expect(causes).toEqual(["FieldValueInvalid metadata (ResultInvalid)"]);
  });

  test("allows an object whose former converted form the API server would have refused too", async () => {
    const labels: Converter = ({ body }) => ok({ body, labels: { tier: "no label!" } });
    const kinds = gauges(fields, { edges: [{ ...there, forward: labels }, beyond] });
    const parts = { object: gauge("v1", { a: "1" }), oldObject: gauge("v1", { a: "2" }) };
    expect(await validationOutcome({ ...parts, operation: "UPDATE" }, kinds)).toMatchObject({
      message: undefined,
    });
  });

  test("denies an object whose converted form grows too much", async () => {
    const large = "x".repeat(5_000_000);
    const growing: Converter = () => ok({ body: { spec: { a: large } } });
    const kinds = gauges(fields, { edges: [{ ...there, forward: growing }, beyond] });
    const { message, causes } = await validationOutcome({ object: gauge("v1", {}) }, kinds);
    expect(message).toContain("spec: the object would grow from 80 to");
    expect(causes).toEqual(["FieldValueInvalid spec (ObjectTooLarge)"]);
  });

  test.each([
    { levels: 4990, causes: [] },
    // An AdmissionReview carries it, and a list would not.
    { levels: 5990, causes: ["FieldValueInvalid <nil> (ObjectTooDeep)"] },
  ])("decides by the depth of an object: $levels levels in spec.a", async ({ levels, causes }) => {
    let a: JsonValue = 1;
    for (let level = 0; level < levels; level++) a = [a];
    const free = { a: { "x-kubernetes-preserve-unknown-fields": true } };
    const kinds = gauges({ v1: free, v2: free }, { edges: [there] });
    const { message, causes: found } = await validationOutcome(
      { object: gauge("v1", { a }) },
      kinds,
    );
    const allowed = message === undefined;
    expect(found).toEqual(causes);
    expect(allowed).toBe(causes.length === 0);
    expect(message ?? "nested deeper than 5700 levels").toContain("nested deeper than 5700 levels");
    const body = stringify(conversionReview(`${group}/v2`, [gauge("v1", { a })]));
    const answer = parsedResult({ kinds, registry: conversionRegistry(kinds) }, body);
    expect(typeof answer === "string" ? answer : undefined).toBe(
      allowed ? undefined : "objects[0] g: nested deeper than 5700 levels",
    );
  });

  test("denies an object whose conversion takes too long, with the deadline as the only reason", async () => {
    const free = { a: { "x-kubernetes-preserve-unknown-fields": true } };
    const rules: readonly RuleData[] = [
      {
        op: "each",
        from: "spec.a",
        to: "spec.a",
        rules: [{ op: "move", from: "x", to: "y" }],
      },
    ];
    const kinds = gauges({ v1: free, v2: free }, { lenses: [{ from: "v1", to: "v2", rules }] });
    const object = gauge("v1", { a: Array.from({ length: 5000 }, () => ({ x: 1 })) });
    const deadline = { ...deadlineOf("10s"), expired: () => true };
    const text = stringify(admissionReview({ object }));
    const { httpResponse } = await send("validate", text, { kinds, deadline });
    expect(responseIn(httpResponse.body)).toMatchObject({
      allowed: false,
      status: { code: 504, message: expect.not.stringContaining("cannot be converted") },
    });
  });

  test("allows an object for which the converter failed before in the same way", async () => {
    const kinds = gauges(fields, { edges: [{ ...there, forward: throwing }, beyond] });
    const parts = { object: gauge("v1", { a: "1" }), oldObject: gauge("v1", { a: "2" }) };
    expect(await validationOutcome({ ...parts, operation: "UPDATE" }, kinds)).toMatchObject({
      message: undefined,
    });
  });

  test("reports its faults beside those of rules", async () => {
    const validate = () => "too loud";
    const kinds = gauges(fields, {
      edges: [{ ...there, forward: refusing }, beyond],
      admission: { at: "v1", validate },
    });
    const { message, causes } = await validationOutcome({ object: gauge("v1", {}) }, kinds);
    expect(message).toMatch(/^too loud; spec\.b: no: /);
    expect(causes).toEqual([refused]);
  });

  test("reports a version of the handlers that can't be reached", async () => {
    const kinds = gauges(fields, {
      edges: [{ ...there, forward: refusing }, beyond],
      admission: { at: "v3" },
    });
    const { message, causes } = await validationOutcome({ object: gauge("v1", {}) }, kinds);
    expect(message).toMatch(/^spec\.b: no: the object cannot be converted/);
    expect(causes).toEqual([refused]);
  });
});

test("without the guard, an object that can't be converted for the handlers is malformed", async () => {
  const [kind] = gauges(
    { v1: {}, v2: {} },
    {
      edges: [{ from: "v1", to: "v2", forward: refusing, backward: same }],
      admission: { at: "v2" },
    },
  );
  if (kind === undefined) throw new Error("no kind");
  const { message } = await validationOutcome({ object: gauge("v1", {}) }, [
    { ...kind, conversionGuard: false },
  ]);
  expect(message).toBe("spec.b: no");
});

describe("faults that another version's schema has", () => {
  const short = { type: "string", maxLength: 2 };
  const kinds = gauges(
    { v1: { a: text, c: text }, v2: { b: short, c: short } },
    {
      lenses: [
        lens<{ spec: { a: string } }, { spec: { b: string } }>(
          { version: "v1" },
          { version: "v2" },
          (old, now) => [move(old.spec.a, now.spec.b)],
        ),
      ],
    },
  );
  const object = gauge("v1", { a: "long", c: "long" });

  test("are all reported with the request's field", async () => {
    expect(await validationOutcome({ object }, kinds)).toMatchObject({
      message:
        "spec.c would not be valid in v2: may not be more than 2 bytes; correct spec.c; spec.a: spec.b would not be valid in v2: may not be more than 2 bytes; correct spec.a",
      causes: ["FieldValueTooLong spec.c (maxLength)", "FieldValueTooLong spec.a (maxLength)"],
    });
  });

  test("are reported with the API server's word if it prints only the value", async () => {
    const list: JsonObject = { type: "array", items: text };
    const versions = { v1: { c: list }, v2: { c: { ...list, "x-kubernetes-list-type": "set" } } };
    const set = gauges(versions, { lenses: [{ from: "v1", to: "v2", rules: [] }] });
    expect(await validationOutcome({ object: gauge("v1", { c: ["x", "x"] }) }, set)).toMatchObject({
      message: "spec.c[1] would not be valid in v2: Duplicate value; correct spec.c[1]",
      causes: ["FieldValueDuplicate spec.c[1] (unique)"],
    });
  });

  test.each<{ name: string; old: JsonObject; causes: readonly string[] }>([
    { name: "the fault existed before", old: { a: "long", c: "long", d: 1 }, causes: [] },
    {
      name: "the fault existed before in one field",
      old: { a: "long", c: "ok" },
      causes: ["FieldValueTooLong spec.c (maxLength)"],
    },
    {
      name: "another fault existed before",
      old: { a: "lung", c: "long" },
      causes: ["FieldValueTooLong spec.a (maxLength)"],
    },
  ])("on UPDATE: $name", async ({ old, causes }) => {
    const parts = { object, oldObject: gauge("v1", old), operation: "UPDATE" };
    expect(await validationOutcome(parts, kinds)).toMatchObject({ causes });
  });
});

test("of many faults of a schema ten are reported, with the number of others", async () => {
  const listOf = (items: JsonObject): JsonObject => ({ list: { type: "array", items } });
  const kinds = gauges(
    { v1: listOf(text), v2: listOf({ type: "string", maxLength: 2 }) },
    { edges: [{ from: "v1", to: "v2", forward: same, backward: same }] },
  );
  const object = gauge("v1", { list: Array.from({ length: 120 }, () => "long") });
  const { message, causes } = await validationOutcome({ object }, kinds);
  expect(message).toMatch(/; spec\.list\[9\] [^;]*; correct [^;]*; and 110 more in v2$/);
  expect(causes).toHaveLength(100);
});

describe("versionSchema", () => {
  const rule = { rule: "self.a != 'b'", message: "a is not b" };
  const exotic = "^(?i)x$";
  const schema: JsonObject = {
    type: "object",
    "x-kubernetes-validations": [rule],
    properties: {
      a: { type: "string", default: "a" },
      p: { type: "string", pattern: exotic },
      pattern: { type: "string", enum: ["x"] },
      set: { type: "array", "x-kubernetes-list-type": "set", items: text },
    },
  };

  test("gives the same result as the API server", () => {
    const settled = lazySchema(schema).settle({ a: null, unknown: 1, kind: "K" });
    expect(settled).toEqual({ a: "a", kind: "K" });
  });

  test.each<{ name: string; object: JsonObject; old?: JsonObject; faults: readonly string[] }>([
    { name: "a valid object", object: { a: "a", p: "X" }, faults: [] },
    { name: "a pattern", object: { p: "y" }, faults: ["FieldValueInvalid p (pattern)"] },
    { name: "a rule", object: { a: "b" }, faults: ["FieldValueInvalid <nil> (rule)"] },
    { name: "a rule, ratcheted", object: { a: "b" }, old: { a: "b" }, faults: [] },
    {
      name: "an enum",
      object: { pattern: "y" },
      faults: ["FieldValueNotSupported pattern (enum)"],
    },
    { name: "a set", object: { set: ["a", "a"] }, faults: ["FieldValueDuplicate set[1] (unique)"] },
    {
      name: "a set that had duplicates before",
      object: { set: ["a", "a"] },
      old: { set: ["b", "b"] },
      faults: [],
    },
  ])("$name", ({ object, old, faults }) => {
    const found = lazySchema(schema).faultsOf({ a: "a", ...object }, old, objectValidators);
    expect(found.map(({ type, field, origin }) => `${type} ${field} (${origin})`)).toEqual(faults);
  });
});

describe("the field at which a fault has its origin", () => {
  const rules = [
    { op: "move", from: "spec.old", to: "spec.new" },
    { op: "keep", to: "spec.only" },
    {
      op: "each",
      from: "spec.items",
      to: "spec.entries",
      rules: [{ op: "move", from: "a", to: "b" }],
    },
    { op: "count", from: "spec.names", to: "spec.boxes" },
  ] as const;
  const data = { from: "v1", to: "v2", rules };

  test.each<{ path: string; origin: string | undefined }>([
    { path: "spec.new", origin: "spec.old" },
    { path: "spec.new.deep[3].x", origin: "spec.old.deep[3].x" },
    { path: "spec.entries[2].b", origin: "spec.items[2].a" },
    { path: "spec.entries[2].same", origin: "spec.items[2].same" },
    { path: "spec.boxes[1].name", origin: "spec.names" },
    { path: "spec.same", origin: "spec.same" },
    { path: "spec.only", origin: undefined },
    { path: "<nil>", origin: undefined },
    { path: "spec.labels[a b]", origin: undefined },
  ])("$path: $origin", ({ path, origin }) => {
    expect(sourcePathsIn(data, "v2")(path)).toBe(origin);
  });

  test("is found in the other direction", () => {
    expect(sourcePathsIn(data, "v1")("spec.items[0].a")).toBe("spec.entries[0].b");
  });

  test.each<{ path: string; value: JsonValue | undefined }>([
    { path: "a.b[1].c", value: 5 },
    { path: "a.b[7].c", value: undefined },
    { path: "a.x.y", value: undefined },
  ])("the value at $path", ({ path, value }) => {
    const place = fieldPath(path) ?? [];
    expect(valueAtObjectPath({ a: { b: [0, { c: 5 }] } }, place)).toBe(value);
  });

  test("a path that names an item by its key has no path of keys and indexes", () => {
    expect(fieldPath('a.b[c="d"].e')).toBeUndefined();
  });
});
