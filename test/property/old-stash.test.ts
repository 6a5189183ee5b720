import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { subresourcePaths } from "../../lib/admission/guard/guarded-kind.ts";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { annotationsOf } from "../../lib/conversion/convert-object.ts";
import { markedVersion, stashFormatOf } from "../../lib/converter/stash/names.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import { equal } from "../../lib/json/equal.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { withOldStash } from "../../lib/kind/old-stash.ts";
import type { ReviewObject } from "../../lib/protocol/conversion-review.ts";
import { bodyOf } from "../../lib/verify/samples/object-body.ts";
import { anyObjects } from "../../lib/verify/samples/objects.ts";
import { type Direction, directionsOf, subjectOf } from "../../lib/verify/subject.ts";
import { reviewObject } from "../stored/checkout.ts";
import { asMap } from "../support/as-map.ts";
import { forgedAnnotations } from "../support/forged-annotations.ts";
import { forgeryFaults } from "../support/forgery-faults.ts";
import { tries } from "../support/tries.ts";

const annotation = "example.org/conversion-data";
const folders = ["../../examples/kinds", "../operators", "../lenses", "../cluster/attacked-kinds"];
const kinds = await loadKinds(folders.map((name) => fileURLToPath(new URL(name, import.meta.url))));
const pairs = kinds.flatMap((kind) => directionsOf(subjectOf(withOldStash(kind, annotation))));
const rows = pairs
  .filter(({ subject, from, to }) => subject.steps(from.name, to.name).length === 1)
  .map((pair) => {
    const { subject, from, to } = pair;
    return { name: `${subject.kind.kind}, ${to.name} to ${from.name}`, pair };
  });
const numRuns = Math.ceil(tries({ test: 160, deep: 10_000 }) / rows.length);

/** The object as the webhook before kept it: without metadata, and here without what subresources write. */
function heldOf(object: ReviewObject, { subject, from }: Direction): JsonObject {
  const version = subject.kind.crd.versions.find(({ name }) => name === from.name);
  const tops = new Set((version ? subresourcePaths(version) : []).map(([top]) => top));
  const { apiVersion, kind } = object;
  const body = Object.entries(bodyOf(object)).filter(([key]) => !tops.has(key));
  return { apiVersion, kind, ...Object.fromEntries(body) };
}

/** An object with other annotations in place of those that preserve values. */
function restashed(object: ReviewObject, group: string, more: JsonObject): ReviewObject {
  const { metadata } = object;
  const plain = Object.entries(annotationsOf(object)).filter(
    ([name]) => stashFormatOf(name, group) === undefined,
  );
  const annotations = { ...Object.fromEntries(plain), ...more };
  return { ...object, metadata: { ...asMap(metadata), annotations } };
}

describe("an old stash", () => {
  test.each(rows)("gives the same values back as preserved values would: $name", ({ pair }) => {
    const { subject, from, to } = pair;
    const { group } = subject.kind;
    fc.assert(
      fc.property(anyObjects(pair), (drawn) => {
        const held = heldOf(drawn, pair);
        const { metadata = {} } = drawn;
        const source = reviewObject({ ...held, metadata });
        const image = subject.convert(source, to.name);
        if (image.type !== "converted") return;
        if (markedVersion(annotationsOf(image.object), group) !== undefined) return;
        // What rules read of metadata is not in what the webhook before kept, so it can't be told from an edit.
        const { annotations: _, ...plain } = asMap(metadata);
        const withoutMetadata = subject.convert(
          reviewObject({ ...held, metadata: plain }),
          to.name,
        );
        if (withoutMetadata.type !== "converted") return;
        if (!equal(bodyOf(withoutMetadata.object), bodyOf(image.object))) return;
        const ours = subject.convert(image.object, from.name);
        const theirs = restashed(image.object, group, { [annotation]: stringify(held) });
        const back = subject.convert(deepFreeze(theirs), from.name);
        expect(back.type).toBe(ours.type);
        if (back.type !== "converted" || ours.type !== "converted") return;
        expect(bodyOf(back.object)).toEqual(bodyOf(ours.object));
        expect(annotationsOf(back.object)).not.toHaveProperty([annotation]);
      }),
      { numRuns },
    );
  });

  test.each(rows)("can be forged without harm: $name", ({ pair }) => {
    const { subject, from, to } = pair;
    const { group, versions } = subject.kind;
    const target = { group, versions, version: from.name, schema: from.schema };
    const text = fc.oneof(
      { weight: 6, arbitrary: anyObjects(pair).map((object) => stringify(object)) },
      fc.constantFrom("", "{", "null", "[]", '{"apiVersion":1}', "x".repeat(2000)),
    );
    const forged = fc.oneof(
      { weight: 3, arbitrary: text.map((held) => ({ [annotation]: held })) },
      fc.tuple(text, forgedAnnotations(target)).map(([held, others]) => ({
        ...{ ...others, [annotation]: held },
      })),
    );
    fc.assert(
      fc.property(anyObjects(pair), forged, (object, added) => {
        const image = subject.convert(object, to.name);
        if (image.type !== "converted") return;
        const forgery = { image: image.object, forged: added, oldStash: annotation };
        expect(forgeryFaults(pair, deepFreeze(forgery))).toEqual([]);
      }),
      { numRuns },
    );
  });
});
