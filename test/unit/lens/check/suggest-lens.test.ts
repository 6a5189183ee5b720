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
  readonly reasons?: readonly string[];
}

/** The rules of a draft with their reasons. */
function drafted(from: JsonObject, to: JsonObject, versions = { from: "v1beta1", to: "v1beta2" }) {
  const { rules, reasons } = suggestLens(versionOf(from), versionOf(to), versions);
  return { rules, reasons: [...reasons.values()].flat() };
}

const tls = mapOf({ key: text, cert: text, ca: text });

describe("suggestLens", () => {
  test.each<Row>([
    {
      name: "a rename",
      from: { cohort: text, same: text },
      to: { cohortName: text, same: text },
      rules: [{ op: "move", from: "spec.cohort", to: "spec.cohortName" }],
      reasons: ["spec.cohort: the same name but for the suffix Name"],
    },
    {
      name: "a rename in case, separators and the plural",
      from: { "host-names": listOf(text), tlsConfig: tls, volumeMount: text },
      to: { hostName: listOf(text), TLSConfig: tls, volume_mounts: text },
      rules: [
        { op: "move", from: "spec.tlsConfig", to: "spec.TLSConfig" },
        { op: "move", from: "spec.host-names", to: "spec.hostName" },
        { op: "move", from: "spec.volumeMount", to: "spec.volume_mounts" },
      ],
      reasons: [
        "spec.tlsConfig: the same name, and all members agree",
        "spec.host-names: the same name",
        "spec.volumeMount: the same name",
      ],
    },
    {
      name: "a path of the same words",
      from: { storageSize: text },
      to: { storage: mapOf({ size: text, class: text }) },
      rules: [{ op: "move", from: "spec.storageSize", to: "spec.storage.size" }],
      reasons: ["spec.storageSize: the same words in the path"],
    },
    {
      name: "a rename inside a list",
      from: { l: listOf(mapOf({ host: text })) },
      to: { l: listOf(mapOf({ hostName: text })) },
      rules: [{ op: "move", from: "spec.l[*].host", to: "spec.l[*].hostName" }],
      reasons: ["spec.l[*].host: the same name but for the suffix Name"],
    },
    {
      name: "words that are spelled in two ways, and ? for a word without a counterpart, whatever the default",
      from: { mode: words("A", "read-only", "Old") },
      to: { mode: { ...words("A", "ReadOnly"), default: "ReadOnly" } },
      rules: [
        {
          op: "map",
          from: "spec.mode",
          to: "spec.mode",
          table: { A: "A", "read-only": "ReadOnly", Old: "?" },
        },
      ],
    },
    {
      name: "a duration and its seconds",
      from: { timeout: text },
      to: { timeoutSeconds: integer },
      rules: [{ op: "duration", from: "spec.timeout", to: "spec.timeoutSeconds", unit: "s" }],
      reasons: ["spec.timeout: the same name but for the unit"],
    },
    {
      name: "names and maps with a name",
      from: { checks: listOf(text) },
      to: { checks: listOf(mapOf({ name: text, on: text }, "name")) },
      rules: [
        {
          op: "each",
          from: "spec.checks",
          to: "spec.checks",
          rules: [{ op: "move", from: ".", to: "name" }],
        },
      ],
    },
    {
      name: "maps with a name and names",
      from: { checks: listOf(mapOf({ name: text }, "name")) },
      to: { checks: listOf(text) },
      rules: [
        {
          op: "each",
          from: "spec.checks",
          to: "spec.checks",
          rules: [{ op: "move", from: "name", to: "." }],
        },
      ],
    },
    {
      name: "names and the count of each",
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
      name: "an inverted flag, and a number as text",
      from: { disabled: flag, port: text },
      to: { enabled: flag, port: integer },
      rules: [
        { op: "convert", from: "spec.port", to: "spec.port" },
        {
          op: "map",
          from: "spec.disabled",
          to: "spec.enabled",
          table: [
            [true, false],
            [false, true],
          ],
        },
      ],
      reasons: [
        "spec.port: the string may be a duration or a quantity",
        "spec.disabled: the opposite name",
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
      reasons: [
        'spec.hostPort: its name consists of the parts\' names; the separator ":" is a guess',
      ],
    },
    {
      name: "a quantity and its number in a unit",
      from: { storageSize: text, "cpu-limit": text },
      to: { sizeGi: integer, cpuGi: integer },
      rules: [{ op: "quantity", from: "spec.storageSize", to: "spec.sizeGi", scale: "Gi" }],
      reasons: ["spec.storageSize: the same name but for the unit Gi"],
    },
    {
      name: "words that the newer version alone has",
      from: { phase: words("Running") },
      to: { phase: words("Running", "Updating") },
      rules: [
        {
          op: "map",
          from: "spec.phase",
          to: "spec.phase",
          inverted: true,
          table: { Running: "Running", Updating: "?" },
        },
      ],
    },
    {
      name: "a list under another name and the differences of its items as one rule",
      from: { taskResults: listOf(mapOf({ name: text, type: text, timeout: text })) },
      to: { results: listOf(mapOf({ name: text, type: text, timeoutSeconds: integer })) },
      rules: [
        {
          op: "each",
          from: "spec.taskResults",
          to: "spec.results",
          rules: [{ op: "duration", from: "timeout", to: "timeoutSeconds", unit: "s" }],
        },
      ],
      reasons: [
        'spec.taskResults: "result" in both names, and at least half of the members agree',
        "spec.taskResults[*].timeout: the same name but for the unit",
      ],
    },
    {
      name: "a map that moved into another, by a name of several words",
      from: { clusterProfile: tls },
      to: { source: mapOf({ clusterProfile: tls, other: text }) },
      rules: [{ op: "move", from: "spec.clusterProfile", to: "spec.source.clusterProfile" }],
      reasons: ["spec.clusterProfile: the same name, and all members agree"],
    },
    {
      name: "names that changed alike",
      from: { stepOverrides: listOf(tls), sidecarOverrides: listOf(tls) },
      to: { sidecarSpecs: listOf(tls), stepSpecs: listOf(tls) },
      rules: [
        { op: "move", from: "spec.stepOverrides", to: "spec.stepSpecs" },
        { op: "move", from: "spec.sidecarOverrides", to: "spec.sidecarSpecs" },
      ],
      reasons: [
        "spec.stepOverrides: the name changed in the same way as another: override → spec",
        "spec.sidecarOverrides: the name changed in the same way as another: override → spec",
      ],
    },
    {
      name: "a field that moved into a map, by a name of several words",
      from: { nodeDrainTimeout: text, timeout: text },
      to: { deletion: mapOf({ nodeDrainTimeoutSeconds: integer, timeoutSeconds: integer }) },
      rules: [
        {
          op: "duration",
          from: "spec.nodeDrainTimeout",
          to: "spec.deletion.nodeDrainTimeoutSeconds",
          unit: "s",
        },
      ],
      reasons: [
        "spec.nodeDrainTimeout: the same name but for the unit, in a map that only one version has",
      ],
    },
    {
      name: "what a version has below deprecated",
      from: {
        conditions: listOf(mapOf({ type: text })),
        v1beta2: mapOf({ conditions: listOf(mapOf({ type: text, reason: text })) }),
      },
      to: {
        conditions: listOf(mapOf({ type: text, reason: text })),
        deprecated: mapOf({ v1beta1: mapOf({ conditions: listOf(mapOf({ type: text })) }) }),
      },
      rules: [
        { op: "move", from: "spec.conditions", to: "spec.deprecated.v1beta1.conditions" },
        { op: "move", from: "spec.v1beta2.conditions", to: "spec.conditions" },
      ],
      reasons: [
        "spec.conditions: the newer version has it below deprecated and the older version's name",
        "spec.v1beta2.conditions: the older version has it below a map with the newer version's name",
      ],
    },
    {
      name: "fields without a partner; narrower fields are left to the compiler",
      from: { zebra: text, n: integer },
      to: { n: { type: "integer", minimum: 1 }, m: mapOf({ a: text }) },
      rules: [],
    },
  ])("$name", ({ from, to, rules, reasons = [] }) => {
    expect(drafted(from, to)).toEqual({ rules, reasons });
  });

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
    {
      name: "a secret under another name",
      from: { tokenRef: tls, apiKey: text, credentials: mapOf({ clientName: text }) },
      to: {
        sessionTokenRef: tls,
        apiKeyName: text,
        loginCredentials: mapOf({ clientName: text }),
      },
    },
    {
      name: "probes of another purpose",
      from: { livenessProbe: tls },
      to: { readinessProbe: tls },
    },
    {
      name: "fields of spec and status",
      from: { hostName: text },
      to: { nested: listOf(mapOf({ hostName: text })) },
    },
    { name: "names that differ by a letter", from: { allow: flag }, to: { fallow: flag } },
    { name: "words of a renamed field", from: { role: words("rw") }, to: { Role: words("ro") } },
  ])("never pairs $name", ({ from, to }) => {
    expect(drafted(from, to)).toEqual({ rules: [], reasons: [] });
  });

  test.each([
    {
      from: ["ro", "rw", "admin"],
      to: ["ReadOnly", "Admin"],
      table: { ro: "?", rw: "?", admin: "Admin" },
    },
    { from: ["none", "all"], to: ["Always", "Never"], table: { none: "?", all: "?" } },
    { from: ["read", "x"], to: ["readwrite", "Read-Only"], table: { read: "?", x: "?" } },
    { from: ["none", "None"], to: ["None"], table: { none: "?", None: "None" } },
    { from: ["A_B", "x"], to: ["AB", "a-b"], table: { A_B: "?", x: "?" } },
    { from: ["PG", "y", "z"], to: ["pg", "PG", "x"], table: { PG: "PG", y: "?", z: "?" } },
    { from: ["", "-"], to: ["_", "x"], table: { "": "?", "-": "?" } },
  ])("words $from to $to", ({ from, to, table }) => {
    const { rules } = suggestLens(
      versionOf({ mode: words(...from) }),
      versionOf({ mode: { ...words(...to), default: to[0] ?? "" } }),
    );
    expect(rules).toEqual([{ op: "map", from: "spec.mode", to: "spec.mode", table }]);
  });

  test("its rules have positions", () => {
    const [from, to] = [
      versionOf({ l: listOf(tls) }),
      versionOf({ l: listOf(mapOf({ key: text })) }),
    ];
    const { rules } = suggestLens(from, to);
    const codes = analysisOf(from, to, rules).faults.map(({ code }) => code);
    expect(codes).toEqual(["E101", "E101"]);
  });
});
