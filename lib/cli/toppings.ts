import { fixedLookup } from "../admission/fixed-lookup.ts";
import type { Kind } from "../admission/kind.ts";
import type { Lookup } from "../admission/lookup.ts";
import { readObjects } from "./yaml.ts";

/** What look-ups find where no cluster is connected: the kinds' samples, or the objects of a file in their place. */
export function embeddedLookup(kinds: readonly Kind[], file: string | undefined): Lookup {
  const objects = file === undefined ? kinds.flatMap(({ samples }) => samples) : readObjects(file);
  return fixedLookup(kinds, objects);
}
