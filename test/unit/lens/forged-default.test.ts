import { expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import { allowance } from "../../support/allowance.ts";

/** A version with `spec.<name>`, with a default if one is given. */
function schemaOf(name: string, more: JsonObject): JsonObject {
  const field = { type: "integer", ...more };
  return {
    type: "object",
    properties: { spec: { type: "object", properties: { [name]: field } } },
  };
}

const schemas: Readonly<Record<string, JsonObject>> = {
  v1: schemaOf("replicas", { default: 1 }),
  v2: schemaOf("count", {}),
};
const edge = lensEdge(
  { group: "e.com", schemaOf: (version) => schemas[version] },
  { from: "v1", to: "v2", rules: [{ op: "move", from: "spec.replicas", to: "spec.count" }] },
);

test.each([
  { name: "an explicit default stays", entry: [] },
  { name: "a default is not written out", entry: [1] },
])(
  "a forged entry changes no value that the conversion produces without it: $name",
  ({ entry }) => {
    const isAbsent = entry.length > 0;
    const body = { spec: isAbsent ? {} : { replicas: 1 } };
    const annotations = { "e.com/kept.v2.x": JSON.stringify({ "spec.count": entry }) };
    const source = { body, labels: {}, annotations, name: "a", namespace: "b" };
    const result = edge.forward(source, allowance());
    expect(result).toMatchObject({
      ok: true,
      value: { body: { spec: isAbsent ? {} : { count: 1 } } },
    });
  },
);
