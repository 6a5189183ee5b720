import { expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import { declared } from "../../support/random-kinds.ts";

// Values that a version can represent only in part, by rules with `fill` or `omit` for the rest of the value or its absence.

const text: JsonObject = { type: "string" };
const map = (properties: JsonObject, further: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...further,
});
const free: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const list = (items: JsonObject): JsonObject => ({ type: "array", items });

interface Row {
  readonly name: string;
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly rule: RuleData;
  readonly required?: { readonly from: readonly string[]; readonly to: readonly string[] };
}

test.each<Row>([
  {
    name: "free JSON of which nothing is left, in a rule that omits the empty map",
    from: map({}),
    to: free,
    rule: { op: "at", from: "f", to: "f", omit: { to: { equals: {} } } },
  },
  {
    name: "free JSON that the declared version refuses and fills in",
    from: map({ word: { type: "string", enum: ["x", "y"] } }, { required: ["word"] }),
    to: free,
    rule: { op: "at", from: "f", to: "f", fill: { from: { value: { word: "x" } } } },
  },
  {
    name: "an empty map that the other version refuses, where it is required and filled in",
    from: map({ a: text, b: text }),
    to: map({ a: text, host: text, port: text }, { minProperties: 1 }),
    rule: {
      op: "at",
      from: "f",
      to: "f",
      rules: [
        { op: "split", from: "b", to: { host: "host", port: "port" }, template: "{host}:{port}" },
      ],
      fill: { from: { value: { a: "x" } } },
    },
    required: { from: ["f"], to: [] },
  },
  {
    name: "a fragment without a list that is filled in with an item",
    from: list(map({ a: text, size: text })),
    to: list(map({ a: text })),
    rule: {
      op: "each",
      from: "f",
      to: "f",
      rules: [{ op: "keep", from: "size" }],
      fill: { from: { value: [{ a: "x" }] } },
    },
  },
])("$name keeps every law", async ({ from, to, rule, required }) => {
  const spec = { from: { f: from }, to: { f: to }, rules: [rule], required };
  const { laws } = await checkKind(declared(spec), { runs: 30, seed: 1 });
  const failed = laws.filter(({ failure }) => failure !== undefined);
  expect(failed.map(({ law, failure }) => `${law}: ${failure?.explanation}`)).toEqual([]);
});
