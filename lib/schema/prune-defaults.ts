import { isArray, isObject, type JsonValue, member } from "../json/value.ts";
import { declaresDefaults } from "./defaulting.ts";
import { coerceMetadata } from "./object-meta.ts";
import { prune } from "./pruning.ts";
import type { Structural } from "./structural.ts";

/**
 * The schema with every default pruned by the schema itself and its metadata brought into form, which is what the server
 * applies. A default that goes as a whole is none; one at the root that is no map stays.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/defaulting/prune.go PruneDefaults.
 */
export function pruneDefaults(structural: Structural): Structural {
  return declaresDefaults(structural) ? withPruned(structural, [], structural) : structural;
}

/** The way from the root to a value: a member's name, or undefined for an item of a list. */
type Steps = readonly (string | undefined)[];

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
  const surrounding = steps.reduceRight<JsonValue>(
    (held, step) => (step === undefined ? [held] : { [step]: held }),
    declared,
  );
  if (!isObject(surrounding)) return declared;
  const options = { isResourceRoot: true, dropInvalidFields: true };
  const { object } = coerceMetadata(surrounding, root, options);
  return (
    steps.reduce<JsonValue | undefined>(
      (held, step) => stepInto(held, step),
      prune(object, root, options).object,
    ) ?? undefined
  );
}

function stepInto(held: JsonValue | undefined, step: string | undefined): JsonValue | undefined {
  if (step === undefined) return isArray(held) ? held[0] : undefined;
  return isObject(held) ? member(held, step) : undefined;
}
