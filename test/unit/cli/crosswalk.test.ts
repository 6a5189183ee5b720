import { describe, expect, test } from "vitest";
import { crosswalkHtml } from "../../../lib/cli/verbs/check/crosswalk/crosswalk-html.ts";
import { fieldTree } from "../../../lib/cli/verbs/check/crosswalk/field-tree.ts";
import { foldedSubtrees } from "../../../lib/cli/verbs/check/crosswalk/folding.ts";
import { joinedRows } from "../../../lib/cli/verbs/check/crosswalk/joined-rows.ts";
import { linksBetween } from "../../../lib/cli/verbs/check/crosswalk/links.ts";
import {
  alignedRows,
  type TreeRowPair,
  visibleRows,
} from "../../../lib/cli/verbs/check/crosswalk/visible-rows.ts";
import type { Side } from "../../../lib/converter/side.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import type {
  FieldAnalysis,
  FieldOutcome,
  LensAnalysis,
} from "../../../lib/lens/ops/analysis/lens-analysis.ts";

const move: RuleData = { op: "move", from: "spec.old", to: "spec.now", at: { line: 3, column: 1 } };
const keep: RuleData = { op: "keep", from: "spec.kept" };

function field(
  side: Side,
  path: string,
  outcome: FieldOutcome = "identical",
  rule?: RuleData,
  to: readonly string[] = [],
): FieldAnalysis {
  return { side, path, outcome, to: outcome === "identical" ? [path] : to, rule };
}

const fields: readonly FieldAnalysis[] = [
  field("from", "spec.a"),
  field("from", "spec.b"),
  field("from", "spec.c"),
  field("from", "spec.old.x", "moved", move, ["spec.now.x"]),
  field("from", "spec.old.y[*]", "moved", move, ["spec.now.y[*]"]),
  field("from", "spec.kept", "preserved", keep),
  field("from", "status.m{}.n"),
  field("from", "status.m{}.o"),
  field("to", "spec.a"),
  field("to", "spec.b"),
  field("to", "spec.c"),
  field("to", "spec.now.x", "moved", move, ["spec.old.x"]),
  field("to", "spec.now.y[*]", "moved", move, ["spec.old.y[*]"]),
  field("to", "status.m{}.n"),
  field("to", "status.m{}.o"),
];

function pairsOf(
  all: readonly FieldAnalysis[],
  faulty: readonly string[] = [],
): readonly TreeRowPair[] {
  const tree = (side: Side) => fieldTree(all.filter((each) => each.side === side));
  const trees = { from: tree("from"), to: tree("to") };
  const folded = foldedSubtrees(trees);
  return joinedRows(
    alignedRows(visibleRows(trees.from, folded.from), visibleRows(trees.to, folded.to)),
    new Set(faulty),
  );
}

function drawn(pairs: readonly TreeRowPair[]): readonly string[] {
  return pairs.map((pair) =>
    [pair.from, pair.to]
      .map((row) =>
        row === undefined
          ? ""
          : `${" ".repeat(row.depth)}${row.label} ${row.outcome ?? ""} ${row.size}`,
      )
      .join(" | "),
  );
}

describe("the rows of a crosswalk", () => {
  test("folds fields of one outcome into one row, at the height of their counterpart", () => {
    expect(drawn(pairsOf(fields))).toEqual([
      "spec  1 | spec  1",
      " a … c identical 3 |  a … c identical 3",
      " old moved 2 |  now moved 2",
      " kept preserved 1 | ",
      "status identical 2 | status identical 2",
    ]);
  });

  test("keeps a row of its own for a field with a fault", () => {
    expect(drawn(pairsOf(fields, ["spec.b"])).slice(1, 4)).toEqual([
      " a identical 1 |  a identical 1",
      " b identical 1 |  b identical 1",
      " c identical 1 |  c identical 1",
    ]);
  });

  test("does not fold a subtree if its counterpart has several rows", () => {
    const more = field("to", "status.extra", "preserved", keep);
    expect(drawn(pairsOf([...fields, more])).slice(4)).toEqual([
      "status  1 | status  1",
      " m{} identical 2 |  m{} identical 2",
      " | " + " extra preserved 1",
    ]);
  });

  test("shows a list and its items as one row", () => {
    const both = [field("from", "l", "preserved", keep), field("from", "l[*]", "preserved", keep)];
    expect(drawn(pairsOf(both))).toEqual(["l[*] preserved 1 | "]);
  });
});

describe("linksBetween", () => {
  test("draws one line for each pair of rows, one with an open end for a field without counterpart, identical ones below", () => {
    const links = linksBetween(pairsOf(fields));
    expect(links.map(({ outcome, from, to, rules }) => ({ outcome, from, to, rules }))).toEqual([
      { outcome: "identical", from: 1, to: 1, rules: [] },
      { outcome: "identical", from: 4, to: 4, rules: [] },
      { outcome: "moved", from: 2, to: 2, rules: [move] },
      { outcome: "preserved", from: 3, to: undefined, rules: [keep] },
    ]);
  });

  test("gives a line the more severe outcome of its two ends", () => {
    const pairs = pairsOf([
      field("from", "a", "preserved", move, ["b"]),
      field("to", "b", "changed", move, ["a"]),
    ]);
    expect(linksBetween(pairs)).toEqual([{ outcome: "preserved", from: 0, to: 0, rules: [move] }]);
  });

  test("links values that move into a folded subtree to its row", () => {
    const pairs = pairsOf([
      field("from", "a", "preserved", move, ["t.x.z"]),
      field("to", "t.x", "preserved", move, ["a"]),
      field("to", "t.y", "preserved", move, ["a"]),
    ]);
    expect(linksBetween(pairs)).toEqual([{ outcome: "preserved", from: 0, to: 0, rules: [move] }]);
  });
});

describe("crosswalkHtml", () => {
  const analysis: LensAnalysis = { from: "v1", to: "v2", fields, faults: [], accepted: [] };
  const fault = {
    code: "E101",
    severity: "error",
    path: "spec.kept",
    message: "`spec.kept` exists only in <v1>",
    rule: undefined,
  } as const;

  test("is one page that loads nothing, with a line for each rule and the same data as a table", () => {
    const html = crosswalkHtml([{ kind: "A.example.com", analysis }]);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toMatch(/(?:src|href)="(?!#)|url\(|@import|https?:/);
    expect(html).toContain("<title>moved: move spec.old → spec.now</title>");
    expect(html).toContain('<path d="M0 55C108 55 132 55 240 55" stroke-width="2"/>');
    expect(html).toContain('stroke-dasharray="1 4" stroke-linecap="round"');
    expect(html).toContain("spec.<wbr>old.<wbr>x");
    expect(html).toContain("5 paths identical in both");
  });

  test("lists and marks faults, and escapes texts", () => {
    const html = crosswalkHtml([{ kind: "<A>", analysis: { ...analysis, faults: [fault] } }]);
    expect(html).toContain("<h2>&lt;A&gt;: v1 and v2</h2>");
    expect(html).toContain("<b>error E101</b> <code>spec.kept</code> exists only in &lt;v1&gt;");
    expect(html).toContain('class="row preserved faulty"');
  });

  test("folds many faults by their cause, and lists many lenses", () => {
    const faults = Array.from({ length: 7 }, () => fault);
    const named = { kind: "A", analysis: { ...analysis, faults } };
    const html = crosswalkHtml([named, named]);
    expect(html).toContain("<summary><b>error E101</b> in 7 places</summary>");
    expect(html).toContain('<a href="#lens-1">A: v1 and v2</a>');
  });
});
