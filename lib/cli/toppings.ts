import type { Kind } from "../admission/kind.ts";
import { fixedLookup } from "../cluster/fixed-lookup.ts";
import type { Lookup } from "../cluster/lookup.ts";
import { readObjects } from "./yaml.ts";

/** What look-ups find where no cluster is connected: the kinds' samples, or the objects of a file in their place. */
export function embeddedLookup(kinds: readonly Kind[], file: string | undefined): Lookup {
  const objects = file === undefined ? kinds.flatMap(({ samples }) => samples) : readObjects(file);
  return fixedLookup(kinds, objects);
}
