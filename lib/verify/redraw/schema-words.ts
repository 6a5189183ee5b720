import type { Structural } from "../../schema/structural/structural.ts";
import type { Subject } from "../subject.ts";
import { ownNames } from "./changed-object.ts";

/**
 * The words that the CRD contains, which reveal nothing about an object: the kind, names of fields and versions, words of enums,
 * and default texts.
 */
export function schemaWords({ kind: { group, kind }, versions }: Subject): ReadonlySet<string> {
  const words = new Set([...ownNames, "items", kind]);
  for (const { name, schema } of versions.values()) {
    words.add(`${group}/${name}`);
    for (const word of wordsIn(schema)) words.add(word);
  }
  return words;
}

function* wordsIn(schema: Structural): Iterable<string> {
  const { properties, additionalProperties, items, validation } = schema;
  for (const word of [schema.default, ...(validation?.enum ?? [])]) {
    if (typeof word === "string") yield word;
  }
  for (const [name, each] of properties ?? []) {
    yield name;
    yield* wordsIn(each);
  }
  if (items !== undefined) yield* wordsIn(items);
  if (typeof additionalProperties === "object") yield* wordsIn(additionalProperties);
}
