import { fixedLookup } from "../../cluster/fixed-lookup.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import type { Kind } from "../../kind/kind.ts";
import { readObjectsAt } from "../files/yaml.ts";
import { lookupTargets } from "./registered-kind.ts";

/** The option `--objects`: the objects that lookups find instead of the kinds' samples. */
export const objectsOption = { objects: { type: "string" } } as const;

/** The help of {@link objectsOption}. */
export const objectsHelp = `  --objects FILE    objects (YAML or JSON; a file or a folder) that lookups find instead of the kinds' samples if no
                    cluster is connected; objects of other kinds are found if a declared lookup names their kind`;

/** The kinds whose objects lookups can find without a cluster: the given kinds, and those that their lookups declare. */
export function namedKinds(kinds: readonly Kind[]): Parameters<typeof fixedLookup>[0] {
  const named = kinds.flatMap(lookupTargets);
  return [
    ...kinds,
    ...named.flatMap(({ kind, ...each }) => (kind === undefined ? [] : [{ ...each, kind }])),
  ];
}

/** A lookup without a cluster: it finds the objects in a file or folder, or without one the kinds' samples. */
export function embeddedLookup(kinds: readonly Kind[], file: string | undefined): Lookup {
  const objects =
    file === undefined ? kinds.flatMap(({ samples }) => samples) : readObjectsAt(file);
  return fixedLookup(namedKinds(kinds), objects);
}
