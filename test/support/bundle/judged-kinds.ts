import type { Converter } from "../../../lib/converter/converter.ts";
import { parse } from "../../../lib/json/parse.ts";
import { ok } from "../../../lib/json/result.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { defineKind, type Kind, type KindDeclaration } from "../../../lib/kind/kind.ts";

/** The group of {@link kinds}. */
export const group = "judged.example.com";

/** The annotation that preserves the spec of v1. */
export const preservedSpec = `${group}/kept.v1`;

const code = { type: "string", pattern: "^[a-z]+$" };
const share = { type: "number", maximum: 1 };
const everyday: JsonObject = { type: "object", properties: { code, share } };

/** Schemas of spec, by kind. The kind's name says what its validation needs besides the validator: a pattern engine, CEL, or both. */
const specSchemas: Readonly<Record<string, JsonObject>> = {
  Everyday: everyday,
  Pattern: specWith({ code: { type: "string", pattern: "^(?i)a\\b" } }),
  Rule: { ...everyday, "x-kubernetes-validations": [{ rule: "self.share <= 0.5" }] },
  RuleWithPattern: {
    ...everyday,
    "x-kubernetes-validations": [{ rule: "self.code.matches('^(?i)a')" }],
  },
};

function specWith(properties: JsonObject): JsonObject {
  return { type: "object", properties: { code, share, ...properties } };
}

/**
 * Kinds that a bundle can serve in place of the deployment's own: a conversion to v1 applies the preserved spec if v1's schema
 * allows it. The kind `Lens` has a lens that preserves `spec.share`; the others have code.
 */
export const kinds: readonly Kind[] = [
  ...Object.entries(specSchemas).map(([kind, spec]) => judgedKind(kind, spec)),
  defineKind({
    ...declared("Lens", everyday),
    lenses: [{ from: "v1", to: "v2", rules: [{ op: "keep", from: "spec.share" }] }],
  }),
];

function judgedKind(kind: string, spec: JsonObject): Kind {
  const backward = judging(schemaOf(spec));
  return defineKind({
    ...declared(kind, spec),
    edges: [{ from: "v1", to: "v2", forward: ({ body }) => ok({ body }), backward }],
  });
}

function declared(kind: string, spec: JsonObject): Pick<KindDeclaration, "crd" | "admission"> {
  const versions = ["v1", "v2"].map((name) => ({
    name,
    served: true,
    storage: name === "v1",
    schema: schemaOf(spec),
  }));
  return {
    crd: { group, kind, plural: `${kind.toLowerCase()}s`, scope: "Namespaced", versions },
    admission: { at: "v1", mutate: (object) => object, validate: () => undefined },
  };
}

function schemaOf(spec: JsonObject): JsonObject {
  return { type: "object", properties: { spec } };
}

/** Applies a preserved spec if the schema allows it; else `status.refused` lists the fields that the schema refuses. */
function judging(schema: JsonObject): Converter {
  return ({ body, annotations }, { validators }) => {
    const preserved = parse(annotations[preservedSpec] ?? "", { tokens: true });
    const validator = preserved.ok ? validators.of(schema) : undefined;
    if (!preserved.ok || validator === undefined) return ok({ body });
    const completed = { ...body, spec: preserved.value };
    const refused = validator.everyFault(completed).map(({ field }) => field);
    return ok({ body: refused.length === 0 ? completed : { ...body, status: { refused } } });
  };
}
