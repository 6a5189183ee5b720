import { type Side, sides } from "../../converter/side.ts";
import { assertDefined } from "../../json/invariant.ts";
import { objectPathIn, pathsReadByFill } from "../language/absence.ts";
import {
  eachValue,
  itemsPath,
  type Path,
  parsePath,
  pathText,
  type Wildcard,
} from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { PathsBySide } from "../ops/op.ts";
import { opOf, rulesWithin } from "../ops/registry.ts";
import { pathTexts } from "../ops/rule-text.ts";

/** A rule with its paths parsed, in the order in which its op names them. */
export interface ParsedRule {
  readonly data: RuleData;
  readonly from: readonly Path[];
  readonly to: readonly Path[];
  /** By side, the paths that the rule reads without claiming them. */
  readonly reads: PathsBySide;
  /** By side, the paths of `beside`: the rule's preserved values are discarded if a value at one of them changes. */
  readonly beside: PathsBySide;
  /** By side, the paths that the rule's `fill` for that side reads, without those from the object's root (`$.`). */
  readonly fillReads: PathsBySide;
  /** The inner rules of a container op (`each`, `at`, `move`); empty for any other op. */
  readonly children: readonly ParsedRule[];
  /**
   * For a container op: the steps from the rule's paths to where the paths of its inner rules start. Undefined for any other op,
   * even if it has inner rules, such as `keyed`.
   */
  readonly steps?: readonly [] | readonly [Wildcard];
  /** True for a generated rule that excludes a path from the inner rules of a container. */
  readonly isExcluded?: true;
  /** If `isExcluded` is set: the rule of the enclosing scope that claims the path, for messages. */
  readonly claimedBy?: RuleData;
}

/** A text in a rule that is not a path, or is a path that the rule can't have. */
interface InvalidPath {
  readonly data: RuleData;
  readonly text: string;
  readonly code: "E103" | "E110";
  readonly message: string;
}

/**
 * Parses the paths of rules. Rules with an invalid path are left out, and the path is listed in `bad`. The inner rules of an `at`
 * that claims nothing are returned in its place, with paths from the outer scope.
 */
export function parseRules(rules: readonly RuleData[]): {
  readonly placed: readonly ParsedRule[];
  readonly bad: readonly InvalidPath[];
} {
  const bad: InvalidPath[] = [];
  const placed = rules.flatMap((data) =>
    claimsNothing(data) ? rulesAt(data, bad) : (parseRule(data, bad) ?? []),
  );
  return { placed, bad };
}

function claimsNothing(data: RuleData): boolean {
  const op = opOf(data);
  return op.kind === "container" && op.noClaim?.(data) === true;
}

/** The inner rules of an `at`, with paths from the outer scope. */
function rulesAt(data: RuleData, bad: InvalidPath[]): readonly ParsedRule[] {
  const place = namedPaths(data, (text) => bad.push(notPath(data, text)));
  const inner = parseRules(rulesWithin(data));
  bad.push(...inner.bad);
  if (place === undefined) return [];
  const pathBelow = (path: Path, side: Side): Path =>
    place[side].flatMap((start) => [...start, ...path]);
  return inner.placed.map((rule) => withMappedPaths(rule, pathBelow));
}

/** A rule with each of its paths replaced by the result of `place`. */
export function withMappedPaths(
  rule: ParsedRule,
  place: (path: Path, side: Side) => Path,
): ParsedRule {
  const placeEach = (paths: PathsBySide): PathsBySide => ({
    from: paths.from.map((path) => place(path, "from")),
    to: paths.to.map((path) => place(path, "to")),
  });
  return {
    ...rule,
    ...placeEach(rule),
    reads: placeEach(rule.reads),
    beside: placeEach(rule.beside),
    fillReads: placeEach(rule.fillReads),
  };
}

function parseRule(data: RuleData, bad: InvalidPath[]): ParsedRule | undefined {
  const op = opOf(data);
  const reportBad = (text: string) => bad.push(notPath(data, text));
  const paths =
    op.kind === "joint" && op.claims !== undefined
      ? op.claims(data, { claimsOf: (rules) => claimsOf(rules, bad), reportBad })
      : namedPaths(data, reportBad);
  if (paths === undefined) return undefined;
  const begun = containerPaths(data, paths);
  if ("message" in begun) {
    bad.push(begun);
    return undefined;
  }
  const [reads, beside] = [readsOf(data, reportBad), besideOf(data, reportBad)];
  const fillReads = fillReadsOf(data, reportBad);
  return { data, ...begun, reads, beside, fillReads, children: innerParsedRules(data, bad) };
}

function notPath(data: RuleData, text: string): InvalidPath {
  return { data, text, code: "E103", message: "is not a path" };
}

/** The paths that a rule claims, and the steps from them to where the paths of its inner rules start. */
function containerPaths(
  data: RuleData,
  paths: PathsBySide,
): Pick<ParsedRule, "from" | "to" | "steps"> | InvalidPath {
  const op = opOf(data);
  if (op.kind !== "container") return paths;
  if (op.begins === "itself") return { ...paths, steps: [] };
  const [from, to] = [paths.from.map(itemsPath), paths.to.map(itemsPath)];
  const own = assertDefined(from[0], "a rule with the op each has a path on both sides");
  const { step } = own;
  const other = to.find((path) => path.step !== step);
  if (other !== undefined) return mixedContainers(data, own, other);
  return { from: from.map(({ start }) => start), to: to.map(({ start }) => start), steps: [step] };
}

type ItemsPath = ReturnType<typeof itemsPath>;

/** The fault E110 of an `each` with values of a map in one version and items of a list in the other. */
function mixedContainers(data: RuleData, from: ItemsPath, to: ItemsPath): InvalidPath {
  const [values, items] = from.step === eachValue ? [from, to] : [to, from];
  const [valuesText, itemsText] = [pathText([...values.start, eachValue]), pathText(items.start)];
  return {
    data,
    text: pathText(items.start),
    code: "E110",
    message:
      `stands for the items of a list, and ${valuesText} for the values of a map. ` +
      `Write ${itemsText}{} for two maps, and keyed for a map and a list`,
  };
}

function claimsOf(rules: readonly RuleData[], bad: InvalidPath[]): PathsBySide {
  const inner = parseRules(rules);
  bad.push(...inner.bad);
  const { placed } = inner;
  return { from: placed.flatMap(({ from }) => from), to: placed.flatMap(({ to }) => to) };
}

type ReportBad = (text: string) => void;

function namedPaths(data: RuleData, reportBad: ReportBad): PathsBySide | undefined {
  const texts = { from: pathTexts(data, "from"), to: pathTexts(data, "to") };
  const paths = { from: parsedPaths(texts.from, reportBad), to: parsedPaths(texts.to, reportBad) };
  const isComplete = sides.every((side) => paths[side].length === texts[side].length);
  return isComplete ? paths : undefined;
}

/** Parses texts of paths. A text that is not a path is reported and left out. */
function parsedPaths(texts: readonly string[], reportBad: ReportBad): readonly Path[] {
  return texts.flatMap((text) => {
    const path = parsePath(text);
    if (path === undefined) reportBad(text);
    return path === undefined ? [] : [path];
  });
}

function readsOf(data: RuleData, reportBad: ReportBad): PathsBySide {
  const op = opOf(data);
  if (!("reads" in op) || op.reads === undefined) return noPaths;
  const { from, to } = op.reads(data);
  return { from: parsedPaths(from, reportBad), to: parsedPaths(to, reportBad) };
}

/** The paths of `beside`: for a rule of one version they are of the other version, else they count for both. */
function besideOf({ beside = [], from, to }: RuleData, reportBad: ReportBad): PathsBySide {
  const paths = parsedPaths(typeof beside === "string" ? [beside] : beside, reportBad);
  return { from: to === undefined ? [] : paths, to: from === undefined ? [] : paths };
}

function fillReadsOf({ fill }: RuleData, reportBad: ReportBad): PathsBySide {
  const pathsOfSide = (side: Side): readonly Path[] => {
    const texts = pathsReadByFill(fill?.[side]);
    return parsedPaths(
      texts.filter((text) => objectPathIn(text) === undefined),
      reportBad,
    );
  };
  return { from: pathsOfSide("from"), to: pathsOfSide("to") };
}

/** No paths on either side. */
export const noPaths: PathsBySide = { from: [], to: [] };

/**
 * The inner rules of a container op. Empty for other ops with inner rules (`keyed`, `single`, `variant`), which apply them
 * themselves: their items do not correspond one to one.
 */
function innerParsedRules(data: RuleData, bad: InvalidPath[]): readonly ParsedRule[] {
  if (opOf(data).kind !== "container" || !("rules" in data)) return [];
  const inner = parseRules(data.rules ?? []);
  bad.push(...inner.bad);
  return inner.placed;
}
