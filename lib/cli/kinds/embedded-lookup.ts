import { fixedLookup } from "../../cluster/fixed-lookup.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import type { Kind } from "../../kind/kind.ts";
import { readObjectsAt } from "../files/yaml.ts";
import { lookupTargets } from "./registered-kind.ts";

/** The option that names objects for lookups. */
export const objectsOption = { objects: { type: "string" } } as const;

/** The lines of `--help` on {@link objectsOption}. */
export const objectsHelp = `  --objects FILE    objects (YAML or JSON; a file or a folder) that lookups find where no cluster is connected,
                    instead of the kinds' samples; of other kinds only those that a lookup's asks name with their kind`;

/** The kinds whose objects lookups find: the project's own, and those that declared lookups name. */
export function namedKinds(kinds: readonly Kind[]): Parameters<typeof fixedLookup>[0] {
  const named = kinds.flatMap(lookupTargets);
  return [
    ...kinds,
    ...named.flatMap(({ kind, ...each }) => (kind === undefined ? [] : [{ ...each, kind }])),
  ];
}

/** The lookup where no cluster is connected: in the kinds' samples, or in the objects of a file or folder. */
export function embeddedLookup(kinds: readonly Kind[], file: string | undefined): Lookup {
  const objects =
    file === undefined ? kinds.flatMap(({ samples }) => samples) : readObjectsAt(file);
  return fixedLookup(namedKinds(kinds), objects);
}
