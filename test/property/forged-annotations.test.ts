import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { allEngines } from "../../lib/crd/engines/all-engines.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import type { ConstraintViolation } from "../../lib/schema/constraint/constraint-violation.ts";
import type { Structural } from "../../lib/schema/structural/structural.ts";
import { anyObjects } from "../../lib/verify/samples/objects.ts";
import { type Direction, directionsOf, subjectOf } from "../../lib/verify/subject.ts";
import { forgedAnnotations } from "../support/forged-annotations.ts";
import { forgeryFaults } from "../support/forgery-faults.ts";
import { tries } from "../support/tries.ts";

const folders = ["../../examples/kinds", "../operators", "../lenses", "../cluster/attacked-kinds"];
const kinds = await loadKinds(folders.map((name) => fileURLToPath(new URL(name, import.meta.url))));

/** The rules as kube-apiserver runs them on a new object. */
function runRules(schema: Structural, object: JsonObject): readonly ConstraintViolation[] {
  return allEngines.rules.evaluateRules(schema, true, object).refusals;
}

const pairs = kinds.flatMap((kind) => directionsOf(subjectOf(kind, runRules)));

/** Of all kinds together: `npm run test:deep` tries 20,000. */
const runs = tries({ test: 160, deep: 20_000 });

function targetOf({ subject, from }: Direction) {
  const { group, versions } = subject.kind;
  return { group, versions, version: from.name, schema: from.schema };
}

const rows = pairs.map((pair) => {
  const { subject, from, to } = pair;
  return { name: `${subject.kind.kind}, ${to.name} to ${from.name}`, pair };
});

test.each(rows)("no forged annotation harms $name", ({ pair }) => {
  const { subject, to } = pair;
  fc.assert(
    fc.property(anyObjects(pair), forgedAnnotations(targetOf(pair)), (object, forged) => {
      const image = subject.convert(object, to.name);
      if (image.type !== "converted") return;
      expect(forgeryFaults(pair, deepFreeze({ image: image.object, forged }))).toEqual([]);
    }),
    { numRuns: Math.ceil(runs / rows.length) },
  );
});
