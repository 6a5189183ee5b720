import { describe, expect, test } from "vitest";
import type { Converter } from "../../../../lib/converter/converter.ts";
import { ok } from "../../../../lib/json/result.ts";
import { isObject, type JsonObject } from "../../../../lib/json/value.ts";
import { brokenLaws, gadget, integer, map, text } from "../../../support/law-kinds.ts";
import { lawAbiding } from "../../../support/lawless-kinds.ts";

const onSpec =
  (change: (spec: JsonObject) => JsonObject): Converter =>
  ({ body }) =>
    ok({ body: isObject(body["spec"]) ? { ...body, spec: change(body["spec"]) } : body });

describe("the laws of return", () => {
  test("accept a value that is held back beside a default of the server", async () => {
    const words = (name: string, words: readonly string[]) => ({
      [name]: { type: "string", enum: words },
    });
    const kind = gadget({
      v1: {
        spec: map(
          { ...words("engineType", ["pg", "mysql"]), replicas: integer },
          { required: ["engineType"] },
        ),
      },
      v2: {
        spec: map(
          { ...words("engine", ["PostgreSQL", "MySQL"]), replicas: { ...integer, default: 1 } },
          { required: ["engine"] },
        ),
      },
      lens: "rules: [{ map: spec.engineType, to: spec.engine, table: { pg: PostgreSQL, mysql: MySQL } }]",
    });
    expect(await brokenLaws(kind)).toEqual([]);
  });

  test("accept an edit to the default's own value", async () => {
    const kind = gadget({
      v1: { spec: map({ name: text }) },
      v2: { spec: map({ name: text, expireAfter: { ...text, default: "720h" } }) },
      lens: {
        rules: [
          {
            op: "hook",
            from: ["spec.name"],
            to: ["spec.name", "spec.expireAfter"],
            forward: ([name]) => [name, undefined],
            backward: ([name]) => [name],
          },
        ],
      },
    });
    expect(await brokenLaws(kind)).toEqual([]);
  });

  test("refuse a converter that invents a value, also with a server in between", async () => {
    const invents = onSpec((spec) => ({ ...spec, note: spec["note"] ?? "x" }));
    const broken = await brokenLaws(lawAbiding({ backward: invents }));
    expect(broken.join("\n")).toContain("round-trip");
    expect(broken.join("\n")).toContain("server-in-between");
  });

  test("refuse a converter that loses a value which the schema refuses", async () => {
    const words: unknown[] = ["fast", "slow", "odd"];
    const forgets = onSpec(({ mode, ...spec }) =>
      words.includes(mode) && mode !== undefined ? { ...spec, mode } : spec,
    );
    const broken = await brokenLaws(lawAbiding({ forward: forgets }), { only: ["round-trip"] });
    expect(broken).not.toEqual([]);
  });

  test("refuse a converter that overwrites an edit with the default's value", async () => {
    const resets = onSpec((spec) => (spec["size"] === 3 ? { ...spec, size: 1 } : spec));
    const broken = await brokenLaws(lawAbiding({ backward: resets }), { only: ["edits-survive"] });
    expect(broken).not.toEqual([]);
  });
});
