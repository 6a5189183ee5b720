import { eachItem, eachValue, type Path, parsePath, startsWith } from "../language/path.ts";
import type { FirstSource, RuleData, VariantRule } from "../language/rule.ts";
import { otherSide, type Side, sides } from "../language/side.ts";

/** A rule with the paths that it claims on either side, parsed, in the order of its op. */
export interface ParsedRule {
  readonly data: RuleData;
  readonly from: readonly Path[];
  readonly to: readonly Path[];
  /** What the rule reads without claiming it, on either side. */
  readonly reads: Readonly<Record<Side, readonly Path[]>>;
  /** The rules of its inner lens. */
  readonly children: readonly ParsedRule[];
  /** Set for a generated rule that excludes a path from an inner lens: the rule that claims the path, for messages. */
  readonly claimedBy?: RuleData;
}

/** A text that is not a path, with its rule. */
export interface InvalidPath {
  readonly data: RuleData;
  readonly text: string;
}

/** Parses the paths of rules. Rules with an invalid path are left out and listed. */
export function parseRules(rules: readonly RuleData[]): {
  readonly placed: readonly ParsedRule[];
  readonly bad: readonly InvalidPath[];
} {
  const bad: InvalidPath[] = [];
  const placed = rules.flatMap((data) => parseRule(data, bad) ?? []);
  return { placed, bad };
}

function parseRule(data: RuleData, bad: InvalidPath[]): ParsedRule | undefined {
  if (data.op === "variant") return parseVariant(data, bad);
  const texts = { from: pathTexts(data, "from"), to: pathTexts(data, "to") };
  const paths = { from: texts.from.map(parsePath), to: texts.to.map(parsePath) };
  for (const side of sides) {
    for (const [index, path] of paths[side].entries()) {
      if (path === undefined) bad.push({ data, text: texts[side][index] ?? "" });
    }
  }
  const [from, to] = [paths.from.filter(isPath), paths.to.filter(isPath)];
  if (from.length < texts.from.length || to.length < texts.to.length) return undefined;
  return { data, from, to, reads: readsOf(data, bad), children: childrenOf(data, bad) };
}

/** What a hook reads, and the `beside` path of keep. */
function readsOf(data: RuleData, bad: InvalidPath[]): Readonly<Record<Side, readonly Path[]>> {
  const read = (texts: readonly string[]): readonly Path[] =>
    texts.flatMap((text) => {
      const path = parsePath(text);
      if (path === undefined) bad.push({ data, text });
      return path === undefined ? [] : [path];
    });
  if (data.op === "hook") {
    return { from: read(data.reads?.from ?? []), to: read(data.reads?.to ?? []) };
  }
  if (data.op !== "keep" || data.beside === undefined) return noReads;
  return data.from === undefined
    ? { from: read([data.beside]), to: [] }
    : { from: [], to: read([data.beside]) };
}

export const noReads: Readonly<Record<Side, readonly Path[]>> = { from: [], to: [] };

/**
 * A variant claims only what its cases name: on its first side the tag (first of the paths), on its second the paths that
 * the tests read, and on both what the inner rules claim.
 */
function parseVariant(data: VariantRule, bad: InvalidPath[]): ParsedRule | undefined {
  const first: Side = data.inverted === true ? "to" : "from";
  const second = otherSide(first);
  const cases = Object.values(data.cases);
  const tests = cases.flatMap(({ test }) => Object.keys(test));
  const inner = parseRules(cases.flatMap(({ rules = [] }) => rules));
  const bases = { from: parsePath(data.from), to: parsePath(data.to) };
  const tag = parsePath(data.tag);
  const tested = tests.map(parsePath).filter(isPath);
  bad.push(...inner.bad);
  if (bases.from === undefined || bases.to === undefined || tag === undefined) {
    bad.push({ data, text: [data.from, data.to, data.tag].find((text) => !parsePath(text)) ?? "" });
    return undefined;
  }
  const claims = (side: Side, own: readonly Path[]): readonly Path[] => {
    const base = bases[side] ?? [];
    const claimed = inner.placed.flatMap((rule) => rule[side]).map(upToWildcard);
    return outermost([...own, ...claimed]).map((path) => [...base, ...path]);
  };
  const placed = { [first]: claims(first, [tag]), [second]: claims(second, tested) };
  return {
    data,
    from: placed["from"] ?? [],
    to: placed["to"] ?? [],
    reads: noReads,
    children: [],
  };
}

function upToWildcard(path: Path): Path {
  return splitAtWildcard(path)?.start ?? path;
}

/** The paths without duplicates and without those below another of them. */
function outermost(paths: readonly Path[]): readonly Path[] {
  return paths.filter((path, index) =>
    paths.every(
      (other, otherIndex) =>
        otherIndex === index ||
        !startsWith(path, other) ||
        (path.length === other.length && index < otherIndex),
    ),
  );
}

function isPath(path: Path | undefined): path is Path {
  return path !== undefined;
}

/** The rules of an inner lens. Those of keyed, single and variant belong to the op, whose items do not correspond one to one. */
function childrenOf(data: RuleData, bad: InvalidPath[]): readonly ParsedRule[] {
  const inner = parseRules(
    (data.op === "move" ||
      data.op === "each" ||
      data.op === "eachValue" ||
      data.op === "conditions") &&
      data.rules !== undefined
      ? data.rules
      : [],
  );
  bad.push(...inner.bad);
  return inner.placed;
}

/** The texts of the paths that a rule names on a side. */
export function pathTexts(data: RuleData, side: Side): readonly string[] {
  if (data.op === "label" || data.op === "annotation") {
    return [data[side] ?? `metadata.${data.op}s[${JSON.stringify(data.key)}]`];
  }
  const named = data[side];
  if (named === undefined || data.op === "variant") return [];
  if (typeof named === "string") return [named];
  return isList(named) ? named.map(sourceText) : Object.values(named);
}

function isList(
  named: readonly FirstSource[] | Readonly<Record<string, string>>,
): named is readonly FirstSource[] {
  return Array.isArray(named);
}

function sourceText(source: FirstSource): string {
  return typeof source === "string" ? source : source.path;
}

/** A path split at its first `[*]` or `{}`. */
export function splitAtWildcard(path: Path):
  | {
      readonly start: readonly string[];
      readonly wildcard: typeof eachItem | typeof eachValue;
      readonly rest: Path;
    }
  | undefined {
  const start: string[] = [];
  for (const [index, step] of path.entries()) {
    if (step === eachItem || step === eachValue) {
      return { start, wildcard: step, rest: path.slice(index + 1) };
    }
    start.push(step);
  }
  return undefined;
}
