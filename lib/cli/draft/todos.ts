import { otherSide, type Side, sides } from "../../converter/side.ts";
import { parsePath } from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { nodeAt, type SchemaNode, type SchemaPair } from "../../lens/language/schema-node.ts";
import { isEqualSchema } from "../../lens/ops/analysis/equal-schema.ts";
import { valueText } from "../../lens/ops/analysis/fault-texts.ts";
import type { LensFault } from "../../lens/ops/analysis/lens-analysis.ts";
import type { SchemaPlace } from "../../lens/ops/analysis/place-pair.ts";
import { sameShapeRule, suggestRule } from "../../lens/suggest/suggest-rule.ts";

/** A question that a draft leaves open: the compiler reports an error until the author decides it. */
export interface Todo {
  /** The error with its code, path and message. */
  readonly text: string;
  /** The path that the question is about; for a word of an enum, path and word: `spec.role: rw`. */
  readonly subject: string;
  /** The rule that is most likely right; undefined if there is none to propose. */
  readonly candidate: CandidateRule | undefined;
}

/** A rule that may answer a question. */
export interface CandidateRule {
  readonly rule: RuleData;
  /** Why the rule is likely; undefined for a keep, which is possible for every field. */
  readonly reason: string | undefined;
}

/** True for an error about a value that the other version's schema refuses, which an entry of `accept` would silence. */
export function isRefusal({ severity, refusal, word }: LensFault): boolean {
  return severity !== "warning" && refusal !== undefined && word === undefined;
}

/** The questions of a compiler error; empty for a warning, and for an error that an entry of `accept` would silence. */
export function todosOf(
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

/** A rule for a field that only one version has: one that joins it to its likeliest counterpart, otherwise a keep. */
function candidateFor(
  path: string,
  side: Side,
  near: LensFault["candidate"],
  schemas: SchemaPair,
): CandidateRule {
  if (near === undefined) {
    const rule = side === "from" ? { from: path } : { to: path };
    return { rule: { op: "keep", ...rule }, reason: undefined };
  }
  const [from, to] = side === "from" ? [path, near.path] : [near.path, path];
  const places = [schemaPlaceOf(schemas.from, from), schemaPlaceOf(schemas.to, to)] as const;
  if (near.isGuess) return { rule: sameShapeRule(...places), reason: `perhaps: ${near.reason}` };
  const rule = suggestRule(...places)?.rule ?? { op: "move", from, to };
  return { rule, reason: near.reason };
}

function schemaPlaceOf(schema: SchemaNode, text: string): SchemaPlace {
  const path = parsePath(text) ?? [];
  return { path, node: nodeAt(schema, path) };
}

/**
 * The questions, without those that the rule proposed for another question answers too, such as that of the second field of a
 * pair, or of a map with one member. Adds questions that arise only with the proposed rules, if a rule can be proposed for them.
 * `todosWith` returns the questions of the draft with more rules.
 */
export function rootTodos(
  open: readonly Todo[],
  todosWith: (more: readonly RuleData[]) => readonly Todo[],
): readonly Todo[] {
  const pairs = open.filter(isPair).filter(isFirstOfRule);
  if (pairs.length === 0) return open;
  const left = todosWith(proposedRules(pairs));
  const isIn = (todos: readonly Todo[], { subject }: Todo): boolean =>
    todos.some((todo) => todo.subject === subject);
  return [
    ...open.filter((todo) => (isPair(todo) ? pairs.includes(todo) : isIn(left, todo))),
    ...left.filter((todo) => todo.candidate !== undefined && !isIn(open, todo)),
  ];
}

/** The rules that are proposed for these questions. */
export function proposedRules(todos: readonly Todo[]): readonly RuleData[] {
  return todos.flatMap(({ candidate }) => (candidate === undefined ? [] : [candidate.rule]));
}

/** True for a question whose proposed rule joins two fields. */
function isPair({ candidate }: Todo): boolean {
  return candidate?.reason !== undefined;
}

function isFirstOfRule(todo: Todo, index: number, todos: readonly Todo[]): boolean {
  const isSame = (other: Todo): boolean =>
    isEqualSchema(other.candidate?.rule, todo.candidate?.rule);
  return todos.findIndex(isSame) === index;
}
