import { otherSide, type Side, sides } from "../../converter/side.ts";
import { memberSchemaPlace, type SchemaPlace } from "../ops/analysis/place-pair.ts";
import type { MatchedPlaces } from "./matching.ts";
import { schemaSimilarity } from "./schema-similarity.ts";

/** Two fields that correspond, and why. */
interface KnownPair extends MatchedPlaces {
  readonly reason: string;
}

/**
 * The pairs of a known pattern: the newer version has members of the older version's status below `deprecated.v1` (the older
 * version's name), and the older version has members of the newer one's status, such as `conditions`, below `v2` (the newer
 * version's name).
 */
export function deprecatedPairs(
  pair: MatchedPlaces,
  versions: Readonly<Record<Side, string>>,
): readonly KnownPair[] {
  return sides.flatMap((newer) => {
    const older = otherSide(newer);
    const [status, next] = [pair[older], pair[newer]];
    const own = memberSchemaPlace(memberSchemaPlace(next, "deprecated"), versions[older]);
    const early = memberSchemaPlace(status, versions[newer]);
    const moved = commonMembers(status, own).map((each) => knownPairOn(newer, each, "deprecated"));
    const earlier = commonMembers(early, next).map((each) => knownPairOn(newer, each, "earlier"));
    // Without a member below deprecated, a map with the name of a version does not show the pattern.
    return moved.length === 0 ? [] : [...moved, ...earlier];
  });
}

interface MapPlaces {
  readonly older: SchemaPlace;
  readonly newer: SchemaPlace;
}

/** The members of two maps that have the same name and agree. */
function commonMembers(older: SchemaPlace, newer: SchemaPlace): readonly MapPlaces[] {
  if (typeof older.node === "string" || typeof newer.node === "string") return [];
  const keys = [...(older.node.properties?.keys() ?? [])];
  return keys
    .map((key) => ({ older: memberSchemaPlace(older, key), newer: memberSchemaPlace(newer, key) }))
    .filter(
      (each) =>
        each.newer.node !== "none" && schemaSimilarity(each.older, each.newer) !== undefined,
    );
}

function knownPairOn(
  side: Side,
  { older, newer }: MapPlaces,
  kind: "deprecated" | "earlier",
): KnownPair {
  const reason =
    kind === "deprecated"
      ? "the newer version has it below deprecated and the older version's name"
      : "the older version has it below a map with the newer version's name";
  return side === "to" ? { from: older, to: newer, reason } : { from: newer, to: older, reason };
}
