import { describe, expect, test } from "vitest";
import { type AnnotationCount, annotationCounts } from "./annotations.ts";
import { operatorKinds } from "./operator-kinds.ts";

/** The most annotations with preserved values that a sample may leave. */
const limit = 8;

/** By kind and direction, how many annotations an operator's sample may leave instead, with the reason. */
const exceptions: Readonly<Record<string, number>> = {
  // References without the namespace that v1beta1's defaulting sets, and durations as Go does not print them: fourteen.
  "ClusterClass.cluster.x-k8s.io v1beta1 to v1beta2": 15,
  // Eleven parameters without `type`, which both versions fill in: each item has an annotation, since items have different owners.
  "Task.tekton.dev v1 to v1beta1": 11,
};

const kinds = (await operatorKinds(import.meta.dirname)).filter((each) => "kind" in each);

function print(name: string, what: string, counts: readonly AnnotationCount[]): void {
  for (const { direction, objects, most } of counts) {
    console.log(`${name} ${direction}: at most ${most} in ${objects} ${what}`);
  }
}

describe(`annotations with preserved values, at most ${limit}`, () => {
  test.each(kinds)("of the samples of $name", (operator) => {
    const counts = annotationCounts(operator, operator.kind.samples ?? []);
    print(operator.name, "samples", counts);
    expect(counts.filter(({ most }) => most > limit)).toEqual([]);
    expect(counts.every(({ objects }) => objects > 0)).toBe(true);
  });

  test.each(kinds)("of the operator's samples of $name", (operator) => {
    const counts = annotationCounts(operator, operator.operatorSamples);
    print(operator.name, "samples of the operator", counts);
    const more = counts.filter(
      ({ direction, most }) => most > (exceptions[`${operator.name} ${direction}`] ?? limit),
    );
    expect(more).toEqual([]);
  });
});
