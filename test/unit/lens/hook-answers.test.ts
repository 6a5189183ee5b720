import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxDepth } from "../../../lib/json/error.ts";
import { parse } from "../../../lib/json/parse.ts";
import type { JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { HookFunction } from "../../../lib/lens/language/hook-function.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { type AnyHookFunction, fillFunction } from "../../../lib/lens/ops/hook/hook-function.ts";
import { hookResultFault } from "../../../lib/lens/ops/hook/hook-result.ts";
import { allowance } from "../../support/allowance.ts";
import { untyped } from "../../support/faulty-kinds.ts";
import { conversionReview } from "../../support/reviews.ts";
import { send } from "../../support/send-review.ts";

function ruleOf(forward: HookFunction): RuleData {
  return { op: "hook", name: "shape", from: ["spec.a", "spec.b"], to: ["spec.c"], forward };
}

/** Converts an object with a hook that has this function. */
function outcomeOf(forward: HookFunction, options: { readonly callsHooksTwice?: boolean } = {}) {
  const kind = { group: "example.com", schemaOf: () => undefined };
  const edge = lensEdge(kind, { from: "v1", to: "v2", rules: [ruleOf(forward)] });
  const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
  return edge.forward({ ...none, body: { spec: { a: { x: 1 }, b: 2 } } }, allowance(options));
}

class Money {
  readonly amount = 1;
}

const circular: { self?: unknown } = {};
circular.self = circular;
const nested = { list: [{ ok: 1 }, circular] };

const bad: readonly { name: string; value: unknown; what: string }[] = [
  { name: "NaN", value: Number.NaN, what: "NaN at spec.c" },
  { name: "an infinite number", value: { a: [-1 / 0] }, what: "-Infinity at spec.c.a[0]" },
  { name: "a date", value: new Date(0), what: "an instance of Date at spec.c" },
  {
    name: "a JavaScript Map",
    value: { m: new Map() },
    what: "an instance of Map at spec.c.m",
  },
  { name: "a class instance", value: new Money(), what: "an instance of Money at spec.c" },
  { name: "a regular expression", value: /a/, what: "an instance of RegExp at spec.c" },
  { name: "bytes", value: Buffer.from("a"), what: "an instance of Buffer at spec.c" },
  { name: "a function", value: { "a.b": () => 1 }, what: 'a function at spec.c["a.b"]' },
  { name: "a symbol", value: Symbol("a"), what: "a symbol at spec.c" },
  {
    name: "a promise",
    value: Promise.resolve(1),
    what: "a promise: a hook must be synchronous at",
  },
  { name: "a value that contains itself", value: nested, what: "a value that contains itself at" },
  { name: "an integer of 65 bits", value: 2n ** 64n, what: "an integer of more than 64 bits at" },
];

describe("the result of a hook", () => {
  test.each(bad)(
    "that contains $name counts as unparsable: the values are preserved",
    ({ value, what }) => {
      const outcome = outcomeOf(() => [untyped<JsonValue>(value)]);
      expect(outcome).toMatchObject({ ok: true, value: { remarks: { unparsed: ["spec.a"] } } });
      const thrown = outcome.ok ? outcome.value.remarks?.thrown : undefined;
      const message = thrown instanceof TypeError ? thrown.message : "";
      expect(message).toContain(`the hook "shape" returned ${what}`);
      expect(message).toContain("(hook spec.a, spec.b → spec.c)");
    },
  );

  test.each(bad)("that contains $name fails the conversion in check", ({ value, what }) => {
    const outcome = outcomeOf(() => [untyped<JsonValue>(value)], { callsHooksTwice: true });
    expect(outcome).toMatchObject({ ok: false, error: { code: "HookFailed", path: "spec.a" } });
    const message = outcome.ok ? "" : outcome.error.message;
    expect(message).toContain(`the hook "shape" returned ${what}`);
    expect(message).toContain("(hook spec.a, spec.b → spec.c)");
    expect(message).not.toMatch(/TypeError|\n/);
  });

  test.each([
    {
      name: "not a list",
      answer: { 0: 1, length: 1 },
      what: "returned another value instead of a list of length 1",
    },
    { name: "a promise of one", answer: Promise.resolve([1]), what: "returned a promise" },
    { name: "null", answer: null, what: "returned another value instead" },
    {
      name: "a list that is too short",
      answer: [],
      what: "returned a list of length 0 instead of a list of length 1",
    },
    {
      name: "a list that is too long",
      answer: [1, 2],
      what: "returned a list of length 2 instead",
    },
  ])("fails the conversion if it is $name", ({ answer, what }) => {
    const outcome = outcomeOf(() => untyped<JsonValue[]>(answer));
    const message = expect.stringContaining(`the hook "shape" ${what}`);
    expect(outcome).toMatchObject({ error: { code: "HookFailed", path: "spec.a", message } });
  });

  test("that throws fails the conversion, without the thrown text in the message", () => {
    const thrown = new TypeError("planted 5ecret");
    const outcome = outcomeOf(() => {
      throw thrown;
    });
    const message =
      'the hook "shape" threw an error; the log has the details (hook spec.a, spec.b → spec.c)';
    const error = { code: "HookFailed", path: "spec.a", message, thrown };
    expect(outcome).toEqual({ ok: false, error });
  });

  test("that is undefined means that its values can't be parsed, and they are preserved", () => {
    expect(outcomeOf(() => undefined)).toMatchObject({
      ok: true,
      value: { remarks: { unparsed: ["spec.a"] } },
    });
  });

  test("may be any JSON, or absent", () => {
    const of = (value: JsonValue | undefined) => outcomeOf(() => [value]);
    const proto = Object.assign(Object.create(null), { a: null });
    for (const value of [null, 0, 1n << 62n, "", { a: [{}] }, proto]) {
      expect(of(value)).toMatchObject({ ok: true, value: { body: { spec: { c: value } } } });
    }
    expect(of(undefined)).toMatchObject({ ok: true, value: { body: {} } });
  });

  test.each([
    { name: "a member", value: { a: undefined, b: [{ c: undefined }] }, is: { b: [{}] } },
    { name: "an item", value: [1, undefined], is: [1] },
    { name: "a hole in a list", value: Array(2), is: [] },
  ])("is absent where $name is undefined", ({ value, is }) => {
    const outcome = outcomeOf(() => [untyped<JsonValue>(value)]);
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome.ok && outcome.value.body["spec"]).toEqual({ c: is });
    expect(outcome.ok && stringify(outcome.value.body)).toBe(stringify({ spec: { c: is } }));
  });

  test("consists of frozen values", () => {
    const value = { list: [{ a: 1 }] };
    const outcome = outcomeOf(([given]) => {
      expect(Object.isFrozen(given)).toBe(true);
      return [given];
    });
    expect(outcome).toMatchObject({ ok: true });
    expect(Object.isFrozen(value)).toBe(false);
    const written = outcomeOf(([given]) => {
      untyped<{ x: number }>(given ?? {}).x = 1;
      return [given];
    });
    expect(written).toMatchObject({ ok: false, error: { code: "HookFailed", path: "spec.a" } });
  });

  test("of any JSON has no fault, and a value that is not JSON is reported with its path", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.string()), (value, keys) => {
        expect(hookResultFault(value)).toBeUndefined();
        const held = keys.reduceRight<unknown>((inner, key) => ({ a: value, [key]: inner }), NaN);
        expect(hookResultFault(held)).toMatchObject({ what: "NaN" });
      }),
    );
  });

  test("may nest as deep as an object may, and no deeper", () => {
    const deep = (levels: number): unknown =>
      Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);
    expect(hookResultFault(deep(maxDepth))).toBeUndefined();
    expect(hookResultFault(deep(maxDepth + 1))?.what).toBe("a value that contains itself");
  });
});

describe("a review whose kind has a faulty hook", () => {
  const version = { served: true, schema: { type: "object" } };
  const kindWith = (forward: HookFunction) =>
    defineKind({
      crd: {
        group: "hooks.example.com",
        kind: "Widget",
        plural: "widgets",
        scope: "Namespaced",
        versions: [
          { ...version, name: "v1", storage: true },
          { ...version, name: "v2", storage: false },
        ],
      },
      lenses: [{ from: "v1", to: "v2", rules: [ruleOf(forward)] }],
    });
  const object = {
    apiVersion: "hooks.example.com/v1",
    kind: "Widget",
    metadata: { name: "w", namespace: "n", uid: "u" },
    spec: { a: 1, b: 2 },
  };
  const review = stringify(conversionReview("hooks.example.com/v2", [object]));

  test.each<{ name: string; forward: HookFunction; thrown: RegExp }>([
    {
      name: "throws",
      forward: () => {
        throw new RangeError("planted");
      },
      thrown: /^RangeError: planted$/,
    },
    {
      name: "returns too few values",
      forward: () => [],
      thrown: /^TypeError: returned a list of length 0 instead of a list of length 1/,
    },
  ])("fails with kind, rule and path if it $name; the log has the details", async (row) => {
    const { httpResponse, log } = await send("convert", review, { kinds: [kindWith(row.forward)] });
    const reply = parse(httpResponse.body);
    expect(reply.ok && reply.value).toMatchObject({
      response: {
        result: {
          status: "Failed",
          message: expect.stringMatching(
            /^objects\[0\] n\/w: Widget spec\.a: the hook "shape" .* \(hook spec\.a, spec\.b → spec\.c\)$/,
          ),
        },
      },
    });
    expect(httpResponse.body).not.toContain("planted");
    expect(log.outcome).toBe("failed");
    expect(String(log.thrown)).toMatch(row.thrown);
  });

  test("succeeds if it returns a function; the log reports it, with the path", async () => {
    const forward: HookFunction = () => [untyped<JsonValue>({ a: () => 1 })];
    const { httpResponse, log } = await send("convert", review, { kinds: [kindWith(forward)] });
    expect(parse(httpResponse.body)).toMatchObject({
      value: { response: { result: { status: "Success" } } },
    });
    expect(log).toMatchObject({ unparsed: ["objects[0] spec.a"] });
    expect(String(log.thrown)).toBe(
      'TypeError: the hook "shape" returned a function at spec.c.a, but a JSON value is required (hook spec.a, spec.b → spec.c)',
    );
  });
});

describe("the hook of a fill", () => {
  const converted = (code: AnyHookFunction) => {
    const hook = {
      op: "hook",
      name: "sum",
      from: ["m"],
      to: [],
      forward: fillFunction(code),
    } as const;
    const keep: RuleData = { op: "keep", to: "x", fill: { to: { hook } } };
    const edge = lensEdge(
      { group: "e.com", schemaOf: () => undefined },
      { from: "v1", to: "v2", rules: [keep] },
    );
    const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
    return edge.forward({ ...none, body: { m: {} } }, allowance());
  };

  test("fails the conversion at its path if it throws", () => {
    const code = () => {
      throw new Error("no");
    };
    expect(converted(code)).toMatchObject({ ok: false, error: { code: "HookFailed", path: "x" } });
  });

  test.each([
    { name: "undefined", code: () => undefined, unparsed: undefined },
    { name: "a value that is not JSON", code: () => () => 1, unparsed: ["x"] },
  ])("fills in nothing for $name", ({ code, unparsed }) => {
    const result = converted(code);
    expect(result).toMatchObject({ ok: true, value: { body: { m: {} } } });
    expect(result.ok ? result.value.remarks?.unparsed : []).toEqual(unparsed);
  });
});
