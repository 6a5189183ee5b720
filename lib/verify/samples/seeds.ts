import { equal } from "../../json/equal.ts";
import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Subject, SubjectVersion } from "../subject.ts";
import { bodyOf } from "./object-body.ts";
import { isValidObject } from "./valid-object.ts";
import { type WrittenObject, writtenObjects } from "./written-objects.ts";

const seeds = new WeakMap<SubjectVersion, readonly JsonObject[]>();

/**
 * The bodies that generated objects of a version grow from, each once: the kind's samples and examples, converted where
 * they are of another version.
 */
export function seedBodies(subject: Subject, version: SubjectVersion): readonly JsonObject[] {
  const known = seeds.get(version) ?? validSeeds(subject, version);
  seeds.set(version, known);
  return known;
}

/** Objects that the server would refuse, or that do not convert, are not used as seeds: the laws would judge invalid objects. */
function validSeeds(subject: Subject, version: SubjectVersion): readonly JsonObject[] {
  const bodies = writtenObjects(subject).flatMap((written) => {
    const object = atVersion(subject, version, written);
    const isSeed = object !== undefined && isValidObject(object, { subject, from: version });
    return isSeed ? [bodyOf(object)] : [];
  });
  return bodies.filter((body, index) => bodies.findIndex((each) => equal(each, body)) === index);
}

/** An object at a version; undefined where it does not convert. */
function atVersion(
  { convert }: Subject,
  { name }: SubjectVersion,
  { version, object }: WrittenObject,
): ReviewObject | undefined {
  if (version === name) return object;
  const outcome = convert(object, name);
  return outcome.type === "converted" ? outcome.object : undefined;
}
