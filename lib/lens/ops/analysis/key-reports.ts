import type { Side } from "../../../converter/side.ts";
import { quotedPath, report } from "./fault-texts.ts";
import { type AnalysisContext, itemSpot, memberSpot, type Site } from "./site.ts";

/** E103: a key that items do not declare. True where there is one. */
export function reportUnknownKeys(
  walk: AnalysisContext,
  at: Site,
  side: Side,
  keys: readonly string[],
): boolean {
  const item = itemSpot(at[side]);
  const unknown = keys.map((key) => memberSpot(item, key)).filter(({ node }) => node === "none");
  for (const { path } of unknown) {
    const text = `no ${quotedPath(path)} in ${walk.versions[side]}, which is to be a key`;
    report(walk, { code: "E103", path, text, rule: at.via });
  }
  return unknown.length > 0;
}

/** E117: a key that an item may lack; `outcome` is what then happens. */
export function reportSoftKeys(
  walk: AnalysisContext,
  at: Site,
  side: Side,
  { keys, outcome }: { readonly keys: readonly string[]; readonly outcome: string },
): void {
  const { path, node } = itemSpot(at[side]);
  if (typeof node === "string") return;
  for (const key of keys) {
    const isDefaulted = node.properties?.get(key)?.default !== undefined;
    if (node.validation?.required?.includes(key) === true || isDefaulted) continue;
    report(walk, {
      code: "E117",
      path: [...path, key],
      text: `items of ${quotedPath(at[side].path)} may lack the key ${quotedPath(key)} in ${walk.versions[side]}: ${outcome}`,
      rule: at.via,
    });
  }
}
