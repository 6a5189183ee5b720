import { otherSide, type Side } from "../../converter/side.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { nodeAt } from "../../lens/language/schema-node.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { satisfiesSchema } from "../draw/validity.ts";
import { overlaps } from "./claims.ts";
import { heldBody } from "./draft-conversion.ts";
import { type LeafDifference, leafDifferences, saysNothing } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { declaredBody } from "./observed-bodies.ts";

/**
 * Where two conversions of one object, made from a version, differ for the server: `one` by the rules, `other` by the webhook.
 * What the webhook makes that its version refuses is not compared. The two differ after it has set defaults, and also before:
 * what differs only after them follows from an empty map, which Go writes for each struct: the server sets the defaults in it.
 * What differs only before them is a default that one conversion wrote.
 */
export function imageDifferences(
  versions: LearnedVersions,
  from: Side,
  { one, other }: { readonly one: JsonObject; readonly other: JsonObject },
): readonly LeafDifference[] {
  const target = versions[otherSide(from)];
  const differences = leafDifferences(
    heldBody(versions, from, one),
    heldBody(versions, from, other),
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
      before.some((each) => overlaps(each.path, difference.path)) &&
      isAllowedAt(target.schema, difference),
  );
}

function isAllowedAt(schema: Structural, { path, other }: LeafDifference): boolean {
  const node = nodeAt(schema, path);
  return typeof node === "string" || isAllowed(node, other);
}

/** False for a value that the schema refuses, though it says something: what a webhook makes of it is no model for rules. */
export function isAllowed(node: Structural, value: JsonValue | undefined): boolean {
  return value === undefined || saysNothing(value) || satisfiesSchema(node, value);
}
