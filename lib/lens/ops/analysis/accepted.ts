import { type Side, sides } from "../../../converter/side.ts";
import { allConstraints } from "../../../schema/constraint/all-constraints.ts";
import type { ConstraintName } from "../../../schema/constraint/constraint.ts";
import type { SchemaPath } from "../../../schema/constraint/schema-path.ts";
import {
  acceptEntryText,
  constraintText,
  isAccepted,
  withPastable,
} from "../../language/accept.ts";
import { pathText } from "../../language/path.ts";
import type { SchemaPair } from "../../language/schema-node.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import type { LensFault, NarrowerConstraint } from "./lens-analysis.ts";
import { narrowingsText, remedyText } from "./refusal-texts.ts";

/**
 * True if no object can have values that the constraint refuses, or if an entry of `accept` names it. The entry is then noted as
 * used.
 */
export function isAcceptedRefusal(
  { data, findings, isAlwaysMet }: AnalysisContext,
  refused: NarrowerConstraint,
): boolean {
  const { version, constraint } = refused;
  if (isAlwaysMet(refused)) return true;
  const entry = data.accept?.find((each) => isAccepted(each, version, constraint));
  if (entry !== undefined) findings.accept({ ...refused, entry });
  return entry !== undefined;
}

/**
 * Up to this number of refusals by one keyword below one top-level member of a version have an entry each; more share one. The
 * number is a choice: a few entries can each get a reason of their own; for more, the reason is usually the same.
 */
const maxEntries = 3;

/**
 * Adds to each fault the entries of `accept` that would accept it, ready to paste. If a version refuses values by one keyword at
 * more than three paths of spec, or of status, the E107 faults are joined into one, and only the last of the E104 faults has an
 * entry, for all of them.
 */
export function withAcceptEntries(
  faults: readonly LensFault[],
  lens: CheckedLens,
): readonly LensFault[] {
  const groups = Map.groupBy(faults, groupOf);
  return faults.flatMap((fault): readonly LensFault[] => {
    const { refusal } = fault;
    const group = groups.get(groupOf(fault)) ?? [];
    if (refusal === undefined) return [fault];
    if (group.length <= maxEntries) return [withEntries(fault, [fault], lens)];
    if (fault.code === "E107") {
      const message = narrowingsText(group);
      return fault === group[0]
        ? [withEntries({ ...fault, rule: undefined, message }, group, lens)]
        : [];
    }
    return [fault === group.at(-1) ? withEntries(fault, group, lens) : fault];
  });
}

/** The two versions of a lens, and their schemas. */
interface CheckedLens {
  readonly versions: Readonly<Record<Side, string>>;
  readonly schemas: SchemaPair;
}

function groupOf({ code, refusal }: LensFault): string {
  if (refusal === undefined) return "";
  const { version, constraint } = refusal;
  return `${code} ${version} ${String(constraint.path[0])} ${constraintText(constraint)}`;
}

function withEntries(fault: LensFault, group: readonly LensFault[], lens: CheckedLens): LensFault {
  const byDemand = Map.groupBy(group, ({ refusal }) => refusal?.narrowing?.demand);
  const entries = [...byDemand.values()].flatMap((faults) => entryOf(faults, lens));
  return {
    ...fault,
    message: withPastable(`${fault.message}${remedyText(group, entries.length)}`, entries),
    entries: { count: entries.length, places: group.length },
  };
}

function entryOf(group: readonly LensFault[], lens: CheckedLens): readonly string[] {
  const [first, ...others] = group.flatMap(({ refusal }) => refusal?.constraint ?? []);
  const [version] = group.flatMap(({ refusal }) => refusal?.version ?? []);
  if (first === undefined || version === undefined) return [];
  const constraints = [first, ...others] as const;
  return [acceptEntryText(version, constraints, otherPlaces(version, constraints, lens))];
}

/** The paths with the same constraint in the same version that the entry must not match. */
function otherPlaces(
  version: string,
  constraints: readonly [ConstraintName, ...ConstraintName[]],
  { versions, schemas }: CheckedLens,
): readonly SchemaPath[] {
  const side = sides.find((each) => versions[each] === version);
  const schema = side === undefined ? "none" : schemas[side];
  if (typeof schema === "string" || constraints.length === 1) return [];
  const wanted = new Set(constraints.map(({ path }) => pathText(path)));
  const text = constraintText(constraints[0]);
  return allConstraints(schema)
    .filter((each) => constraintText(each) === text && !wanted.has(pathText(each.path)))
    .map(({ path }) => path);
}
