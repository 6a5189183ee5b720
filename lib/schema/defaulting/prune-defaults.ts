import { isObject, type JsonValue } from "../../json/value.ts";
import { coerceMetadata } from "../metadata/object-meta.ts";
import { prune } from "../pruning/prune.ts";
import type { Structural } from "../structural/structural.ts";
import { declaresDefaults } from "./apply-defaults.ts";
import { follow, type Steps, surround } from "./surroundings.ts";

/**
 * The schema with every default pruned by the schema itself and its metadata brought into form, which is what the server
 * applies. A default that goes as a whole is none; one at the root that is no map stays.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/defaulting/prune.go PruneDefaults.
 */
export function pruneDefaults(structural: Structural): Structural {
  return declaresDefaults(structural) ? withPruned(structural, [], structural) : structural;
}

function withPruned(structural: Structural, steps: Steps, root: Structural): Structural {
  if (!declaresDefaults(structural)) return structural;
  const { default: declared, properties, items, additionalProperties, ...rest } = structural;
  const pruned = declared === undefined ? undefined : prunedDefault(declared, steps, root);
  return {
    ...rest,
    ...(pruned !== undefined && { default: pruned }),
    ...(properties !== undefined && {
      properties: new Map(
        Array.from(properties, ([name, property]) => [
          name,
          withPruned(property, [...steps, name], root),
        ]),
      ),
    }),
    ...(items !== undefined && { items: withPruned(items, [...steps, undefined], root) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === "object"
          ? withPruned(additionalProperties, [...steps, anyKey], root)
          : additionalProperties,
    }),
  };
}

/** The server's stand-in for the key of a map. */
const anyKey = "*";

/** A default as it comes out of an object that holds nothing else; undefined where it does not come out. */
function prunedDefault(declared: JsonValue, steps: Steps, root: Structural): JsonValue | undefined {
  const surrounding = surround(declared, steps);
  if (!isObject(surrounding)) return declared;
  const options = { isResourceRoot: true, dropInvalidFields: true };
  const { object } = coerceMetadata(surrounding, root, options);
  return follow(prune(object, root, options).object, steps) ?? undefined;
}
