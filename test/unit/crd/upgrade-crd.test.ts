import { describe, expect, test } from "vitest";
import { checkCrd } from "../../../lib/crd/check-crd.ts";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { upgradeCrd } from "../../../lib/crd/upgrade/upgrade-crd.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { asMap } from "../../support/as-map.ts";
import { crontabs, version } from "./crd-samples.ts";

function beta(spec: Readonly<Record<string, JsonValue>>): JsonObject {
  return { ...crontabs({ preserveUnknownFields: false, ...spec }), apiVersion: betaVersion };
}

const betaVersion = "apiextensions.k8s.io/v1beta1";
const v1 = { name: "v1", served: true, storage: true };
const schema = { type: "object", properties: { a: { type: "object" } } };
const keep = { "x-kubernetes-preserve-unknown-fields": true };

describe("upgradeCrd", () => {
  const rows: readonly {
    name: string;
    spec: Readonly<Record<string, JsonValue>>;
    expected: JsonObject;
    paths: readonly string[];
  }[] = [
    {
      name: "copies a common schema to each version",
      spec: {
        versions: [v1, { ...v1, name: "v2", storage: false }],
        validation: { openAPIV3Schema: schema },
      },
      expected: {
        versions: [
          { ...v1, schema: { openAPIV3Schema: schema } },
          { ...v1, name: "v2", storage: false, schema: { openAPIV3Schema: schema } },
        ],
      },
      paths: ["spec.validation", "spec.validation"],
    },
    {
      name: "spec.version alone becomes an entry of versions",
      spec: { version: "v1", versions: null, validation: { openAPIV3Schema: schema } },
      expected: { versions: [{ ...v1, schema: { openAPIV3Schema: schema } }] },
      paths: ["spec.version", "spec.validation"],
    },
    {
      name: "drops spec.version beside versions",
      spec: { version: "v1" },
      expected: { versions: [version()] },
      paths: ["spec.version"],
    },
    {
      name: "a version's own schema wins",
      spec: { validation: { openAPIV3Schema: schema } },
      expected: { versions: [version()] },
      paths: ["spec.validation"],
    },
    {
      name: "columns rename their path member",
      spec: { additionalPrinterColumns: [{ name: "a", type: "string", JSONPath: ".a" }] },
      expected: {
        versions: [
          version({ additionalPrinterColumns: [{ name: "a", type: "string", jsonPath: ".a" }] }),
        ],
      },
      paths: ["spec.additionalPrinterColumns"],
    },
    {
      name: "a webhook moves, and gets its former default",
      spec: { conversion: { strategy: "Webhook", webhookClientConfig: { url: "https://a.b" } } },
      expected: {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a.b" }, conversionReviewVersions: ["v1beta1"] },
        },
      },
      paths: ["spec.conversion.webhookClientConfig", "spec.conversion.conversionReviewVersions"],
    },
    {
      name: "unknown fields are preserved if they were by default",
      spec: {
        preserveUnknownFields: true,
        versions: [version({ schema: { openAPIV3Schema: schema } })],
      },
      expected: {
        versions: [
          version({
            schema: {
              openAPIV3Schema: {
                ...schema,
                ...keep,
                properties: { a: { type: "object", ...keep } },
              },
            },
          }),
        ],
      },
      paths: ["spec.preserveUnknownFields"],
    },
    {
      name: "a version without schema gets one that accepts anything",
      spec: { versions: [v1] },
      expected: { versions: [{ ...v1, schema: { openAPIV3Schema: { type: "object", ...keep } } }] },
      paths: ["spec.versions[0].schema"],
    },
  ];

  test.each(rows)("$name", ({ spec, expected, paths }) => {
    const { crd, notes } = upgradeCrd(deepFreeze(beta(spec)));
    expect(crd).toMatchObject({ apiVersion: "apiextensions.k8s.io/v1", spec: expected });
    expect(notes.map(({ path }) => path)).toEqual(paths);
    expect(checkCrd(crd, allEngines).errors).toEqual([]);
  });

  test("writes the former default of the scope explicitly", () => {
    const { spec, ...rest } = beta({});
    const { scope: _, ...unscoped } = asMap(spec);
    expect(upgradeCrd({ ...rest, spec: unscoped }).crd).toMatchObject({
      spec: { scope: "Namespaced" },
    });
  });

  test("lists what a schema that is not structural loses", () => {
    const broken = { type: "object", properties: { a: {} } };
    const { notes } = upgradeCrd(
      beta({ versions: [version({ schema: { openAPIV3Schema: broken } })] }),
    );
    expect(notes[0]?.path).toBe("spec.versions[0].schema.openAPIV3Schema");
    expect(notes[0]?.text).toContain("no pruning");
    expect(notes[0]?.text).toContain("properties[a].type: Required value");
  });

  test.each([
    { name: "a definition of v1", crd: crontabs(), notes: 0 },
    { name: "no definition", crd: { kind: "Pod" }, notes: 1 },
    { name: "not a map", crd: [1], notes: 1 },
  ])("does not change $name", ({ crd, notes }) => {
    expect(upgradeCrd(crd).notes).toHaveLength(notes);
  });
});
