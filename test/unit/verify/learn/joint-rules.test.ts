import { describe, expect, test } from "vitest";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";
import { pathText } from "../../../../lib/lens/language/path.ts";
import type { RuleData } from "../../../../lib/lens/language/rule.ts";
import { learnLens } from "../../../../lib/verify/learn/learn-lens.ts";
import { type SpecWebhook, specVersions } from "../../../support/learn/spec-webhook.ts";
import { seed } from "../../../support/seed.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const count = { type: "integer", minimum: 0 };

interface Row {
  readonly name: string;
  readonly webhook: SpecWebhook;
  readonly rules: readonly RuleData[];
}

function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

function listOf(properties: JsonObject): JsonObject {
  return { type: "array", items: { type: "object", properties } };
}

/** Converts each item of a list in the spec. */
function eachIn(
  spec: JsonObject,
  name: string,
  convert: (item: JsonObject) => JsonObject,
): JsonObject {
  const { [name]: list, ...others } = spec;
  if (!isArray(list)) return spec;
  return { ...others, [name]: list.map((item) => (isObject(item) ? convert(item) : item)) };
}

const matchType = { type: "string", enum: ["!=", "=", "=~", "!~"] };

const rows: readonly Row[] = [
  {
    name: "a newer field wins over an older one, and is the one that is written",
    webhook: {
      v1: { replicas: count, scale: { type: "object", properties: { replicas: count } } },
      v2: { scale: { type: "object", properties: { replicas: count } } },
      forth: ({ replicas, scale }) => {
        const own = isObject(scale) ? scale["replicas"] : undefined;
        const value = own ?? replicas;
        return value === undefined && scale === undefined
          ? {}
          : { scale: present({ replicas: value }) };
      },
      back: (spec) => spec,
    },
    rules: [
      {
        op: "first",
        from: ["spec.scale.replicas", "spec.replicas"],
        to: "spec.scale.replicas",
      },
    ],
  },
  {
    name: "a flag in list items that means the same as a word",
    webhook: {
      v1: { matchers: listOf({ name: text, regex: flag, matchType }) },
      v2: { matchers: listOf({ name: text, matchType }) },
      forth: (spec) =>
        eachIn(spec, "matchers", ({ regex, matchType: type, ...item }) => ({
          ...item,
          matchType: type ?? (regex === true ? "=~" : "="),
        })),
      back: (spec) => spec,
    },
    rules: [
      {
        op: "each",
        from: "spec.matchers",
        to: "spec.matchers",
        rules: [
          {
            op: "first",
            from: [
              "matchType",
              {
                op: "map",
                path: "regex",
                table: [
                  [true, "=~"],
                  [false, "="],
                ],
              },
            ],
            to: "matchType",
            fill: { to: { value: "=", returns: true } },
          },
        ],
      },
    ],
  },
  {
    name: "names, or items with a name",
    webhook: {
      v1: {
        checks: { type: "array", items: text },
        rules: listOf({ name: text, on: { type: "array", items: text } }),
      },
      v2: { rules: listOf({ name: text, on: { type: "array", items: text } }) },
      forth: ({ checks, rules }) => {
        const named = isArray(checks) ? checks.map((name) => ({ name })) : [];
        return present({ rules: named.length > 0 ? named : rules });
      },
      back: (spec) => spec,
    },
    rules: [
      {
        op: "first",
        from: [
          { op: "each", path: "spec.checks", rules: [{ op: "move", from: ".", to: "name" }] },
          "spec.rules",
        ],
        to: "spec.rules",
        backTo: 1,
      },
    ],
  },
  {
    name: "fields, and a list of names and values",
    webhook: {
      v1: { cpu: count, memory: count, image: text },
      v2: { limits: listOf({ resource: text, amount: count }), image: text },
      forth: ({ cpu, memory, ...spec }) => {
        const limits = Object.entries(present({ memory, cpu })).map(([resource, amount]) => ({
          resource,
          amount,
        }));
        return limits.length === 0 ? spec : { ...spec, limits };
      },
      back: ({ limits, ...spec }) => ({
        ...spec,
        ...present({ cpu: amountOf(limits, "cpu"), memory: amountOf(limits, "memory") }),
      }),
    },
    rules: [
      {
        op: "entry",
        from: { memory: "spec.memory", cpu: "spec.cpu" },
        to: "spec.limits",
        name: "resource",
        value: "amount",
      },
    ],
  },
  {
    name: "fields, and a list of names and values with further members, in which some names always stand",
    webhook: {
      v1: { about: { type: "object", properties: { id: text, zone: text } } },
      v2: {
        about: {
          type: "object",
          properties: { parts: listOf({ resource: text, amount: text, required: flag }) },
        },
      },
      forth: ({ about }) => (isObject(about) ? { about: { parts: partsOf(about) } } : {}),
      back: ({ about }) => {
        if (!isObject(about)) return {};
        const [id, zone] = ["id", "zone"].map((name) => amountOf(about["parts"], name));
        return { about: present({ id, zone }) };
      },
    },
    rules: [
      {
        op: "entry",
        from: { id: "spec.about.id", zone: "spec.about.zone" },
        to: "spec.about.parts",
        name: "resource",
        value: "amount",
        members: { version: { required: true }, id: { required: true } },
        fill: { to: { value: ["version", "id"] } },
      },
    ],
  },
  {
    name: "a word that decides the group and the kind of a reference, of which a field beside it has the name",
    webhook: {
      v1: {
        source: { type: "string", enum: ["team", "cluster", ""] },
        className: text,
        note: text,
      },
      v2: {
        ref: { type: "object", properties: { group: text, kind: text, name: text } },
        note: text,
      },
      forth: ({ source, className, ...spec }) => {
        const kind = source === "team" ? "TeamClass" : "ClusterClass";
        return source === undefined || source === ""
          ? spec
          : { ...spec, ref: present({ group: "class.example.com", kind, name: className }) };
      },
      back: ({ ref, ...spec }) => {
        const { group, kind, name } = isObject(ref) ? ref : {};
        const source = { TeamClass: "team", ClusterClass: "cluster" }[String(kind)];
        if (group !== "class.example.com" || source === undefined) return spec;
        return { ...spec, source, ...present({ className: name }) };
      },
    },
    rules: [
      {
        op: "variant",
        from: "spec",
        to: "spec",
        tag: "source",
        cases: {
          team: {
            where: { "ref.group": "class.example.com", "ref.kind": "TeamClass" },
            rules: [{ op: "move", from: "className", to: "ref.name" }],
          },
          cluster: {
            where: { "ref.group": "class.example.com", "ref.kind": "ClusterClass" },
            rules: [{ op: "move", from: "className", to: "ref.name" }],
          },
        },
      },
    ],
  },
  {
    name: "a word that names the member of a union",
    webhook: {
      v1: {
        check: {
          type: "object",
          properties: {
            type: { type: "string", enum: ["Http", "Exec"] },
            path: text,
            command: text,
          },
        },
      },
      v2: {
        check: {
          type: "object",
          properties: {
            http: { type: "object", required: ["path"], properties: { path: text } },
            exec: { type: "object", required: ["command"], properties: { command: text } },
          },
        },
      },
      forth: ({ check }) => {
        if (!isObject(check)) return {};
        const { type, path, command } = check;
        if (type === "Http") return { check: { http: present({ path }) } };
        return { check: type === "Exec" ? { exec: present({ command }) } : {} };
      },
      back: ({ check }) => {
        const { http, exec } = isObject(check) ? check : {};
        if (isObject(http) === isObject(exec)) return check === undefined ? {} : { check: {} };
        if (isObject(http)) return { check: { type: "Http", ...http } };
        return { check: { type: "Exec", ...(isObject(exec) && exec) } };
      },
    },
    rules: [
      {
        op: "variant",
        from: "spec.check",
        to: "spec.check",
        tag: "type",
        cases: {
          Http: {
            where: { http: { present: true } },
            rules: [{ op: "move", from: "path", to: "http.path" }],
          },
          Exec: {
            where: { exec: { present: true } },
            rules: [{ op: "move", from: "command", to: "exec.command" }],
          },
        },
      },
    ],
  },
  {
    name: "a text and its two parts",
    webhook: addressWebhook((text) => text.lastIndexOf(":")),
    rules: [
      {
        op: "split",
        from: "spec.address",
        to: { host: "spec.host", port: "spec.port" },
        template: "{host}:{port}",
      },
    ],
  },
];

/** A webhook with an address in v1, and the host and the port of it in v2; `colon` finds where one ends. */
function addressWebhook(colon: (address: string) => number): SpecWebhook {
  return {
    v1: { address: text },
    v2: { host: text, port: text },
    forth: ({ address }) => {
      const at = typeof address === "string" ? colon(address) : -1;
      if (typeof address !== "string" || at < 0) return {};
      return { host: address.slice(0, at), port: address.slice(at + 1) };
    },
    back: ({ host, port }) => {
      if (typeof host !== "string" || typeof port !== "string") return {};
      const address = `${host}:${port}`;
      return colon(address) === host.length ? { address } : {};
    },
  };
}

function partsOf({ id, zone }: JsonObject): readonly JsonObject[] {
  return [
    { resource: "version", required: true },
    { resource: "id", required: true, ...present({ amount: id }) },
    ...(zone === undefined ? [] : [{ resource: "zone", amount: zone }]),
  ];
}

/** The amount of the first item with a name. */
function amountOf(limits: JsonValue | undefined, name: string): JsonValue | undefined {
  const items = isArray(limits) ? limits.filter(isObject) : [];
  return items.find(({ resource }) => resource === name)?.["amount"];
}

describe("fields that a webhook converts together", () => {
  test.each(rows)("$name: one rule is found", ({ webhook, rules }) => {
    const learned = learnLens(specVersions(webhook), { seed, runs: 60 });
    expect(learned.open).toEqual([]);
    expect(learned.rules.map(({ rule }) => rule)).toEqual(rules);
  });
});

describe("a text and its parts", () => {
  test("are reported if the webhook does not split the text as split does", () => {
    const webhook = addressWebhook((address) => address.indexOf(":"));
    const { rules, open } = learnLens(specVersions(webhook), { seed, runs: 60 });
    expect(rules).toEqual([]);
    expect(open.flatMap(({ paths }) => paths.to).map(pathText)).toEqual(
      expect.arrayContaining(["spec.host", "spec.port"]),
    );
  });
});

test("a name that no template can have does not stop learning: its fields are reported", () => {
  const { rules, open } = learnLens(
    specVersions({
      v1: { address: text },
      v2: { "ho}st": text, port: text },
      forth: ({ address }) => {
        const at = typeof address === "string" ? address.lastIndexOf(":") : -1;
        if (typeof address !== "string" || at < 0) return {};
        return { "ho}st": address.slice(0, at), port: address.slice(at + 1) };
      },
      back: ({ "ho}st": host, port }) =>
        typeof host === "string" && typeof port === "string" ? { address: `${host}:${port}` } : {},
    }),
    { seed, runs: 60 },
  );
  expect(rules).toEqual([]);
  expect(open.flatMap(({ paths }) => paths.from).map(pathText)).toContain("spec.address");
});
