import { otherSide, type Side, sides } from "../../converter/side.ts";
import { isSamePath, startsWith } from "../language/path.ts";
import type { PlacePair, SchemaPlace } from "../ops/analysis/place-pair.ts";
import { areInSameList, shapePairs } from "./shape-pairs.ts";
import { placeAndMembers, similarFields } from "./similar-fields.ts";

/** The likely counterpart of a place that only one version has: a place of the other version. */
export interface Counterpart {
  readonly place: SchemaPlace;
  /** Why the two places may correspond, for messages. */
  readonly reason: string;
  /** The op of the rule that would join the two places. */
  readonly op: "move" | "map";
  /** True if the shapes of the two places suggest it: their names are not similar enough. */
  readonly isGuess: boolean;
}

/** Finds the likeliest counterpart of a place of version `side`; undefined if none is likely. */
export type FindCounterpart = (side: Side, place: SchemaPlace) => Counterpart | undefined;

/**
 * Returns a function that finds counterparts by names, otherwise by shapes. `lone`: the places below `pair` that only one version
 * has.
 */
export function counterpartsAmong(
  lone: Readonly<Record<Side, readonly SchemaPlace[]>>,
  pair: PlacePair,
): FindCounterpart {
  const all = { from: lone.from.flatMap(placeAndMembers), to: lone.to.flatMap(placeAndMembers) };
  const byName: FindCounterpart = (side, place) => namedLike(all, pair, side, place);
  const named = sides.flatMap((side) =>
    lone[side].flatMap((place) => {
      const found = byName(side, place);
      return found === undefined ? [] : [{ [side]: place, [otherSide(side)]: found.place }];
    }),
  );
  const isOpen = (side: Side, { path }: SchemaPlace): boolean =>
    named.every((each) => {
      const taken = each[side]?.path;
      return taken === undefined || !(startsWith(taken, path) || startsWith(path, taken));
    });
  const open = {
    from: lone.from.filter((place) => isOpen("from", place)),
    to: lone.to.filter((place) => isOpen("to", place)),
  };
  const guesses = shapePairs(open, { from: pair.from.path, to: pair.to.path });
  return (side, place) => {
    const found = guesses.find((guess) => isSamePath(guess[side].path, place.path));
    const guess: Counterpart | undefined = found && {
      place: found[otherSide(side)],
      reason: found.reason,
      op: found.isOpposite ? "map" : "move",
      isGuess: true,
    };
    return byName(side, place) ?? guess;
  };
}

function namedLike(
  all: Readonly<Record<Side, readonly SchemaPlace[]>>,
  pair: PlacePair,
  side: Side,
  place: SchemaPlace,
): Counterpart | undefined {
  const opposite = otherSide(side);
  const own = place.path.slice(pair[side].path.length);
  const candidates = all[opposite].filter(({ path }) =>
    areInSameList(own, path.slice(pair[opposite].path.length)),
  );
  const [found] = similarFields(place, candidates);
  return found && { place: found.place, reason: found.reason, op: "move", isGuess: false };
}
