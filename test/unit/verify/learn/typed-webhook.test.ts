import { describe, expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";
import { learnedTexts } from "../../../support/learn/spec-webhook.ts";

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
  test("writes an empty spec, in which the server sets defaults: that is no difference", () => {
    const mode = { type: "string", enum: ["Fast", "Safe"], default: "Safe" };
    const learned = learnedTexts({
      v1: { mode, image: { type: "string" } },
      v2: { mode, picture: { type: "string" } },
      forth: (spec) => renamed(spec, "image", "picture"),
      back: (spec) => renamed(spec, "picture", "image"),
    });
    expect(learned).toEqual({ rules: ["move spec.image → spec.picture"], open: [] });
  });

  test("writes the zero values of the fields beside one: they do not come from it", () => {
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

  test("spells the quantities in a map in its own way: that is no difference", () => {
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
