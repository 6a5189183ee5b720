import fc from "fast-check";
import type { JsonObject } from "../../json/value.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { opOf } from "../../lens/ops/registry.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { validBody } from "../arbitrary-object.ts";
import { isValidBody } from "../body-schema.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { edgeBody } from "../edge-body.ts";
import { fragmentOf } from "../fragment.ts";
import type { CheckedKind, Pair, Subject, SubjectVersion } from "../subject.ts";

/** Objects of the pair's source version that the server would accept. */
export function validObjects(pair: Pair): fc.Arbitrary<ReviewObject> {
  return withMetadata(pair, validBodies(pair));
}

/** Valid objects, fragments of them, and invalid ones that storage may hold. */
export function anyObjects(pair: Pair): fc.Arbitrary<ReviewObject> {
  const { from, to } = pair;
  return withMetadata(
    pair,
    fc.oneof(
      { weight: 5, arbitrary: validBodies(pair) },
      { weight: 4, arbitrary: edgeBody(from.schema, to.schema) },
      { weight: 1, arbitrary: partialBodies(pair) },
    ),
  );
}

/** An object of a version. */
export function objectOf(
  { kind }: Subject,
  { name }: SubjectVersion,
  body: JsonObject,
  metadata: JsonObject = bareMetadata,
): ReviewObject {
  return { apiVersion: `${kind.group}/${name}`, kind: kind.kind, metadata, ...body };
}

/** An object without its type and metadata. */
export function bodyOf(object: JsonObject): JsonObject {
  const { apiVersion: _, kind: __, metadata: ___, ...body } = object;
  return body;
}

/** An object with another body. */
export function withBody(object: ReviewObject, body: JsonObject): ReviewObject {
  const { apiVersion, kind, metadata } = object;
  return { apiVersion, kind, ...(metadata !== undefined && { metadata }), ...body };
}

/** True for an object whose body the server would accept. */
export function isValidObject(object: ReviewObject, { subject, from }: Pair): boolean {
  return isValidBody(bodyOf(object), from.schema) && keepsRules(object, subject, from);
}

function keepsRules(
  object: JsonObject,
  { evaluateRules }: Subject,
  { schema }: SubjectVersion,
): boolean {
  return evaluateRules === undefined || evaluateRules(schema, object).length === 0;
}

function validBodies({ subject, from }: Pair): fc.Arbitrary<JsonObject> {
  return validBody(from.schema, {
    ungenerated: from.ungenerated,
    ...(subject.evaluateRules !== undefined && {
      accepts: (body) => keepsRules(objectOf(subject, from, body), subject, from),
    }),
  });
}

function partialBodies(pair: Pair): fc.Arbitrary<JsonObject> {
  const whole = validBodies(pair);
  return new DrawnArbitrary({
    make: (random) => {
      const body = whole.generate(random, undefined).value;
      return fragmentOf(body, pair.from.schema).generate(random, undefined).value;
    },
    smaller: smallerMaps,
  });
}

const bareMetadata: JsonObject = { name: "sample", namespace: "default" };

function withMetadata(
  { subject, from }: Pair,
  bodies: fc.Arbitrary<JsonObject>,
): fc.Arbitrary<ReviewObject> {
  return fc
    .tuple(bodies, metadataOf(subject.kind))
    .map(([body, metadata]) => objectOf(subject, from, body, metadata));
}

/** Metadata with and without the labels and annotations that the kind's lenses name, sometimes with others. */
function metadataOf(kind: CheckedKind): fc.Arbitrary<JsonObject> {
  const named = [...kind.lenses].flatMap(({ rules, lenses = {} }) =>
    [rules, ...Object.values(lenses)].flat().flatMap(metadataRules),
  );
  const maps = fc.record(
    {
      labels: stringsWith(named.filter(({ map }) => map === "labels").map(({ key }) => key)),
      annotations: stringsWith(
        named.filter(({ map }) => map === "annotations").map(({ key }) => key),
      ),
    },
    { requiredKeys: [] },
  );
  return fc
    .oneof(
      { weight: named.length === 0 ? 4 : 1, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: maps },
    )
    .map((found) => ({ ...bareMetadata, ...found }));
}

function stringsWith(keys: readonly string[]): fc.Arbitrary<JsonObject> {
  const known = [...new Set([...keys, "example.com/other"])];
  const text = fc.constantFrom("", "a", "b", "1", "true");
  return fc.dictionary(fc.constantFrom(...known), text, { minKeys: 1, maxKeys: known.length });
}

interface MetadataKey {
  readonly map: "labels" | "annotations";
  readonly key: string;
}

function metadataRules(data: RuleData): readonly MetadataKey[] {
  const op = opOf(data);
  if (op.kind === "metadata") return [{ map: op.map, key: op.key(data) }];
  const inner: readonly RuleData[] = "rules" in data ? (data.rules ?? []) : [];
  return inner.flatMap(metadataRules);
}
