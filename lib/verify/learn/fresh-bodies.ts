import type { Side } from "../../converter/side.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import type { Path } from "../../lens/language/path.ts";
import { nodeAt } from "../../lens/language/schema-node.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { drawBody } from "../arbitrary-object.ts";
import { isValidBody } from "../body-schema.ts";
import { DrawState, type IntSource, seededSource } from "../draw/draw.ts";
import { valueDraw } from "../draw/value-draw.ts";
import { bodyWithValue } from "../rules/set-value.ts";
import { runRules } from "../schema-rules.ts";
import { isZeroValue } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { objectOfBody } from "./observed-bodies.ts";
import { withEqualValues, withSecondItem } from "./related-values.ts";

/** Which objects to draw, and how many. */
interface FreshBodies {
  readonly seed: number;
  /** The number of objects to draw that need not have a value at one of {@link paths}. */
  readonly count: number;
  /** Groups of paths for which further objects are drawn that have a value at each path of the group. */
  readonly paths: readonly (readonly Path[])[];
  /** The number of objects to draw for each of {@link paths}. */
  readonly countEach: number;
}

/** Which objects with equal values to draw, and how many. */
interface RelatedBodies {
  readonly seed: number;
  /** The number of objects to draw in which any texts or numbers may be equal. */
  readonly count: number;
  /** Paths for which objects are drawn with two items of a list that are alike but for the path. */
  readonly paths: readonly Path[];
  /** The number of objects to draw for each of {@link paths} that leads through a list. */
  readonly countEach: number;
}

/**
 * The most attempts to draw an object that the server would accept. The number is a choice: most drawn objects are accepted,
 * and a schema whose rules refuse a dozen seldom accepts another one.
 */
const maxTries = 12;

/**
 * Valid bodies of a version, drawn independently of those that the rules were learned from. The same seed gives the same
 * bodies.
 */
export function freshBodies(
  versions: LearnedVersions,
  side: Side,
  { seed, count, paths, countEach }: FreshBodies,
): readonly JsonObject[] {
  const source = seededSource(seed);
  const whole = Array.from({ length: count }, () =>
    drawnValid(versions, side, { source, change: (body) => body }),
  );
  const own = paths.flatMap((group) =>
    Array.from({ length: countEach }, () => bodyWith(versions, side, { paths: group, source })),
  );
  return [...whole, ...own].filter((body) => body !== undefined);
}

/**
 * Valid bodies of a version in which values are equal that are seldom equal in {@link freshBodies}: those of two items of a list,
 * and those of fields of one type. The same seed gives the same bodies.
 */
export function relatedBodies(
  versions: LearnedVersions,
  side: Side,
  { seed, count, paths, countEach }: RelatedBodies,
): readonly JsonObject[] {
  const source = seededSource(seed);
  const draw = new DrawState(source);
  const { schema } = versions[side];
  const mixed = Array.from({ length: count }, () =>
    drawnValid(versions, side, { source, change: (body) => withEqualValues(body, schema, draw) }),
  );
  const twins = paths.flatMap((path) => {
    const setValue = settingValue(schema, path, draw);
    const change = (body: JsonObject): JsonObject | undefined => {
      const changed = setValue(body);
      return changed === undefined ? undefined : withSecondItem(changed, { schema, path }, draw);
    };
    return Array.from({ length: countEach }, () => smallValid(versions, side, { source, change }));
  });
  return [...mixed, ...twins].filter((body) => body !== undefined);
}

/** A valid body of a version with a drawn value at each path; undefined if {@link maxTries} attempts found none. */
export function bodyWith(
  versions: LearnedVersions,
  side: Side,
  { paths, source }: { readonly paths: readonly Path[]; readonly source: IntSource },
): JsonObject | undefined {
  const draw = new DrawState(source);
  const settings = paths.map((path) => settingValue(versions[side].schema, path, draw));
  const change: BodyChange = (body) =>
    settings.reduce<JsonObject | undefined>(
      (changed, setValue) => (changed === undefined ? undefined : setValue(changed)),
      body,
    );
  return drawnValid(versions, side, { source, change });
}

/** Returns a function that sets a drawn value at a path, or returns undefined if it finds none. */
function settingValue(schema: Structural, path: Path, draw: DrawState): BodyChange {
  const [node, holder] = [nodeAt(schema, path), nodeAt(schema, path.slice(0, -1))];
  // For free JSON, `valueDraw` may use the schema of the map that contains the value.
  const within = typeof holder === "string" ? schema : holder;
  return (body) => {
    const value =
      typeof node === "string"
        ? undefined
        : draw.inMap(within, () => valueDraw(node)(draw, drawnSize));
    return value === undefined || isZeroValue(value)
      ? undefined
      : bodyWithValue(body, { schema, path, value }, draw);
  };
}

/**
 * About how many values a drawn value of a path has in addition to required ones. The number is a choice: enough for lists and
 * maps with several members, and small enough for many objects in a review.
 */
const drawnSize = 12;

/** Returns a changed body; undefined if it can't be changed. */
type BodyChange = (body: JsonObject) => JsonObject | undefined;

/** A random source, and the change to make to a drawn body. */
interface ChangedBody {
  readonly source: IntSource;
  readonly change: BodyChange;
}

/** A drawn body that is valid after `change`; undefined if {@link maxTries} attempts found none. */
function drawnValid(
  versions: LearnedVersions,
  side: Side,
  { source, change }: ChangedBody,
): JsonObject | undefined {
  for (let tries = 0; tries < maxTries; tries++) {
    const body = change(drawBody(versions[side].resource, source));
    if (body !== undefined && isValidAt(versions, side, body)) return body;
  }
  return undefined;
}

/**
 * A body with nothing but required values that is valid after `change`, or another drawn body if no attempt finds one. With fewer
 * other values, there is less for which a webhook may refuse the body.
 */
function smallValid(
  versions: LearnedVersions,
  side: Side,
  { source, change }: ChangedBody,
): JsonObject | undefined {
  const drawSmall = valueDraw(versions[side].schema);
  for (let tries = 0; tries < maxTries; tries++) {
    const drawn = drawSmall(new DrawState(source), 0);
    const body = change(isObject(drawn) ? drawn : {});
    if (body !== undefined && isValidAt(versions, side, body)) return body;
  }
  return drawnValid(versions, side, { source, change });
}

/** True if the server would accept an object of a version with this body. */
export function isValidAt(versions: LearnedVersions, side: Side, body: JsonObject): boolean {
  const { resource } = versions[side];
  if (!isValidBody(body, resource)) return false;
  return runRules(resource, objectOfBody(versions, side, body)).length === 0;
}
