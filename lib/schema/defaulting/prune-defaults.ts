import { isObject, type JsonValue } from "../../json/value.ts";
import { coerceMetadata } from "../metadata/object-meta.ts";
import { prune } from "../pruning/prune.ts";
import type { Structural } from "../structural/structural.ts";
import { declaresDefaults } from "./apply-defaults.ts";
import { type DefaultPath, firstValueAt, objectWithValueAt } from "./default-path.ts";

/**
 * The schema with the defaults that the server actually applies: each is pruned by its own schema, and its metadata is
 * coerced. A default of which this leaves nothing is left out; a default at the root that is not a map stays as it is.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/defaulting/prune.go
 * PruneDefaults.
 */
export function pruneDefaults(structural: Structural): Structural {
  return declaresDefaults(structural) ? withPruned(structural, [], structural) : structural;
}

function withPruned(structural: Structural, path: DefaultPath, root: Structural): Structural {
  if (!declaresDefaults(structural)) return structural;
  const { default: declared, properties, items, additionalProperties, ...rest } = structural;
  const pruned = declared === undefined ? undefined : prunedDefault(declared, path, root);
  return {
    ...rest,
    ...(pruned !== undefined && { default: pruned }),
    ...(properties !== undefined && {
      properties: new Map(
        Array.from(properties, ([name, property]) => [
          name,
          withPruned(property, [...path, name], root),
        ]),
      ),
    }),
    ...(items !== undefined && { items: withPruned(items, [...path, undefined], root) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === "object"
          ? withPruned(additionalProperties, [...path, anyKey], root)
          : additionalProperties,
    }),
  };
}

/** The name that the server uses for `additionalProperties` in a path. */
const anyKey = "*";

/** The default after pruning, within an object that has no other value. Undefined if pruning removes it. */
function prunedDefault(
  declared: JsonValue,
  path: DefaultPath,
  root: Structural,
): JsonValue | undefined {
  const sample = objectWithValueAt(declared, path);
  if (!isObject(sample)) return declared;
  const options = { isResourceRoot: true, dropInvalidFields: true };
  const { object } = coerceMetadata(sample, root, options);
  return firstValueAt(prune(object, root, options).object, path) ?? undefined;
}
