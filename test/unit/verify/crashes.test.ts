import { describe, expect, test } from "vitest";
import type { Converter } from "../../../lib/converter/converter.ts";
import { ok } from "../../../lib/json/result.ts";
import { isObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { defineKind, type Kind } from "../../../lib/kind/kind.ts";
import type { HookFunction } from "../../../lib/lens/language/hook-function.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import type { LawName } from "../../../lib/verify/laws/law.ts";
import { untyped } from "../../support/faulty-kinds.ts";
import { lawAbiding } from "../../support/lawless-kinds.ts";

/** The laws that a kind breaks, with what is said of each. */
async function broken(kind: Kind, only?: readonly LawName[]): Promise<Map<LawName, string>> {
  const { laws } = await checkKind(kind, { runs: 100, ...(only !== undefined && { only }) });
  return new Map(
    laws
      .filter(({ passed }) => !passed)
      .map(({ law, failure }) => [law, failure?.explanation ?? ""]),
  );
}

/** Writes to the map that stands at spec. */
const writing =
  (write: (spec: Record<string, JsonValue>) => void): Converter =>
  ({ body }) => {
    const spec = member(body, "spec");
    if (isObject(spec)) write(untyped<Record<string, JsonValue>>(spec));
    return ok({ body });
  };

describe("a conversion that writes to its input", () => {
  test.each<{ name: string; write: (spec: Record<string, JsonValue>) => void }>([
    {
      name: "a new member",
      write: (spec) => {
        spec["note"] = "x";
      },
    },
    {
      name: "a member that was there before",
      write: (spec) => {
        spec["name"] = spec["name"] ?? "";
      },
    },
  ])("is detected and named: $name", async ({ write }) => {
    const found = await broken(lawAbiding({ forward: writing(write) }));
    expect(found.get("input-untouched")).toMatch(/^the conversion changed its input: /);
    for (const [law, explanation] of found) {
      expect(`${law}: ${explanation}`).toMatch(/: the conversion changed its input: /);
    }
  });

  test.each<LawName>([
    "no-crash",
    "input-untouched",
    "small-scope",
    "round-trip",
    "server-in-between",
    "edits-survive",
    "settles",
    "fragments",
    "valid-result",
  ])("is detected by each law on its own: %s", async (law) => {
    const kind = lawAbiding({
      forward: writing((spec) => {
        spec["note"] = "x";
      }),
    });
    const found = await broken(kind, [law]);
    expect(found.get(law)).toMatch(/the conversion changed its input: /);
  });
});

describe("a hook that fails", () => {
  const map = { type: "object", additionalProperties: { type: "string" } };
  const schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { a: map } } },
  };
  const hooked = (forward: HookFunction): Kind =>
    defineKind({
      crd: {
        group: "hooks.example.com",
        kind: "Widget",
        plural: "widgets",
        scope: "Namespaced",
        versions: [
          { name: "v1", served: true, storage: true, schema },
          { name: "v2", served: true, storage: false, schema },
        ],
      },
      lenses: [
        {
          from: "v1",
          to: "v2",
          rules: [
            {
              op: "hook",
              name: "shape",
              from: ["spec.a"],
              to: ["spec.a"],
              forward,
              backward: ([a]) => [a],
            },
          ],
        },
      ],
    });

  test.each<{ name: string; forward: HookFunction; says: RegExp }>([
    {
      name: "because it throws",
      forward: () => {
        throw new RangeError("too far");
      },
      says: /HookFailed: spec\.a: the hook "shape" threw an error.*RangeError: too far/,
    },
    {
      name: "because it writes to its values, which are frozen",
      forward: ([a]) => {
        if (isObject(a)) untyped<Record<string, JsonValue>>(a)["b"] = 1;
        return [a];
      },
      says: /HookFailed: spec\.a: the hook "shape" threw an error.*TypeError: Cannot add property b/,
    },
  ])("fails no-crash: $name", async ({ forward, says }) => {
    expect((await broken(hooked(forward), ["no-crash"])).get("no-crash")).toMatch(says);
  });

  test("fails no-crash: by different results for the same values, also if both are valid in a schema", async () => {
    let calls = 0;
    const forward: HookFunction = ([a]) => {
      calls += 1;
      return [calls % 2 === 0 ? a : { odd: "call" }];
    };
    expect((await broken(hooked(forward), ["no-crash"])).get("no-crash")).toMatch(
      /HookFailed: spec\.a: the hook "shape" returned different results for the same values when it was called twice/,
    );
  });

  test("does not fail it by an undefined member, which counts as absent", async () => {
    const forward: HookFunction = () => [untyped<JsonValue>({ a: undefined })];
    expect((await broken(hooked(forward), ["no-crash"])).get("no-crash")).toBeUndefined();
  });
});
