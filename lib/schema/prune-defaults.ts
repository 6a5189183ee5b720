import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../json/value.ts";
import { coerceMetadata } from "./object-meta.ts";
import { prune } from "./pruning.ts";
import type { Structural } from "./structural.ts";

/**
 * The schema with every default pruned by the schema itself, and those for metadata brought into form: what the server
 * applies. A default that goes as a whole is none.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/defaulting/prune.go PruneDefaults.
 */
export function pruneDefaults(structural: Structural): Structural {
  return declaresDefaults(structural) ? withPruned(structural, [], structural) : structural;
}

/** The way from the root to a value: a member's name, or undefined for a list's item. */
type Steps = readonly (string | undefined)[];
