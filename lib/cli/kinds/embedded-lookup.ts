import { fixedLookup } from "../../cluster/fixed-lookup.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import type { Kind } from "../../kind/kind.ts";
import { readObjectsAt } from "../files/yaml.ts";

/** The option that names objects for look-ups. */
export const objectsOption = { objects: { type: "string" } } as const;

export const objectsHelp = `  --objects FILE    objects (YAML or JSON; of a folder all files) that look-ups find where no cluster is connected, in
                    place of the kinds' samples`;

/** What look-ups find where no cluster is connected: the kinds' samples, or the objects of a file or folder in their place. */
export function embeddedLookup(kinds: readonly Kind[], file: string | undefined): Lookup {
  const objects =
    file === undefined ? kinds.flatMap(({ samples }) => samples) : readObjectsAt(file);
  return fixedLookup(kinds, objects);
}
