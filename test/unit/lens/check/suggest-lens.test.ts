import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import type { RuleData } from "../../../../lib/lens/language/rule.ts";
import { suggestLens } from "../../../../lib/lens/suggest/suggest-lens.ts";
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
  readonly guesses?: readonly string[];
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
      guesses: ["spec.cohort: guessed that spec.cohortName is the same field"],
    },
    {
      name: "a rename in case, separators and the plural",
      from: { "host-names": listOf(text), tlsConfig: tls, volumeMount: text },
      to: { hostName: listOf(text), TLSConfig: tls, volume_mounts: text },
      rules: [
        { op: "move", from: "spec.host-names", to: "spec.hostName" },
        { op: "move", from: "spec.tlsConfig", to: "spec.TLSConfig" },
        { op: "move", from: "spec.volumeMount", to: "spec.volume_mounts" },
      ],
    },
    {
      name: "a path of the same words",
      from: { storageSize: text },
      to: { storage: mapOf({ size: text, class: text }) },
      rules: [{ op: "move", from: "spec.storageSize", to: "spec.storage.size" }],
      guesses: ["spec.storageSize: guessed that spec.storage.size is the same field"],
      undecided: ["spec.storage.class: only the newer version has it; keep or drop"],
    },
    {
      name: "a rename inside a list",
      from: { l: listOf(mapOf({ host: text })) },
      to: { l: listOf(mapOf({ hostName: text })) },
      rules: [{ op: "move", from: "spec.l[*].host", to: "spec.l[*].hostName" }],
      guesses: ["spec.l[*].host: guessed that spec.l[*].hostName is the same field"],
    },
    {
      name: "words that are spelled in two ways; one without a like word is left open, whatever the default",
      from: { mode: words("A", "read-only", "Old") },
      to: { mode: { ...words("A", "ReadOnly"), default: "ReadOnly" } },
      rules: [
        {
          op: "map",
          from: "spec.mode",
          to: "spec.mode",
          table: { A: "A", "read-only": "ReadOnly" },
        },
      ],
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
      guesses: [
        "spec.port: the string may be a duration or a quantity",
        "spec.disabled: guessed that spec.enabled is its opposite",
      ],
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
      guesses: ['spec.hostPort: guessed ":" between its parts'],
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
  ])("$name", ({ from, to, rules, guesses = [], undecided = [] }) => {
    expect(suggestLens(versionOf(from), versionOf(to))).toEqual({ rules, guesses, undecided });
  });

  const alone = (path: string, version: string): string =>
    `${path}: only the ${version} version has it; keep or drop`;

  test.each<{ name: string; from: JsonObject; to: JsonObject }>([
    {
      name: "a name of another map",
      from: { infrastructureRef: mapOf({ namespace: text }) },
      to: { topology: mapOf({ classRef: mapOf({ name: text }) }) },
    },
    {
      name: "credentials of another account",
      from: { serviceAccount: mapOf({ name: text }) },
      to: { sessionTokenSecretRef: mapOf({ name: text }) },
    },
    {
      name: "names that begin alike",
      from: { kubernetesVersion: text },
      to: { kubernetesAPICallSeconds: integer },
    },
    {
      name: "versions of an API",
      from: { v1beta2: mapOf({ conditions: listOf(text) }) },
      to: { deprecated: mapOf({ v1beta1: mapOf({ conditions: listOf(text) }) }) },
    },
    { name: "a map that moved", from: { tls }, to: { listen: mapOf({ tls }) } },
    { name: "two units", from: { timeoutMs: integer }, to: { timeoutSeconds: integer } },
    { name: "a number that lost its unit", from: { timeoutMs: integer }, to: { timeout: integer } },
    { name: "one of several", from: { volume: text }, to: { volumes: text, Volume: text } },
    { name: "a letter more", from: { allow: flag }, to: { fallow: flag } },
    { name: "words of a renamed field", from: { role: words("rw") }, to: { Role: words("ro") } },
  ])("never pairs $name", ({ from, to }) => {
    expect(suggestLens(versionOf(from), versionOf(to))).toEqual({
      rules: [],
      guesses: [],
      undecided: [
        ...Object.keys(from).map((key) => alone(`spec.${key}`, "older")),
        ...Object.keys(to).map((key) => alone(`spec.${key}`, "newer")),
      ],
    });
  });

  test.each([
    { from: ["ro", "rw", "admin"], to: ["ReadOnly", "Admin"], table: { admin: "Admin" } },
    { from: ["none", "all"], to: ["Always", "Never"], table: undefined },
    { from: ["read"], to: ["readwrite", "Read-Only"], table: undefined },
    { from: ["none", "None"], to: ["None"], table: { None: "None" } },
    { from: ["A_B"], to: ["AB", "a-b"], table: undefined },
    { from: ["PG"], to: ["pg", "PG", "x"], table: { PG: "PG" } },
    { from: ["", "-"], to: ["_", "x"], table: undefined },
  ])("words $from to $to", ({ from, to, table }) => {
    const { rules } = suggestLens(
      versionOf({ mode: words(...from) }),
      versionOf({ mode: { ...words(...to), default: to[0] ?? "" } }),
    );
    expect(rules).toEqual(
      table === undefined ? [] : [{ op: "map", from: "spec.mode", to: "spec.mode", table }],
    );
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
