import type { JsonObject } from "../../lib/json/value.ts";
import { defineKind, type Kind } from "../../lib/kind/kind.ts";
import type { LensData, RuleData } from "../../lib/lens/language/rule.ts";

/** What a test declares of a kind. */
export interface CheckedKindParts {
  /** The schema of spec in each version. */
  readonly v1: JsonObject;
  readonly v2: JsonObject;
  readonly rules?: readonly RuleData[];
  readonly lenses?: LensData["lenses"];
  /** Bodies of v1. */
  readonly samples?: readonly JsonObject[];
}

/** A kind of two versions that one lens joins. */
export function checkedKind({ v1, v2, rules = [], lenses, samples = [] }: CheckedKindParts): Kind {
  return defineKind({
    crd: {
      group: "example.org",
      kind: "Gadget",
      plural: "gadgets",
      scope: "Namespaced",
      versions: [
        { name: "v1", served: true, storage: false, schema: bodyOf(v1) },
        { name: "v2", served: true, storage: true, schema: bodyOf(v2) },
      ],
    },
    lenses: [{ from: "v1", to: "v2", rules, ...(lenses !== undefined && { lenses }) }],
    samples: samples.map((body) => ({
      apiVersion: "example.org/v1",
      kind: "Gadget",
      metadata: { name: "sample" },
      ...body,
    })),
  });
}

function bodyOf(spec: JsonObject): JsonObject {
  return { type: "object", properties: { spec } };
}
