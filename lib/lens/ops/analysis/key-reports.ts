import type { Side } from "../../language/side.ts";
import { quoted, report } from "./fault-texts.ts";
import { itemSpot, type Site, type Walk } from "./site.ts";

/** E111: a key that an item may lack tells nothing apart. */
export function reportKeys(walk: Walk, at: Site, side: Side, keys: readonly string[]): void {
  const { path, node } = itemSpot(at[side]);
  if (typeof node === "string") return;
  for (const key of keys) {
    const isDefaulted = node.properties?.get(key)?.default !== undefined;
    if (node.validation?.required?.includes(key) === true || isDefaulted) continue;
    report(walk, {
      code: "E111",
      path: [...path, key],
      text: `key ${quoted(key)} is not required in the items of ${quoted(at[side].path)} in ${walk.versions[side]}`,
      rule: at.via,
    });
  }
}
