import type { JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import { declaresValue, itemNode, memberNode, type SchemaNode } from "../language/schema-node.ts";
import { keyOfItem } from "../place/addressed-value.ts";
import { metadataTest } from "../place/metadata-paths.ts";
import type { AddressedEntry } from "./entry-tree.ts";

/**
 * True if the schema declares the address of a preserved value and allows its type, or if a rule claims it as a label or
 * annotation. Anybody can write annotations: a forged entry must not restore values that the API server would prune.
 */
export function isDeclaredEntry(
  schema: SchemaNode,
  { address, entry }: AddressedEntry,
  metadata: readonly KeyPath[],
): boolean {
  let node: SchemaNode = schema;
  const [first] = address.steps;
  if (first?.type === "key" && first.key === "metadata")
    return isClaimedMetadata(address, entry, metadata);
  for (const step of address.steps) {
    node = step.type === "key" ? memberNode(node, step.key) : itemNode(node);
  }
  if (node === "none") return false;
  const [value] = entry;
  if (value === undefined || value === null || address.part !== "value") return true;
  const last = address.steps.at(-1);
  if (last?.type === "item" && keyOfItem(value, Object.keys(last.match)) === undefined)
    return false;
  return declaresValue(node, value);
}

/** True for a label or annotation that a rule claims, and a value that it can hold. */
function isClaimedMetadata(
  { steps }: AddressedEntry["address"],
  [value]: readonly (JsonValue | undefined)[],
  metadata: readonly KeyPath[],
): boolean {
  const path = metadata.find(
    (each) =>
      each.length === steps.length &&
      each.every((key, at) => {
        const step = steps[at];
        return step?.type === "key" && step.key === key;
      }),
  );
  const holds = path && metadataTest(path);
  return holds !== undefined && (value === undefined || holds(value));
}
