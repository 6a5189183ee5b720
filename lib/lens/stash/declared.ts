import type { JsonValue } from "../../json/value.ts";
import { isArray } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import { admits, itemNode, memberNode, type SchemaNode } from "../language/schema-node.ts";
import { keyOf } from "../place/address.ts";
import type { AddressedEntry } from "./entry-tree.ts";

/**
 * True where a preserved value may stand where its address says: the schema declares the place and takes a value of this
 * type, or a rule names that label or annotation. What anybody can write into an annotation must not bring back what
 * pruning would remove.
 */
export function isDeclared(
  schema: SchemaNode,
  { address, entry }: AddressedEntry,
  metadata: readonly KeyPath[],
): boolean {
  let node: SchemaNode = schema;
  const [first] = address.steps;
  if (first?.type === "key" && first.key === "metadata") {
    return isNamed(address, metadata) && isLabelOrAnnotation(address, entry);
  }
  for (const step of address.steps) {
    node = step.type === "key" ? memberNode(node, step.key) : itemNode(node);
  }
  if (node === "none") return false;
  const [value] = entry;
  if (value === undefined || value === null || address.part !== "value") return true;
  const last = address.steps.at(-1);
  if (last?.type === "item" && keyOf(value, Object.keys(last.match)) === undefined) return false;
  return admits(node, value);
}

/** True for a label or an annotation that some rule names. */
function isNamed({ steps }: AddressedEntry["address"], metadata: readonly KeyPath[]): boolean {
  return metadata.some((path) =>
    path.every((key, at) => {
      const step = steps[at];
      return step?.type === "key" && step.key === key;
    }),
  );
}

/** Metadata that a lens may write: strings, two steps down. */
function isLabelOrAnnotation(
  { steps }: AddressedEntry["address"],
  [value]: readonly (JsonValue | undefined)[],
): boolean {
  const [, map, , ...more] = steps;
  const isMap = map?.type === "key" && (map.key === "labels" || map.key === "annotations");
  return (
    isMap &&
    more.length === 0 &&
    !isArray(value) &&
    (value === undefined || typeof value === "string")
  );
}
