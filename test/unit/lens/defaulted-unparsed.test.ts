import { expect, test } from "vitest";
import { convertObject } from "../../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import { Allowance } from "../../../lib/converter/allowance.ts";
import { objectValidators } from "../../../lib/crd/validator/object-validators.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { isReviewObject } from "../../../lib/protocol/conversion-review.ts";
import { checkedKind } from "../../support/checked-kind.ts";

const text = { type: "string" };
const defaulted = { type: "string", default: "a" };
const properties = (own: JsonObject): JsonObject => ({ type: "object", properties: own });

/** Values of v1 that the rule can't parse. v2 has defaults at the paths that the rule would write. */
const rows: readonly {
  readonly name: string;
  readonly v1: JsonObject;
  readonly v2: JsonObject;
  readonly rule: RuleData;
  readonly spec: JsonObject;
  /** The spec at v2 before the server sets defaults. Default: empty. */
  readonly converted?: JsonObject;
  /** The spec at v2 after the server set defaults. */
  readonly stored: JsonObject;
}[] = [
  {
    name: "items of entry without a field",
    v1: { f: { type: "array", items: properties({ name: text, value: text }) } },
    v2: { cpu: defaulted, memory: defaulted },
    rule: { op: "entry", from: "spec.f", to: { cpu: "spec.cpu", memory: "spec.memory" } },
    spec: { f: [{ name: "Ai" }, { name: "za", value: "2" }] },
    stored: { cpu: "a", memory: "a" },
  },
  {
    name: "a text that is not of the template",
    v1: { f: text },
    v2: { host: defaulted, port: defaulted },
    rule: {
      op: "split",
      from: "spec.f",
      to: { host: "spec.host", port: "spec.port" },
      template: "{host}:{port}",
    },
    spec: { f: "none" },
    stored: { host: "a", port: "a" },
  },
  {
    name: "a map where the other version declares a number",
    v1: { f: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    v2: { g: properties({ x: { type: "integer", default: 1 } }) },
    rule: { op: "move", from: "spec.f", to: "spec.g" },
    spec: { f: { x: { y: [] } } },
    converted: { g: {} },
    stored: { g: { x: 1 } },
  },
  {
    name: "a list of two where one is wanted",
    v1: { f: { type: "array", items: properties({ x: text }) } },
    v2: { f: { ...properties({ x: defaulted }), default: {} } },
    rule: { op: "single", from: "spec.f", to: "spec.f" },
    spec: { f: [{}, { x: "b" }] },
    stored: { f: { x: "a" } },
  },
];

test.each(rows)("defaults of the other version do not replace $name", (row) => {
  const kind = checkedKind({ v1: properties(row.v1), v2: properties(row.v2), rules: [row.rule] });
  const registry = conversionRegistry([kind]);
  const convert = (object: JsonObject, version: string): JsonObject => {
    if (!isReviewObject(object)) throw new Error("an object of a review has a type");
    const allowance = new Allowance({ validators: objectValidators });
    const converted = convertObject(registry, object, { group: kind.group, version }, allowance);
    if (!converted.ok) throw new Error(converted.error.message);
    return converted.value;
  };
  const metadata = { name: "g" };
  const object = { apiVersion: "example.org/v1", kind: "Gadget", metadata, spec: row.spec };
  const stored = convert(object, "v2");
  expect(stored["spec"]).toEqual(row.converted ?? {});
  expect(convert({ ...stored, spec: row.stored }, "v1")).toEqual(object);
});
