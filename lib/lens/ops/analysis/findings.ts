import type { Side } from "../../../converter/side.ts";
import { type Path, type PathStep, pathText } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import type { SchemaNode, SchemaPair } from "../../language/schema-node.ts";
import {
  type AcceptedRefusal,
  type FieldAnalysis,
  type FieldOutcome,
  fieldOutcomes,
  type LensFault,
} from "./lens-analysis.ts";

/** Of two outcomes the one that changes a value more, in the order of {@link fieldOutcomes}. */
export function strongerOutcome(one: FieldOutcome, other: FieldOutcome): FieldOutcome {
  return fieldOutcomes.indexOf(one) >= fieldOutcomes.indexOf(other) ? one : other;
}

/** What happens to the values at one path of one version. */
interface Finding {
  readonly side: Side;
  readonly path: Path;
  readonly outcome: FieldOutcome;
  readonly to: readonly Path[];
  readonly rule: RuleData | undefined;
  readonly reason?: string;
  /** As in {@link FieldAnalysis}. */
  readonly silent?: string;
}

interface FindingNode {
  readonly children: Map<PathStep, FindingNode>;
  field: FieldAnalysis | undefined;
}

/** Collects what an analysis finds. Findings for the same path become one: the strongest outcome, with all target paths. */
export class Findings {
  readonly #trees: Readonly<Record<Side, FindingNode>> = { from: emptyNode(), to: emptyNode() };
  readonly #faults = new Map<string, LensFault>();
  readonly #accepted: AcceptedRefusal[] = [];
  /** How many findings so far say that a value may have to be preserved. */
  inexact = 0;

  note(finding: Finding): void {
    const { outcome, silent } = finding;
    if (outcome === "preserved" || outcome === "derived" || silent !== undefined) this.inexact++;
    const node = nodeAt(this.#trees[finding.side], finding.path);
    node.field = withFinding(node.field, finding);
  }

  /** Adds a fault, unless one with the same code and message was added before. */
  fault(fault: LensFault): void {
    const key = `${fault.code} ${fault.message}`;
    if (!this.#faults.has(key)) this.#faults.set(key, fault);
  }

  /** Adds a refusal that an entry of `accept` accepts. */
  accept(refusal: AcceptedRefusal): void {
    this.#accepted.push(refusal);
  }

  get accepted(): readonly AcceptedRefusal[] {
    return this.#accepted;
  }

  get faults(): readonly LensFault[] {
    return [...this.#faults.values()];
  }

  /** The fields of both versions, in the order of their schemas. */
  fields({ from, to }: SchemaPair): readonly FieldAnalysis[] {
    return [...inOrder(this.#trees.from, from), ...inOrder(this.#trees.to, to)];
  }
}

function emptyNode(): FindingNode {
  return { children: new Map(), field: undefined };
}

function nodeAt(root: FindingNode, path: Path): FindingNode {
  let node = root;
  for (const step of path) {
    const child = node.children.get(step) ?? emptyNode();
    node.children.set(step, child);
    node = child;
  }
  return node;
}

function withFinding(known: FieldAnalysis | undefined, finding: Finding): FieldAnalysis {
  const { side, outcome, rule, reason, silent = known?.silent } = finding;
  const to = finding.to.map(pathText);
  const own = {
    side,
    path: pathText(finding.path),
    outcome,
    to,
    rule,
    ...(reason === undefined ? {} : { reason }),
    ...(silent === undefined ? {} : { silent }),
  };
  if (known === undefined) return own;
  const stronger = strongerOutcome(known.outcome, outcome) === known.outcome ? known : own;
  return {
    ...stronger,
    to: [...new Set([...known.to, ...to])],
    ...(silent !== undefined && { silent }),
  };
}

function inOrder(node: FindingNode, schema: SchemaNode): readonly FieldAnalysis[] {
  const known = typeof schema === "string" ? [] : [...(schema.properties?.keys() ?? [])];
  const steps = new Set<PathStep>([...known, ...node.children.keys()]);
  return [
    ...(node.field === undefined ? [] : [node.field]),
    ...[...steps].flatMap((step) => {
      const child = node.children.get(step);
      return child === undefined ? [] : inOrder(child, schemaAtStep(schema, step));
    }),
  ];
}

function schemaAtStep(schema: SchemaNode, step: PathStep): SchemaNode {
  if (typeof schema === "string") return schema;
  if (typeof step === "string") return schema.properties?.get(step) ?? "none";
  if (schema.items !== undefined && schema.type === "array") return schema.items;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : "none";
}
