import { describe, expect, test } from "vitest";
import { parseGoDuration } from "../../../../lib/go/duration.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";
import { learnedTexts } from "../../../support/learn/spec-webhook.ts";
import { mapAt } from "../../../support/webhooks/job-conversion.ts";

/** Copies a spec to a typed struct and back, as a webhook in Go does. */
function renamed(spec: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [name === from ? to : name, value]),
  );
}

function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

describe("a webhook with typed structs", () => {
  test("that writes an empty spec, in which the server sets defaults, has no difference", () => {
    const mode = { type: "string", enum: ["Fast", "Safe"], default: "Safe" };
    const learned = learnedTexts({
      v1: { mode, image: { type: "string" } },
      v2: { mode, picture: { type: "string" } },
      forth: (spec) => renamed(spec, "image", "picture"),
      back: (spec) => renamed(spec, "picture", "image"),
    });
    expect(learned).toEqual({ rules: ["move spec.image → spec.picture"], open: [] });
  });

  test("that writes the zero values of the fields beside one: they do not come from it", () => {
    const struct = (value: JsonValue | undefined): JsonValue | undefined =>
      isObject(value) && Object.keys(value).length > 0
        ? { certFile: value["certFile"] ?? "", keyFile: value["keyFile"] ?? "" }
        : undefined;
    const text = { type: "string" };
    const tls = { type: "object", properties: { certFile: text, keyFile: text } };
    const learned = learnedTexts({
      v1: { tls },
      v2: { security: tls },
      forth: (spec) => present({ security: struct(spec["tls"]) }),
      back: (spec) => present({ tls: struct(spec["security"]) }),
    });
    expect(learned).toEqual({
      rules: [
        "move spec.tls.certFile → spec.security.certFile",
        "move spec.tls.keyFile → spec.security.keyFile",
      ],
      open: [],
    });
  });

  test("that writes a number that the version refuses: the rule is not judged by it", () => {
    const timeoutSeconds = { type: "integer", format: "int32", minimum: 0 };
    const seconds = (text: JsonValue | undefined): JsonValue | undefined => {
      const nanoseconds = typeof text === "string" ? parseGoDuration(text) : undefined;
      if (nanoseconds === undefined) return undefined;
      return Math.min(Number(nanoseconds / 1_000_000_000n), 2 ** 31 - 1);
    };
    const learned = learnedTexts({
      v1: { timeout: { type: "string", format: "duration" } },
      v2: { timeoutSeconds },
      forth: (spec) => present({ timeoutSeconds: seconds(spec["timeout"]) }),
      back: (spec) => {
        const { timeoutSeconds: count } = spec;
        return present({ timeout: count === undefined ? undefined : `${String(count)}s` });
      },
    });
    expect(learned.open).toEqual([]);
    expect(learned.rules).toEqual(["duration spec.timeout → spec.timeoutSeconds"]);
  });

  test("that writes part of a reference that the version needs as a whole: the rule is not judged by it", () => {
    const text = { type: "string" };
    const name = { type: "string", minLength: 1 };
    const groupText = { ...name, pattern: "^[a-z0-9.-]+$" };
    const learned = learnedTexts({
      v1: {
        ref: {
          type: "object",
          properties: { apiVersion: text, kind: text, name: text, namespace: text },
        },
      },
      v2: {
        ref: {
          type: "object",
          required: ["apiGroup", "kind", "name"],
          properties: { apiGroup: groupText, kind: name, name },
        },
      },
      forth: (spec) => {
        const { apiVersion = "", kind, name: named } = mapAt(spec, "ref");
        const [, apiGroup] = /^([^/]+)\/[^/]+$/.exec(String(apiVersion)) ?? [];
        const ref = present({ apiGroup, kind, name: named });
        return Object.keys(ref).length === 0 ? {} : { ref };
      },
      back: (spec) => {
        const { apiGroup: group, kind, name: named } = mapAt(spec, "ref");
        if ((group ?? kind ?? named) === undefined) return {};
        const apiVersion = group === undefined ? "v3" : `${String(group)}/v3`;
        return { ref: present({ apiVersion, kind, name: named, namespace: "probed-namespace" }) };
      },
    });
    expect(learned).toEqual({ rules: ["reference spec.ref"], open: [] });
  });

  test("that spells the quantities in a map in its own way has no difference", () => {
    const quantity = {
      anyOf: [{ type: "integer" }, { type: "string" }],
      pattern: "^[0-9]+(m|Mi|Gi)?$",
      "x-kubernetes-int-or-string": true,
    };
    const limits = { type: "object", additionalProperties: quantity };
    const spelled = (spec: JsonObject): JsonObject => {
      const { limits: found = {} } = spec;
      if (!isObject(found)) return spec;
      const texts = Object.entries(found).map(([key, value]): [string, JsonValue] => [
        key,
        typeof value === "number" ? String(value) : value,
      ]);
      return { ...spec, limits: Object.fromEntries(texts) };
    };
    const learned = learnedTexts({ v1: { limits }, v2: { limits }, forth: spelled, back: spelled });
    expect(learned).toEqual({ rules: [], open: [] });
  });
});
