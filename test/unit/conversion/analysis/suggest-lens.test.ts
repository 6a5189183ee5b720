import { describe, expect, test } from "vitest";
import { suggestLens } from "../../../../lib/conversion/analysis/suggest-lens.ts";
import type { RuleData } from "../../../../lib/conversion/lens/rule.ts";
import type { JsonObject } from "../../../../lib/json/value.ts";
import {
  analysisOf,
  dictionary,
  flag,
  integer,
  listOf,
  mapOf,
  text,
  versionOf,
  words,
} from "../../../support/lens-analysis.ts";

interface Row {
  readonly name: string;
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly rules: readonly RuleData[];
  readonly undecided?: readonly string[];
}

const tls = mapOf({ key: text, cert: text, ca: text });

describe("suggestLens", () => {
  test.each<Row>([
    {
      name: "a rename",
      from: { cohort: text, same: text },
      to: { cohortName: text, same: text },
      rules: [{ op: "move", from: "spec.cohort", to: "spec.cohortName" }],
    },
    {
      name: "a moved parent, once",
      from: { tls },
      to: { listen: mapOf({ tls }) },
      rules: [{ op: "move", from: "spec.tls", to: "spec.listen.tls" }],
    },
    {
      name: "a rename inside a list",
      from: { l: listOf(mapOf({ host: text })) },
      to: { l: listOf(mapOf({ hostName: text })) },
      rules: [{ op: "move", from: "spec.l[*].host", to: "spec.l[*].hostName" }],
    },
    {
      name: "words of which several have one partner",
      from: { mode: words("A", "B", "Old") },
      to: { mode: { ...words("A", "B"), default: "B" } },
      rules: [
        { op: "map", from: "spec.mode", to: "spec.mode", table: { A: "A", B: "B", Old: "B" } },
      ],
      undecided: ["spec.mode: guessed Old as B"],
    },
    {
      name: "a duration and its seconds",
      from: { timeout: text },
      to: { timeoutSeconds: integer },
      rules: [{ op: "duration", from: "spec.timeout", to: "spec.timeoutSeconds", unit: "s" }],
    },
    {
      name: "names and maps with a name",
      from: { checks: listOf(text) },
      to: { checks: listOf(mapOf({ name: text, on: text }, "name")) },
      rules: [{ op: "wrap", from: "spec.checks", to: "spec.checks", key: "name" }],
    },
    {
      name: "names and how often each",
      from: { toppings: listOf(text) },
      to: { toppings: listOf(mapOf({ name: text, quantity: integer }, "name")) },
      rules: [
        {
          op: "count",
          from: "spec.toppings",
          to: "spec.toppings",
          name: "name",
          quantity: "quantity",
        },
      ],
    },
    {
      name: "a map and a list by key, both ways",
      from: { env: dictionary(text), hosts: listOf(mapOf({ name: text, ip: text }, "name")) },
      to: {
        env: listOf(mapOf({ name: text, value: text }, "name")),
        hosts: dictionary(mapOf({ ip: text })),
      },
      rules: [
        { op: "keyed", from: "spec.env", to: "spec.env", key: "name", value: "value" },
        { op: "keyed", from: "spec.hosts", to: "spec.hosts", key: "name", inverted: true },
      ],
    },
    {
      name: "a list and its only item",
      from: { rule: listOf(mapOf({ a: text })) },
      to: { rule: mapOf({ a: text }) },
      rules: [{ op: "single", from: "spec.rule", to: "spec.rule" }],
    },
    {
      name: "a flag turned round, and a number as text",
      from: { disabled: flag, port: text },
      to: { enabled: flag, port: integer },
      rules: [
        { op: "convert", from: "spec.port", to: "spec.port" },
        { op: "not", from: "spec.disabled", to: "spec.enabled" },
      ],
      undecided: ["spec.port: the text may be a duration or a quantity"],
    },
    {
      name: "a text of two parts",
      from: { hostPort: text },
      to: { host: text, port: text },
      rules: [
        {
          op: "split",
          from: "spec.hostPort",
          to: { host: "spec.host", port: "spec.port" },
          template: "{host}:{port}",
        },
      ],
      undecided: ['spec.hostPort: guessed ":" between its parts'],
    },
    {
      name: "what has no partner, and what is narrower",
      from: { zebra: text, n: integer },
      to: { n: { type: "integer", minimum: 1 }, m: mapOf({ a: text }) },
      rules: [],
      undecided: [
        "spec.n: the newer version allows less (minimum 1); move it to itself with narrow and a reason",
        "spec.zebra: only the older version has it; keep or drop",
        "spec.m: only the newer version has it; keep or drop",
      ],
    },
  ])("$name", ({ from, to, rules, undecided = [] }) => {
    expect(suggestLens(versionOf(from), versionOf(to))).toEqual({ rules, undecided });
  });

  test("its rules can be placed", () => {
    const [from, to] = [
      versionOf({ l: listOf(tls) }),
      versionOf({ l: listOf(mapOf({ key: text })) }),
    ];
    const { rules } = suggestLens(from, to);
    const codes = analysisOf(from, to, rules).faults.map(({ code }) => code);
    expect(codes).toEqual(["E101", "E101"]);
  });
});
