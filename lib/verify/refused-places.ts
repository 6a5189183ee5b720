import type { KeyPath } from "../conversion/lens/path.ts";
import { admits, nodeAt } from "../conversion/lens/schema-node.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import { rootRules } from "./lens-places.ts";
import type { PathStep } from "./path-steps.ts";
import type { Pair } from "./subject.ts";
import { withoutKeyPath } from "./values/without-key-path.ts";

/** Two bodies without the same places. */
export interface Cut {
  readonly before: JsonObject;
  readonly home: JsonObject;
}

/**
 * An object and what came home of it, without what those rules claim that claim a value which the schema refuses. What
 * was kept of such a value is not applied, so its rule cannot give back the values beside it either.
 */
export function withoutRefusedRules({ subject, from }: Pair, step: PathStep, cut: Cut): Cut {
  const whole = cut.before;
  const claims = rootRules(subject.kind, step)
    .map((rule) => rule[step.side])
    .filter((paths) => paths.some((path) => isRefused(whole, path)))
    .flat();
  return {
    before: claims.reduce(withoutKeyPath, cut.before),
    home: claims.reduce(withoutKeyPath, cut.home),
  };

  function isRefused(body: JsonObject, path: KeyPath): boolean {
    const value = valueAt(body, path);
    return value !== undefined && !admits(nodeAt(from.schema, path), value);
  }
}

/** The value at a path; the value above it that is no map, where there is one. */
function valueAt(body: JsonObject, path: KeyPath): JsonValue | undefined {
  let value: JsonValue | undefined = body;
  for (const key of path) value = isObject(value) ? member(value, key) : undefined;
  return value;
}
