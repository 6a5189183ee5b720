import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import type { RuleData } from "../language/rule.ts";
import { opOf } from "../ops/registry.ts";
import { type Occurrence, stepsText } from "./occurrences.ts";

/**
 * Where a value of the result comes from: `identical`, `moved`, `changed` by its rule, `derived` by code, `filled` in by its
 * rule, or `restored` from the preserved values.
 */
type FieldOrigin = "identical" | "moved" | "changed" | "derived" | "filled" | "restored";

/** A path of the result, with the origin of its value. */
export interface ExplainedField {
  readonly path: string;
  /** The paths of the corresponding values of the source; none if the source has none, as for a filled-in value. */
  readonly sources: readonly string[];
  readonly becomes: FieldOrigin;
  /** Undefined for a value that was copied without a rule. */
  readonly rule: RuleData | undefined;
  /** How many values the path stands for: more than one only for a map that {@link explainedFields} makes one entry. */
  readonly count: number;
}

type Occurrences = ReadonlyMap<string, Occurrence>;

/** The values of the source, of the result without preserved values, and of the result, each by the rule that claims them. */
interface Compared {
  readonly source: Occurrences;
  readonly plain: Occurrences;
  readonly result: Occurrences;
}

/**
 * The paths of the result, in its order. A map in which every value is `identical` and has no rule is one entry. `left` are the
 * paths of the source's values that the result lacks: a map with such a path is not one entry.
 */
export function explainedFields(
  compared: Compared,
  left: readonly string[],
): readonly ExplainedField[] {
  const rows = [...compared.result.values()].flatMap((found) => rowsOf(found, compared));
  return joinedIdentical(rows, left);
}

function rowsOf(found: Occurrence, { source, plain }: Compared): readonly ExplainedField[] {
  const before = source.get(found.id);
  const without = plain.get(found.id);
  return found.values.map(({ steps, value }) => {
    const path = stepsText(steps);
    const plainValue = without?.values.find((each) => stepsText(each.steps) === path)?.value;
    const isRestored = !equal(value, plainValue);
    const sources = before?.values.map((each) => stepsText(each.steps)) ?? [];
    const only = before?.values.length === 1 ? before.values[0]?.value : undefined;
    const becomes = isRestored ? "restored" : originOf(found, path, value, sources, only);
    const rule = found.rule ?? (becomes === "moved" ? found.container : undefined);
    return { path, sources, becomes, rule, count: 1 };
  });
}

function originOf(
  { rule, values }: Occurrence,
  path: string,
  value: JsonValue,
  sources: readonly string[],
  source: JsonValue | undefined,
): FieldOrigin {
  if (sources.length === 0) return "filled";
  const op = rule && opOf(rule);
  if (op?.kind === "joint" && op.isDerived === true) return "derived";
  if (values.length > 1 || source === undefined || !equal(source, value)) return "changed";
  return sources[0] === path ? "identical" : "moved";
}

/** Joins identical fields into one entry for the topmost map that has only identical fields. */
function joinedIdentical(
  rows: readonly ExplainedField[],
  left: readonly string[],
): readonly ExplainedField[] {
  const separate = new Set(
    [...rows.filter((row) => !isIdentical(row)).map(({ path }) => path), ...left].flatMap(
      pathsAbove,
    ),
  );
  const joined = new Map<string, ExplainedField>();
  for (const row of rows) {
    const path = isIdentical(row)
      ? (pathsAbove(row.path).find((above) => !separate.has(above)) ?? row.path)
      : row.path;
    const known = joined.get(path);
    if (known === undefined)
      joined.set(path, path === row.path ? row : { ...row, path, sources: [path] });
    else joined.set(path, { ...known, count: known.count + 1 });
  }
  return [...joined.values()];
}

function isIdentical({ becomes, rule }: ExplainedField): boolean {
  return becomes === "identical" && rule === undefined;
}

/** A path and the paths above it, topmost first. */
function pathsAbove(path: string): readonly string[] {
  const steps = path.match(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]|\.?[^.[]+/g) ?? [];
  return steps.map((_, index) => steps.slice(0, index + 1).join(""));
}
