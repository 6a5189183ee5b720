import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { shapePairs } from "../../../../lib/lens/check/shape-pairs.ts";
import { pathText } from "../../../../lib/lens/language/path.ts";
import { nodeAt } from "../../../../lib/lens/language/schema-node.ts";
import type { SchemaPlace } from "../../../../lib/lens/ops/analysis/place-pair.ts";
import {
  dictionary,
  flag,
  free,
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
  readonly pairs: readonly string[];
}

/** The members of a spec, as fields that only its version has. */
function membersOf(spec: JsonObject): readonly SchemaPlace[] {
  const schema = versionOf(spec);
  return Object.keys(spec).map((key) => {
    const path = ["spec", key];
    return { path, node: nodeAt(schema, path) };
  });
}

function pairsOf(from: JsonObject, to: JsonObject): readonly string[] {
  const pairs = shapePairs(
    { from: membersOf(from), to: membersOf(to) },
    { from: ["spec"], to: ["spec"] },
  );
  return pairs.map(
    (pair) =>
      `${pathText(pair.from.path)} ${pathText(pair.to.path)}: ${pair.reason}${pair.isOpposite ? " (opposite)" : ""}`,
  );
}

const formats = words("raw", "qcow2", "vdi");
const rule = mapOf({ name: text, direction: text, port: integer });
const balancer = mapOf({ provider: text, ports: listOf(integer), enabled: flag });

describe("shapePairs pairs", () => {
  test.each<Row>([
    {
      name: "an enum whose new name ends with the old one",
      from: { format: formats },
      to: { diskFormat: words("vdi", "raw", "qcow2") },
      pairs: [
        'spec.format spec.diskFormat: the same words are allowed, and "format" is in both names',
      ],
    },
    {
      name: "an enum beside another of the same words, whatever the names",
      from: { mode: formats },
      to: { encoding: formats },
      pairs: ["spec.mode spec.encoding: the same words are allowed, in the same map"],
    },
    {
      name: "lists whose items have the same members",
      from: { allNodesRules: listOf(rule) },
      to: { clusterNodesRules: listOf(rule, { "x-kubernetes-list-type": "atomic" }) },
      pairs: [
        'spec.allNodesRules spec.clusterNodesRules: all members agree, and "node rule" is in both names',
      ],
    },
    {
      name: "a map in a map that only the other version has",
      from: { apiServerLoadBalancer: balancer },
      to: { apiServer: mapOf({ managedLoadBalancer: balancer }) },
      pairs: [
        'spec.apiServerLoadBalancer spec.apiServer.managedLoadBalancer: all members agree, and "load balancer" is in both names',
      ],
    },
    {
      name: "the only maps of a shape of several members, whatever the names and places",
      from: { balancing: balancer },
      to: { traffic: mapOf({ entry: balancer }) },
      pairs: ["spec.balancing spec.traffic.entry: all members agree, as in no other field"],
    },
    {
      name: "a number whose words are all in the other path, and whose name ends alike",
      from: { networkMTU: integer },
      to: { managedNetwork: mapOf({ mtu: { type: "integer", format: "int32" } }) },
      pairs: ['spec.networkMTU spec.managedNetwork.mtu: the same type, and "mtu" is in both names'],
    },
    {
      name: "flags that mean the opposite",
      from: { disablePortSecurity: flag },
      to: { managedNetwork: mapOf({ enablePortSecurity: flag }) },
      pairs: [
        'spec.disablePortSecurity spec.managedNetwork.enablePortSecurity: the opposite name, and "port security" is in both names (opposite)',
      ],
    },
    {
      name: "a flag, and one whose name negates it",
      from: { cache: flag, ready: flag },
      to: { disableCache: flag, notReady: flag },
      pairs: [
        'spec.cache spec.disableCache: the opposite name, and "cache" is in both names (opposite)',
        'spec.ready spec.notReady: the opposite name, and "ready" is in both names (opposite)',
      ],
    },
    {
      name: "none: lists of which one is the exception of the other",
      from: { rules: listOf(rule), names: listOf(text) },
      to: { excludedRules: listOf(rule), ignoredNames: listOf(text) },
      pairs: [],
    },
    {
      name: "none: other words, another type, a member more",
      from: { a: words("x", "y"), b: balancer, mtu: text },
      to: {
        c: words("x", "z"),
        d: mapOf({ provider: text, ports: listOf(integer), enabled: flag, more: text }),
        linkMtu: integer,
      },
      pairs: [],
    },
    {
      name: "none: plain values with a word in common that means little",
      from: { serverPort: integer, timeout: text, debug: flag, note: text },
      to: { serverCount: integer, timeoutPolicy: text, paused: flag, hint: text },
      pairs: [],
    },
    {
      name: "none: plain values of two maps, and names that many maps have",
      from: { probe: mapOf({ limit: integer }), name: text },
      to: { gauge: mapOf({ limit: integer }), owner: mapOf({ name: text }) },
      pairs: [],
    },
    {
      name: "none: a choice between two",
      from: { format: formats },
      to: { diskFormat: formats, imageFormat: formats },
      pairs: [],
    },
    {
      name: "none: a secret, and what no schema describes",
      from: { token: text, tree: free, labels: dictionary(text) },
      to: { accessToken: text, root: free, marks: dictionary(text) },
      pairs: [],
    },
  ])("$name", ({ from, to, pairs }) => {
    expect(pairsOf(from, to)).toEqual(pairs);
  });

  test("none between versions with too many fields to compare", () => {
    const fieldsOf = (count: number): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`plain${index}`, text]));
    const from = { format: formats };
    const to = { diskFormat: formats };
    expect(pairsOf({ ...from, ...fieldsOf(100) }, { ...to, ...fieldsOf(100) })).toHaveLength(101);
    expect(pairsOf({ ...from, ...fieldsOf(300) }, { ...to, ...fieldsOf(300) })).toEqual([]);
  });
});
