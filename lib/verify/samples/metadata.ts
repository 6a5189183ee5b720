import fc from "fast-check";
import { isObject, type JsonObject } from "../../json/value.ts";
import { namedMetadata } from "../../lens/place/metadata-paths.ts";
import { scopeLens } from "../../lens/place/scope-lens.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { smallerMaps } from "../draw/smaller.ts";
import type { CheckedKind } from "../subject.ts";
import { bareMetadata } from "./object-body.ts";

/** The name of a label and annotation of generated objects that no lens uses. */
export const generatedAnnotation = "example.com/other";

/** Metadata with some of the labels and annotations that the kind's lenses name, and sometimes with others. */
export function arbitraryMetadata(kind: CheckedKind): fc.Arbitrary<JsonObject> {
  const named = [...kind.lenses].flatMap((lens) => namedMetadata(scopeLens(lens)));
  const keysOf = (wanted: string): readonly string[] =>
    named.flatMap(([, map, key]) => (map === wanted && key !== undefined ? [key] : []));
  const maps = fc.record(
    { labels: stringsWith(keysOf("labels")), annotations: stringsWith(keysOf("annotations")) },
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
  const known = [...new Set([...keys, generatedAnnotation])];
  const text = fc.constantFrom("", "a", "b", "1", "true");
  return fc.dictionary(fc.constantFrom(...known), text, { minKeys: 1, maxKeys: known.length });
}

/** The object with another `metadata.name`. */
export function withName(object: ReviewObject, name: string): ReviewObject {
  return { ...object, metadata: { ...metadataOf(object), name } };
}

/** Metadata with fewer labels and annotations. Other members are kept. */
export function* smallerMetadata(metadata: JsonObject): Iterable<JsonObject> {
  for (const map of ["labels", "annotations"]) {
    const { [map]: strings, ...rest } = metadata;
    if (strings === undefined) continue;
    yield rest;
    if (!isObject(strings)) continue;
    for (const less of smallerMaps(strings)) yield { ...metadata, [map]: less };
  }
}
