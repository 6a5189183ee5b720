import { otherSide, type Side, sides } from "../../../converter/side.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { Constraint, ConstraintKeyword } from "../../../schema/constraint/constraint.ts";
import { eachItem, pathText } from "../../language/path.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { testOf } from "../value-test.ts";
import { accepts } from "./accepted.ts";
import { meetsConstraint } from "./constraint-tests.ts";
import { quotedPath, report } from "./fault-texts.ts";
import { worse } from "./findings.ts";
import type { Verdict } from "./lens-analysis.ts";
import { type Narrowing, narrowings } from "./narrowings.ts";
import { reportOwners } from "./owners.ts";
import type { AnalysisContext, Site } from "./site.ts";
import { typeText } from "./type-text.ts";

/** Notes what becomes of a value that is carried over as it is. */
export function noteCarried(walk: AnalysisContext, site: Site): void {
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
 * Compares what two places themselves allow, where values are carried over as they are: faults where one allows less, but
 * for what only seems so. False where they are of different types, so that there is nothing below to compare.
 */
export function compareCarried(
  walk: AnalysisContext,
  site: Site,
  onlySeems: (narrowing: Narrowing) => boolean = () => false,
): boolean {
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
    for (const narrowing of lacks[side]) {
      const isExcused = isLeftOut(site, side, narrowing) || isOmitted(site, side, narrowing);
      if (isExcused || onlySeems(narrowing)) continue;
      if (isAboutNull(narrowing)) reportNull(walk, site, side);
      else reportNarrowing(walk, site, side, narrowing);
    }
  }
  reportOwners(walk, site);
  return true;
}

/** True where a side refuses nothing but an empty container, which it leaves out unless it requires the place. */
function isLeftOut(site: Site, side: Side, narrowing: Narrowing): boolean {
  if (site.isConverted === true || narrowing.type !== "constraint") return false;
  const { keyword, value } = narrowing.constraint;
  const isAboutEmpty = (keyword === "minItems" || keyword === "minProperties") && value === 1;
  return isAboutEmpty && site[side].mayBeAbsent === true;
}

function isAboutNull(narrowing: Narrowing): boolean {
  return narrowing.type === "constraint" && narrowing.constraint.keyword === "nullable";
}

/**
 * E107: null, which only the other side allows. A member is left out instead, as the server would do, which matters where it
 * is required; within a value that an op makes of another, and in lists, null stays.
 */
export function reportNull(walk: AnalysisContext, site: Site, side: Side): void {
  const { path, mayBeAbsent } = site[side];
  const isMember = site.isConverted !== true && path.at(-1) !== eachItem;
  if (!isMember) {
    reportRefusal(walk, site, side, {
      constraint: { keyword: "nullable" },
      text: "nullable, no null",
    });
  } else if (mayBeAbsent !== true) {
    reportRefusal(walk, site, side, {
      constraint: { keyword: "required" },
      text: "required, no null",
    });
  }
}

/** True where all that a side refuses of the other's values counts as absent in one of the two. */
function isOmitted({ omits, ...site }: Site, side: Side, narrowing: Narrowing): boolean {
  if (omits === undefined || narrowing.type !== "constraint") return false;
  const refused = valuesRefused(site[otherSide(side)].node, narrowing.constraint);
  const tests = Object.values(omits).map(testOf);
  return refused.length > 0 && refused.every((value) => tests.some((test) => test(value)));
}

/** The values of a place that a constraint refuses, where these can be listed. */
function valuesRefused(wide: SchemaNode, constraint: Constraint): readonly JsonValue[] {
  const { keyword, value } = constraint;
  const empty = emptyValues[keyword];
  if (empty !== undefined && value === 1) return [empty];
  const words = typeof wide === "string" ? undefined : wide.validation?.enum;
  return (words ?? []).filter((word) => word !== null && !meetsConstraint(constraint, word));
}

const emptyValues: Readonly<Partial<Record<Constraint["keyword"], JsonValue>>> = {
  minLength: "",
  minItems: [],
  minProperties: {},
};

/** E105: two places whose values cannot stand for each other. */
export function reportTypes(walk: AnalysisContext, { from, to, via }: Site): void {
  const types = `${typeText(from.node)} in ${walk.versions.from}`;
  const others = `${typeText(to.node)} in ${walk.versions.to}`;
  const places =
    pathText(from.path) === pathText(to.path)
      ? `${quotedPath(from.path)} is ${types} and ${others}`
      : `${quotedPath(from.path)} is ${types}, and ${quotedPath(to.path)} ${others}`;
  report(walk, {
    code: "E105",
    path: from.path,
    text: `${places}. Try ${opsBetween(from.node, to.node)}`,
    rule: via,
  });
}

/** E107, E124: what a side refuses of what the other allows. */
export function reportNarrowing(
  walk: AnalysisContext,
  site: Site,
  side: Side,
  narrowing: Narrowing,
): void {
  const { path } = site[side];
  const version = walk.versions[side];
  switch (narrowing.type) {
    case "junctor": {
      const { junctor } = narrowing;
      if (accepts(walk, { version, constraint: { path, keyword: junctor } })) return;
      const text = `${quotedPath(path)}: a branch of ${junctor} in ${version} could not be interpreted; generated objects have to show whether it holds`;
      report(walk, { code: "E124", path, text, rule: site.via });
      return;
    }
    case "undeclared-members": {
      const other = walk.versions[otherSide(side)];
      if (walk.isFitted({ version, constraint: { path, keyword: "type" } })) return;
      const text = `${quotedPath(path)} may hold any member in ${other}, and ${version} prunes those that it does not declare. Try keep, drop or a hook`;
      report(walk, { code: "E107", path, text, rule: site.via });
      return;
    }
    case "constraint":
      reportRefusal(walk, site, side, narrowing);
      return;
  }
}

/** E107, unless an entry of `accept` says why it is right. */
export function reportRefusal(
  walk: AnalysisContext,
  site: Site,
  side: Side,
  {
    constraint,
    text,
  }: { readonly constraint: { readonly keyword: ConstraintKeyword }; readonly text: string },
): void {
  const { path } = site[side];
  const version = walk.versions[side];
  const refusal = { version, constraint: { path, keyword: constraint.keyword } };
  if (accepts(walk, refusal)) return;
  const other = site[otherSide(side)];
  const hasWords = typeof other.node !== "string" && other.node.validation?.enum !== undefined;
  const remedy = constraint.keyword === "enum" && hasWords ? ". Try map" : "";
  report(walk, {
    code: "E107",
    path,
    text: `${version} refuses some of what ${walk.versions[otherSide(side)]} allows at ${quotedPath(path)}: ${text}${remedy}`,
    rule: site.via,
    refusal: { ...refusal, shown: `${quotedPath(path)}: ${text}` },
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
  if (types.every((type) => type === "list")) return "each or count";
  if (has("string", "object")) return "text, split, reference or a hook";
  return "map or a hook";
}
