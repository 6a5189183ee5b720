import type { Side } from "../../../converter/side.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { quotedPath, reportFault } from "./fault-texts.ts";
import { itemSchemaPlace, memberSchemaPlace, type PlacePair } from "./place-pair.ts";

/** Reports E103 for keys that the schema of the items doesn't declare. True if there is one. */
export function reportUnknownKeys(
  walk: AnalysisContext,
  pair: PlacePair,
  side: Side,
  keys: readonly string[],
): boolean {
  const item = itemSchemaPlace(pair[side]);
  const unknown = keys
    .map((key) => memberSchemaPlace(item, key))
    .filter(({ node }) => node === "none");
  for (const { path } of unknown) {
    const text = `no ${quotedPath(path)} in ${walk.versions[side]}, but the rule uses it as a key`;
    reportFault(walk, { code: "E103", path, text, rule: pair.via });
  }
  return unknown.length > 0;
}

/** Reports E117 for keys that an item may lack. `consequence` ends the message: what happens to a list with such an item. */
export function reportOptionalKeys(
  walk: AnalysisContext,
  pair: PlacePair,
  side: Side,
  { keys, consequence }: { readonly keys: readonly string[]; readonly consequence: string },
): void {
  const { path, node } = itemSchemaPlace(pair[side]);
  if (typeof node === "string") return;
  for (const key of keys) {
    const isDefaulted = node.properties?.get(key)?.default !== undefined;
    if (node.validation?.required?.includes(key) === true || isDefaulted) continue;
    reportFault(walk, {
      code: "E117",
      path: [...path, key],
      text: `items of ${quotedPath(pair[side].path)} may lack the key ${quotedPath(key)} in ${walk.versions[side]}: ${consequence}`,
      rule: pair.via,
    });
  }
}
