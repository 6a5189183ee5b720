import { fixedLookup } from "../admission/fixed-lookup.ts";
import type { Kind } from "../admission/kind.ts";
import type { Lookup } from "../admission/lookup.ts";
import { isArray, isObject, type JsonObject, member } from "../json/value.ts";
import { readYaml } from "./generate.ts";

/** What look-ups find where no cluster is connected: the kinds' samples, or the objects of a file in their place. */
export function embeddedLookup(kinds: readonly Kind[], file: string | undefined): Lookup {
  const objects = file === undefined ? kinds.flatMap(({ samples }) => samples) : readObjects(file);
  return fixedLookup(kinds, objects);
}

/** The objects of a YAML or JSON file: its documents, the items of a List among them. */
function readObjects(file: string): readonly JsonObject[] {
  return readYaml(file).flatMap((document) => {
    const items = member(document, "items");
    return isArray(items) ? items.filter(isObject) : [document];
  });
}
