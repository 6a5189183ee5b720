import { describe, expect, test } from "vitest";
import { equal } from "../../../../lib/json/equal.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../../lib/json/value.ts";
import { learnedTexts, type SpecWebhook } from "../../../support/learn/spec-webhook.ts";

const text = { type: "string" };

const named = { type: "string", minLength: 1 };

function itemsIn(spec: JsonObject, name: string): readonly JsonObject[] {
  const list = member(spec, name);
  return isArray(list) ? list.filter(isObject) : [];
}

/** Gives each volume the flag of the first volume with its path. */
function flagsByPath(spec: JsonObject): JsonObject {
  const { volumes, ...others } = spec;
  if (volumes === undefined) return spec;
  const all = itemsIn(spec, "volumes");
  return {
    ...others,
    volumes: all.map(({ readOnly: _, ...volume }) => {
      const first = all.find(({ hostPath = "" }) => hostPath === (volume["hostPath"] ?? ""));
      const readOnly = first?.["readOnly"];
      return readOnly === undefined ? volume : { ...volume, readOnly };
    }),
  };
}

function withoutRepeats(values: JsonValue | undefined): readonly JsonValue[] {
  const list = isArray(values) ? values : [];
  return list.filter((value, at) => list.findIndex((other) => equal(other, value)) === at);
}

interface Row {
  readonly name: string;
  readonly webhook: SpecWebhook;
  /** The field that the webhook doesn't convert as trials with one field show. */
  readonly field: string;
}

const volumes = {
  type: "array",
  items: {
    type: "object",
    required: ["hostPath", "name"],
    properties: { hostPath: named, name: named, readOnly: { type: "boolean" } },
  },
};
const free = { "x-kubernetes-preserve-unknown-fields": true };
const route = {
  match: named,
  receiver: named,
  routes: { type: "array", items: free },
};
/** Fields beside which others are seldom drawn. */
const others = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `other${index}`,
    { type: "object", properties: { a: text, b: text, c: text } },
  ]),
);
const tags = { type: "array", items: text };

const rows: readonly Row[] = [
  {
    name: "of two items with the same path, one is confused with the other",
    webhook: { v1: { volumes }, v2: { volumes }, forth: flagsByPath, back: (spec) => spec },
    field: "spec.volumes[*].readOnly",
  },
  {
    name: "a repeated item of a list is removed",
    webhook: {
      v1: { tags },
      v2: { tags },
      forth: (spec) => spec,
      back: ({ tags: all }) => (all === undefined ? {} : { tags: withoutRepeats(all) }),
    },
    field: "spec.tags",
  },
  {
    name: "a field is removed if it equals another one",
    webhook: {
      v1: { image: named, label: named },
      v2: { image: named, label: named },
      forth: ({ label, ...spec }) =>
        label === undefined || label === spec["image"] ? spec : { ...spec, label },
      back: (spec) => spec,
    },
    field: "spec.label",
  },
  {
    name: "a field is removed beside a value that only the webhook itself writes",
    webhook: {
      v1: { className: text, note: text },
      v2: { kind: text, name: text, note: text },
      forth: ({ className, ...spec }) =>
        className === undefined ? spec : { ...spec, kind: "WorkClass", name: className },
      back: ({ kind, name, note, ...spec }) => {
        if (kind === "WorkClass") return { ...spec, className: name ?? "" };
        return note === undefined ? spec : { ...spec, note };
      },
    },
    field: "spec.note",
  },
  {
    name: "free JSON holds maps like the one around it",
    webhook: {
      v1: { ...others, route: { type: "object", properties: route } },
      v2: { ...others, route: { type: "object", properties: route } },
      forth: ({ route: own, ...spec }) =>
        isObject(own) ? { ...spec, route: withMatch(own, false) } : spec,
      back: (spec) => spec,
    },
    field: "spec.route.routes",
  },
];

/** The map without the member `match`, if it is one inside another. */
function withMatch({ match, routes, ...members }: JsonObject, isInner: boolean): JsonObject {
  return {
    ...members,
    ...(match !== undefined && !isInner && { match }),
    ...(routes !== undefined && {
      routes: isArray(routes)
        ? routes.map((each) => (isObject(each) ? withMatch(each, true) : each))
        : routes,
    }),
  };
}

describe("a webhook that converts a field differently if values of an object are equal", () => {
  test.each(rows)("$name: this is reported", ({ webhook, field }) => {
    const { open } = learnedTexts(webhook);
    expect(open.join("\n")).toContain(`${field} is the same in both versions: alone, but not`);
  });
});
