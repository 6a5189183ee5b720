import { entryFor, isAccepted, withPastable } from "../../language/accept.ts";
import type { LensFault, Refused } from "./lens-analysis.ts";
import type { AnalysisContext } from "./site.ts";

/** True where nothing that a constraint refuses is written, or an entry of `accept` names it; the entry is noted then. */
export function accepts({ data, findings, isFitted }: AnalysisContext, refused: Refused): boolean {
  const { version, constraint } = refused;
  if (isFitted(refused)) return true;
  const entry = data.accept?.find((each) => isAccepted(each, version, constraint));
  if (entry !== undefined) findings.accept({ ...refused, entry });
  return entry !== undefined;
}

/** So many refusals of one keyword and version have an entry each; more share one. */
const maxEntries = 3;

/**
 * The faults with the entries of `accept` that would silence them, ready to paste. Where a version refuses by one
 * keyword at more than three places, E107 becomes one fault, and the last E104 has the entry for all.
 */
export function withAcceptEntries(faults: readonly LensFault[]): readonly LensFault[] {
  const groups = Map.groupBy(faults, groupOf);
  return faults.flatMap((fault): readonly LensFault[] => {
    const { refusal } = fault;
    const group = groups.get(groupOf(fault)) ?? [];
    if (refusal === undefined) return [fault];
    if (group.length <= maxEntries) return [withEntry(fault, [fault])];
    if (fault.code === "E107") return fault === group[0] ? [joined(fault, group)] : [];
    return [fault === group.at(-1) ? withEntry(fault, group) : fault];
  });
}

function groupOf({ code, refusal }: LensFault): string {
  return refusal === undefined ? "" : `${code} ${refusal.version} ${refusal.constraint.keyword}`;
}

/** One fault for many places. */
function joined(first: LensFault, group: readonly LensFault[]): LensFault {
  const places = group.flatMap(({ refusal }) => refusal?.shown ?? []);
  const [version] = group.flatMap(({ refusal }) => refusal?.version ?? []);
  const shown = places.slice(0, maxEntries).join("; ");
  const message = `${version} refuses some of what the other version allows at ${places.length} places: ${shown}; and so on`;
  return withEntry({ ...first, rule: undefined, message }, group);
}

function withEntry(fault: LensFault, group: readonly LensFault[]): LensFault {
  const { refusal, message, code } = fault;
  const [first, ...others] = group.flatMap((each) => each.refusal?.constraint ?? []);
  if (refusal === undefined || first === undefined) return fault;
  const condition = code === "E104" ? "it is always there" : "nobody writes that";
  const entry = entryFor(refusal.version, [first, ...others]);
  return {
    ...fault,
    message: withPastable(`${message}. If ${condition}, accept it:`, [entry]),
  };
}
