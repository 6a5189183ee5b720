import { expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";

// Two features of the language at one place, each of which is right without the other.

const text: JsonObject = { type: "string" };

function map(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...more };
}

/** The members of `spec` in both versions, and the rules, whose paths start at `spec`. */
interface TwoVersions {
  readonly v1: JsonObject;
  readonly v2: JsonObject;
  readonly rules: readonly RuleData[];
  /** Rules whose paths start at the object. */
  readonly objectRules?: readonly RuleData[];
}

interface LawfulKind extends TwoVersions {
  readonly name: string;
}

const lawful: readonly LawfulKind[] = [
  {
    name: "a fill that reads null",
    v1: { f: text, source: text },
    v2: { f: text, source: text },
    rules: [{ op: "at", from: "f", to: "f", fill: { from: { read: "source" } } }],
  },
];

test.each(lawful)("$name: every law holds", async ({ v1, v2, rules, objectRules = [] }) => {
  const version = (name: string, members: JsonObject) => {
    const schema = map({ spec: map(members) });
    return { name, served: true, storage: name === "v2", schema };
  };
  const kind = defineKind({
    crd: {
      group: "example.com",
      kind: "Gadget",
      plural: "gadgets",
      scope: "Namespaced",
      versions: [version("v1", v1), version("v2", v2)],
    },
    lenses: [
      {
        from: "v1",
        to: "v2",
        rules: [...objectRules, { op: "at", from: "spec", to: "spec", rules }],
      },
    ],
  });
  const { laws } = await checkKind(kind, { runs: 20, seed: 1 });
  const failed = laws.flatMap(({ law, from, to, failure }) =>
    failure === undefined ? [] : [`${law} ${from} to ${to}: ${failure.explanation}`],
  );
  expect(failed).toEqual([]);
});
