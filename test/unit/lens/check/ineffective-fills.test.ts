import { expect, test } from "vitest";
import type { RuleData } from "../../../../lib/lens/language/rule.ts";
import type { Structural } from "../../../../lib/schema/structural/structural.ts";
import {
  analysisOf,
  dictionary,
  listOf,
  mapOf,
  text,
  versionOf,
} from "../../../support/lens-analysis.ts";

const labels = dictionary(text);
const selector = mapOf({ labels, names: listOf(text) });
const fill = { to: { value: {} } };
const deeper: RuleData = { op: "move", from: "spec.selector", to: "spec.selector.labels", fill };
const keep: RuleData = { op: "keep", to: "spec.selector.names" };
const innerKeep: RuleData = { op: "keep", to: "names" };

interface Row {
  readonly name: string;
  readonly from: Structural;
  readonly to: Structural;
  readonly rules: readonly RuleData[];
  readonly paths: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "a map that this rule alone makes, beside a keep",
    from: versionOf({ selector: labels }),
    to: versionOf({ selector }),
    rules: [deeper, keep],
    paths: ["spec.selector.labels"],
  },
  {
    name: "a map under another name",
    from: versionOf({ labels }),
    to: versionOf({ selector }),
    rules: [{ ...deeper, from: "spec.labels" }, keep],
    paths: ["spec.selector.labels"],
  },
  {
    name: "a map into which another rule moves a member",
    from: versionOf({ labels, names: listOf(text) }),
    to: versionOf({ selector }),
    rules: [
      { ...deeper, from: "spec.labels" },
      { op: "move", from: "spec.names", to: "spec.selector.names" },
    ],
    paths: [],
  },
  {
    name: "a map that both versions have",
    from: versionOf({ selector: mapOf({ names: listOf(text) }), labels }),
    to: versionOf({ selector }),
    rules: [{ ...deeper, from: "spec.labels" }],
    paths: [],
  },
  {
    name: "a map that the version requires",
    from: versionOf({ labels }),
    to: versionOf({ selector }, ["selector"]),
    rules: [{ ...deeper, from: "spec.labels" }, keep],
    paths: [],
  },
  {
    name: "the map itself",
    from: versionOf({ selector: labels }),
    to: versionOf({ selector }),
    rules: [
      {
        op: "at",
        from: "spec.selector",
        to: "spec.selector",
        fill,
        rules: [{ op: "move", from: ".", to: "labels" }, innerKeep],
      },
    ],
    paths: [],
  },
];

test.each(rows)("E136 for $name: $paths", ({ from, to, rules, paths }) => {
  const faults = analysisOf(from, to, rules).faults.filter(({ code }) => code === "E136");
  expect(faults.map(({ path }) => path)).toEqual(paths);
});
