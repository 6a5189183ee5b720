import { pathText } from "../../language/path.ts";
import { otherSide, type Side, sides } from "../../language/side.ts";
import { quoted, report, valueText } from "./fault-texts.ts";
import { worse } from "./findings.ts";
import type { Verdict } from "./lens-analysis.ts";
import { type Narrowing, narrowings } from "./narrowings.ts";
import type { Site, Walk } from "./site.ts";
import { typeText } from "./type-text.ts";

/** Notes what becomes of a value that is carried over as it is. */
export function noteCarried(walk: Walk, site: Site): void {
  const isSame = pathText(site.from.path) === pathText(site.to.path);
  const verdict: Verdict = isSame ? "identical" : "moved";
  for (const side of sides) {
    if (site[side].node === "none") continue;
    const own = worse(verdict, site.floor[side]);
    walk.findings.note({
      side,
      path: site[side].path,
      verdict: own,
      to: [site[otherSide(side)].path],
      rule: own === "identical" ? undefined : site.via,
    });
  }
}

/**
 * Compares what two places themselves allow, where values are carried over as they are: faults where one allows less.
 * False where they are of different types, so that there is nothing below to compare.
 */
export function compareCarried(walk: Walk, site: Site): boolean {
  const isFree = site.from.node === "free" || site.to.node === "free";
  if (walk.isUnverified && isFree) return true;
  const lacks = {
    from: narrowings(site.to.node, site.from.node),
    to: narrowings(site.from.node, site.to.node),
  };
  if (sides.some((side) => lacks[side].some(({ type }) => type === "type"))) {
    reportTypes(walk, site);
    return false;
  }
  for (const side of sides) {
    for (const narrowing of lacks[side]) reportNarrowing(walk, site, side, narrowing);
  }
  return true;
}

/** E105: two places whose values cannot stand for each other. */
export function reportTypes(walk: Walk, { from, to, via }: Site): void {
  const types = `${typeText(from.node)} in ${walk.versions.from}`;
  const others = `${typeText(to.node)} in ${walk.versions.to}`;
  const places =
    pathText(from.path) === pathText(to.path)
      ? `${quoted(from.path)} is ${types} and ${others}`
      : `${quoted(from.path)} is ${types}, and ${quoted(to.path)} ${others}`;
  report(walk, {
    code: "E105",
    path: from.path,
    text: `${places}. Try ${opsBetween(from.node, to.node)}`,
    rule: via,
  });
}

/** E106, E107, E124: what a side refuses of what the other allows. */
export function reportNarrowing(walk: Walk, site: Site, side: Side, narrowing: Narrowing): void {
  const { path } = site[side];
  const version = walk.versions[side];
  if (narrowing.type === "junctor") {
    report(walk, {
      code: "E124",
      path,
      text: `${quoted(path)}: a branch of ${narrowing.junctor} in ${version} could not be interpreted; generated objects have to show whether it holds`,
      rule: site.via,
    });
    return;
  }
  if (site.narrow !== undefined) return;
  if (narrowing.type === "word") {
    const other = site[otherSide(side)].path;
    report(walk, {
      code: "E106",
      path: other,
      text: `${valueText(narrowing.word)} of ${quoted(other)} has no partner in ${version}. Try map`,
      rule: site.via,
    });
    return;
  }
  if (narrowing.type === "bound") reportBound(walk, site, side, narrowing.text);
}

/** E107, unless a rule says why it is right. */
export function reportBound(walk: Walk, site: Site, side: Side, text: string): void {
  if (site.narrow !== undefined) return;
  const { path } = site[side];
  const remedy =
    site.via === undefined ? `a move of ${quoted(path)} to itself with narrow` : "narrow";
  report(walk, {
    code: "E107",
    path,
    text: `${walk.versions[side]} is narrower at ${quoted(path)}: ${text}. Some valid objects become invalid there. Say why that is right: ${remedy}`,
    rule: site.via,
  });
}

function opsBetween(from: Site["from"]["node"], to: Site["to"]["node"]): string {
  const types = [typeText(from), typeText(to)].map((text) => text.replace(/ of .*/, ""));
  const has = (...wanted: readonly string[]): boolean =>
    wanted.every((type) => types.includes(type));
  if (has("string", "integer")) return "convert, duration or quantity";
  if (has("string", "boolean")) return "convert or map";
  if (has("string", "number") || has("integer", "number")) return "convert";
  if (has("map", "list")) return "keyed";
  if (has("object", "list") || (has("list") && types.some((type) => type !== "list")))
    return "single, first or keyed";
  if (types.every((type) => type === "list")) return "wrap, count or each";
  if (has("string", "object")) return "text, split, reference or a hook";
  return "map or a hook";
}
