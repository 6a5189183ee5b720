import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../lib/json/value.ts";
import { analyzeLens } from "../../lib/lens/check/analyze-lens.ts";
import type { LensData, RuleData } from "../../lib/lens/language/rule.ts";
import type { SchemaNode } from "../../lib/lens/language/schema-node.ts";
import type { LensAnalysis } from "../../lib/lens/ops/analysis/lens-analysis.ts";
import { structuralForm } from "../../lib/schema/structural/form.ts";
import type { Structural } from "../../lib/schema/structural/structural.ts";

/** A version whose spec has the members `spec`, of which it requires `required`. */
export function versionOf(spec: JsonObject, required: readonly string[] = []): Structural {
  return schemaWith({ spec: mapOf(spec, ...required) });
}

/** A version whose objects have these members beside apiVersion, kind and metadata. */
export function schemaWith(members: JsonObject): Structural {
  return structuralForm({
    type: "object",
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: { type: "object" },
      ...members,
    },
  });
}

/** The analysis of rules between two versions. */
export function analysisOf(
  from: SchemaNode,
  to: SchemaNode,
  rules: readonly RuleData[],
  more: Partial<LensData> = {},
): LensAnalysis {
  const lens: LensData = { from: "v1", to: "v2", rules, ...more };
  return analyzeLens({ from: "v1", to: "v2", schemas: { from, to }, group: "example.com" }, lens);
}

export const text: JsonObject = { type: "string" };
export const integer: JsonObject = { type: "integer" };
export const flag: JsonObject = { type: "boolean" };
export const free: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

export function words(...allowed: readonly string[]): JsonObject {
  return { type: "string", enum: allowed };
}

export function listOf(items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "array", items, ...more };
}

export function mapOf(properties: JsonObject, ...required: readonly string[]): JsonObject {
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

export function dictionary(values: JsonObject): JsonObject {
  return { type: "object", additionalProperties: values };
}

/** A lens with the faults that its analysis finds, each as its code and path or, to test the text, its code and message. */
export interface AnalyzedLens {
  readonly name: string;
  readonly from: SchemaNode;
  readonly to: SchemaNode;
  readonly rules: readonly RuleData[];
  readonly lens?: Partial<LensData>;
  readonly faults: readonly string[];
}

/** Tests that each lens has exactly its faults, in their order. */
export function testFaults(title: string, lenses: readonly AnalyzedLens[]): void {
  describe(title, () => {
    test.each(lenses)("$name", ({ from, to, rules, lens, faults }) => {
      const found = analysisOf(from, to, rules, lens).faults.map(({ code, path, message }, at) => {
        const short = `${code} ${path}`;
        return faults[at] === short ? short : `${code} ${message}`;
      });
      expect(found).toEqual(faults);
    });
  });
}
