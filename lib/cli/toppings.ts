import { fixedLookup } from "../admission/fixed-lookup.ts";
import type { Kind } from "../admission/kind.ts";
import type { Lookup } from "../admission/lookup.ts";
import { readYaml } from "./generate.ts";

/** What look-ups find where no cluster is connected: the kinds' samples, or the objects of a file in their place. */
export function embeddedLookup(kinds: readonly Kind[], file: string | undefined): Lookup {
  const objects = file === undefined ? kinds.flatMap(({ samples }) => samples) : readYaml(file);
  return fixedLookup(kinds, objects);
}
