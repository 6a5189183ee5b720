import { analyzeLens } from "../../lens/check/analyze-lens.ts";
import { eachItem, eachValue, parsePath } from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import {
  itemNode,
  memberNode,
  type SchemaNode,
  valueNode,
} from "../../lens/language/schema-node.ts";
import type { Side } from "../../lens/language/side.ts";
import type { LensFault } from "../../lens/ops/analysis/lens-analysis.ts";
import { isInverted } from "../../lens/ops/registry.ts";
import { pathTexts } from "../../lens/ops/rule-text.ts";
import { suggestLens } from "../../lens/suggest/suggest-lens.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { VersionPair } from "./version-pairs.ts";

/** A drafted lens between two versions, and what its author has to decide. */
export interface DraftedLens {
  readonly from: string;
  readonly to: string;
  readonly rules: readonly DraftedRule[];
  readonly todos: readonly Todo[];
}

/** A drafted rule, and what was guessed in it. */
export interface DraftedRule {
  readonly rule: RuleData;
  readonly guesses: readonly string[];
  /** True where the newer version is the op's first side. */
  readonly isInverted: boolean;
}

/** An error until its author decides it. */
export interface Todo {
  /** Code, path and what is wrong. */
  readonly text: string;
  /** The path; for a word of an enum also the word: `spec.role: rw`. */
  readonly subject: string;
  /** Rules that would decide it, the most likely first. */
  readonly candidates: readonly RuleData[];
}

/** Drafts the lens between two versions. A compiler error at a path replaces the draft's own question about it. */
export function draftLens({ from, to }: VersionPair, group: string): DraftedLens {
  const schemas = { from: structuralForm(from.schema), to: structuralForm(to.schema) };
  const { rules, guesses, undecided } = suggestLens(schemas.from, schemas.to);
  const versions = { from: from.name, to: to.name };
  const { faults } = analyzeLens({ ...versions, schemas, group }, { ...versions, rules });
  const errors = faults.filter(({ severity }) => severity === "error");
  const faulty = new Set(errors.map(({ path }) => path));
  const open = undecided.filter((text) => !faulty.has(pathIn(text)));
  const guessesAt = Map.groupBy(guesses, pathIn);
  const drafted = rules.map((rule) => ({
    rule,
    guesses: pathsOf(rule).flatMap((path) => guessesAt.get(path) ?? []),
    isInverted: isInverted(rule, {
      from: schemaOf(rule, "from", schemas),
      to: schemaOf(rule, "to", schemas),
    }),
  }));
  return {
    ...versions,
    rules: drafted,
    todos: [
      ...errors
        .filter(({ code }) => code !== "E107")
        .map(({ code, path, message }) => ({
          text: `${code} ${message}`,
          subject: code === "E106" ? `${path}: ${wordIn(message)}` : path,
          candidates: code === "E101" ? candidatesFor(path, message, schemas) : [],
        })),
      ...narrowTodos(errors.filter(({ code }) => code === "E107")),
      ...open.map((text) => ({ text, subject: pathIn(text), candidates: [] })),
    ],
  };
}

/** One item for each path where one version allows less: paths without a rule share one, with a candidate each. */
function narrowTodos(faults: readonly LensFault[]): readonly Todo[] {
  const byPath = [...Map.groupBy(faults, ({ path }) => path)];
  const bare = byPath.filter(([, [first]]) => first?.rule === undefined);
  const candidates = bare.map(
    ([path, group]): RuleData => ({ op: "move", from: path, to: path, narrow: boundsIn(group) }),
  );
  const ruled = byPath.filter(([, [first]]) => first?.rule !== undefined);
  return [
    ...ruled.map(([path, group]) => ({
      text: `E107 ${group[0]?.message ?? ""}`,
      subject: path,
      candidates: [],
    })),
    ...(candidates.length === 0
      ? []
      : [
          {
            text: "E107 one version allows less at these paths. Say why that is right",
            subject: bare.map(([path]) => path).join(", "),
            candidates,
          },
        ]),
  ];
}

/** The bounds that only one version has. */
function boundsIn(faults: readonly LensFault[]): string {
  const bounds = faults.map(({ message }) => /`: (.+?)\. Some valid objects/.exec(message)?.[1]);
  return bounds.map((bound) => bound ?? "it allows less").join("; ");
}

/** The word of an enum, which starts the message. */
function wordIn(message: string): string {
  return /^`(.+?)` of /.exec(message)?.[1] ?? message;
}

function pathIn(text: string): string {
  return text.slice(0, text.indexOf(": "));
}

function pathsOf(rule: RuleData): readonly string[] {
  return [...new Set([...pathTexts(rule, "from"), ...pathTexts(rule, "to")])];
}

/** Rules for a field that only one version has. */
function candidatesFor(
  path: string,
  message: string,
  schemas: { readonly from: SchemaNode; readonly to: SchemaNode },
): readonly RuleData[] {
  const isOfOlder = nodeAt(schemas.from, path) !== "none";
  const [, near] = /move to `([^`]+)`/.exec(message) ?? [];
  const side = isOfOlder ? { from: path } : { to: path };
  const both = isOfOlder ? { from: path, to: near ?? "" } : { from: near ?? "", to: path };
  return [
    ...(near === undefined ? [] : [{ op: "move", ...both } as const]),
    { op: "keep", ...side },
    { op: "drop", ...side, reason: "why nothing needs it" },
  ];
}

/** The schema of a version at a rule's path. */
function schemaOf(
  rule: RuleData,
  side: Side,
  schemas: Readonly<Record<Side, SchemaNode>>,
): SchemaNode {
  return nodeAt(schemas[side], pathTexts(rule, side)[0] ?? ".");
}

function nodeAt(schema: SchemaNode, text: string): SchemaNode {
  let node = schema;
  for (const step of parsePath(text) ?? []) {
    if (step === eachItem) node = itemNode(node);
    else node = step === eachValue ? valueNode(node) : memberNode(node, step);
  }
  return node;
}
