import { pathText } from "../../language/path.ts";
import { quotedPath } from "./fault-texts.ts";
import type { LensFault, ShownNarrowing } from "./lens-analysis.ts";

/**
 * One message for all refusals of the same version, schema keyword and top-level member. The first line has their number; then
 * come all places, grouped by what the schema demands of them.
 */
export function narrowingsText(group: readonly LensFault[]): string {
  const refused = group.flatMap(({ refusal }) => refusal ?? []);
  const [first] = refused;
  if (first === undefined) return "";
  const { version, constraint, narrowing } = first;
  const demands = Map.groupBy(refused, (each) => each.narrowing?.demand ?? "");
  const lines = [...demands].flatMap(([demand, places]) => [
    `  ${demand}`,
    ...places.map((place) => {
      const mark = place.narrowing?.isRequired === true ? " (required)" : "";
      return `    ${pathText(place.constraint.path)}${mark}`;
    }),
  ]);
  const where = `${refused.length} places of ${quotedPath(constraint.path.slice(0, 1))}`;
  const fact = `${version} refuses by ${constraint.keyword} some of what ${narrowing?.allowedIn} allows at ${where}:`;
  return [fact, ...lines, ""].join("\n");
}

/** What the author can do about refusals: the text after their message. The entries of `accept` follow it. */
export function remedyText(group: readonly LensFault[], entries: number): string {
  const shown = group.flatMap(({ refusal }) => refusal?.narrowing ?? []);
  const isRequired = group.some(({ code }) => code === "E104");
  const condition = isRequired ? "objects always have it" : "nobody writes that";
  const example = shown.some(({ mayNeedExample }) => mayNeedExample)
    ? " (if E128 follows, also an example that has one of these words)"
    : "";
  const reasons = entries > 1 ? ", each entry with its reason" : "";
  const isList = group.length > 1 && group[0]?.code === "E107";
  const start = isList ? "" : ". ";
  return `${start}${absenceText(group, shown)}If ${condition}, add to accept${reasons}${example}:`;
}

/** How to declare that an empty text means absence, with a space at the end; empty unless that would resolve a refusal. */
function absenceText(group: readonly LensFault[], shown: readonly ShownNarrowing[]): string {
  const found =
    group.find(({ refusal }) => refusal?.narrowing?.absence?.hasRule === false) ??
    group.find(({ refusal }) => refusal?.narrowing?.absence !== undefined);
  const narrowing = found?.refusal?.narrowing;
  if (found === undefined || narrowing?.absence === undefined) return "";
  const { modifiers, hasRule } = narrowing.absence;
  const isAlone = shown.length === 1;
  const condition = `${isAlone ? "If" : "Where"} "" means absent in ${narrowing.allowedIn},`;
  if (hasRule) return `${condition} give its rule ${modifiers}. `;
  const path = /^[\w.-]+$/.test(found.path) ? found.path : JSON.stringify(found.path);
  return `${condition} add ${isAlone ? "the rule" : "a rule, such as"} - { at: ${path}, ${modifiers} }. `;
}
