import type { Side } from "../../converter/side.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Path } from "../../lens/language/path.ts";
import { nodeAt } from "../../lens/language/schema-node.ts";
import { drawBody } from "../arbitrary-object.ts";
import { isValidBody } from "../body-schema.ts";
import { DrawState, type IntSource, seededSource } from "../draw/draw.ts";
import { valueDraw } from "../draw/value-draw.ts";
import { bodyWithValue } from "../rules/set-value.ts";
import { runRules } from "../schema-rules.ts";
import { isZeroValue } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { objectOfBody } from "./observed-bodies.ts";

/** Which objects to draw, and how many. */
interface FreshBodies {
  readonly seed: number;
  /** The number of objects to draw that need not have a value at one of {@link paths}. */
  readonly count: number;
  /** Paths for which further objects are drawn that have a value there. */
  readonly paths: readonly Path[];
  /** The number of objects to draw for each of {@link paths}. */
  readonly countEach: number;
}

/** The most attempts to draw an object that the server would accept. */
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
  const own = paths.flatMap((path) =>
    Array.from({ length: countEach }, () => bodyWith(versions, side, { path, source })),
  );
  return [...whole, ...own].filter((body) => body !== undefined);
}

/** A valid body of a version with a drawn value at a path; undefined if {@link maxTries} attempts found none. */
export function bodyWith(
  versions: LearnedVersions,
  side: Side,
  { path, source }: { readonly path: Path; readonly source: IntSource },
): JsonObject | undefined {
  const { schema } = versions[side];
  const node = nodeAt(schema, path);
  if (typeof node === "string") return undefined;
  const draw = new DrawState(source);
  const change = (body: JsonObject): JsonObject | undefined => {
    const value = valueDraw(node)(draw, 8);
    return value === undefined || isZeroValue(value)
      ? undefined
      : bodyWithValue(body, { schema, path, value }, draw);
  };
  return drawnValid(versions, side, { source, change });
}

/** A drawn body that is valid after `change`; undefined if {@link maxTries} attempts found none. */
function drawnValid(
  versions: LearnedVersions,
  side: Side,
  {
    source,
    change,
  }: {
    readonly source: IntSource;
    readonly change: (body: JsonObject) => JsonObject | undefined;
  },
): JsonObject | undefined {
  const { resource } = versions[side];
  for (let tries = 0; tries < maxTries; tries++) {
    const body = change(drawBody(resource, source));
    if (body === undefined || !isValidBody(body, resource)) continue;
    if (runRules(resource, objectOfBody(versions, side, body)).length === 0) return body;
  }
  return undefined;
}
