import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { acceptEntryText, isAccepted, withPastable } from "../../../../lib/lens/language/accept.ts";
import { parsePath, pathText } from "../../../../lib/lens/language/path.ts";
import type { ConstraintName } from "../../../../lib/schema/constraint/constraint.ts";
import {
  eachItem,
  eachValue,
  type SchemaPath,
} from "../../../../lib/schema/constraint/schema-path.ts";

function minItems(path: string): ConstraintName {
  return { path: parsePath(path) ?? [], keyword: "minItems" };
}

describe("an entry of accept, ready to paste", () => {
  test("for few paths is one line", () => {
    expect(
      acceptEntryText("v2", [minItems("spec.a"), minItems("spec.a"), minItems("spec.b[*]")]),
    ).toBe('- { in: v2, at: [spec.a, "spec.b[*]"], refuses: minItems, why: "" }');
  });

  test("for many paths is written over lines, and means the same", () => {
    const paths = Array.from({ length: 25 }, (_, index) => `spec.template.mounts${index}[*]`);
    const [first, ...others] = paths.map(minItems);
    const entry = first === undefined ? "" : acceptEntryText("v1beta2", [first, ...others]);
    expect(Math.max(...entry.split("\n").map((line) => line.length))).toBeLessThan(100);
    expect(parse(entry)).toEqual([{ in: "v1beta2", at: paths, refuses: "minItems", why: "" }]);
    const message = withPastable("Accept it:", [entry]);
    expect(message).toBe(`Accept it:\n${entry}`);
  });

  test("for many paths is shortened to patterns that match all of them and none of the others", () => {
    const paths = [
      ..."abcdef".split("").map((name) => `spec.template.ports[*].${name}`),
      ..."abcd".split("").map((name) => `spec.groups.${name}.identifier`),
      "spec.image",
    ];
    const [first, ...rest] = paths.map(minItems);
    const others = ["spec.groups.a.size", "spec.template.other", "status.identifier"].map(
      (path) => parsePath(path) ?? [],
    );
    const entry = first === undefined ? "" : acceptEntryText("v1beta2", [first, ...rest], others);
    expect(entry).toBe(
      '- in: v1beta2\n  at:\n  - "spec.template.ports[*].**"\n  - "spec.groups.**.identifier"\n  - spec.image\n' +
        '  refuses: minItems\n  why: ""',
    );
    const [accepted] = parse(entry);
    const isNamed = (constraint: ConstraintName) => isAccepted(accepted, "v1beta2", constraint);
    expect(paths.map(minItems).every(isNamed)).toBe(true);
    expect(others.some((path) => isNamed({ path, keyword: "minItems" }))).toBe(false);
  });

  test("shortened for random paths, matches all of them and none of the others", () => {
    const step = fc.constantFrom<SchemaPath[number]>("a", "b", "longer", eachItem, eachValue);
    const path = fc
      .array(step, { maxLength: 4 })
      .map((steps): SchemaPath => ["spec", ...steps, "name"]);
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 12, maxLength: 30, selector: pathText }),
        fc.nat(20),
        (all, count) => {
          const [wanted, others] = [all.slice(0, count + 1), all.slice(count + 1)];
          const [first, ...rest] = wanted.map((each) => minItems(pathText(each)));
          const [entry] = parse(
            first === undefined ? "" : acceptEntryText("v2", [first, ...rest], others),
          );
          const isNamed = (each: SchemaPath) =>
            isAccepted(entry, "v2", { path: each, keyword: "minItems" });
          return wanted.every(isNamed) && !others.some(isNamed);
        },
      ),
      { numRuns: 200 },
    );
  });
});
