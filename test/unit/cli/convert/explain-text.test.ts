import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { convert } from "../../../../lib/cli/verbs/convert/convert.ts";
import { explainText } from "../../../../lib/cli/verbs/convert/explain-text.ts";
import { ok } from "../../../../lib/json/result.ts";
import { defineKind } from "../../../../lib/kind/kind.ts";
import { runCommand } from "../../../support/run-command.ts";

let folder = "";

const schema = (field: string): string =>
  `{openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {${field}: {type: string}}}}}}`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "explain-"));
  mkdirSync(join(folder, "kinds/chain"), { recursive: true });
  writeFileSync(
    join(folder, "kinds/chain/crd.yaml"),
    `kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Chain, plural: chains}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: ${schema("a")}}
  - {name: v2, served: true, storage: false, schema: ${schema("b")}}
  - {name: v3, served: true, storage: false, schema: ${schema("x: {type: string}, c")}}
`,
  );
  writeFileSync(
    join(folder, "kinds/chain/conversion.yaml"),
    `from: v1
to: v2
rules:
- { move: spec.a, to: spec.b }
---
from: v2
to: v3
rules:
- { move: spec.b, to: spec.c }
- { drop: spec.x, in: v3, reason: nobody reads it }
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("explainText", () => {
  test("prints one table for each conversion on the way", async () => {
    const file = join(folder, "object.json");
    writeFileSync(file, '{"apiVersion":"example.com/v3","kind":"Chain","spec":{"c":"1","x":"2"}}');
    const kinds = join(folder, "kinds");
    const ran = await runCommand(convert, [
      "-f",
      file,
      "--to",
      "v1",
      "--kinds",
      kinds,
      "--explain",
    ]);
    expect(ran.out).toContain('"a": "1"');
    expect(ran.error.replaceAll(file, "FILE")).toBe(`Chain, v3 to v1 (FILE: document 1)
  v2      ← v3      becomes  by rule
  spec.b  ← spec.c  moved    move spec.b → spec.c (conversion.yaml:9:3)
  not in v2:
    spec.x  dropped: nobody reads it  drop spec.x (conversion.yaml:10:3)
  v1      ← v2      becomes  by rule
  spec.a  ← spec.b  moved    move spec.a → spec.b (conversion.yaml:4:3)`);
  });

  test("prints no rules for a conversion in code", () => {
    const version = (name: string) => ({ name, served: true, storage: name === "v1", schema: {} });
    const byHand = ok({ body: {} });
    const kind = defineKind({
      crd: {
        group: "example.com",
        kind: "Hand",
        plural: "hands",
        scope: "Cluster",
        versions: ["v1", "v2"].map(version),
      },
      edges: [{ from: "v1", to: "v2", forward: () => byHand, backward: () => byHand }],
    });
    const [before, after] = ["v1", "v2"].map((name) => ({
      apiVersion: `example.com/${name}`,
      kind: "Hand",
    }));
    expect(explainText({ location: "f", kind, before: before ?? {}, after: after ?? {} })).toBe(
      "Hand, v1 to v2 (f)\n  v1 to v2: converted by hand-written code, which has no rules to show",
    );
  });
});
