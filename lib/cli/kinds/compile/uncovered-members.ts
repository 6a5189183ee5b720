import { parsePath, pathText } from "../../../lens/language/path.ts";
import type { LensFault } from "../../../lens/ops/analysis/lens-analysis.ts";

/** Joins the errors about members of one map that exist only in one version and that no rule covers into one error. */
export function joinUncoveredMembers(errors: readonly LensFault[]): readonly LensFault[] {
  const groups = new Map<LensFault["rule"], Map<string, LensFault[]>>();
  for (const fault of errors) {
    if (fault.onlyIn === undefined) continue;
    const own = groups.get(fault.rule) ?? new Map<string, LensFault[]>();
    groups.set(fault.rule, own);
    const key = holderKey(fault);
    own.set(key, [...(own.get(key) ?? []), fault]);
  }
  return errors.flatMap((fault) => {
    const group = groups.get(fault.rule)?.get(holderKey(fault)) ?? [];
    if (fault.onlyIn === undefined || group.length === 1) return [fault];
    return fault === group[0] ? [joinedFault(fault, group, fault.onlyIn)] : [];
  });
}

function holderKey({ onlyIn, path }: LensFault): string {
  return `${onlyIn?.version} ${holderOf(path)}`;
}

function holderOf(path: string): string {
  return pathText(parsePath(path)?.slice(0, -1) ?? []);
}

function joinedFault(
  first: LensFault,
  group: readonly LensFault[],
  { version, isNewer }: NonNullable<LensFault["onlyIn"]>,
): LensFault {
  const names = group.map(({ path }) => `\`${pathText(parsePath(path)?.slice(-1) ?? [])}\``);
  const holder = holderOf(first.path);
  const where = holder === "." ? "" : ` of \`${holder}\``;
  const fact = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}${where} exist only in ${version}, and no rule covers them. Try keep or drop`;
  // A keep inside a rule needs paths relative to that rule's scope, so no keep with the paths of these errors is proposed.
  if (first.rule !== undefined) return { ...first, message: `${fact}${placeIn(first)}` };
  const paths = group.map(({ path }) => (/^[\w.-]+$/.test(path) ? path : JSON.stringify(path)));
  const side = isNewer ? `, in: ${version}` : "";
  return { ...first, message: `${fact}: - { keep: [${paths.join(", ")}]${side} }` };
}

/** The rule in parentheses at the end of a message; empty if it has none. */
function placeIn({ message }: LensFault): string {
  const start = message.lastIndexOf(" (");
  return start < 0 ? "" : message.slice(start);
}
