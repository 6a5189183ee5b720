import { Allowance } from "../../../converter/allowance.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { Constraint } from "../../../schema/constraint/constraint.ts";
import { noValidators } from "../../../schema/validation/validators.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { type ConversionRun, type ConvertValue, unparsable } from "../codec.ts";
import { newRun } from "../run-state.ts";
import { refusalReason, refusingConstraints } from "./value-refusal.ts";

/** A value of one version whose image the other version refuses, and the constraint that refuses it. */
interface RefusedSample {
  readonly value: JsonValue;
  readonly constraint: Constraint;
}

const texts: readonly string[] = [
  "1",
  "0",
  "-1",
  "10",
  "80",
  "8080",
  "65536",
  "2147483648",
  "9007199254740993",
  "1.5",
  "true",
  "false",
  "",
  "a",
  "A",
  "1s",
  "0s",
  "-1s",
  "1.5s",
  "100ms",
  "90s",
  "1h30m",
  "24h0m0s",
  "720h",
  "596524h",
  "1Gi",
  "100m",
  "0.5",
  "1k",
  "-1Gi",
  "8Ei",
];
const numbers: readonly JsonValue[] = [
  1,
  0,
  -1,
  2,
  10,
  60,
  90,
  3600,
  86_400,
  65_536,
  2_147_483_648,
  2n ** 62n,
  0.5,
  1.5,
  true,
  false,
];

/**
 * Converts sample values that the source schema allows, and returns for each keyword of the target schema that refuses an image
 * the first such value. The samples are values that ops on scalars often fail for.
 */
export function sampleImages(
  source: SchemaNode,
  target: SchemaNode,
  one: ConvertValue,
): readonly RefusedSample[] {
  const found = new Map<string, RefusedSample>();
  for (const value of sampleCandidates(source)) {
    const image = one(value, sampleRun());
    if (image === unparsable || image === undefined || image === null) continue;
    for (const constraint of refusingConstraints(target, image)) {
      const { keyword } = constraint;
      if (!found.has(keyword)) found.set(keyword, { value, constraint });
    }
  }
  return [...found.values()];
}

function sampleCandidates(node: SchemaNode): readonly JsonValue[] {
  const {
    enum: words = [],
    minimum,
    maximum,
  } = typeof node === "string" ? {} : (node.validation ?? {});
  const bounds = [minimum, maximum].flatMap((limit) =>
    limit === undefined ? [] : [limit, limit + 1, limit - 1],
  );
  return [...words, ...bounds, ...numbers, ...texts].filter(
    (value) => value !== null && refusalReason(node, value) === undefined,
  );
}

function sampleRun(): ConversionRun {
  return newRun(
    { name: undefined, namespace: undefined },
    new Allowance({ validators: noValidators }),
  );
}
