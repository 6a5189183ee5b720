import { otherSide, type Side } from "../../converter/side.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { nodeAt } from "../../lens/language/schema-node.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { satisfiesSchema } from "../draw/validity.ts";
import { pathsOverlap } from "./assumptions.ts";
import { storedBody } from "./draft-conversion.ts";
import { isZeroValue, type LeafDifference, leafDifferences } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { declaredBody } from "./observed-bodies.ts";

/**
 * The leaves at which two converted bodies differ for the server. `other`: the webhook's result. `from`: the source version. A
 * difference counts only if it exists both before and after the server sets defaults. If it exists only after, it follows from an
 * empty map, which Go writes for each struct and in which the server sets defaults. If it exists only before, one conversion
 * wrote a default. Values of `other` that the target schema refuses are not compared.
 */
export function bodyDifferences(
  versions: LearnedVersions,
  from: Side,
  { one, other }: { readonly one: JsonObject; readonly other: JsonObject },
): readonly LeafDifference[] {
  const target = versions[otherSide(from)];
  const differences = leafDifferences(
    storedBody(versions, from, one),
    storedBody(versions, from, other),
    target.schema,
  );
  if (differences.length === 0) return [];
  const before = leafDifferences(
    declaredBody(one, target),
    declaredBody(other, target),
    target.schema,
  );
  return differences.filter(
    (difference) =>
      before.some((each) => pathsOverlap(each.path, difference.path)) &&
      isAllowedAt(target.schema, difference),
  );
}

function isAllowedAt(schema: Structural, { path, other }: LeafDifference): boolean {
  const node = nodeAt(schema, path);
  return typeof node === "string" || isAllowed(node, other);
}

/** False for a value that the schema refuses. An absent value, null and a zero value are always allowed. */
export function isAllowed(node: Structural, value: JsonValue | undefined): boolean {
  return value === undefined || isZeroValue(value) || satisfiesSchema(node, value);
}
