import { otherSide, type Side, sides } from "../../converter/side.ts";
import { analyzeLens } from "../../lens/check/analyze-lens.ts";
import { type Path, parsePath } from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import {
  itemNode,
  nodeAt,
  type SchemaNode,
  type SchemaPair,
} from "../../lens/language/schema-node.ts";
import { valueText } from "../../lens/ops/analysis/fault-texts.ts";
import type { LensFault } from "../../lens/ops/analysis/lens-analysis.ts";
import type { SchemaPlace } from "../../lens/ops/analysis/place-pair.ts";
import { isInverted, rulesWithin } from "../../lens/ops/registry.ts";
import { pathTexts } from "../../lens/ops/rule-text.ts";
import { suggestLens } from "../../lens/suggest/suggest-lens.ts";
import { suggestRule } from "../../lens/suggest/suggest-rule.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { OrderedVersions } from "./version-pairs.ts";

/** A drafted lens between two versions, and what its author has to decide. */
export interface DraftedLens {
  readonly from: string;
  readonly to: string;
  readonly rules: readonly DraftedRule[];
  readonly todos: readonly Todo[];
  /** Places where a schema refuses what the other allows, if each question is decided as proposed. */
  readonly stricter: number;
}

/** A drafted rule, and why it is likely. */
interface DraftedRule {
  readonly rule: RuleData;
  /** The reasons, each as `path: reason`. */
  readonly reasons: readonly string[];
  /** The rule itself and rules within it, as far as the newer version is the first side of their op. */
  readonly inverted: ReadonlySet<RuleData>;
}

/** A question that a draft leaves open: an error of the compiler until the author decides it. */
export interface Todo {
  /** Code, path and what is wrong. */
  readonly text: string;
  /** The path that the question is about; for a word of an enum with the word: `spec.role: rw`. */
  readonly subject: string;
  /** The rule that is the likeliest to decide it; undefined where there is none to propose. */
  readonly candidate: Candidate | undefined;
}

/** A rule that may decide something. */
export interface Candidate {
  readonly rule: RuleData;
  /** Why it is likely; undefined for a keep, which every field may have. */
  readonly reason: string | undefined;
}

/**
 * Drafts the lens between two versions. Its open questions are the compiler's errors about the draft, except errors
 * about stricter schemas: these depend on rules that are not decided yet, and are only counted.
 */
export function draftLens({ from, to }: OrderedVersions, group: string): DraftedLens {
  const schemas = { from: structuralForm(from.schema), to: structuralForm(to.schema) };
  const versions = { from: from.name, to: to.name };
  const { rules, reasons } = suggestLens(schemas.from, schemas.to, versions);
  const faultsOf = (all: readonly RuleData[]): readonly LensFault[] =>
    analyzeLens({ ...versions, schemas, group }, { ...versions, rules: all }).faults;
  const open = faultsOf(rules).flatMap((each) => todosOf(each, versions, schemas));
  const proposed = open.flatMap(({ candidate }) =>
    candidate === undefined ? [] : [candidate.rule],
  );
  const refusals = faultsOf([...rules, ...proposed]).filter(isRefusal);
  const drafted = rules.map((rule) => ({
    rule,
    reasons: reasons.get(rule) ?? [],
    inverted: new Set(invertedIn(rule, schemas)),
  }));
  return {
    ...versions,
    rules: drafted,
    todos: open,
    stricter: refusals.length,
  };
}

/** An error about a value that the other version's schema refuses, which an entry of `accept` would silence. */
function isRefusal({ severity, refusal, word }: LensFault): boolean {
  return severity !== "warning" && refusal !== undefined && word === undefined;
}

/** What the author has to decide about an error; nothing for a warning, or for a refusal. */
function todosOf(
  fault: LensFault,
  versions: Readonly<Record<Side, string>>,
  schemas: SchemaPair,
): readonly Todo[] {
  const { code, severity, path, message, word, candidate } = fault;
  if (severity === "warning") return [];
  const side = sides.find((each) => hasPath(schemas, each, path));
  const isOneSided = side !== undefined && !hasPath(schemas, otherSide(side), path);
  if (code === "E104" && isOneSided) {
    const text = `E104 ${versions[side]} requires \`${path}\`, and ${versions[otherSide(side)]} does not have it`;
    return [{ text, subject: path, candidate: undefined }];
  }
  if (isRefusal(fault)) return [];
  const subject = word === undefined ? path : `${path}: ${valueText(word).replaceAll("`", "")}`;
  const proposed =
    code === "E101" && side !== undefined
      ? candidateFor(path, side, candidate, schemas)
      : undefined;
  return [{ text: `${code} ${message}`, subject, candidate: proposed }];
}

function hasPath(schemas: SchemaPair, side: Side, path: string): boolean {
  return nodeAt(schemas[side], parsePath(path) ?? []) !== "none";
}

/** The rule for a field that only one version has: to or from its likeliest counterpart, else keep. */
function candidateFor(
  path: string,
  side: Side,
  near: LensFault["candidate"],
  schemas: SchemaPair,
): Candidate {
  if (near === undefined) {
    const rule = side === "from" ? { from: path } : { to: path };
    return { rule: { op: "keep", ...rule }, reason: undefined };
  }
  const [from, to] = side === "from" ? [path, near.path] : [near.path, path];
  const found = suggestRule(schemaPlaceOf(schemas.from, from), schemaPlaceOf(schemas.to, to));
  return { rule: found?.rule ?? { op: "move", from, to }, reason: near.reason };
}

function schemaPlaceOf(schema: SchemaNode, text: string): SchemaPlace {
  const path = parsePath(text) ?? [];
  return { path, node: nodeAt(schema, path) };
}

/** A rule and those in it, as far as the newer version is their op's first side. */
function invertedIn(rule: RuleData, schemas: SchemaPair): readonly RuleData[] {
  const own = {
    from: nodeAt(schemas.from, firstPath(rule, "from")),
    to: nodeAt(schemas.to, firstPath(rule, "to")),
  };
  const below = rule.op === "each" ? { from: itemNode(own.from), to: itemNode(own.to) } : own;
  const inner = rulesWithin(rule).flatMap((each) => invertedIn(each, below));
  return isInverted(rule, own) ? [rule, ...inner] : inner;
}

/** The first path of a rule in a version. */
function firstPath(rule: RuleData, side: Side): Path {
  const [path = "."] = pathTexts(rule, side);
  return parsePath(path) ?? [];
}
