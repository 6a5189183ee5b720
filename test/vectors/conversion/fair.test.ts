import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { differences } from "./fair.ts";

interface Row {
  readonly name: string;
  readonly input?: JsonObject;
  readonly ours: JsonObject;
  readonly theirs: JsonObject;
  readonly isUnstable?: true;
  /** Paths with a difference. */
  readonly at?: readonly string[];
}

const stash = "example.com/kept.v1.abc";
const annotated = (annotations: JsonObject): JsonObject => ({ metadata: { annotations } });

const rows: readonly Row[] = [
  { name: "equal", ours: { a: 1 }, theirs: { a: 1 } },
  { name: "maps without order", ours: { a: 1, b: 2 }, theirs: { b: 2, a: 1 } },
  { name: "null is absent", ours: {}, theirs: { a: null } },
  { name: "empty is absent", ours: { a: {}, b: [], c: { d: [{}] } }, theirs: {} },
  { name: "another value", ours: { a: 1 }, theirs: { a: 2 }, at: ["a"] },
  { name: "(a) upstream adds zeros", ours: {}, theirs: { a: false, b: 0, c: "", d: { e: 0 } } },
  { name: "upstream adds a value", ours: {}, theirs: { a: 1 }, at: ["a"] },
  { name: "upstream adds a map", ours: {}, theirs: { a: { b: 0, c: 1 } }, at: ["a.c"] },
  {
    name: "(b) quantities",
    ours: { a: 1, b: "0.5", c: "1000m" },
    theirs: { a: "1", b: "500m", c: 1 },
  },
  { name: "(b) durations", ours: { a: "300s", b: "1h" }, theirs: { a: "5m0s", b: "1h0m0s" } },
  { name: "another quantity", ours: { a: "1Gi" }, theirs: { a: "1G" }, at: ["a"] },
  { name: "another text", ours: { a: "x" }, theirs: { a: "y" }, at: ["a"] },
  { name: "(c) our stash", ours: annotated({ [stash]: "x" }), theirs: {} },
  { name: "(c) upstream's stash", ours: {}, theirs: annotated({ "up.io/stash": "{}" }) },
  {
    name: "(c) upstream's stash, taken back",
    input: annotated({ "up.io/stash": "{}" }),
    ours: annotated({ "up.io/stash": "{}" }),
    theirs: {},
  },
  {
    name: "an annotation changed",
    input: annotated({ a: "1" }),
    ours: annotated({ a: "1" }),
    theirs: annotated({ a: "x" }),
    at: ["metadata.annotations.a"],
  },
  {
    name: "a lost annotation",
    input: annotated({ a: "1" }),
    ours: {},
    theirs: annotated({ a: "1" }),
    at: ["metadata.annotations.a"],
  },
  {
    name: "(d) upstream lost explicit zeros",
    input: { a: false, b: 0, c: "", d: "0" },
    ours: { a: false, m: { b: 0 }, c: "", d: "0" },
    theirs: {},
  },
  { name: "(d) upstream wrote a zero", ours: {}, theirs: { a: "0" } },
  { name: "a zero that we add", ours: { a: false }, theirs: {}, at: ["a"] },
  { name: "a value that upstream lost", input: { a: 1 }, ours: { a: 1 }, theirs: {}, at: ["a"] },
  {
    name: "a zero instead of an absent value",
    input: { a: 0 },
    ours: { a: 0 },
    theirs: { a: 1 },
    at: ["a"],
  },
  {
    name: "(d) in items",
    input: { l: [{ end: 0 }, { end: 2 }] },
    ours: { l: [{ end: 0 }, { end: 2 }] },
    theirs: { l: [{}, { end: 2 }] },
  },
  {
    name: "empty items instead of absent ones",
    ours: { l: [{}, { a: 1 }] },
    theirs: { l: [{ a: 1 }] },
  },
  { name: "a longer list", ours: { l: [1, 2] }, theirs: { l: [1] }, at: ["l"] },
  { name: "another order", ours: { l: [1, 2] }, theirs: { l: [2, 1] }, at: ["l.0", "l.1"] },
  { name: "unstable: sets", ours: { l: [1, 2] }, theirs: { l: [2, 1] }, isUnstable: true },
  {
    name: "unstable: another item",
    ours: { l: [1, 2] },
    theirs: { l: [2, 3] },
    isUnstable: true,
    at: ["l.0", "l"],
  },
];

describe("differences", () => {
  test.each(rows)("$name", ({ input = {}, ours, theirs, isUnstable = false, at = [] }) => {
    const setting = { input, stashPrefix: "example.com/kept", isUnstable };
    expect(differences(ours, theirs, setting).map(({ path }) => path.join("."))).toEqual(at);
  });
});
