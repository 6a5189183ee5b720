import { type ScaledKind, scaleDifferences } from "../../crd/subresources/scale-agreement.ts";
import type { JsonObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { prunedAndDefaulted } from "../pruned-and-defaulted.ts";
import { convertIfAccepted } from "../round-trip.ts";
import { validObjects } from "../samples/objects.ts";
import type { Direction, SubjectVersion } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

/** Compares the scale subresource (replicas and selector) before and after conversion. Skipped unless both versions have one. */
export const scaleLaw: Law = {
  name: "scale",
  statement: "the scale subresource has the same replicas and selector before and after conversion",
  trial: (pair) => {
    if (pair.from.scale === undefined || pair.to.scale === undefined) return undefined;
    return generatedTrial(validObjects(pair), (object) => hasSameScale(pair, object));
  },
};

function hasSameScale({ subject, from, to }: Direction, object: ReviewObject): LawResult {
  const before = prunedAndDefaulted(object, from);
  const converted = convertIfAccepted(subject, before, to.name);
  if (!converted.ok) return converted.result;
  const after = prunedAndDefaulted(converted.object, to);
  const kind: ScaledKind = { versions: new Map([scaledVersion(from), scaledVersion(to)]) };
  const objects = new Map<string, JsonObject>([
    [from.name, before],
    [to.name, after],
  ]);
  const [difference] = scaleDifferences(kind, objects);
  if (difference === undefined) return lawOk;
  const { expected, scale } = difference;
  if (typeof expected === "string" && typeof scale === "string") return lawOk;
  const explanation = `the scale subresource differs: at ${from.name} ${scaleText(expected)}, at ${to.name} ${scaleText(scale)}`;
  return lawFails({ before, after, explanation });
}

function scaledVersion({ name, scale: paths }: SubjectVersion) {
  return [name, { subresources: paths === undefined ? {} : { scale: paths } }] as const;
}

function scaleText(found: JsonObject | string): string {
  if (typeof found === "string") return found;
  const { spec = {}, status = {} } = found;
  return stringify({ spec, status });
}
