import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkCrd, checkCrdStatusUpdate, checkCrdUpdate } from "../../lib/crd/check-crd.ts";
import { deprecationWarning } from "../../lib/crd/deprecation.ts";
import { allEngines } from "../../lib/crd/engines/all-engines.ts";
import { nonStructuralCondition } from "../../lib/crd/non-structural.ts";
import { createObject, updateObject } from "../../lib/crd/request/create-and-update.ts";
import { compileKind, type ResourceKind } from "../../lib/crd/request/resource-kind.ts";
import { readStoredObject } from "../../lib/crd/request/schema-coercion.ts";
import { upgradeCrd } from "../../lib/crd/upgrade/upgrade-crd.ts";
import { equal } from "../../lib/json/equal.ts";
import { isObject, type JsonObject, type JsonValue } from "../../lib/json/value.ts";
import { publishKind } from "../../lib/publish/openapi/publish.ts";
import { re2 } from "../../lib/schema/pattern/re2.ts";
import { samples } from "../support/random-schemas.ts";
import { tries } from "../support/tries.ts";
import { frozen, json, object, schema, schemaLike } from "./schemas.ts";

const runs = { numRuns: tries({ test: 80, deep: 6_000 }) };
/** For what compiles whole definitions. */
const fewer = { numRuns: tries({ test: 100, deep: 2_000 }) };
const timeout = { timeout: 120_000 };

/** Mostly a value that fits, now and then anything. */
function mostly(value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: json });
}

const text = fc.constantFrom("", "a", "example.com", "A b", "crontabs", "CronTab", "v1", ".spec.a");
const texts = fc.array(mostly(text), { maxLength: 3 });

const version = fc.record(
  {
    name: mostly(fc.constantFrom("v1", "v2", "v1beta1", "V1")),
    served: mostly(fc.boolean()),
    storage: mostly(fc.boolean()),
    deprecated: mostly(fc.boolean()),
    deprecationWarning: mostly(text),
    schema: mostly(fc.record({ openAPIV3Schema: mostly(schemaLike) })),
    subresources: mostly(
      fc.constantFrom<JsonValue>(
        { status: {} },
        { scale: { specReplicasPath: ".spec.a", statusReplicasPath: ".status.a" } },
      ),
    ),
    additionalPrinterColumns: mostly(
      fc.constantFrom<JsonValue>([{ name: "a", type: "date", jsonPath: "a" }], [{}], []),
    ),
    selectableFields: mostly(fc.array(fc.record({ jsonPath: mostly(text) }), { maxLength: 2 })),
  },
  { requiredKeys: ["name"] },
);

const conversion = fc.record(
  {
    strategy: mostly(fc.constantFrom("None", "Webhook", "")),
    webhook: mostly(
      fc.record({
        clientConfig: mostly(fc.record({ url: mostly(text), caBundle: mostly(text) })),
        conversionReviewVersions: texts,
      }),
    ),
    webhookClientConfig: mostly(fc.record({ url: mostly(text) })),
    conversionReviewVersions: texts,
  },
  { requiredKeys: [] },
);

const spec = fc.record(
  {
    group: mostly(text),
    scope: mostly(fc.constantFrom("Namespaced", "Cluster")),
    names: mostly(
      fc.record({ plural: mostly(text), kind: mostly(text), shortNames: texts, categories: texts }),
    ),
    versions: mostly(fc.array(mostly(version), { maxLength: 3 })),
    version: mostly(text),
    validation: mostly(fc.record({ openAPIV3Schema: schemaLike })),
    conversion: mostly(conversion),
    preserveUnknownFields: mostly(fc.boolean()),
  },
  { requiredKeys: ["versions"] },
);

/** Something that somebody may take for a CustomResourceDefinition. */
const crdLike: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 1, arbitrary: json },
  {
    weight: 9,
    arbitrary: fc.record({
      apiVersion: fc.constantFrom("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"),
      kind: fc.constant("CustomResourceDefinition"),
      metadata: mostly(object),
      spec: mostly(spec),
      status: mostly(object),
    }),
  },
);

/** A definition that the server accepts, and objects that may fit its first version. */
interface ServedKind {
  readonly crd: JsonObject;
  readonly objects: readonly JsonObject[];
}

const served: fc.Arbitrary<ServedKind> = fc
  .tuple(samples, samples, fc.boolean())
  .map(([first, second, isFirstStored]) => ({
    crd: frozen(definition(first.schema, second.schema, isFirstStored)),
    objects: first.values.map((value) =>
      frozen({ ...(isObject(value) ? value : {}), apiVersion: "example.com/v1", kind: "Thing" }),
    ),
  }));

function definition(first: JsonObject, second: JsonObject, isFirstStored: boolean): JsonObject {
  const version = { served: true, subresources: { status: {} } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        { ...version, name: "v1", storage: isFirstStored, schema: { openAPIV3Schema: first } },
        { ...version, name: "v2", storage: !isFirstStored, schema: { openAPIV3Schema: second } },
      ],
    },
  };
}

/** Any schema of the right form, structural or not. */
const anyKind = fc
  .tuple(schema, schema, fc.boolean())
  .map(([first, second, isFirstStored]) =>
    compileKind(frozen(definition(asSchema(first), asSchema(second), isFirstStored)), allEngines),
  );

function asSchema(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}

const thing: fc.Arbitrary<JsonObject> = object.map((rest) =>
  frozen({ ...rest, apiVersion: "example.com/v1", kind: "Thing" }),
);
describe("checkCrd", () => {
  test(
    "accepts any JSON as input, gives every error a field, and does not change the input",
    timeout,
    () => {
      fc.assert(
        fc.property(crdLike, (raw) => {
          const { errors } = checkCrd(frozen(raw), allEngines);
          expect(errors.every(({ field }) => field !== "")).toBe(true);
        }),
        runs,
      );
    },
  );

  test("finds no new error in the definition that it would store", timeout, () => {
    fc.assert(
      fc.property(served, ({ crd }) => {
        const first = checkCrd(crd, allEngines);
        const again = checkCrd(frozen(first.crd), allEngines);
        expect(again.errors).toEqual(first.errors);
        expect(equal(again.crd, first.crd)).toBe(true);
        expect(checkCrdUpdate(first.crd, first.crd, allEngines).crd.metadata.generation).toBe(1);
      }),
      fewer,
    );
  });
});

describe("checkCrdUpdate", () => {
  test("accepts any two JSON values as input", timeout, () => {
    fc.assert(
      fc.property(crdLike, crdLike, (raw, old) => {
        expect(checkCrdUpdate(frozen(raw), frozen(old), allEngines).errors).toBeInstanceOf(Array);
        expect(checkCrdStatusUpdate(raw, old).errors).toBeInstanceOf(Array);
      }),
      runs,
    );
  });
});

describe("upgradeCrd, nonStructuralCondition, deprecationWarning, publishKind", () => {
  test("accept any JSON as input and do not change it", timeout, () => {
    fc.assert(
      fc.property(crdLike, (raw) => {
        expect(upgradeCrd(frozen(raw)).notes).toBeInstanceOf(Array);
        nonStructuralCondition(raw, re2);
        deprecationWarning(raw, "v1");
        expect(publishKind(raw, "v1", "v2", re2).operations.length).toBeGreaterThan(0);
        expect(publishKind(raw, "v1", "v3", re2).operations.length).toBeGreaterThan(0);
      }),
      runs,
    );
  });
});

describe("createObject and updateObject", () => {
  test("accept any object of any kind as input, and do not change it", timeout, () => {
    fc.assert(
      fc.property(anyKind, thing, thing, (kind, body, old) => {
        expect(createObject(kind, "v1", { object: body })).toHaveProperty("ok");
        expect(updateObject(kind, "v1", { object: body }, old)).toHaveProperty("ok");
      }),
      runs,
    );
  });

  test("decode a decoded object to itself", timeout, () => {
    fc.assert(
      fc.property(served, ({ crd, objects }) => {
        const kind = compileKind(crd, allEngines);
        expect(objects.every((body) => decodesToItself(kind, body))).toBe(true);
      }),
      fewer,
    );
  });
});

function decodesToItself(kind: ResourceKind, body: JsonObject): boolean {
  const first = createObject(kind, "v1", { object: body });
  if (!first.ok) return true;
  const { decoded } = first.value;
  const again = createObject(kind, "v1", { object: frozen(decoded) });
  return again.ok && again.value.strictErrors.length === 0 && equal(again.value.decoded, decoded);
}

describe("readStored", () => {
  test("reads an object that it has read to the same object", timeout, () => {
    fc.assert(
      fc.property(served, ({ crd, objects }) => {
        const kind = compileKind(crd, allEngines);
        expect(objects.every((stored) => readsAsTheSame(kind, stored))).toBe(true);
      }),
      fewer,
    );
  });
});

function readsAsTheSame(kind: ResourceKind, stored: JsonObject): boolean {
  const read = readStoredObject(stored, kind, "v1");
  if (!read.ok) return true;
  const again = readStoredObject(frozen(read.value), kind, "v1");
  return again.ok && equal(again.value, read.value);
}
