import { describe, expect, test } from "vitest";
import { constantName, versionTypes } from "../../../lib/cli/kinds/version-types.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

function typeOf(schema: JsonObject): string {
  const root = { type: "object", required: ["x"], properties: { x: schema } };
  const version = { name: "v1", served: true, storage: true, schema: root };
  const facts = { group: "example.com", kind: "Thing", plural: "things", scope: "Namespaced" };
  const code = versionTypes({ ...facts, versions: [version] }).at(-2) ?? "";
  return code.replaceAll(/\s+/g, " ").replace(/^.*readonly x: (.*); } \/\*\*.*$/, "$1");
}

describe("versionTypes", () => {
  const rows: readonly { name: string; schema: JsonObject; type: string }[] = [
    { name: "string", schema: { type: "string", format: "date-time" }, type: "string" },
    { name: "number", schema: { type: "number" }, type: "number" },
    { name: "int32", schema: { type: "integer", format: "int32" }, type: "number" },
    { name: "int64", schema: { type: "integer", format: "int64" }, type: "number | bigint" },
    { name: "bounded", schema: { type: "integer", minimum: 1, maximum: 9 }, type: "number" },
    { name: "nullable", schema: { type: "boolean", nullable: true }, type: "boolean | null" },
    { name: "words", schema: { type: "string", enum: ["a", "b"] }, type: '"a" | "b"' },
    {
      name: "int-or-string",
      schema: { "x-kubernetes-int-or-string": true },
      type: "number | string",
    },
    { name: "free", schema: { "x-kubernetes-preserve-unknown-fields": true }, type: "Json" },
    { name: "an empty map", schema: { type: "object" }, type: "object" },
    {
      name: "a free map",
      schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      type: "{ readonly [key: string]: Json }",
    },
    {
      name: "a map with free keys",
      schema: { type: "object", additionalProperties: { type: "string" } },
      type: "{ readonly [key: string]: string; }",
    },
    {
      name: "members: required, optional, unusually named",
      schema: {
        type: "object",
        required: ["a"],
        properties: { a: { type: "string" }, "b/c": { type: "string" } },
        "x-kubernetes-preserve-unknown-fields": true,
      },
      type: '{ readonly a: string; readonly "b/c"?: string; readonly [key: string]: unknown; }',
    },
    {
      name: "an embedded resource",
      schema: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: { kind: { type: "string" }, spec: { type: "object" } },
      },
      type: "{ readonly apiVersion: string; readonly kind: string; readonly metadata?: ObjectMeta; readonly spec?: object; }",
    },
    {
      name: "a list of words",
      schema: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      type: 'readonly ("a" | "b")[]',
    },
    {
      name: "a list of maps",
      schema: {
        type: "array",
        items: { type: "object", properties: { a: { "x-kubernetes-int-or-string": true } } },
      },
      type: "readonly { readonly a?: number | string; }[]",
    },
  ];

  test.each(rows)("$name", ({ schema, type }) => {
    expect(typeOf(schema)).toBe(type);
  });

  test("has the type of the kind, with the types of its versions", () => {
    const version = { served: true, storage: true, schema: { type: "object" } };
    const versions = ["v1", "v1-beta"].map((name) => ({ ...version, name }));
    const facts = { group: "example.com", kind: "Thing", plural: "things", scope: "Namespaced" };
    expect(versionTypes({ ...facts, versions }).at(-1)).toBe(`/** The kind, for \`admission\`. */
export const kind: {
  readonly kind: "Thing";
  readonly objects?: {
    readonly v1: V1;
    readonly "v1-beta": V1_beta;
  };
} = { kind: "Thing" };`);
  });

  test.each([
    { version: "v1", name: "v1" },
    { version: "v1-beta", name: "v1_beta" },
    { version: "crd", name: "crd_" },
    { version: "kind", name: "kind_" },
  ])("names the constant of $version $name", ({ version, name }) => {
    expect(constantName(version)).toBe(name);
  });
});
