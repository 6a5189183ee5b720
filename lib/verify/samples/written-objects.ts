import { isObject, type JsonObject, member } from "../../json/value.ts";
import { type ExampleObject, orderedExamples } from "../../lens/language/example.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { isReviewObject } from "../../protocol/conversion-review.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import type { Direction, Subject } from "../subject.ts";
import { bareMetadata } from "./object-body.ts";

/** An object that the author wrote: a sample, or one of the two objects of an example. */
export interface WrittenObject {
  readonly version: string;
  readonly object: ReviewObject;
}

/** A sample or example object at a direction's source version. The direction must convert it. */
export interface WrittenConversion {
  /** Where the example is written (file, line and column), or `sample` and the sample's name. */
  readonly place: string;
  readonly before: ReviewObject;
  /** The object to which `before` must convert; absent for a sample, and for an example that is only for the other direction. */
  readonly expected?: ReviewObject;
}

/** The kind's samples and the objects of its examples, at all versions. */
export function writtenObjects(subject: Subject): readonly WrittenObject[] {
  return [
    ...orderedExamples(subject.kind).flatMap(({ older, newer }) =>
      [older, newer].map((each) => ({ version: each.version, object: wholeObject(subject, each) })),
    ),
    ...ownSamples(subject),
  ];
}

/** The samples and examples for a direction. */
export function writtenConversions({ subject, from, to }: Direction): readonly WrittenConversion[] {
  return [
    ...orderedExamples(subject.kind).flatMap(
      ({ older, newer, way, place }): readonly WrittenConversion[] => {
        const isForth = older.version === from.name;
        const [source, target] = isForth ? [older, newer] : [newer, older];
        if (source.version !== from.name || target.version !== to.name) return [];
        const before = wholeObject(subject, source);
        const isExpected = way === "both" || (way === "forth") === isForth;
        return [{ place, before, ...(isExpected && { expected: wholeObject(subject, target) }) }];
      },
    ),
    ...ownSamples(subject)
      .filter(({ version }) => version === from.name)
      .map(({ object }) => ({ place: `sample ${metadataName(object)}`, before: object })),
  ];
}

function wholeObject({ kind }: Subject, { version, object }: ExampleObject): ReviewObject {
  const { metadata, ...body } = object;
  return {
    apiVersion: `${kind.group}/${version}`,
    kind: kind.kind,
    metadata: { ...bareMetadata, ...(isObject(metadata) && metadata) },
    ...body,
  };
}

/** The samples of this kind. A folder of samples may also contain objects of other kinds, for lookups. */
function ownSamples({ kind: { group, kind, samples = [] } }: Subject): readonly WrittenObject[] {
  return samples.filter(isReviewObject).flatMap((object) => {
    const type = parseApiVersion(object.apiVersion);
    const isOwn = object.kind === kind && type?.group === group;
    return isOwn ? [{ version: type.version, object }] : [];
  });
}

function metadataName(object: JsonObject): string {
  return String(member(metadataOf(object), "name") ?? "");
}
