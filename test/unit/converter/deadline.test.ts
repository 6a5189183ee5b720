import { describe, expect, test } from "vitest";
import { convertObject } from "../../../lib/conversion/convert-object.ts";
import { copyThrough } from "../../../lib/conversion/copy-through/copy-through.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import { deadlineFault } from "../../../lib/converter/converter.ts";
import { DeadlineWatch } from "../../../lib/converter/deadline-watch.ts";
import type { JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { yamlText } from "../../../lib/lens/ops/text/yaml-text.ts";
import { allowance } from "../../support/allowance.ts";
import { conversionReview } from "../../support/reviews.ts";

/** What one review converts with a lens of one rule, from or to `spec.a`. */
function registryOf(rule: RuleData) {
  const lens = { from: "v1", to: "v2", rules: [rule] };
  const edge = lensEdge({ group: "e.com", schemaOf: () => undefined }, lens, { yaml: yamlText });
  return conversionRegistry([
    { group: "e.com", kind: "List", versions: ["v1", "v2"], edges: [edge] },
  ]);
}

function list<T>(count: number, item: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

const [from, to] = ["spec.a", "spec.b"];
const many = 3000;
const named = list(many, (index) => ({ name: `n${1000 + index}`, x: 1 }));
const map = Object.fromEntries(named.map(({ name }) => [name, { x: 1 }]));

const works: readonly {
  readonly name: string;
  readonly rule: RuleData;
  readonly version?: string;
  readonly spec: Readonly<Record<string, JsonValue>>;
}[] = [
  { name: "count", rule: { op: "count", from, to }, spec: { a: list(many, (i) => `n${i}`) } },
  {
    name: "count, backward",
    rule: { op: "count", from, to },
    version: "v2",
    spec: { b: list(many, (i) => ({ name: `n${i}`, quantity: 1 })) },
  },
  {
    name: "each of a whole item",
    rule: { op: "each", from, to, rules: [{ op: "move", from: ".", to: "k" }] },
    spec: { a: list(many, String) },
  },
  {
    name: "each of a whole item, backward",
    rule: { op: "each", from, to, rules: [{ op: "move", from: ".", to: "k" }] },
    version: "v2",
    spec: { b: list(many, (k) => ({ k })) },
  },
  { name: "keyed", rule: { op: "keyed", from, to, key: "name" }, spec: { a: map } },
  {
    name: "keyed, backward",
    rule: { op: "keyed", from, to, key: "name" },
    version: "v2",
    spec: { b: named },
  },
  {
    name: "each",
    rule: { op: "each", from, to, rules: [{ op: "move", from: "x", to: "y" }] },
    spec: { a: named },
  },
  {
    name: "each value",
    rule: {
      op: "each",
      from: `${from}{}`,
      to: `${to}{}`,
      rules: [{ op: "move", from: "x", to: "y" }],
    },
    spec: { a: map },
  },
  {
    name: "partition",
    rule: {
      op: "partition",
      from,
      to: [to, "spec.c"],
      test: { member: "name", present: true },
    },
    spec: { a: named },
  },
  {
    name: "entry, backward",
    rule: { op: "entry", from: { a: "spec.a" }, to, value: "x" },
    version: "v2",
    spec: { b: list(many, () => ({ name: "a", x: 1 })) },
  },
  {
    name: "text",
    rule: { op: "text", from, to, format: "yaml" },
    spec: { a: list(many, (i) => `- ${i}\n`).join("") },
  },
  {
    name: "text, backward",
    rule: { op: "text", from, to, format: "yaml" },
    version: "v2",
    spec: { b: list(many, (i) => i) },
  },
];

describe("the deadline of a review", () => {
  test.each(works)("is observed within one object: $name", ({ rule, version = "v1", spec }) => {
    const desired = version === "v1" ? "v2" : "v1";
    const object = { apiVersion: `e.com/${version}`, kind: "List", spec };
    const convert = (expired: () => boolean) =>
      convertObject(
        registryOf(rule),
        object,
        { group: "e.com", version: desired },
        allowance({ expired }),
      );
    expect(convert(() => false).ok).toBe(true);
    expect(convert(() => true)).toEqual({
      ok: false,
      error: deadlineFault,
    });
  });

  test("is observed if the object is not parsed", () => {
    const spec = { a: list(many, (index) => `n${index}`) };
    const object = { apiVersion: "e.com/v1", kind: "List", spec };
    const text = stringify(conversionReview("e.com/v2", [object]));
    const registry = registryOf({ op: "count", from, to });
    // The list of objects reads the clock first.
    const passedAfter =
      (asks: number, asked = { times: 0 }) =>
      (): boolean =>
        ++asked.times > asks;
    expect(copyThrough(registry)(text, allowance({ expired: passedAfter(1000) }))).toBeDefined();
    expect(copyThrough(registry)(text, allowance({ expired: passedAfter(1) }))).toBeUndefined();
  });
});

describe("DeadlineWatch", () => {
  test("reads the clock once for 1,024 units, and not after it has passed", () => {
    let asked = 0;
    const watch = new DeadlineWatch(() => ++asked === 2);
    expect(list(4, () => watch.passes(512))).toEqual([false, false, false, true]);
    expect(watch.isPassed).toBe(true);
    expect(watch.passes(10_000)).toBe(true);
    expect(asked).toBe(2);
  });
});
