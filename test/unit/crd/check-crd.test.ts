import { describe, expect, test } from "vitest";
import {
  type CrdReport,
  checkCrd,
  checkCrdStatusUpdate,
  checkCrdUpdate,
} from "../../../lib/crd/check-crd.ts";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { maxCrdDepth } from "../../../lib/crd/read-crd.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { crontabs, crontabsOf, crontabsWith, version } from "./crd-samples.ts";

function fieldsOf({ errors }: CrdReport): readonly string[] {
  return errors.map(({ type, field }) => `${type} ${field}`).sort();
}

describe("checkCrd", () => {
  const schema = "spec.validation.openAPIV3Schema";
  const rows: readonly { name: string; crd: JsonValue; errors: readonly string[] }[] = [
    { name: "a small definition", crd: crontabs(), errors: [] },
    { name: "null", crd: null, errors: ["FieldValueTypeInvalid <nil>"] },
    {
      name: "another apiVersion",
      crd: { ...crontabs(), apiVersion: "v1" },
      errors: ["FieldValueNotSupported apiVersion"],
    },
    {
      name: "a spec that is a list",
      crd: { ...crontabs(), spec: [] },
      errors: ["FieldValueTypeInvalid spec"],
    },
    {
      name: "a name that does not match the plural",
      crd: crontabs({}, { name: "others.stable.example.com" }),
      errors: ["FieldValueInvalid metadata.name"],
    },
    {
      name: "a namespace",
      crd: crontabs({}, { namespace: "a" }),
      errors: ["FieldValueForbidden metadata.namespace"],
    },
    { name: "no scope", crd: crontabs({ scope: "" }), errors: ["FieldValueRequired spec.scope"] },
    {
      name: "two storage versions",
      crd: crontabs({ versions: [version(), version({ name: "v2" })] }),
      errors: ["FieldValueInvalid spec.versions", "FieldValueInvalid status.storedVersions"],
    },
    {
      name: "two storage versions of the same name",
      crd: crontabs({ versions: [version(), version()] }),
      errors: [
        "FieldValueInvalid spec.versions",
        "FieldValueInvalid spec.versions",
        "FieldValueInvalid status.storedVersions",
      ],
    },
    {
      name: "no versions",
      crd: crontabs({ versions: [] }),
      errors: ["FieldValueInvalid spec.versions", "FieldValueInvalid status.storedVersions"],
    },
    {
      name: "a version without schema",
      crd: crontabs({ versions: [version({ schema: {} })] }),
      errors: ["FieldValueRequired spec.versions[0].schema.openAPIV3Schema"],
    },
    {
      name: "a warning of a version that is not deprecated",
      crd: crontabs({ versions: [version({ deprecationWarning: "x" })] }),
      errors: ["FieldValueInvalid spec.versions[0].deprecationWarning"],
    },
    {
      name: "a scale beside spec and status",
      crd: crontabsOf(
        { type: "object" },
        { subresources: { scale: { specReplicasPath: ".a", statusReplicasPath: "b" } } },
      ),
      errors: [
        "FieldValueInvalid spec.subresources.scale.specReplicasPath",
        "FieldValueInvalid spec.subresources.scale.statusReplicasPath",
      ],
    },
    {
      name: "a column of an unknown type",
      crd: crontabsOf(
        { type: "object" },
        { additionalPrinterColumns: [{ name: "a", type: "x", jsonPath: ".a" }] },
      ),
      errors: ["FieldValueInvalid spec.additionalPrinterColumns[0].type"],
    },
    {
      name: "a selectable field that is not declared",
      crd: crontabsOf({ type: "object" }, { selectableFields: [{ jsonPath: ".a" }] }),
      errors: ["FieldValueInvalid spec.selectableFields[0].jsonPath"],
    },
    {
      name: "a schema that is not structural",
      crd: crontabsOf({ type: "object", properties: { a: {} } }),
      errors: [`FieldValueRequired ${schema}.properties[a].type`],
    },
    {
      name: "$ref, which hides what is not structural",
      crd: crontabsOf({ $ref: "#/a", properties: { a: {} } }),
      errors: [`FieldValueForbidden ${schema}.$ref`],
    },
    {
      name: "$schema alone",
      crd: crontabsOf({ type: "object", $schema: "x" }),
      errors: [`FieldValueInvalid ${schema}`],
    },
    {
      name: "a pattern that is not a regular expression",
      crd: crontabsOf({ type: "object", properties: { a: { type: "string", pattern: "(" } } }),
      errors: [`FieldValueInvalid ${schema}.properties[a].pattern`],
    },
    {
      name: "a default that does not validate",
      crd: crontabsOf({ type: "object", properties: { a: { type: "string", default: 1 } } }),
      errors: [`FieldValueTypeInvalid ${schema}.properties[a].default`],
    },
    // The server ignores formats that it does not know when it validates objects, but not when it validates defaults.
    {
      name: "a default that is a number for an unknown format",
      crd: crontabsOf({
        type: "object",
        properties: {
          a: { "x-kubernetes-int-or-string": true, format: "int-or-string", default: 80 },
          b: { type: "string", format: "x", default: 1 },
          c: { type: "integer", format: "uint32", default: -1 },
        },
      }),
      errors: [
        `FieldValueTypeInvalid ${schema}.properties[a].default`,
        `FieldValueTypeInvalid ${schema}.properties[b].default`,
      ],
    },
    {
      name: "a default that is a string for any format, unless the type is numeric",
      crd: crontabsOf({
        type: "object",
        properties: {
          a: { type: "boolean", format: "x", default: "yes" },
          b: { type: "object", format: "ipv4", default: "1.2.3.4" },
          c: { type: "integer", format: "x", default: "1" },
        },
      }),
      errors: [`FieldValueTypeInvalid ${schema}.properties[c].default`],
    },
    {
      name: "a default that is not pruned",
      crd: crontabsOf({ type: "object", properties: { a: { type: "object", default: { b: 1 } } } }),
      errors: [`FieldValueInvalid ${schema}.properties[a].default`],
    },
    {
      name: "properties by the names that JavaScript gives a meaning",
      crd: crontabsOf({
        type: "object",
        properties: Object.fromEntries([
          ["__proto__", { type: "string" }],
          ["constructor", { type: "x" }],
        ]),
      }),
      errors: [`FieldValueNotSupported ${schema}.properties[constructor].type`],
    },
    {
      name: "an empty allOf beside a status subresource",
      crd: crontabsOf({ type: "object", allOf: [] }, { subresources: { status: {} } }),
      errors: [`FieldValueInvalid ${schema}`],
    },
    {
      name: "a map list without keys",
      crd: crontabsOf({
        type: "object",
        properties: {
          l: { type: "array", items: { type: "object" }, "x-kubernetes-list-type": "map" },
        },
      }),
      errors: [`FieldValueRequired ${schema}.properties[l].x-kubernetes-list-map-keys`],
    },
    {
      name: "a rule that breaks a line without a message",
      crd: crontabsOf({ type: "object", "x-kubernetes-validations": [{ rule: "1\n== 1" }] }),
      errors: [`FieldValueRequired ${schema}.x-kubernetes-validations[0].message`],
    },
    {
      name: "a url with a query",
      crd: crontabsWith({ url: "https://a.example/b?c" }),
      errors: ["FieldValueInvalid spec.conversion.webhookClientConfig.url"],
    },
    {
      name: "url and service",
      crd: crontabsWith({ url: "https://a.example", service: { name: "a", namespace: "b" } }),
      errors: ["FieldValueRequired spec.conversion.webhookClientConfig"],
    },
    {
      name: "a service without a name, reported the other way round",
      crd: crontabsWith({ service: { name: "", namespace: "b" } }),
      errors: ["FieldValueRequired spec.conversion.webhookClientConfig.service.namespace"],
    },
    {
      name: "a group of Kubernetes without approval",
      crd: crontabs({ group: "a.k8s.io" }, { name: "crontabs.a.k8s.io" }),
      errors: ["FieldValueRequired metadata.annotations[api-approved.kubernetes.io]"],
    },
    {
      name: "preserveUnknownFields",
      crd: crontabs({ preserveUnknownFields: true }),
      errors: ["FieldValueInvalid spec.preserveUnknownFields"],
    },
  ];

  test.each(rows)("$name", ({ crd, errors }) => {
    expect(fieldsOf(checkCrd(deepFreeze(crd), allEngines))).toEqual(errors);
  });

  test("refuses $ref in each nested schema, as kube-apiserver 1.36.3 did", () => {
    const $ref = { $ref: "#/a" };
    const properties = {
      alone: $ref,
      typed: { type: "object", $ref: "http://example.com/a#" },
      empty: { type: "string", $ref: "" },
      items: { type: "array", items: $ref },
      map: { type: "object", additionalProperties: { type: "string", ...$ref } },
      all: { type: "object", allOf: [$ref] },
      any: { type: "object", anyOf: [$ref, { required: ["a"] }] },
      one: { type: "object", oneOf: [$ref] },
      not: { type: "object", not: $ref },
      pattern: { type: "object", patternProperties: { a: $ref } },
      dependent: { type: "object", dependencies: { a: $ref } },
      tuple: { type: "array", items: [$ref] },
    };
    const { errors } = checkCrd(deepFreeze(crontabsOf({ type: "object", properties })), allEngines);
    const at = `${schema}.properties`;
    expect(new Set(errors.map(({ detail }) => detail))).toEqual(
      new Set([
        "$ref is not supported",
        "dependencies is not supported",
        "items must be a schema object and not an array",
        "patternProperties is not supported",
      ]),
    );
    expect(errors.map(({ field }) => field).sort()).toEqual([
      `${at}[all].allOf[0].$ref`,
      `${at}[alone].$ref`,
      `${at}[any].anyOf[0].$ref`,
      `${at}[dependent].dependencies`,
      `${at}[dependent].dependencies[a].$ref`,
      `${at}[empty].$ref`,
      `${at}[items].items.$ref`,
      `${at}[map].additionalProperties.$ref`,
      `${at}[not].not.$ref`,
      `${at}[one].oneOf[0].$ref`,
      `${at}[pattern].patternProperties`,
      `${at}[tuple].items`,
      `${at}[tuple].items[0].$ref`,
      `${at}[typed].$ref`,
    ]);
    expect(new Set(errors.map(({ type }) => type))).toEqual(new Set(["FieldValueForbidden"]));
  });

  test("refuses a rule whose expansion doubles with each link", () => {
    const rule = `optional.of(1)${".optMap(x, x + x)".repeat(40)}.orValue(0) >= 0`;
    const crd = crontabsOf({ type: "object", "x-kubernetes-validations": [{ rule }] });
    const { errors } = checkCrd(crd, allEngines);
    expect(errors.map(({ field }) => field)).toEqual([
      `${schema}.x-kubernetes-validations[0].rule`,
    ]);
    expect(errors[0]?.detail).toContain(
      "expression count exceeds limit of 100000 while expanding macro 'optMap'",
    );
  });

  test("sets the defaults and the status of a new definition", () => {
    const { crd } = checkCrd(crontabsWith({ service: { name: "a", namespace: "b" } }), allEngines);
    expect(crd.spec.names).toMatchObject({ singular: "crontab", listKind: "CronTabList" });
    expect(crd.spec.conversion?.webhook?.clientConfig?.service?.port).toBe(443);
    expect(crd.status.storedVersions).toEqual(["v1"]);
    expect(crd.metadata.generation).toBe(1);
  });

  test("reports fields that the server does not know", () => {
    const { unknownFields } = checkCrd(crontabs({ validation: {} }), allEngines);
    expect(unknownFields).toEqual(['unknown field "spec.validation"']);
  });

  test("warns of formats that the server ignores", () => {
    const format = { type: "string", format: "uint8" };
    const { warnings } = checkCrd(
      crontabsOf({ type: "object", properties: { a: format } }),
      allEngines,
    );
    expect(warnings).toEqual(['unrecognized format "uint8"']);
  });

  test("refuses a schema that nests too deep", () => {
    const deep = Array.from({ length: maxCrdDepth }).reduce<JsonValue>((held) => ({ held }), {});
    expect(fieldsOf(checkCrd(crontabsOf({ default: deep }), allEngines))).toEqual([
      "FieldValueInvalid <nil>",
    ]);
  });

  test.each([
    { enum: [] },
    { allOf: [] },
    { definitions: {} },
    { "x-kubernetes-list-map-keys": [] },
  ])("takes schemas of two versions for the same if one has %j", (empty) => {
    const schema = { type: "object", properties: { a: {} } };
    const versionWith = (openAPIV3Schema: JsonObject, more: JsonObject): JsonObject =>
      version({ schema: { openAPIV3Schema }, ...more });
    const versions = [
      versionWith(schema, {}),
      versionWith({ ...schema, ...empty }, { name: "v2", storage: false }),
    ];
    expect(fieldsOf(checkCrd(crontabs({ versions }), allEngines))).toEqual([
      "FieldValueRequired spec.validation.openAPIV3Schema.properties[a].type",
    ]);
  });

  // The server finds what is wrong with the keys of a list at the list itself, so it compiles the rules of a key.
  test("checks rules of a key that its list refuses", () => {
    const a = {
      type: "string",
      nullable: true,
      "x-kubernetes-validations": [{ rule: "self.b == 1" }],
    };
    const list = {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
      items: { type: "object", required: ["a"], properties: { a } },
    };
    const crd = crontabsOf({ type: "object", properties: { list } });
    const key = "spec.validation.openAPIV3Schema.properties[list].items.properties[a]";
    expect(fieldsOf(checkCrd(crd, allEngines)).toSorted()).toEqual([
      `FieldValueForbidden ${key}.nullable`,
      `FieldValueInvalid ${key}.x-kubernetes-validations[0].rule`,
    ]);
  });

  test("checks rules only in a schema without other errors", () => {
    const ruled = (a: JsonValue, rule: string): JsonValue =>
      crontabsOf({
        type: "object",
        properties: { a },
        "x-kubernetes-validations": [{ rule }],
      });
    expect(fieldsOf(checkCrd(ruled({ type: "string" }, "self.b == 1"), allEngines))).toEqual([
      "FieldValueInvalid spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule",
    ]);
    expect(fieldsOf(checkCrd(ruled({}, "self.b == 1"), allEngines))).not.toContain(
      "FieldValueInvalid spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule",
    );
  });

  test.each([
    { name: "a default that breaks a rule", rule: { rule: "self != 'bad'" }, errors: 1 },
    {
      name: "a default that breaks a rule for new values",
      rule: { rule: "self == oldSelf.value()", optionalOldSelf: true },
      errors: 1,
    },
    { name: "a default that is valid", rule: { rule: "self == 'bad'" }, errors: 0 },
  ])("runs rules on defaults: $name", ({ rule, errors }) => {
    const a = { type: "string", default: "bad", "x-kubernetes-validations": [rule] };
    const report = checkCrd(crontabsOf({ type: "object", properties: { a } }), allEngines);
    const at = "spec.validation.openAPIV3Schema.properties[a].default";
    expect(report.errors.map(({ field }) => field)).toEqual(errors === 0 ? [] : [at]);
  });
});

describe("checkCrdUpdate", () => {
  const established = { status: { conditions: [{ type: "Established", status: "True" }] } };
  const notStructural = crontabsOf({ type: "object", properties: { a: { type: "null" } } });
  const rows = [
    { name: "no change", crd: crontabs(), old: crontabs(), errors: [] },
    {
      name: "another kind of an established definition",
      crd: crontabs({ names: { plural: "crontabs", kind: "Other" } }),
      old: { ...crontabs(), ...established },
      errors: ["FieldValueInvalid spec.names.kind"],
    },
    {
      name: "another kind of an unestablished definition",
      crd: crontabs({ names: { plural: "crontabs", kind: "Other" } }),
      old: crontabs(),
      errors: [],
    },
    {
      name: "a stored version that is removed",
      crd: crontabs({ versions: [version({ name: "v2" })] }),
      old: crontabs(),
      errors: ["FieldValueInvalid status.storedVersions[0]"],
    },
    {
      name: "an invalid type that stays",
      crd: notStructural,
      old: notStructural,
      errors: ["FieldValueForbidden spec.validation.openAPIV3Schema.properties[a].type"],
    },
    {
      name: "a CA bundle that turns bad",
      crd: crontabsWith({ url: "https://a.example", caBundle: "Z2FyYmFnZQ==" }),
      old: { ...crontabsWith({ url: "https://a.example" }), ...established },
      errors: ["FieldValueInvalid spec.conversion.webhookClientConfig.caBundle"],
    },
    {
      name: "a CA bundle that was invalid before",
      crd: crontabsWith({ url: "https://a.example", caBundle: "Z2FyYmFnZQ==" }),
      old: {
        ...crontabsWith({ url: "https://a.example", caBundle: "Z2FyYmFnZQ==" }),
        ...established,
      },
      errors: [],
    },
  ];

  test.each(rows)("$name", ({ crd, old, errors }) => {
    expect(fieldsOf(checkCrdUpdate(deepFreeze(crd), deepFreeze(old), allEngines))).toEqual(errors);
  });

  test("increments the generation for a changed spec only", () => {
    const old = crontabs({}, { generation: 4 });
    expect(checkCrdUpdate(crontabs(), old, allEngines).crd.metadata.generation).toBe(4);
    expect(
      checkCrdUpdate(crontabs({ scope: "Cluster" }), old, allEngines).crd.metadata.generation,
    ).toBe(5);
  });
});

describe("checkCrdStatusUpdate", () => {
  test("accepts the status and does not change the spec", () => {
    const status = { storedVersions: ["v9"], acceptedNames: { plural: "A", kind: "K" } };
    const report = checkCrdStatusUpdate({ ...crontabs({ scope: "Cluster" }), status }, crontabs());
    expect(fieldsOf(report)).toEqual(["FieldValueInvalid status.acceptedNames.plural"]);
    expect(report.crd.spec.scope).toBe("Namespaced");
    expect(report.crd.status.storedVersions).toEqual(["v9"]);
  });
});
