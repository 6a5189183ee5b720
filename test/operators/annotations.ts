import { annotationsOf } from "../../lib/conversion/convert-object.ts";
import { stashFormatOf } from "../../lib/converter/stash/names.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { directionsOf, subjectOf } from "../../lib/verify/subject.ts";
import { reviewObject } from "../stored/checkout.ts";
import type { OperatorKind } from "./operator-kinds.ts";

/** How many annotations with preserved values an object has after the conversion in one direction, at most. */
export interface AnnotationCount {
  /** Such as `v1 to v1beta1`. */
  readonly direction: string;
  readonly objects: number;
  readonly most: number;
}

/** Counts the annotations with preserved values of converted objects, by direction. */
export function annotationCounts(
  { kind }: Pick<OperatorKind, "kind">,
  objects: readonly JsonObject[],
): readonly AnnotationCount[] {
  const { group } = kind;
  return directionsOf(subjectOf(kind)).map(({ subject, from, to }) => {
    const own = objects.filter(({ apiVersion }) => apiVersion === `${group}/${from.name}`);
    const counts = own.map((sample) => {
      const outcome = subject.convert(reviewObject(sample), to.name);
      if (outcome.type !== "converted") throw new Error(`an object does not convert to ${to.name}`);
      const names = Object.keys(annotationsOf(outcome.object));
      return names.filter((name) => stashFormatOf(name, group) !== undefined).length;
    });
    const most = Math.max(0, ...counts);
    return { direction: `${from.name} to ${to.name}`, objects: own.length, most };
  });
}
