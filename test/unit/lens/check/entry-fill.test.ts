import { expect, test } from "vitest";
import { kindAnalysis } from "../../../../lib/cli/kinds/compile/kind-analysis.ts";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { defineKind } from "../../../../lib/kind/kind.ts";
import type { AbsenceModifiers } from "../../../../lib/lens/language/absence.ts";

const text = { type: "string" };
const items = { type: "object", properties: { name: text, value: text } };

function codesWith(modifiers: AbsenceModifiers): readonly string[] {
  const versionOf = (name: string, properties: JsonObject) => ({
    name,
    served: true,
    storage: name === "v2",
    schema: { type: "object", properties: { spec: { type: "object", properties } } },
  });
  const kind = defineKind({
    crd: {
      group: "example.org",
      kind: "Gadget",
      plural: "gadgets",
      scope: "Namespaced",
      versions: [
        versionOf("v1", { cpu: text, memory: text }),
        versionOf("v2", { resources: { type: "array", items } }),
      ],
    },
    lenses: [
      {
        from: "v1",
        to: "v2",
        rules: [
          {
            op: "entry",
            from: { cpu: "spec.cpu", memory: "spec.memory" },
            to: "spec.resources",
            ...modifiers,
          },
        ],
      },
    ],
  });
  const { lenses } = kindAnalysis(kind);
  return lenses
    .flatMap(({ faults }) => faults)
    .filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
}

test.each<{ readonly modifiers: AbsenceModifiers; readonly codes: readonly string[] }>([
  { modifiers: { fill: { to: { value: ["cpu"] } } }, codes: [] },
  { modifiers: { fill: { to: { value: ["cpu"] } }, omit: { to: { equals: [] } } }, codes: [] },
  { modifiers: { fill: { to: { value: [{ name: "cpu" }] } } }, codes: ["E119"] },
  { modifiers: { fill: { to: { value: "cpu" } } }, codes: ["E119"] },
  { modifiers: { fill: { to: { read: "spec.other" } } }, codes: ["E119"] },
  { modifiers: { fill: { from: { value: "1" } } }, codes: ["E134"] },
  { modifiers: { omit: { from: { equals: "1" } } }, codes: ["E134"] },
])("entry with $modifiers has the faults $codes", ({ modifiers, codes }) => {
  expect(codesWith(modifiers)).toEqual(codes);
});
