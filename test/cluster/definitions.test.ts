import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkCrd } from "../../lib/crd/check-crd.ts";
import { allEngines } from "../../lib/crd/engines/all-engines.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { fieldMessage } from "../../lib/schema/field-error/field-message.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import { definitionsPath, messagesIn } from "./support/schema-differential.ts";

const schema = { openAPIV3Schema: { type: "object" } };
const v1 = { name: "v1", served: true, storage: true, schema };
const v2 = { ...v1, name: "v2", storage: false };
const names = { plural: "things", kind: "Thing" };
const spec: JsonObject = { group: "example.com", names, scope: "Namespaced", versions: [v1] };
const column = { name: "A", type: "string" };
const webhook = {
  clientConfig: { url: "https://a.example.com" },
  conversionReviewVersions: ["v1"],
};

/** A definition whose spec breaks a rule, or just keeps it. A new rule gets a row for each of both. */
const rows: readonly { readonly name: string; readonly change: JsonObject }[] = [
  { name: "the least that is accepted", change: {} },
  { name: "a group without a dot", change: { group: "example" } },
  { name: "another scope", change: { scope: "Galaxy" } },
  { name: "a plural in capitals", change: { names: { ...names, plural: "Things" } } },
  { name: "a short name with a dot", change: { names: { ...names, shortNames: ["a.b"] } } },
  { name: "no version", change: { versions: [] } },
  { name: "one version twice", change: { versions: [v1, { ...v1, storage: false }] } },
  { name: "two storage versions", change: { versions: [v1, { ...v2, storage: true }] } },
  { name: "no storage version", change: { versions: [v2] } },
  {
    name: "a warning without deprecation",
    change: { versions: [{ ...v1, deprecationWarning: "x" }] },
  },
  {
    name: "a deprecation warning of two lines",
    change: { versions: [{ ...v1, deprecated: true, deprecationWarning: "a\nb" }] },
  },
  {
    name: "a column whose path lacks its dot",
    change: {
      versions: [{ ...v1, additionalPrinterColumns: [{ ...column, jsonPath: "spec.a" }] }],
    },
  },
  {
    name: "a scale without a path",
    change: { versions: [{ ...v1, subresources: { scale: { specReplicasPath: ".spec.a" } } }] },
  },
  {
    name: "a selectable field that the schema lacks",
    change: { versions: [{ ...v1, selectableFields: [{ jsonPath: ".spec.a" }] }] },
  },
  { name: "a webhook without a client", change: { conversion: { strategy: "Webhook" } } },
  {
    name: "a webhook whose url is http",
    change: {
      conversion: {
        strategy: "Webhook",
        webhook: { ...webhook, clientConfig: { url: "http://a.example.com" } },
      },
    },
  },
  {
    name: "a webhook of an unknown review version",
    change: {
      conversion: {
        strategy: "Webhook",
        webhook: { ...webhook, conversionReviewVersions: ["v7"] },
      },
    },
  },
  { name: "a strategy None with a webhook", change: { conversion: { strategy: "None", webhook } } },
];

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});

afterAll(() => plane.stop());

/** Messages without values that are lists, which the server prints as Go's structs. */
function comparable(messages: readonly string[]): readonly string[] {
  return messages.map((text) => text.replace(/: (?:\[.*\]|null): /, ": ")).sort();
}

describe("checkCrd accepts and refuses as kube-apiserver does", () => {
  test.each(rows)("$name", async ({ change }) => {
    const definition = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "things.example.com" },
      spec: { ...spec, ...change },
    };
    const reply = await plane.client.send({
      method: "POST",
      path: definitionsPath,
      query: { dryRun: "All" },
      body: definition,
    });
    const { errors } = checkCrd(definition, allEngines);
    expect(comparable(errors.map(fieldMessage))).toEqual(comparable(messagesIn(reply)));
  });
});
