import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { defineKind } from "../../../../lib/kind/kind.ts";
import { type Example, orderedExamples } from "../../../../lib/lens/language/example.ts";
import { checkKind } from "../../../../lib/verify/check-kind.ts";
import { seedBodies } from "../../../../lib/verify/samples/seeds.ts";
import { subjectOf } from "../../../../lib/verify/subject.ts";
import { brokenLaws, gadget, integer, map, text } from "../../../support/law-kinds.ts";

/** A kind that moves a number, and whose v2 can't represent the note. */
function renamed(rest: string) {
  return gadget({
    v1: { spec: map({ old: integer, note: text }) },
    v2: { spec: map({ now: { type: "integer", minimum: 1 } }) },
    lens: `rules: [{ move: spec.old, to: spec.now }, { keep: spec.note, in: v1 }]\n${rest}`,
  });
}

function broken(example: string, rest = ""): Promise<readonly string[]> {
  return brokenLaws(renamed(`examples: [${example}]\n${rest}`), { only: ["examples"], runs: 1 });
}

describe("the law of examples", () => {
  test.each([
    ["both ways", "{ v1: { spec: { old: 1 } }, v2: { spec: { now: 1 } } }"],
    [
      "forth, where the older object holds what the newer one can't",
      "{ v1: { spec: { old: 1, note: a } }, v2: { spec: { now: 1 } }, way: forth }",
    ],
    [
      "labels and annotations",
      "{ v1: { metadata: { labels: { a: b } } }, v2: { metadata: { labels: { a: b }, annotations: {} } } }",
    ],
  ])("ok: %s", async (_name, example) => {
    expect(await broken(example)).toEqual([]);
  });

  test.each([
    [
      "another value",
      "{ v1: { spec: { old: 1 } }, v2: { spec: { now: 2 } } }",
      [
        "examples v1-v2: conversion.yaml:4:12: it converts to another object than in the example (shown last): spec.now: 2 expected, got 1",
        "examples v2-v1: conversion.yaml:4:12: it converts to another object than in the example (shown last): spec.old: 1 expected, got 2",
      ],
    ],
    [
      "a value that only one version can represent",
      "{ v1: { spec: { old: 1, note: a } }, v2: { spec: { now: 1 } } }",
      [
        'examples v2-v1: conversion.yaml:4:12: it converts to another object than in the example (shown last): spec.note: "a" expected, got absent',
      ],
    ],
    [
      "a label that the other object lacks",
      "{ v1: { metadata: { labels: { a: b } } }, v2: {}, way: forth }",
      [
        'examples v1-v2: conversion.yaml:4:12: it converts to another object than in the example (shown last): metadata.labels: absent expected, got {"a":"b"}',
      ],
    ],
    [
      "a field that the version does not declare",
      "{ v1: { spec: { olt: 1 } }, v2: {}, way: back }",
      [
        "examples v1-v2: conversion.yaml:4:12: it is not valid in v1: spec.olt: v1 does not declare it",
        'examples v2-v1: conversion.yaml:4:12: it converts to another object than in the example (shown last): spec: {"olt":1} expected, got absent',
      ],
    ],
  ])("FAIL: %s", async (_name, example, faults) => {
    expect(await broken(example)).toEqual(faults);
  });

  test("accept never excuses a fault of an example", async () => {
    const example = "{ v1: { spec: { old: 0 } }, v2: { spec: { now: 0 } } }";
    const accept =
      "accept: [{ in: v2, at: spec.now, refuses: minimum, why: nobody asks for none }]";
    const [fault, ...more] = await broken(example, accept);
    expect(fault).toContain(
      "examples v2-v1: conversion.yaml:4:12: it is not valid in v2: spec.now:",
    );
    expect(more).toEqual([]);
  });

  test("an object may omit values that the server fills in", async () => {
    const mode = { type: "string", default: "a" };
    const spec = { type: "object", properties: { mode, old: integer }, required: ["mode"] };
    const kind = gadget({
      v1: { spec },
      v2: { spec: { ...spec, properties: { mode, now: integer } } },
      lens: `rules: [{ move: spec.old, to: spec.now }]
examples: [{ v1: { spec: { old: 1 } }, v2: { spec: { now: 1 } } }]`,
    });
    expect(await brokenLaws(kind, { only: ["examples"], runs: 1 })).toEqual([]);
  });

  test("a sample must be valid and come back", async () => {
    const sample = (n: number): JsonObject => ({
      apiVersion: "example.org/v2",
      kind: "Gadget",
      metadata: { name: "own" },
      spec: { now: n },
    });
    const options = { only: ["examples"], runs: 1 } as const;
    const samples = (n: number) => brokenLaws({ ...renamed(""), samples: [sample(n)] }, options);
    expect(await samples(1)).toEqual([]);
    expect((await samples(0))[0]).toContain("examples v2-v1: sample own: it is not valid in v2");
  });

  test("an object that the kind refuses to convert fails it", async () => {
    const kind = gadget({
      v1: { spec: map({ wait: text }) },
      v2: { spec: map({ seconds: integer }) },
      lens: `rules: [{ duration: spec.wait, to: spec.seconds, unit: s, fail: write a duration }]
examples: [{ v1: { spec: { wait: soon } }, v2: {}, way: forth }]`,
    });
    const [fault] = await brokenLaws(kind, { only: ["examples"], runs: 1 });
    expect(fault).toContain(
      "examples v1-v2: conversion.yaml:4:12: it does not convert to v2: spec.wait",
    );
  });

  test("without examples and samples there is no law to try", async () => {
    const { laws } = await checkKind(renamed(""), { only: ["examples"], runs: 1 });
    expect(laws.map(({ runs }) => runs)).toEqual([0, 0]);
  });
});

describe("examples in TypeScript", () => {
  const kind = renamed("");
  const declared = (examples: readonly Example[]) =>
    defineKind({ crd: kind.crd, lenses: kind.lenses, examples });

  test("are given to the kind: the older version first", async () => {
    const example = { objects: { v1: { spec: { old: 1 } }, v2: { spec: { now: 2 } } } };
    const [fault] = await brokenLaws(declared([example]), { only: ["examples"], runs: 1 });
    expect(fault).toContain(
      "examples v1-v2: example 1 of the kind: it converts to another object than in the example",
    );
  });

  test("throw a TypeError if an example is not of two versions", () => {
    const message = "example 1 of the kind must have one object for each of two versions";
    expect(() => orderedExamples(declared([{ objects: { v1: {} } }]))).toThrow(message);
    const [lens] = kind.lenses;
    const lenses =
      lens === undefined ? [] : [{ ...lens, examples: [{ objects: { v1: {}, v3: {} } }] }];
    expect(() => orderedExamples(defineKind({ crd: kind.crd, lenses }))).toThrow(
      "example 1 of v1 and v2 must have one object for each of v1 and v2, and no other member",
    );
  });
});

test("are seeds at each version, each once", () => {
  const subject = subjectOf(
    renamed(
      "examples: [{ v1: { spec: { old: 7, note: a } }, v2: { spec: { now: 7 } }, way: forth }]",
    ),
  );
  const seedsAt = (version: string) => {
    const found = subject.versions.get(version);
    return found === undefined ? [] : seedBodies(subject, found);
  };
  expect(seedsAt("v1")).toEqual([{ spec: { old: 7, note: "a" } }, { spec: { old: 7 } }]);
  expect(seedsAt("v2")).toEqual([{ spec: { now: 7 } }]);
});
