import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { entryFor, withPastable } from "../../../../lib/lens/language/accept.ts";
import { parsePath } from "../../../../lib/lens/language/path.ts";
import type { ConstraintName } from "../../../../lib/schema/constraint/constraint.ts";

function minItems(path: string): ConstraintName {
  return { path: parsePath(path) ?? [], keyword: "minItems" };
}

describe("an entry of accept, ready to paste", () => {
  test("for few places is one line", () => {
    expect(entryFor("v2", [minItems("spec.a"), minItems("spec.a"), minItems("spec.b[*]")])).toBe(
      '- { in: v2, at: [spec.a, "spec.b[*]"], refuses: minItems, why: "" }',
    );
  });

  test("for many places is written over lines, and means the same", () => {
    const paths = Array.from({ length: 25 }, (_, index) => `spec.template.mounts${index}[*]`);
    const [first, ...others] = paths.map(minItems);
    const entry = first === undefined ? "" : entryFor("v1beta2", [first, ...others]);
    expect(Math.max(...entry.split("\n").map((line) => line.length))).toBeLessThan(100);
    expect(parse(entry)).toEqual([{ in: "v1beta2", at: paths, refuses: "minItems", why: "" }]);
    const message = withPastable("Accept it:", [entry]);
    expect(message).toBe(`Accept it:\n${entry}`);
  });
});
