import { ok } from "../../lib/json/result.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { defineKind, type KindDeclaration } from "../../lib/kind/kind.ts";

const text = { type: "string" } as const;
const texts: JsonObject = { type: "object", additionalProperties: text };
const free = { "x-kubernetes-preserve-unknown-fields": true } as const;

/** A spec with a value of each type that a schema can declare, and with values of any type. */
const spec: JsonObject = {
  type: "object",
  properties: {
    name: text,
    size: { type: "integer", format: "int64" },
    ratio: { type: "number" },
    on: { type: "boolean" },
    port: { "x-kubernetes-int-or-string": true },
    password: { type: "string", format: "password" },
    tags: { type: "array", items: text },
    settings: texts,
    parts: { type: "array", items: { type: "object", properties: { name: text, data: texts } } },
    free: { type: "object", ...free },
    anything: free,
    freeList: { type: "array", items: { type: "object", ...free }, ...free },
    partly: { type: "object", properties: { known: text }, ...free },
    open: { type: "object", additionalProperties: true },
    template: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: { spec: { type: "object", properties: { known: text } } },
      ...free,
    },
    data: texts,
    stringData: texts,
    binaryData: texts,
    podMetadata: {
      type: "object",
      properties: { annotations: texts, managedFields: { type: "array", items: text } },
    },
  },
};

const schema: JsonObject = {
  type: "object",
  properties: { spec, data: texts, stringData: text, level: { type: "integer" } },
};

/** The group of {@link vaultKind}. */
export const vaultGroup = "vault.example.org";

/** A kind of two versions with the same schema, and a version that the CRD no longer lists. */
export function vaultKind(declaration: Partial<KindDeclaration> = {}) {
  return defineKind({
    crd: {
      group: vaultGroup,
      kind: "Vault",
      plural: "vaults",
      scope: "Namespaced",
      versions: ["v1", "v2"].map((name) => ({
        name,
        served: true,
        storage: name === "v2",
        schema,
      })),
    },
    gone: { v1alpha1: null },
    edges: [
      {
        from: "v1",
        to: "v2",
        forward: ({ body }) => ok({ body }),
        backward: ({ body }) => ok({ body }),
      },
      {
        from: "v1alpha1",
        to: "v1",
        forward: ({ body }) => ok({ body }),
        backward: ({ body }) => ok({ body }),
      },
    ],
    ...declaration,
  });
}
