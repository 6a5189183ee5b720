import type { Path } from "../language/path.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import type { ContainerType } from "./refused-containers.ts";
import type { ScopeRule } from "./scoped-lens.ts";

/**
 * The values that a version can't represent, as a tree of paths: empty containers if either version's schema requires at least
 * one member or item; empty maps that only this version declares; null that only the other version allows; and, if the other
 * version allows any JSON, what this version's schema refuses. A map of only filled-in values and created maps counts as empty
 * too. A required container stays if the other version requires it too, or if converting back creates it again.
 */
export interface UnrepresentablePlace {
  /**
   * The type of the container that is left out at this path if it is empty. If the container is the only item of a list, the list
   * is left out too.
   */
  readonly leavesOut: ContainerType | undefined;
  /** True if null is left out: the other version allows it, but the API server would drop it in this version. */
  readonly leavesOutNull: boolean;
  readonly members: ReadonlyMap<string, UnrepresentablePlace>;
  /** The tree for members that neither version's schema lists; `except` are those that one of them lists. */
  readonly values:
    | { readonly place: UnrepresentablePlace; readonly except: ReadonlySet<string> }
    | undefined;
  readonly items: UnrepresentablePlace | undefined;
  /**
   * The schema that a value must meet, if the other version allows any JSON there. What does not meet it is left out; for an item,
   * its whole list.
   */
  readonly fits: SchemaCheckedPlace | undefined;
  /** Required maps that are created as `{}`: the other version doesn't declare them, or may leave them out. */
  readonly created: readonly string[];
  /** The rule that fills in a value at this path. */
  readonly filled: FilledPlace | undefined;
  /** True where the paths of a rule's inner rules start. */
  readonly isScope: boolean;
}

/** A value that is compared with the schema of its version. */
export interface SchemaCheckedPlace {
  /** The path in the schema. */
  readonly path: Path;
  /** True if the other version has a text that holds the value: maps in it are written even if they lack required members. */
  readonly mayBeIncomplete: boolean;
}

/** A rule with a `fill` for the version, and the schemas of its scope. */
export interface FilledPlace {
  readonly rule: ScopeRule;
  readonly schemas: SchemaPair;
}

/** A place at which nothing is left out. */
export const nothingLeftOut: UnrepresentablePlace = {
  leavesOut: undefined,
  leavesOutNull: false,
  members: new Map(),
  values: undefined,
  items: undefined,
  fits: undefined,
  created: [],
  filled: undefined,
  isScope: false,
};

/** True if a value at or below a place is compared with its version's schema. */
export function holdsSchemaCheckedPlace(place: UnrepresentablePlace | undefined): boolean {
  return hasPlaceWhere(place, ({ fits }) => fits !== undefined);
}

/** True if a version can't represent all values at and below a place. */
export function holdsUnrepresentableValue(place: UnrepresentablePlace | undefined): boolean {
  return hasPlaceWhere(
    place,
    ({ leavesOut, leavesOutNull, created, fits }) =>
      leavesOutNull || created.length > 0 || (leavesOut ?? fits) !== undefined,
  );
}

/** True if a node of the tree passes a test. */
function hasPlaceWhere(
  place: UnrepresentablePlace | undefined,
  test: (place: UnrepresentablePlace) => boolean,
): boolean {
  if (place === undefined) return false;
  const below = [...place.members.values(), place.values?.place, place.items];
  return test(place) || below.some((each) => hasPlaceWhere(each, test));
}
